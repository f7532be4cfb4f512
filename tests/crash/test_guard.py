"""A holder of a guard is killed, or stopped, at any moment: A₀ stands again, and nothing of others is lost."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

import memtxn
from memtxn import Memory, MemoryGuarded
from memtxn.testkit.application import application
from memtxn.testkit.victims import Victim, Victims
from tests.crash.guarded import KEYS, write
from tests.scale import often
from tests.telling import Tell

KILLS, EVERY = often(25, 400), often(7, 1)
NEVER = str(10**9)
LONG = 20.0
"""Seconds within which what is waited for has happened."""


@pytest.fixture(scope="module")
def _server() -> Iterator[Victims]:
    with Victims("tests.crash.guarded", Path(__file__).parents[2]) as server:
        yield server


@pytest.fixture
def victims(_server: Victims) -> Iterator[Victims]:
    """Starts processes to be killed; none outlives its test."""
    yield _server
    _server.end()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with some history."""
    made = tmp_path / "agent.db"
    with memtxn.open(made) as store:
        write(store.memory("m"), 0)
    return made


def shown(memory: Memory) -> dict[str, object]:
    """All that a memory shows."""
    with memory._runtime.storage.read() as reader:
        return application(reader, 1)


def shown_in(path: Path) -> dict[str, object]:
    """All that it shows to whoever opens it to write."""
    with memtxn.open(path) as store:
        memory = store.memory("m")
        assert memory.guards() == []
        report = memory.verify()
        assert report.ok, report.problems
        return shown(memory)


def same(now: dict[str, object], before: dict[str, object]) -> bool:
    """Whether it is shown as before; keys that are new show nothing."""
    new = now.keys() - before.keys()
    return (
        all(now[name] == [] for name in new if name.startswith("stands"))
        and {name: answer for name, answer in now.items() if name not in new} == before
    )


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_at_every_event(victims: Victims, path: Path, tmp_path: Path, tell: Tell, when: str) -> None:
    """From before the guard began, between its writes, and during its rollback, to after its end."""
    before = shown_in(path)
    events = int(victims.start("once", str(shutil.copy(path, tmp_path / "all.db")), NEVER, when).hear() or "")
    rolled_back = 0
    for number in range(0, events, EVERY):
        victim = tmp_path / f"{number}" / "agent.db"
        victim.parent.mkdir()
        shutil.copy(path, victim)
        assert victims.start("once", str(victim), str(number), when).wait() == -signal.SIGKILL
        with memtxn.open(victim) as store:
            left = store.memory("m", scopes=("read",)).guards()
            assert [one.state for one in left] in ([], ["abandoned"])
            rolled_back += len(left)
        assert same(shown_in(victim), before)
        with memtxn.open(victim) as store, store.memory("m").guard("the next one takes away what was left"):
            pass
        assert [entry.name for entry in victim.parent.iterdir() if "-guard-" in entry.name] == []
        shutil.rmtree(victim.parent)
    kills = len(range(0, events, EVERY))
    tell("kills of a guard at every event", kills=kills, rolled_back_at_the_next_open=rolled_back, torn=0)
    assert rolled_back > kills // 2


@pytest.mark.slow
def test_killed_at_random_moments(victims: Victims, path: Path, tell: Tell) -> None:
    """Of one guard after the other on one file: all of a block or nothing, and nothing released is lost."""
    chance, released = Random("guards"), 0
    for kill in range(KILLS):
        victim = victims.start("forever", str(path), str(kill), str(released + 1))
        for _ in range(chance.choice((1, 1, 2, 3, 5))):
            heard(victim)
        time.sleep(chance.random() * 0.02)
        assert victim.kill() == -signal.SIGKILL
        told = [int(line.split()[1]) for line in victim.rest() if line.startswith("released")]
        with memtxn.open(path) as store:
            memory = store.memory("m")
            values = {one.value for one in memory.find("Run")}
            assert len(values) == 1
            (value,) = values
            assert isinstance(value, int)
            assert value >= max(told, default=released)
            assert len(memory.find("Run")) == KEYS
            assert memory.verify("full" if kill % 10 == 0 else "digest").ok
            released = value
    tell("kills of a guard at random moments", kills=KILLS, released=released, torn=0, lost=0)
    assert released > KILLS // 10


def heard(victim: Victim) -> str:
    """What it says next."""
    line = victim.hear()
    assert line is not None
    return line


def test_a_holder_that_lives_is_left_alone_and_a_dead_one_is_not(victims: Victims, path: Path) -> None:
    victim = victims.start("hold", str(path), "60")
    heard(victim)
    victim.say("1")
    assert heard(victim) == "written"
    with memtxn.open(path) as store:
        memory = store.memory("m")
        with pytest.raises(MemoryGuarded):
            write(memory, 2)
        (held,) = memory.guards()
        assert held.state == "held"
        assert memory.find("Run")[0].value == 1
        assert victim.kill() == -signal.SIGKILL
        write(memory, 3)
        assert {one.value for one in memory.find("Run")} == {3}
        rolled = next(entry for entry in memory.log() if entry.kind == "guard")
        assert {one.value for one in memory.at(seq=rolled.seq).find("Run")} == {0}
        assert memory.verify().ok


def test_a_holder_that_was_stopped_for_too_long_has_lost_it(victims: Victims, path: Path) -> None:
    """Others write after its lease; it is told when it goes on, and nothing that they wrote is lost."""
    victim = victims.start("hold", str(path), "0.2")
    heard(victim)
    victim.say("1")
    assert heard(victim) == "written"
    with memtxn.open(path) as store:
        memory = store.memory("m")
        for _ in range(3):
            time.sleep(0.2)
            with pytest.raises(MemoryGuarded):
                write(memory, 2)
        os.kill(victim.pid, signal.SIGSTOP)
        until = time.monotonic() + LONG
        while True:
            try:
                write(memory, 2)
                break
            except MemoryGuarded:
                assert time.monotonic() < until
                time.sleep(0.02)
        os.kill(victim.pid, signal.SIGCONT)
        victim.say("3")
        assert heard(victim) == "lost"
        victim.say("end")
        assert victim.rest() == ["lost at the end", "lost"]
        assert {one.value for one in memory.find("Run")} == {2}
        assert memory.verify().ok


def test_another_process_writes_under_the_guard_with_its_token(victims: Victims, path: Path) -> None:
    before = shown_in(path)
    with memtxn.open(path) as store:
        memory = store.memory("m")
        with memory.guard("task") as guard:
            assert victims.start("under", str(path), guard.token, "5").rest() == ["written"]
            assert {one.value for one in memory.find("Run")} == {5}
            assert victims.start("under", str(path), "0" * 32, "6").rest() == ["MemoryGuarded"]
            guard.rollback()
        assert victims.start("under", str(path), guard.token, "7").rest() == ["GuardLost"]
    assert same(shown_in(path), before)


def test_the_sign_of_life_is_not_a_forks(victims: Victims, path: Path) -> None:
    """A child cannot write, and does not keep the guard of its parent that was killed."""
    before = shown_in(path)
    victim = victims.start("forking", str(path))
    said = {heard(victim), heard(victim)}
    assert "refused" in said
    (child,) = said - {"refused"}
    try:
        with memtxn.open(path) as store, pytest.raises(MemoryGuarded):
            store.memory("m").observe("meanwhile", speaker="ann", at=datetime(2026, 1, 1, tzinfo=UTC))
        victim.kill()
        assert same(shown_in(path), before)
    finally:
        os.kill(int(child), signal.SIGKILL)


@pytest.mark.slow
def test_guards_of_several_processes_take_turns(victims: Victims, path: Path, tell: Tell) -> None:
    count, processes = often(15, 100), 3
    started = [victims.start("adding", str(path), str(count)) for _ in range(processes)]
    refused = sum(int(heard(victim)) for victim in started)
    with memtxn.open(path) as store:
        memory = store.memory("m")
        total = memory.get("Sum/1", "value")
        assert not isinstance(total, list)
        assert total is not None
        assert total.value == count * processes
        assert memory.verify().ok
    tell("guards of several processes", processes=processes, guards=count * processes, refused=refused, lost=0)
