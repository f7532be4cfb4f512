"""Copies of a store: of one that is written all the time, and by a process that is killed at every moment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Lock

import pytest

import memtxn
from memtxn import Memory, Store
from memtxn.adapters.storage.sqlite import backup
from memtxn.ports.storage import LATEST
from memtxn.testkit.victims import Victims
from tests.telling import Tell

WRITERS, COPIES = 4, 6
OLDER, NEWER = 8, 9
"""Records of a copy, and of the store that is copied again."""


@pytest.fixture(scope="module")
def copiers() -> Iterator[Victims]:
    with Victims("tests.crash.copier", Path(__file__).parents[2]) as server:
        yield server
        server.end()


def journal(memory: Memory, last: int = LATEST) -> list[object]:
    """The records as they are stored."""
    with memory._runtime.storage.read() as reader:
        mem = memory._ledger.mem(reader)
        return list(reader.journal(mem, 1, last)) if mem else []


def judge(store: Store, copy: Path, acknowledged: dict[str, int]) -> int:
    """A copy is one moment: whole memories, each a prefix of its own, with all that was acknowledged before.

    Returns how many records there are.
    """
    records = 0
    with memtxn.open(copy) as opened:
        for name, seq in acknowledged.items():
            memory = opened.memory(name)
            report = memory.verify("full")
            assert report.ok, report.problems
            found = journal(memory)
            assert found == journal(store.memory(name), len(found))
            assert len(found) == report.seq >= seq
            records += len(found)
    return records


@pytest.mark.slow
def test_copies_while_threads_and_a_process_write(
    tmp_path: Path, copiers: Victims, tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "STEP", 16)
    path, done, lock = tmp_path / "agent.db", Event(), Lock()
    acknowledged = {f"thread {number}": 0 for number in range(WRITERS)} | {"process": 0, "old": 100}
    copied = before = 0
    with memtxn.open(path, busy_timeout=60) as store:

        def work(name: str) -> None:
            memory = store.memory(name)
            while not done.is_set():
                with memory.transaction() as tx:
                    tx.set_state("Run/1", "step", "x" * 500)
                assert tx.receipt is not None
                with lock:
                    acknowledged[name] = tx.receipt.seq

        for _ in range(100):  # so that a copy takes its time
            store.memory("old").observe(
                "x" * 20_000, speaker="ann", at=datetime.now(UTC), ref=os.urandom(9).hex()
            )
        process = copiers.start("write", str(path))
        with ThreadPoolExecutor(WRITERS) as pool:
            working = [pool.submit(work, name) for name in acknowledged if name.startswith("thread")]
            try:
                for number in range(COPIES):
                    acknowledged["process"] = max([acknowledged["process"], *map(int, process.poll())])
                    with lock:
                        known = dict(acknowledged)
                    store.backup(tmp_path / f"copy {number}.db")
                    copied += judge(store, tmp_path / f"copy {number}.db", known)
                    with lock:
                        written = sum(acknowledged.values()) - before
                    assert written > 0
                    before += written
            finally:
                done.set()
            for one in working:
                one.result()
        assert process.kill() == -9
    tell("copies while four threads and a process write", copies=COPIES, records_in_them=copied, lost=0)


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("replace", [False, True])
def test_killed_at_every_moment_of_a_copy(
    tmp_path: Path, copiers: Victims, tell: Tell, when: str, replace: bool
) -> None:
    """Under the target's name is nothing, or the older copy, or the whole of it. The next try puts all right."""
    source, target = tmp_path / "agent.db", tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    older = grown(source, target)
    kills = landed = 0
    heard: list[str] = []
    while not heard:
        if replace:
            target.write_bytes(older)
        victim = copiers.start("copy", str(source), str(target), str(kills), when, "yes" if replace else "")
        heard = victim.rest()
        assert victim.wait() == (0 if heard else -9)
        assert {found.name for found in target.parent.iterdir()} <= {"copy.db", "copy.db-part"}
        assert target.exists() or not replace
        with memtxn.open(source) as store:
            assert store.memory("m").verify().ok
            records = judge(store, target, {"m": OLDER}) if target.exists() else 0
            assert records in {OLDER if replace else 0, NEWER}
            landed += records == NEWER
            store.backup(target, replace=True)
            assert judge(store, target, {"m": NEWER}) == NEWER
        target.unlink()
        assert list(target.parent.iterdir()) == []
        kills += 1
    tell("kills in a copy", kills=kills - 1, after_it_had_its_name=landed - 1, half=0)
    assert kills > 10
    assert landed > 1


def grown(source: Path, target: Path) -> bytes:
    """Make a store of some pages, and return an older copy of it."""
    with memtxn.open(source) as store:
        for number in range(NEWER):
            if number == OLDER:
                store.backup(target)
            with store.memory("m").transaction() as tx:
                tx.set_state("Run/1", "step", f"{number} {'x' * 9_000}")
    older = target.read_bytes()
    target.unlink()
    return older
