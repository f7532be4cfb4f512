"""Table *read*: a belief by its key, now and as of an old record, against a bare SELECT of one row."""

from __future__ import annotations

import random
import tempfile
from functools import partial
from pathlib import Path

import apsw

import memtxn
from benchmarks.measure import Timing, table, verdict
from benchmarks.workload import START, Clock, remember

FACTS = 20_000
READS = 5_000
VERSIONS = 10_000
GOAL = 8.0
DEEP_GOAL = 1.3


def main() -> bool:
    """Print the table. It holds whatever the numbers are: they are ratios beside their goals."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "read.db"
        clock = Clock()
        with memtxn.open(path, clock=clock) as store:
            memory, deep = store.memory("bench"), store.memory("deep")
            for first in range(0, FACTS, 500):
                remember(memory, first, 500, START)
            _deepen(deep, clock)
            _print(path, memory, deep)
    return True


def _deepen(deep: memtxn.Memory, clock: Clock) -> None:
    """One key with many versions, and one with one."""
    for first in range(0, VERSIONS, 100):
        with deep.transaction() as tx:
            for number in range(first, first + 100):
                tx.set_state("Run/deep", "step", number, at=clock())
    with deep.transaction() as tx:
        tx.set_state("Run/flat", "step", 0)


def _print(path: Path, memory: memtxn.Memory, deep: memtxn.Memory) -> None:
    bare_connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    then = memory.at(seq=FACTS // 500 // 2)
    old_deep = deep.at(seq=VERSIONS // 200)
    bare, now, as_of, one, many, old = (Timing() for _ in range(6))
    for _ in range(READS):
        client = f"client{random.randrange(FACTS)}"
        entity, attribute = ("Meeting", client), "start_time"
        bare.time(partial(_select, bare_connection, f'["Meeting","{client}","start_time"]'))
        now.time(partial(memory.get, entity, attribute))
        as_of.time(partial(then.get, entity, attribute))
        one.time(partial(deep.get, "Run/flat", "step"))
        many.time(partial(deep.get, "Run/deep", "step"))
        old.time(partial(old_deep.get, "Run/deep", "step"))
    rows = [
        ["bare SELECT of one row", f"{bare.p50:.1f}", ""],
        ["get", f"{now.p50:.1f}", f"{verdict(now.p50 / bare.p50, GOAL)} × bare"],
        ["get as of an old record", f"{as_of.p50:.1f}", f"{verdict(as_of.p50 / bare.p50, GOAL)} × bare"],
        ["get, key with 1 version", f"{one.p50:.1f}", ""],
        [
            f"get, key with {VERSIONS:,}",
            f"{many.p50:.1f}",
            f"{verdict(many.p50 / one.p50, DEEP_GOAL)} × 1 version",
        ],
        ["same, as of its middle", f"{old.p50:.1f}", f"{verdict(old.p50 / one.p50, DEEP_GOAL)} × 1 version"],
    ]
    table("read: p50, µs", ["what", "µs", "ratio"], rows)


def _select(connection: apsw.Connection, name: str) -> object:
    return connection.execute("SELECT kid FROM key WHERE mem = 1 AND name = ?", (name,)).fetchall()
