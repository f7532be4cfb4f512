"""P6: provisions of the policy, and what an agent cannot do about them."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
import pytest

import memtxn
from memtxn import Decision, Memory, Policy, Proposal, Provision, Source, Transaction, Verdict
from memtxn.interfaces.operations import OPERATIONS
from tests.promises.world import World, hour, one

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


@pytest.mark.parametrize("channel", ["Assistant", "assistant ", "ＡＳＳＩＳＴＡＮＴ", "assis\u00adtant"])
def test_no_other_way_to_write_a_channel_gets_round_the_policy(world: World, channel: str) -> None:
    memory = with_provisions(world, Provision(channel="assistant", allow=False))
    source = memory.observe("tea", speaker="bot", at=hour(0), channel=channel, authority=1.0)
    assert (source.channel, source.authority) == (channel, 0.3)
    assert "permission_denied" in proposed(memory, source, "tea").verdict.reasons


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


def test_a_channel_that_may_not_speak_there(world: World) -> None:
    memory = with_provisions(world, Provision(channel="note", entity_type="Cup", allow=False))
    note, said = world.say("tea", hour(0), channel="note"), world.say("tea", hour(0))
    for sources in ((note,), (note, said), (said, note)):
        verdict = cited(memory, *sources)
        assert (verdict.decision, verdict.code) == (Decision.REJECT, "permission_denied")
        assert "channel note" in verdict.trace[-2].detail
    assert cited(memory, said).decision is Decision.ADMIT
    with memory.transaction() as tx:
        tx.propose("Meeting/1", "serves", "tea", evidence=note.quote("tea"))
        tx.set_state("Cup/1", "full", True)


@pytest.mark.parametrize(("asked", "admitted"), [(0.69, True), (0.7, True), (0.71, False)])
def test_every_source_must_be_of_the_authority_that_is_asked_for(
    world: World, asked: float, admitted: bool
) -> None:
    memory = with_provisions(world, Provision(attribute="holds", min_authority=asked))
    said, better, web = (world.say("tea", hour(0), channel=channel) for channel in ("user", "operator", "web"))
    for sources in ((said,), (said, better), (better, said)):
        assert (cited(memory, *sources).code == "") == admitted
    assert cited(memory, better).code == ""
    for sources in ((web,), (better, web), (web, better)):
        assert cited(memory, *sources).code == "authority_too_low"


def test_what_a_model_attests_itself_says_so_for_ever(world: World) -> None:
    said, heard = world.say("tea", hour(0), channel="assistant"), world.say("tea", hour(0), channel="user")
    told = {"Cup/1": ((said,), True), "Cup/2": ((heard, said), True), "Cup/3": ((heard,), False)}
    with world.m.transaction() as tx:
        for cup, (sources, _) in told.items():
            tx.propose(cup, "holds", "tea", evidence=[source.quote("tea") for source in sources])
    world.reopen()
    for cup, (_, flagged) in told.items():
        (account,) = world.m.why(cup, "holds").accounts
        assert ("self_attested" in {finding.code for finding in account.findings}) == flagged
        assert not any(finding.counts for finding in account.findings)


def cited(memory: Memory, *sources: Source) -> Verdict:
    """What the gate says of a true proposal on these sources."""
    with memory.transaction(on_reject="skip") as tx:
        evidence = [source.quote("tea") for source in sources]
        return tx.propose("Cup/1", "holds", "tea", evidence=evidence).verdict


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


def test_no_source_lends_its_authority_to_another(world: World) -> None:
    """A true quote that says nothing of the value, of somebody who is believed, in whatever place."""
    world.clock.set(hour(24))
    world.m.declare("Cup", "holds", protected=True)
    user, web = world.say("tea for Ann", hour(0), channel="user"), world.say("milk", hour(1), channel="web")
    with world.m.transaction() as tx:
        tx.propose("Cup/1", "holds", "tea", evidence=user.quote("tea"))
    pieces = [user.quote("for Ann"), web.quote("milk")]
    for evidence in (pieces, pieces[::-1]):
        with world.m.transaction() as tx:
            tx.propose("Cup/1", "holds", "milk", evidence=evidence, observed_at=hour(1))
        assert one(world.m.get("Cup/1", "holds")).value == "tea"


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
