"""The shape of a commit, which no machine changes: statements, flushes, bytes on disk."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import memtxn
from benchmarks import tracing
from benchmarks.measure import table
from benchmarks.workload import Clock, remember
from memtxn.testkit.faultvfs import FaultVFS

COMMITS = 200
BELIEFS = 20_000
STATEMENTS, FLUSHES, BYTES = 8, 1, 1000.0


def main(folder: Path) -> bool:
    """Print the table; False when a goal is missed."""
    statements = _statements(folder / "statements.db")
    flushes = _flushes(folder / "flushes.db")
    size = _bytes(folder / "bytes.db")
    rows: list[list[object]] = [
        ["statements of a commit (fresh key, with its source)", statements, f"≤ {STATEMENTS}"],
        ["fsyncs of a commit (median)", flushes[COMMITS // 2], f"= {FLUSHES}"],
        [f"fsyncs of {COMMITS} commits (one more where the log begins anew)", sum(flushes), ""],
        [
            f"bytes on disk per belief with source and history, {BELIEFS:,} beliefs",
            f"{size:.0f}",
            f"≤ {BYTES:.0f}",
        ],
    ]
    table("write: the shape of one durable belief", ["what", "measured", "goal"], rows)
    return statements <= STATEMENTS and flushes[COMMITS // 2] == FLUSHES and size <= BYTES


def _statements(path: Path) -> int:
    """Prepared statements of the commit alone, besides BEGIN and COMMIT."""
    with tracing.traced() as seen, memtxn.open(path, clock=Clock()) as store:
        memory = store.memory("bench")
        remember(memory, 0)
        seen.clear()
        remember(memory, 1)
        commit = seen[next(at for at, (sql, _) in enumerate(seen) if "IMMEDIATE" in sql.upper()) :]
    return len(tracing.prepared(commit))


def _flushes(path: Path) -> list[int]:
    """The flushes of each commit, in order of size."""
    vfs = FaultVFS("counting")
    with memtxn.open(path, clock=Clock(), vfs=vfs.name) as store:
        memory = store.memory("bench")
        remember(memory, 0)
        counts = [vfs.syncs["wal"]]
        for number in range(1, COMMITS + 1):
            remember(memory, number)
            counts.append(vfs.syncs["wal"])
    return sorted(after - before for before, after in pairwise(counts))


def _bytes(path: Path) -> float:
    """Each key gets two versions; one commit for each belief."""
    with memtxn.open(path, clock=Clock()) as store:
        memory = store.memory("bench")
        for number in range(BELIEFS):
            remember(memory, number % (BELIEFS // 2), turn=number)
    return path.stat().st_size / BELIEFS
