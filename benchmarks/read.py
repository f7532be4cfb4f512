"""Table *read*: a belief by its key, now and as of an old record, against a bare SELECT of one row.

Beside it the others, each by the key or id under which it keeps a fact, of fewer facts: 1,000, since they take
long to write. Everything is read in turn, on one thread, from files that were written in this run.
"""

from __future__ import annotations

import random
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import apsw

import memtxn
from benchmarks.measure import Timing, at_most, table
from benchmarks.peers import usable
from benchmarks.peers.bare import BARE
from benchmarks.workload import Clock, remember

FACTS = 20_000
READS = 5_000
VERSIONS = 10_000
PEER_FACTS = 1_000
PEER_READS = 1_000
GOAL = 8.0
DEEP_GOAL = 1.3


def main() -> bool:
    """Print the table. It holds whatever the numbers are: they are ratios beside their goals."""
    with tempfile.TemporaryDirectory() as name:
        folder, clock = Path(name), Clock()
        path = folder / "read.db"
        with memtxn.open(path, clock=clock) as store:
            memory, deep = store.memory("bench"), store.memory("deep")
            for first in range(0, FACTS, 500):
                remember(memory, first, 500)
            _deepen(deep, clock)
            _print(path, memory, deep)
        _beside(folder)
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
    bare_connection.close()
    rows: list[list[object]] = [
        ["bare SELECT of one row", bare.p50, "", ""],
        ["get", now.p50, at_most(now.p50 / bare.p50, GOAL), "bare"],
        ["get as of an old record", as_of.p50, at_most(as_of.p50 / bare.p50, GOAL), "bare"],
        ["get, key with 1 version", one.p50, "", ""],
        [f"get, key with {VERSIONS:,}", many.p50, at_most(many.p50 / one.p50, DEEP_GOAL), "1 version"],
        ["same, as of its middle", old.p50, at_most(old.p50 / one.p50, DEEP_GOAL), "1 version"],
    ]
    table("read by key: p50", ["what", "µs", "ratio", "to"], rows)


def _select(connection: apsw.Connection, name: str) -> object:
    return connection.execute("SELECT kid FROM key WHERE mem = 1 AND name = ?", (name,)).fetchall()


def _beside(folder: Path) -> None:
    """The other stores, and memtxn on as few facts, each read in turn."""
    peers = usable(folder)
    timings = [Timing() for _ in peers]
    with ExitStack() as stack:
        stores = [stack.enter_context(peer.open(folder)) for peer in peers]
        for number in range(PEER_FACTS):
            for store in stores:
                store.remember(number)
        for _ in range(PEER_READS):
            number = random.randrange(PEER_FACTS)
            for timing, store in zip(timings, stores, strict=True):
                timing.time(partial(store.recall, number))
    floor = timings[peers.index(BARE)].p50
    rows = [[peer.name, timing.p50, timing.p50 / floor] for peer, timing in zip(peers, timings, strict=True)]
    table(
        f"read beside the others: one of {PEER_FACTS:,} facts by its key, p50",
        ["store", "µs", f"× {BARE.name}"],
        rows,
    )
