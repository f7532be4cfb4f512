"""Threads of one process on one memory: what each of them saw, all of them can explain."""

from __future__ import annotations

from pathlib import Path

import pytest

import memtxn
from memtxn.testkit.isolation import Isolation
from memtxn.testkit.isolation.run import Run, with_threads
from tests.race.judge import judge


@pytest.mark.parametrize("isolation", ["serializable", "snapshot"])
@pytest.mark.parametrize(
    ("threads", "operations"), [(4, 400), pytest.param(8, 2_000, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_threads(threads: int, operations: int, isolation: Isolation, tmp_path: Path) -> None:
    run = Run(threads=threads, operations=operations, isolation=isolation)
    with memtxn.open(tmp_path / "a.db") as store:
        memory = store.memory("m")
        counts = judge(memory, with_threads(memory, tmp_path, run), run)
    assert counts["Conflict"]
    assert counts["info"] == 0
