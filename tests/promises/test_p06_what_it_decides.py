"""P6: what a harness declares, or sets by policy, decides proposals that are judged otherwise without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import memtxn
from memtxn import Memory, Policy, Provision
from memtxn.model.codec import Json
from tests.promises.world import hour


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody says, and what is proposed of it."""

    text: str
    key: str
    attribute: str
    value: Any
    type: str = "fact"
    channel: str = "user"
    speaker: str = "alice"
    risk: str | None = None


def nothing(_memory: Memory) -> None:
    """Nothing is declared."""


class Harness(msgspec.Struct, frozen=True, kw_only=True):
    """What a harness says before."""

    declare: Callable[[Memory], None] = nothing
    policy: Policy = msgspec.field(default_factory=Policy)


ASKED = Said(
    text="Could you reserve a table at the Blue Door?", key="Booking/1", attribute="place", value="Blue Door"
)
LEFT = Said(text="I used to work for Halvorsen.", key="Person/alice", attribute="employer", value="Halvorsen")
DENIED = Said(text="I never eat walnuts.", key="Person/alice", attribute="snack", value="walnuts")
OTHER = Said(text="I live in Turin.", key="Person/alice", attribute="city", value="Turin", speaker="bob")
NICKNAME = Said(text="Lissy lives in Turin.", key="Person/alice", attribute="city", value="Turin", speaker="bob")
PAGE = Said(text="Alice lives in Turin.", key="Person/alice", attribute="city", value="Turin", channel="web")
BIG = Said(text="A big one, please.", key="Order/1", attribute="size", value="large", type="goal")
TALL = Said(text="I am 172 cm tall.", key="Person/alice", attribute="height", value=172)
DOUBT = Said(text="I think the room is B12.", key="Meeting/1", attribute="room", value="B12")
PLAIN = Said(text="The room is B12.", key="Meeting/1", attribute="room", value="B12", risk="high")


def declared(attribute: str, **said: Any) -> Callable[[Memory], None]:  # noqa: ANN401
    entity_type, _, name = attribute.partition(".")
    return lambda memory: memory.declare(entity_type, name, **said)


def typed(entity_type: str, **said: Any) -> Callable[[Memory], None]:  # noqa: ANN401
    return lambda memory: memory.declare_type(entity_type, **said)


def provided(**said: Any) -> Policy:  # noqa: ANN401
    return Policy(provisions=(Provision(**said),))


OPENED: dict[str, tuple[Said, str, Harness]] = {
    "speech act": (ASKED, "question", Harness(declare=declared("Booking.place", speech_act="request"))),
    "licence": (LEFT, "ended_state", Harness(declare=declared("Person.employer", licenses=["ended"]))),
    "polarity": (DENIED, "negation_dropped", Harness(declare=declared("Person.snack", polarity=-1))),
    "principal": (OTHER, "wrong_subject", Harness(policy=Policy(principals={"bob": "Person/alice"}))),
    "alias": (NICKNAME, "wrong_subject", Harness(declare=typed("Person", aliases={"alice": ["Lissy"]}))),
    "channel": (PAGE, "speaker_mismatch", Harness(policy=Policy(silent_about_persons=()))),
    "no person": (PAGE, "speaker_mismatch", Harness(declare=typed("Person", person=False))),
    "synonym": (
        BIG,
        "not_ordered_subsequence",
        Harness(declare=declared("Order.size", enum={"large": ["big"], "small": []})),
    ),
    "unit": (TALL, "unit_dropped", Harness(declare=declared("Person.height", unit="cm"))),
    "provision": (DOUBT, "hedge_dropped", Harness(policy=provided(decisions={"hedge_dropped": "admit"}))),
}
"""What is refused or put aside for a reason, and admitted under such a harness."""

SHUT: dict[str, tuple[Said, str, Harness]] = {
    "binding": (PLAIN, "subject_unbound", Harness(declare=typed("Meeting", binding="named"))),
    "allow": (PLAIN, "permission_denied", Harness(policy=provided(entity_type="Meeting", allow=False))),
    "authority": (PLAIN, "authority_too_low", Harness(policy=provided(risk="high", min_authority=0.9))),
    "enum": (PLAIN, "not_in_enum", Harness(declare=declared("Meeting.room", enum=["A1"]))),
}
"""What is admitted, and refused or put aside for a reason under such a harness."""


def judged(said: Said, harness: Harness) -> str:
    """The code that decides, empty when it is admitted."""
    with memtxn.open(":memory:", policy=harness.policy) as store:
        memory = store.memory("m")
        harness.declare(memory)
        source = memory.observe(said.text, speaker=said.speaker, at=hour(0), channel=said.channel)
        value: Json = said.value
        with memory.transaction(on_reject="skip", risk=said.risk) as tx:
            evidence = source.quote(said.text)
            return tx.propose(said.key, said.attribute, value, evidence=evidence, type=said.type).verdict.code


@pytest.mark.parametrize("name", OPENED)
def test_what_is_declared_lets_in(name: str) -> None:
    said, code, harness = OPENED[name]
    assert (judged(said, Harness()), judged(said, harness)) == (code, "")


@pytest.mark.parametrize("name", SHUT)
def test_what_is_declared_keeps_out(name: str) -> None:
    said, code, harness = SHUT[name]
    assert (judged(said, Harness()), judged(said, harness)) == ("", code)
