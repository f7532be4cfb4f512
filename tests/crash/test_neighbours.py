"""Processes that write one database wait for one another in line, whatever becomes of those in front."""

from __future__ import annotations

import os
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import memtxn
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.errors import StorageBusy
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.victims import Victim, Victims
from tests.crash.neighbour import MEMORY
from tests.scale import often
from tests.telling import Tell

EIGHT = [f"p{number}" for number in range(8)]


@pytest.fixture(scope="module")
def _neighbours() -> Iterator[Victims]:
    with Victims("tests.crash.neighbour", Path(__file__).parents[2]) as server:
        yield server


@pytest.fixture
def neighbours(_neighbours: Victims) -> Iterator[Victims]:
    """Starts processes that share a database; none outlives its test."""
    yield _neighbours
    _neighbours.end()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "agent.db"
    SQLiteStorage(str(path), ids=CountingIds()).close()
    return path


def opened(path: Path, busy_timeout: float = 60.0) -> SQLiteStorage:
    return SQLiteStorage(str(path), ids=CountingIds(), busy_timeout=busy_timeout)


def write(storage: SQLiteStorage) -> None:
    with storage.write() as writer:
        writer.memories(0)


def say(processes: list[Victim], line: str) -> None:
    for process in processes:
        process.say(line)


def heard(processes: list[Victim]) -> list[str | None]:
    return [process.hear() for process in processes]


@pytest.mark.parametrize("rounds", [5, pytest.param(often(30, 300), marks=pytest.mark.slow)])
def test_eight_processes_open_a_new_file_and_write_into_a_new_memory(
    neighbours: Victims, tmp_path: Path, rounds: int
) -> None:
    processes = [neighbours.start("meet", name) for name in EIGHT]
    for number in range(rounds):
        path = tmp_path / f"{number}.db"
        say(processes, str(path))
        stores = heard(processes)
        with memtxn.open(path) as store:
            assert stores == [store._runtime.storage.meta.store.hex()] * len(EIGHT)
            memory = store.memory(MEMORY)
            assert {belief.key.entity_id for belief in memory.scan()} == set(EIGHT)
            assert len(list(memory.log())) == len(EIGHT)
            assert memory.verify().ok


def test_none_of_eight_processes_starves(neighbours: Victims, path: Path, tell: Tell) -> None:
    """Each has its share, and no two commits of one have many of the others' between them."""
    processes = [neighbours.start("crowd", str(path), name) for name in EIGHT]
    assert heard(processes) == ["ready"] * len(EIGHT)
    say(processes, "go")
    for _ in range(3):
        assert heard(processes) == ["hundred"] * len(EIGHT)
    say(processes, "stop")
    assert [process.rest()[-1] for process in processes] == ["busy 0"] * len(EIGHT)
    with memtxn.open(path) as store:
        order = [who_wrote(entry) for entry in store.memory(MEMORY).log()]
    counts, between = Counter(order), longest_absence(order)
    tell("eight processes", commits=len(order), fewest=min(counts.values()), most_between_two=between)
    assert min(counts.values()) >= len(order) / len(EIGHT) / 4
    assert between <= 40 * len(EIGHT)  # some 20 to 60; without the line thousands


def who_wrote(entry: memtxn.LogEntry) -> str:
    key = entry.changes[-1].key
    assert key is not None
    return key.entity_id


def longest_absence(order: list[str]) -> int:
    """How many of the others at most stand between two of one."""
    last: dict[str, int] = {}
    most = 0
    for place, name in enumerate(order):
        most = max(most, place - last.get(name, place) - 1)
        last[name] = place
    return most


def test_a_writer_that_is_killed_lets_the_next_one_in(neighbours: Victims, path: Path) -> None:
    holder = neighbours.start("hold", str(path))
    assert holder.hear() == "inside"
    waiting = neighbours.start("write", str(path), "60")
    assert waiting.hear() == "ready"
    waiting.say("write")
    holder.kill()
    assert waiting.hear() == "written"


def test_a_writer_that_is_stopped_is_waited_for_so_long_and_no_longer(neighbours: Victims, path: Path) -> None:
    holder = neighbours.start("hold", str(path))
    assert holder.hear() == "inside"
    os.kill(holder.pid, signal.SIGSTOP)
    with closing(opened(path, 0.05)) as storage:
        for _ in range(3):
            with pytest.raises(StorageBusy, match=r"another process: .*agent\.db-turn"):
                write(storage)
        os.kill(holder.pid, signal.SIGCONT)
        holder.say("leave")
        assert holder.hear() == "left"
    with closing(opened(path)) as storage:
        write(storage)


def test_who_is_stopped_while_it_waits_holds_up_nobody(neighbours: Victims, path: Path) -> None:
    stopped = neighbours.start("write", str(path), "60")
    assert stopped.hear() == "ready"
    with closing(opened(path)) as one, closing(opened(path)) as other:
        with one.write():
            stopped.say("write")
            wait_until(stopped.pid, path, in_line=True)
            os.kill(stopped.pid, signal.SIGSTOP)
            wait_until(stopped.pid, path, in_line=False)
        for _ in range(20):
            write(one)
            write(other)
        os.kill(stopped.pid, signal.SIGCONT)
        assert stopped.hear() == "written"


def wait_until(pid: int, path: Path, *, in_line: bool) -> None:
    """Until the kernel says that this process waits for the lock, or not; where it does not tell, a moment."""
    locks, inode = Path("/proc/locks"), path.with_name(f"{path.name}-turn").stat().st_ino
    for _ in range(1000):
        time.sleep(0.002)
        told = locks.read_text() if locks.exists() else ""
        if locks.exists() and in_line == bool(re.search(rf"-> FLOCK .* {pid} \S+:{inode} ", told)):
            return
    assert not locks.exists()


def test_a_fork_inside_a_block_leaves_it_to_the_parent(neighbours: Victims, path: Path) -> None:
    """The child neither commits nor lets go; and when the parent is killed, it does not keep the lock."""
    parent = neighbours.start("fork", str(path))
    told = {parent.hear(), parent.hear()}
    (child,) = told - {"left to the parent"}
    with closing(opened(path, 0.05)) as storage:
        with pytest.raises(StorageBusy, match=r"another process: .*agent\.db-turn"):
            write(storage)
        parent.kill()
        write(storage)
    os.kill(int(child or 0), signal.SIGKILL)
