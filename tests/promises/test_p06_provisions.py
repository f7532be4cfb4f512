"""P6: provisions of the policy, and what an agent cannot do about them."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
import pytest

import memtxn
from memtxn import Decision, Memory, Policy, Proposal, Provision, Source, Transaction
from memtxn.interfaces.operations import OPERATIONS
from tests.promises.world import World, hour

CODE = "not_ordered_subsequence"
OTHER = "cocoa"
"""A value that the source does not say."""


def proposed(
    memory: Memory, source: Source, value: str = OTHER, *, risk: str | None = None, kind: str = "fact"
) -> Proposal:
    with memory.transaction(on_reject="skip", risk=risk) as tx:
        return tx.propose("Cup/1", "holds", value, evidence=source.quote("tea"), type=kind)


def with_provisions(world: World, *provisions: Provision, **settings: Any) -> Memory:  # noqa: ANN401
    return world.reopen(policy=Policy(provisions=provisions, **settings))


# -- what they do --------------------------------------------------------------------------------------


@pytest.mark.parametrize("decided", Decision)
def test_a_provision_says_how_a_finding_counts(world: World, decided: Decision) -> None:
    chosen: Any = decided.name.lower()
    memory = with_provisions(world, Provision(channel="note", decisions={CODE: chosen}))
    verdict = proposed(memory, world.say("tea", hour(0), channel="note")).verdict
    assert (verdict.decision, verdict.reasons) == (decided, (CODE,))
    shown = memory.get("Cup/1", "holds")
    assert (shown is not None) == (decided is Decision.ADMIT)
    if decided is Decision.ADMIT:
        assert "admitted all the same by" in str(memory.why("Cup/1", "holds"))
    other = proposed(memory, world.say("tea", hour(0), channel="user")).verdict
    assert (other.decision, other.code) == (Decision.REJECT, CODE)


@pytest.mark.parametrize(
    ("condition", "matches"),
    [
        ({"entity_type": "Cup"}, True),
        ({"entity_type": "cup"}, False),
        ({"attribute": "holds"}, True),
        ({"attribute": "size"}, False),
        ({"type": "goal"}, True),
        ({"type": "fact"}, False),
        ({"risk": "high"}, True),
        ({"risk": "low"}, False),
    ],
    ids=repr,
)
def test_it_depends_on_what_it_names(world: World, condition: dict[str, Any], matches: bool) -> None:
    decisions: Any = {CODE: "quarantine"}
    memory = with_provisions(world, Provision(decisions=decisions, **condition))
    verdict = proposed(memory, world.say("tea", hour(0)), kind="goal", risk="high").verdict
    assert verdict.decision is (Decision.QUARANTINE if matches else Decision.REJECT)


def test_the_mode_of_a_memory_keeps_the_provisions_of_its_store(world: World) -> None:
    with_provisions(world, Provision(decisions={CODE: "quarantine"}))
    source = world.say("tea", hour(0))
    shadow = proposed(world.store.memory("m", policy="shadow"), source).verdict
    assert [(one.decision, one.waived) for one in shadow.trace if one.code] == [(Decision.QUARANTINE, "shadow")]
    strict = world.store.memory("m", policy=Policy())
    assert proposed(strict, source).verdict.decision is Decision.REJECT


def test_a_policy_that_decides_about_a_guard_is_refused_wherever_it_is_given(world: World) -> None:
    policy = Policy(provisions=(Provision(decisions={"future_observation": "admit"}),))
    for give in (lambda: memtxn.open(":memory:", policy=policy), lambda: world.store.memory("m", policy=policy)):
        with pytest.raises(memtxn.InvalidInput, match="future_observation"):
            give()


# -- what an agent can do about it: nothing ------------------------------------------------------------


def test_no_channel_gains_by_citing_another(world: World) -> None:
    decisions: Any = {CODE: "admit"}
    memory = with_provisions(world, Provision(channel="note", decisions=decisions))
    note, web = world.say("tea", hour(0), channel="note"), world.say("tea", hour(0), channel="web")
    for sources in ((note, web), (web, note)):
        with memory.transaction(on_reject="skip") as tx:
            evidence = [source.quote("tea") for source in sources]
            verdict = tx.propose("Cup/1", "holds", OTHER, evidence=evidence).verdict
        assert verdict.decision is Decision.REJECT


def test_a_channel_or_an_authority_that_an_evidence_claims_is_not_believed(world: World) -> None:
    """What the memory observed counts, whatever object a caller hands in."""
    decisions: Any = {CODE: "admit"}
    memory = with_provisions(world, Provision(channel="note", decisions=decisions))
    source = world.say("tea", hour(0), channel="web")
    forged = msgspec.structs.replace(source, channel="note", authority=1.0)
    assert proposed(memory, forged).verdict.decision is Decision.REJECT
    proposed(memory, forged, "tea")
    assert memory.source(source.id).authority == Policy().authority["web"]


def test_nothing_raises_the_authority_of_what_a_model_says(world: World) -> None:
    how: dict[str, Any] = {"speaker": "bot", "at": hour(0), "channel": "assistant", "authority": 1.0}
    assert world.m.observe("tea", **how).authority == 0.3
    assert world.m.observe_json({"a": 1}, **how).authority == 0.3
    with world.m.transaction() as tx:
        assert tx.observe("cocoa", **how).authority == 0.3
    line = {
        "text": "milk",
        "speaker": "bot",
        "at": "2026-01-01T00:00:00Z",
        "channel": "assistant",
        "authority": 1,
    }
    world.m.load([line])
    assert {world.m.source(change.id).authority for change in sources(world.m)} == {0.3}


def sources(memory: Memory) -> list[Any]:
    return [change for entry in memory.log() for change in entry.changes if change.what == "SOURCE"]


def test_nothing_that_a_caller_can_say_is_a_part_of_the_policy() -> None:
    said = {
        name
        for kind in (Memory, Transaction, Source)
        for _, method in inspect.getmembers(kind, inspect.isfunction)
        for name in inspect.signature(method).parameters
    }
    said |= {name for operation in OPERATIONS for name in operation.input.__struct_fields__}
    own = {*Policy.__struct_fields__, *Provision.__struct_fields__, "treatment", "terms"}
    shared = {"channel", "entity_type", "attribute", "type", "risk", "authority"}
    assert said & own <= shared
    assert "risk" not in {name for operation in OPERATIONS for name in operation.input.__struct_fields__}
    assert "authority" not in {name for operation in OPERATIONS for name in operation.input.__struct_fields__}
