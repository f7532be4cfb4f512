"""Clocks that stand, step back, leap by years: recorded time grows, nothing is shadowed, nobody is locked out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from memtxn import Rejected
from memtxn.engine.memory import Memory
from memtxn.engine.reads import Reads
from memtxn.model.time import from_micros
from memtxn.testkit.fakes import START, CountingIds
from tests.promises.world import HOUR, KINDS, MICROSECOND, World, hour, one

KEY = ("Run/1", "n")
YEARS = timedelta(days=4 * 365)
STEPS = [timedelta(0), MICROSECOND, -MICROSECOND, HOUR, -HOUR, -30 * HOUR, timedelta(seconds=1), YEARS, -YEARS]


def count_up(memory: Memory) -> None:
    """A read-modify-write."""
    with memory.transaction() as tx:
        seen = tx.get(*KEY)
        number = one(seen).value if seen else 0
        assert isinstance(number, int)
        tx.set_state(*KEY, number + 1)


LOOKS: list[Callable[[Reads], object]] = [
    lambda memory: one(memory.get(*KEY)).value,
    lambda memory: next(belief.value for belief in memory.find("Run")),
    lambda memory: next(belief.value for belief in memory.scan(("Run", "1", "n"))),
    lambda memory: next(belief.value for belief in memory.history(*KEY) if belief.status == "active"),
    lambda memory: next(iter(memory.why(*KEY).accounts)).value,
]


def looks(memory: Memory) -> set[object]:
    """What every way of reading says, live and as of now."""
    with memory.transaction() as tx:
        inside = one(tx.get(*KEY)).value
    snapshots = [memory.at(), memory.at(seq=memory.at().seq)]
    return {inside, *(look(asked) for look in LOOKS for asked in [memory, *snapshots])}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_clock_does_every_step_counts(kind: str, seed: int, tmp_path: Path) -> None:
    """Two who share a memory, a clock that jumps between and within transactions, now and then a reopening."""
    chance, world = Random(f"clock {seed}"), World(kind, tmp_path)
    world.clock.set(START + 2 * YEARS)
    memories = [world.m, world.store.memory("m")]
    for number in range(1, 25):
        world.clock.advance(chance.choice(STEPS))
        count_up(chance.choice(memories))
        world.clock.advance(chance.choice(STEPS))
        for memory in memories:
            assert looks(memory) == {number}
        if chance.random() < 0.1:
            world.reopen()
            memories = [world.m, world.store.memory("m")]
    moments = [row.at for row in world.journal()]
    assert moments == sorted(set(moments))
    assert world.m.verify().ok
    world.close()


def test_recorded_time_grows_by_every_kind_of_record(world: World) -> None:
    """Though the clock goes back by an hour before each."""
    world.clock.set(hour(50))
    source = world.say("tea", hour(0))
    acts: list[Callable[[], object]] = [
        lambda: world.say("milk", hour(0)),
        lambda: world.m.declare("Cup", "tags", cardinality="many"),
        lambda: world.state(*KEY, 1),
        lambda: world.tell("Cup/1", "in", "tea", hour(0)),
        lambda: refused(world, source.quote("milk")),
        lambda: retracted(world),
    ]
    for act in acts:
        world.clock.advance(-HOUR)
        act()
    rows = world.journal()
    assert len(rows) >= len(acts)
    assert all(before.at < after.at for before, after in pairwise(rows))
    assert [world.m.at(recorded=from_micros(row.at)).seq for row in rows] == [row.seq for row in rows]


def refused(world: World, evidence: object) -> None:
    with world.m.transaction(on_reject="skip") as tx:
        tx.propose("Cup/1", "in", "tea", evidence=evidence)  # type: ignore[arg-type]


def retracted(world: World) -> None:
    with world.m.transaction() as tx:
        tx.retract(*KEY)


FIRST: list[Callable[[Memory], object]] = [
    *LOOKS,
    lambda memory: one(memory.at().get(*KEY)).value,
    lambda memory: one(memory.transaction().get(*KEY)).value,
]


@pytest.mark.parametrize("back", [MICROSECOND, HOUR, YEARS])
@pytest.mark.parametrize("look", FIRST, ids=["get", "find", "scan", "history", "why", "at", "transaction"])
def test_another_object_of_the_memory_has_the_newest_present(
    world: World, look: Callable[[Memory], object], back: timedelta
) -> None:
    """It looked before, and its clock now says less than the newest record: it shows that record all the same."""
    world.state(*KEY, "old")
    other = world.store.memory("m")
    assert one(other.get(*KEY)).value == "old"
    world.clock.set(START + 2 * YEARS)
    world.state(*KEY, "new")
    world.clock.advance(-back)
    assert look(other) == "new"
    fresh = world.store.memory("m")
    assert looks(fresh) == looks(other) == {"new"}


def test_processes_whose_clocks_differ_follow_each_other(tmp_path: Path) -> None:
    """Two stores on one file, the one an hour behind: each supersedes what the other stated before."""
    ahead, behind = World("sqlite", tmp_path), World("sqlite", tmp_path)
    behind.ids = CountingIds(10**6)
    behind.open()
    ahead.clock.set(hour(9))
    behind.clock.set(hour(8))
    for number, world in enumerate([ahead, behind, ahead, behind, behind, ahead], 1):
        count_up(world.m)
        assert looks(ahead.m) == looks(behind.m) == {number}
    assert [belief.observed_at for belief in behind.m.history(*KEY)] == sorted(
        {belief.observed_at for belief in behind.m.history(*KEY)}
    )
    assert ahead.m.verify().ok
    ahead.close()
    behind.close()


# -- a clock that once ran ahead ---------------------------------------------------------------------------


def leapt(world: World) -> datetime:
    """The clock ran four years ahead, something was stated, and the clock was set right; until when it ran."""
    world.clock.set(hour(1))
    world.tell("Cup/1", "in", "tea", hour(0))
    world.clock.set(START + YEARS)
    world.state(*KEY, 1)
    world.clock.set(hour(2))
    return START + YEARS


def test_after_a_leap_everything_can_still_be_written(world: World) -> None:
    leapt(world)
    for memory in (world.m, world.store.memory("m")):
        before = one(memory.get(*KEY)).value
        assert isinstance(before, int)
        count_up(memory)
        assert one(memory.get(*KEY)).value == before + 1
    world.tell("Cup/1", "in", "milk", hour(1.5))
    assert one(world.m.get("Cup/1", "in")).value == "milk"
    world.m.declare("Cup", "tags", cardinality="many")
    retracted(world)
    assert world.m.get(*KEY) is None
    world.state(*KEY, "again")
    assert looks(world.m) == {"again"}
    assert world.m.verify().ok


def test_the_future_is_that_of_the_memory_not_of_the_clock(world: World) -> None:
    """What was stated during the leap is the past for whoever follows it; beyond it all is closed as ever."""
    ran = leapt(world)
    later = ran + timedelta(minutes=6)
    for at, allowed in ((ran - HOUR, True), (ran + timedelta(minutes=4), True), (later, False)):
        source = world.say(f"at {at}", at)
        with world.m.transaction(on_reject="skip") as tx:
            given = tx.propose("Cup/1", "seen", f"at {at}", evidence=source.quote(f"at {at}"))
        assert given.admitted == allowed
        assert given.verdict.reasons == (() if allowed else ("future_observation",))


def test_a_leap_of_one_memory_is_not_that_of_its_neighbour(world: World) -> None:
    leapt(world)
    neighbour = world.store.memory("n")
    source = neighbour.observe("tea", speaker="ann", at=hour(9))
    with pytest.raises(Rejected) as caught, neighbour.transaction() as tx:
        tx.propose("Cup/1", "in", "tea", evidence=source.quote("tea"))
    assert caught.value.reasons == ("future_observation",)


def test_what_was_refused_as_future_is_welcome_when_its_time_has_come(world: World) -> None:
    """A clock that was behind by an hour refuses what came from a right one, and admits it an hour later."""
    source = world.say("tea", hour(1))
    for at, admitted in ((0, False), (0.5, False), (1 - 5 / 60, True)):
        world.clock.set(hour(at))
        with world.m.transaction(on_reject="skip") as tx:
            assert tx.propose("Cup/1", "in", "tea", evidence=source.quote("tea")).admitted == admitted


def test_a_clock_set_back_makes_nothing_that_was_observed_a_future(world: World) -> None:
    """The same fact is as welcome after the clock stepped back as before it."""
    world.clock.set(hour(9))
    world.state(*KEY, 1)
    world.clock.set(hour(1))
    receipt = world.tell("Cup/1", "in", "tea", hour(8.9))
    assert receipt.outcomes[0].outcome.name == "ADD"
    assert one(world.m.get("Cup/1", "in")).value == "tea"


def test_a_clock_before_1970_is_a_present_too(world: World) -> None:
    world.clock.set(datetime(1969, 7, 20, tzinfo=START.tzinfo))
    for number in (1, 2):
        count_up(world.m)
        assert looks(world.m) == {number}
    assert world.m.verify().ok
