"""Stores that isolate badly are found out, and the right one is not, by the same turns of the same clients."""

from __future__ import annotations

from pathlib import Path

import pytest

import memtxn
from memtxn import Store
from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.ports.storage import Storage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.isolation import Isolation, Txn, check
from memtxn.testkit.isolation.history import counted
from memtxn.testkit.isolation.run import Run, interleaved
from memtxn.testkit.isolation.workload import Workload
from memtxn.testkit.oracle import store_on
from tests.race.careless import Blind, Dirty

CLIENTS = 5
FEW = Workload(slots=2, keys=5, full=8)


def history_of(store: Store, folder: Path, isolation: Isolation = "serializable") -> list[Txn]:
    """Turns at random of some clients; always the same."""
    logs = folder / "logs"
    logs.mkdir()
    run = Run(operations=400, isolation=isolation, workload=FEW, seed="turns")
    with store:
        return interleaved([store.memory("m") for _ in range(CLIENTS)], logs, run)


def on(storage: Storage) -> Store:
    return store_on(storage, ids=CountingIds())


def found(history: list[Txn], isolation: Isolation = "serializable") -> set[str]:
    return {str(kind) for kind in check(history, isolation).forbidden}


@pytest.mark.parametrize("isolation", ["serializable", "snapshot"])
@pytest.mark.parametrize("kind", ["oracle", "sqlite"])
def test_the_store_keeps_what_it_says(kind: str, isolation: Isolation, tmp_path: Path) -> None:
    store = memtxn.open(tmp_path / "a.db") if kind == "sqlite" else on(MemoryStorage(ids=CountingIds()))
    history = history_of(store, tmp_path, isolation)
    findings = check(history, isolation)
    assert findings.ok, str(findings)
    counts = counted(history)
    assert counts["fail"] > counts["Conflict"] > counts["ok"] // 10
    assert set(counts) <= {"transactions", "operations", "ok", "fail", "info", "Conflict", "undone"}


def test_the_same_turns_give_the_same_history(tmp_path: Path) -> None:
    told = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        told.append([txn.ops for txn in history_of(on(MemoryStorage(ids=CountingIds())), tmp_path / name)])
    assert told[0] == told[1]


def test_snapshot_isolation_is_not_serializable(tmp_path: Path) -> None:
    history = history_of(memtxn.open(tmp_path / "a.db"), tmp_path, "snapshot")
    assert found(history, "snapshot") == set()
    assert found(history) >= {"G2-item", "G2"}


def test_scans_that_are_not_validated_are_found(tmp_path: Path) -> None:
    findings = check(history_of(on(Blind(ids=CountingIds())), tmp_path))
    assert {str(kind) for kind in findings.forbidden} >= {"G2"}


def test_dirty_reads_are_found(tmp_path: Path) -> None:
    history = history_of(on(Dirty(every=3)), tmp_path)
    assert counted(history)["StorageError"]
    assert "G1a" in found(history)
