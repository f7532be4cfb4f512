"""Strangers: sources, beliefs, ids and savepoints of another memory, store or transaction, and forged ones.

None of them is a way in, and none of them tells anything of where it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

import memtxn
from memtxn import (
    Belief,
    Citation,
    Closed,
    Conflict,
    Evidence,
    InvalidInput,
    Memory,
    NotCommitted,
    NotFound,
    Rejected,
    Source,
)
from memtxn.testkit.fakes import CountingIds
from tests.promises.world import World, hour, one, receipt


@pytest.fixture(params=["another memory", "another store"])
def stranger(request: pytest.FixtureRequest, world: World, tmp_path: Path) -> Iterator[Memory]:
    """A memory that knows the same key, and says something else of it."""
    world.clock.set(hour(9))
    folder = tmp_path / "other"
    folder.mkdir()
    other = World(world.kind, folder) if request.param == "another store" else world
    other.clock.set(hour(9))
    if other is not world:
        other.ids = CountingIds(1000)
        other.open()
    memory = other.store.memory("stranger")
    source = memory.observe("red and green", speaker="eve", at=hour(1))
    with memory.transaction() as tx:
        tx.propose("A/1", "x", "red", evidence=source.quote("red"))
    world.tell("A/1", "x", "tea", hour(1))
    yield memory
    if other is not world:
        other.close()


def of(memory: Memory) -> tuple[Source, Belief]:
    """A source and a belief of a memory."""
    belief = one(memory.get("A/1", "x"))
    return memory.source(belief.evidence[0].source_id), belief


PIECES: dict[str, Callable[[Source], Evidence]] = {
    "quote": lambda source: source.quote("red"),
    "span": lambda source: source.span(0, 3),
    "pointer": lambda source: source.pointer(""),
    "forged": lambda source: msgspec.structs.replace(source, speaker="ann", text="red").quote("red"),
}


@pytest.mark.parametrize("piece", PIECES)
def test_a_source_of_somebody_else_is_no_evidence(world: World, stranger: Memory, piece: str) -> None:
    before = world.effects()
    evidence = PIECES[piece](of(stranger)[0])
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.propose("A/2", "x", "red", evidence=evidence)
    assert "source_unknown" in caught.value.reasons
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.retract("A/1", "x", evidence=evidence)
    assert "source_unknown" in caught.value.reasons
    assert world.effects() == before
    assert world.m.verify().ok


def test_a_forged_source_says_what_the_stored_one_says(world: World, stranger: Memory) -> None:
    """Its id leads to the stored text, authority and time: what the object carries is not looked at."""
    mine, _ = of(world.m)
    changes: dict[str, object] = {"text": "red", "authority": 1.0, "at": hour(8), "speaker": "admin"}
    forged = msgspec.structs.replace(mine, **changes, channel="operator")
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.propose("A/2", "x", "red", evidence=forged.quote("red"))
    assert "quote_not_in_source" in caught.value.reasons
    with world.m.transaction() as tx:
        tx.propose("A/2", "x", "tea", evidence=forged.quote("tea"))
    account = world.m.why("A/2", "x").accounts[0]
    assert [(said.speaker, said.at) for said in account.evidence] == [("ann", hour(1))]
    assert one(world.m.get("A/2", "x")).observed_at == hour(1)


def test_a_staged_source_is_no_evidence_elsewhere(world: World, stranger: Memory) -> None:
    """Not before it is committed, and not at all when its transaction is given up."""
    first = world.m.transaction()
    staged = first.observe("red", speaker="ann", at=hour(2))
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.propose("A/2", "x", "red", evidence=staged.quote("red"))
    assert caught.value.reasons[0] == "source_unknown"
    first.rollback()
    with pytest.raises(NotFound):
        world.m.source(staged.id)


def test_a_belief_of_somebody_else_is_relied_on_by_nobody(world: World, stranger: Memory) -> None:
    """An id that this memory has not is unknown; one that it has means its own belief."""
    mine, theirs = of(world.m), of(stranger)
    for given in ("99.1", msgspec.structs.replace(theirs[1], id="99.1"), "0.0"):
        with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
            tx.propose("A/2", "x", "tea", evidence=mine[0].quote("tea"), derived_from=[given])
        assert caught.value.reasons == ("derived_from_unknown",)
    unknown = msgspec.structs.replace(theirs[1], entity_id="never", version=3)
    with pytest.raises(Conflict), world.m.transaction() as tx:
        tx.propose("A/2", "x", "tea", evidence=mine[0].quote("tea"), based_on=[unknown])
    assert world.m.get("A/2", "x") is None


def test_ids_of_somebody_else_lead_nowhere(world: World, stranger: Memory) -> None:
    theirs = of(stranger)
    with pytest.raises(NotFound):
        world.m.source(theirs[0].id)
    assert world.m.outcome(theirs[1].context_id) == NotCommitted(tx_id=theirs[1].context_id)
    assert world.m.why_not("A/1", "x").accounts == ()


def test_a_savepoint_of_somebody_else_is_none(world: World, stranger: Memory) -> None:
    tx, other = world.m.transaction(), stranger.transaction()
    tx.set_state("A/3", "x", 1)
    point = other.savepoint()
    for use in (tx.rollback_to, tx.release):
        with pytest.raises(Closed):
            use(point)
    assert not tx.holds(point)
    with pytest.raises(InvalidInput):
        tx.rollback_to("x")  # type: ignore[arg-type]
    other.rollback()
    assert receipt(tx.commit()).outcomes[0].outcome.name == "ADD"


def test_a_citation_is_no_evidence(world: World) -> None:
    """What a belief shows of its evidence cannot be handed in as evidence."""
    world.tell("A/1", "x", "tea", hour(0))
    mine = one(world.m.get("A/1", "x"))
    with pytest.raises(InvalidInput, match="evidence"), world.m.transaction() as tx:
        tx.propose("A/2", "x", "tea", evidence=mine.evidence)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="evidence"), world.m.transaction() as tx:
        tx.propose("A/2", "x", "tea", evidence=Citation("x"))  # type: ignore[arg-type]
    assert memtxn.open(":memory:").memory("m").find() == []
