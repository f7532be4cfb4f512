"""P20: to revoke a source is to have never heard it: the timelines are those of the history told without it.

Histories hold late and bounded facts, several sources to a belief, retractions, beliefs derived from others, and
declarations of another cardinality in between. The history without the source is told to a memory of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

from memtxn.model.belief import Belief
from memtxn.model.codec import Json, canonical
from memtxn.model.source import Source
from memtxn.model.time import FOREVER
from tests.promises.world import KINDS, World, hour, receipt

NOW = 12
INSTANTS = range(-1, NOW + 6)
VALUES: list[Json] = ["oslo", "rome", 1, ["oslo"]]
SOURCES = 3


class Told(msgspec.Struct, frozen=True):
    """One step of a history: a fact or a retraction of ``x``; or, without sources, another cardinality."""

    sources: frozenset[int] = frozenset()
    key: str = "1"
    value: int = 0
    nu: int = 0
    since: int = 0
    until: int = FOREVER
    retracts: bool = False
    parent: int | None = None
    many: bool = False


def history(chance: Random) -> list[Told]:
    """Some steps, each perhaps derived from an earlier fact."""
    drawn: list[Told] = []
    for number in range(chance.randint(4, 14)):
        if chance.random() < 0.12:
            drawn.append(Told(many=chance.random() < 0.5))
            continue
        facts = [at for at, one in enumerate(drawn) if one.sources and not one.retracts]
        nu = chance.randint(0, NOW)
        since = nu if chance.random() < 0.6 else chance.randint(0, NOW + 4)
        size = chance.choice([1, 1, 2, SOURCES])
        drawn.append(
            Told(
                sources=frozenset(chance.sample(range(SOURCES), size)),
                key=chance.choice("112"),
                value=chance.randrange(len(VALUES)),
                nu=nu,
                since=since,
                until=since + chance.randint(1, 6) if chance.random() < 0.25 else FOREVER,
                retracts=number > 1 and chance.random() < 0.2,
                parent=chance.choice(facts) if facts and chance.random() < 0.25 else None,
            )
        )
    return drawn


def without(given: Sequence[Told], poison: int) -> dict[int, Told]:
    """The history as it would have been told by whoever never heard a source, by the numbers of its steps."""
    left: dict[int, Told] = {}
    for number, one in enumerate(given):
        sources, parent = one.sources - {poison}, one.parent
        if parent is not None and parent not in left:
            sources, parent = sources - given[parent].sources, None
        if sources or not one.sources:
            left[number] = msgspec.structs.replace(one, sources=sources, parent=parent)
    return left


class Memory:
    """A memory that was told a history. ``refused`` are the steps that found nothing to take back."""

    def __init__(self, kind: str, folder: Path, given: dict[int, Told]) -> None:
        folder.mkdir(parents=True)
        self.world = World(kind, folder)
        self.world.clock.set(hour(NOW))
        self.told: dict[int, str] = {}
        self.made: list[str] = []
        self.refused: set[int] = set()
        for number, one in given.items():
            if one.sources:
                self._tell(number, one)
            else:
                self.world.m.declare("T", "x", cardinality="many" if one.many else "one")

    def source(self, number: int) -> Source:
        """A source, which says all values."""
        return self.world.m.observe_json(VALUES, speaker="ann", at=hour(0), ref=str(number))

    def _tell(self, number: int, one: Told) -> None:
        evidence = [self.source(source).pointer(f"/{one.value}") for source in sorted(one.sources)]
        with self.world.m.transaction(on_reject="skip") as tx:
            if one.retracts:
                tx.retract(("T", one.key), "x", value=VALUES[one.value], at=hour(one.nu), evidence=evidence)
            else:
                parents: list[str | Belief] = [] if one.parent is None else [self.told[one.parent]]
                tx.propose(
                    ("T", one.key),
                    "x",
                    VALUES[one.value],
                    evidence=evidence,
                    observed_at=hour(one.nu),
                    valid_from=hour(one.since),
                    valid_to=None if one.until == FOREVER else hour(one.until),
                    derived_from=parents,
                )
        (outcome,) = receipt(tx.receipt).outcomes
        if outcome.reasons:
            assert one.retracts, outcome
            self.refused.add(number)
            return
        self.made.append(receipt(tx.receipt).tx_id)
        if outcome.belief is not None:
            self.told[number] = outcome.belief.id

    def shown(self, seq: int | None = None) -> dict[tuple[str, int], list[bytes]]:
        """What each key shows at each instant, as of a record."""
        found = {}
        for key in "12":
            for t in INSTANTS:
                held = self.world.m.at(seq=seq, valid=hour(t)).get(("T", key), "x")
                many = held if isinstance(held, list) else [held] if isinstance(held, Belief) else []
                found[key, t] = sorted(canonical(one.value) for one in many)
        return found


def compared(kind: str, folder: Path, seed: str) -> str:
    """Revoke a source of a history, and compare; what became of the comparison."""
    chance = Random(seed)
    given, poison = history(chance), chance.randrange(SOURCES)
    left = without(given, poison)
    ours, theirs = Memory(kind, folder / "ours", dict(enumerate(given))), Memory(kind, folder / "theirs", left)
    try:
        if theirs.refused - ours.refused or (ours.refused - theirs.refused) & left.keys():
            return "other"  # a retraction had something to take back in one of them alone
        before = ours.shown()
        dry = ours.world.m.revoke(ours.source(poison), dry_run=True)
        report = ours.world.m.revoke(ours.source(poison))
        assert (dry.fell, dry.restored, dry.shows) == (report.fell, report.restored, report.shows), seed
        assert ours.shown() == theirs.shown(), seed
        assert ours.world.m.verify().ok, seed
        assert not ours.world.m.revoke(ours.source(poison)).changed, seed
        if report.seq is not None and report.tx_id is not None:
            assert ours.shown(report.seq - 1) == before, seed
            ours.world.m.undo(report.tx_id)
            assert ours.shown() == before, seed
            assert ours.world.m.verify().ok, seed
        return "same" if theirs.shown() == before else "moved"
    finally:
        ours.world.close()
        theirs.world.close()


def undone(kind: str, folder: Path, seed: str) -> None:
    """Undo transactions of a history one after the other, and then those undoings, the last first."""
    chance = Random(seed)
    memory = Memory(kind, folder / "undone", dict(enumerate(history(chance))))
    try:
        states = [(memory.world.head().digest, memory.shown())]
        undoings: list[str] = []
        for tx_id in chance.sample(memory.made, len(memory.made)):
            report = memory.world.m.undo(tx_id)
            if report.tx_id is not None:
                undoings.append(report.tx_id)
                states.append((memory.world.head().digest, memory.shown()))
        assert not any(states[-1][1].values()), seed
        for tx_id in reversed(undoings):
            states.pop()
            assert memory.world.m.undo(tx_id).changed
            assert memory.shown() == states[-1][1], seed
        assert memory.world.m.verify().ok, seed
    finally:
        memory.world.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_revoked_source_was_never_heard(kind: str, tmp_path: Path) -> None:
    found = Counter(compared(kind, tmp_path / str(number), f"revoke {number}") for number in range(40))
    assert found["moved"] > 10
    assert found["other"] < 15


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_revoked_sources_were_never_heard(kind: str, tmp_path: Path) -> None:
    for number in range(60, 160):
        compared(kind, tmp_path / str(number), f"revoke {number}")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_undone_and_undone_again_is_as_before(kind: str, tmp_path: Path) -> None:
    for number in range(25):
        undone(kind, tmp_path / str(number), f"undo {number}")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_are_undone_and_undone_again(kind: str, tmp_path: Path) -> None:
    for number in range(25, 70):
        undone(kind, tmp_path / str(number), f"undo {number}")
