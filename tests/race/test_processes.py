"""Processes on one memory, some of them killed: what was seen has an explanation, whatever became of the dead."""

from __future__ import annotations

from pathlib import Path

import pytest

import memtxn
from memtxn.testkit.isolation import Isolation
from memtxn.testkit.isolation.run import Run, with_processes
from memtxn.testkit.victims import Victims
from tests.race.judge import judge


@pytest.mark.parametrize("isolation", ["serializable", "snapshot"])
@pytest.mark.parametrize(
    ("processes", "operations", "kills"),
    [(2, 300, 2), pytest.param(4, 2_000, 10, marks=pytest.mark.slow)],
    ids=["few", "many"],
)
def test_processes(
    processes: int, operations: int, kills: int, isolation: Isolation, workers: Victims, tmp_path: Path
) -> None:
    run = Run(
        processes=processes, threads=2, operations=operations, kills=kills, isolation=isolation, seed="race"
    )
    path = tmp_path / "a.db"
    with memtxn.open(path) as store:
        memory = store.memory("m")
        history = with_processes(memory, tmp_path, run, workers, "work", str(path))
        judge(memory, history, run)
    clients = run.threads * (processes + kills)
    assert len({txn.process for txn in history}) == clients + 1  # all of them, and the one that looks last


def test_a_process_that_fails_is_noticed(workers: Victims, tmp_path: Path) -> None:
    run = Run(processes=2, threads=1, operations=100)
    with memtxn.open(tmp_path / "a.db") as store, pytest.raises(RuntimeError, match="ended by itself: 1"):
        with_processes(store.memory("m"), tmp_path, run, workers, "work", str(tmp_path / "missing" / "a.db"))
