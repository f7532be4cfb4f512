"""Tables *read*: a belief by its key, now and as of an old record, against a bare SELECT of one row.

Then a key with 10,000 versions against keys with a single one, whatever is done with it. And beside it the
others, each by the key or id under which it keeps a fact, of fewer facts: 1,000, since they take long to write.
Everything is read in turn, on one thread, from files that were written in this run.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from itertools import count, cycle
from pathlib import Path

import apsw

import memtxn
from benchmarks.measure import Timing, at_most, table
from benchmarks.peers import usable
from benchmarks.peers.bare import BARE
from benchmarks.workload import START, Clock, remember

FACTS = 20_000
READS = 5_000
VERSIONS = 10_000
COMMITS = 300
OLDEST = 20
LATE = timedelta(seconds=20)
PEER_FACTS = 1_000
PEER_READS = 1_000
GOAL = 8.0
DEEP_GOAL = 1.3


def main() -> bool:
    """Print the tables. They hold whatever the numbers are: they are ratios beside their goals."""
    with tempfile.TemporaryDirectory() as name:
        folder, clock = Path(name), Clock()
        path = folder / "read.db"
        with memtxn.open(path, clock=clock) as store:
            memory = store.memory("bench")
            for first in range(0, FACTS, 500):
                remember(memory, first, 500)
            _print(path, memory)
            _deep(store.memory("deep"), clock)
        _beside(folder)
    return True


def _print(path: Path, memory: memtxn.Memory) -> None:
    bare_connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    then = memory.at(seq=FACTS // 500 // 2)
    bare, now, as_of = (Timing() for _ in range(3))
    for _ in range(READS):
        client = f"client{random.randrange(FACTS)}"
        entity, attribute = ("Meeting", client), "start_time"
        bare.time(partial(_select, bare_connection, f'["Meeting","{client}","start_time"]'))
        now.time(partial(memory.get, entity, attribute))
        as_of.time(partial(then.get, entity, attribute))
    bare_connection.close()
    rows: list[list[object]] = [
        ["bare SELECT of one row", bare.p50, ""],
        ["get", now.p50, at_most(now.p50 / bare.p50, GOAL)],
        ["get as of an old record", as_of.p50, at_most(as_of.p50 / bare.p50, GOAL)],
    ]
    table("read by key: p50", ["what", "µs", "× bare"], rows)


# -- a key with many versions --------------------------------------------------------------------------


class Runs:
    """Keys of a memory, each with so many versions; what is asked goes to one after the other."""

    def __init__(self, memory: memtxn.Memory, clock: Clock, keys: int, versions: int) -> None:
        self._memory, self._clock, self._numbers = memory, clock, count()
        self._entities = cycle(f"Run/{versions}-{number}" for number in range(keys))
        self._add(keys * (versions + 1) // 2)
        self._then, middle = memory.at(), clock()
        self._add(keys * (versions // 2))
        self._at = memory.at(valid=middle)

    def _add(self, versions: int) -> None:
        for first in range(0, versions, 100):
            with self._memory.transaction() as tx:
                for _ in range(first, min(first + 100, versions)):
                    tx.set_state(next(self._entities), "step", next(self._numbers), at=self._clock())

    def get(self) -> object:
        """The newest version."""
        return self._memory.get(next(self._entities), "step")

    def as_recorded(self) -> object:
        """As of a record after which as many versions came as were there."""
        return self._then.get(next(self._entities), "step")

    def as_valid(self) -> object:
        """At the instant of the version in the middle."""
        return self._at.get(next(self._entities), "step")

    def in_transaction(self) -> object:
        """In a transaction that is given up."""
        tx = self._memory.transaction()
        found = tx.get(next(self._entities), "step")
        tx.rollback()
        return found

    def read_and_commit(self) -> object:
        """Read, and replaced by one more."""
        entity = next(self._entities)
        with self._memory.transaction() as tx:
            tx.get(entity, "step")
            tx.set_state(entity, "step", next(self._numbers))
        return tx.receipt

    def commit_late(self) -> object:
        """One more, of a moment before the newest."""
        with self._memory.transaction() as tx:
            tx.set_state(next(self._entities), "step", next(self._numbers), at=self._clock.moment - LATE)
        return tx.receipt

    def commit_oldest(self) -> object:
        """One more, of a moment before all others."""
        with self._memory.transaction() as tx:
            tx.set_state(next(self._entities), "step", next(self._numbers), at=START - LATE)
        return tx.receipt

    def history(self) -> object:
        """All of them, which is as long as it is."""
        return self._memory.history(next(self._entities), "step")


DEEP: tuple[tuple[str, Callable[[Runs], object], int], ...] = (
    ("get", Runs.get, READS),
    ("get as of the record in the middle", Runs.as_recorded, READS),
    ("get at the instant in the middle", Runs.as_valid, READS),
    ("get in a transaction", Runs.in_transaction, READS),
    ("read and commit", Runs.read_and_commit, COMMITS),
    ("commit something late", Runs.commit_late, COMMITS),
    ("commit something older than all", Runs.commit_oldest, OLDEST),
)


def _deep(memory: memtxn.Memory, clock: Clock) -> None:
    many, one = Runs(memory, clock, 1, VERSIONS), Runs(memory, clock, 2 * COMMITS + OLDEST, 1)
    rows: list[list[object]] = []
    for what, ask, times in DEEP:
        flat, deep = Timing(), Timing()
        for _ in range(times):
            flat.time(partial(ask, one))
            deep.time(partial(ask, many))
        ratios = deep.p50 / flat.p50, deep.cpu50 / flat.cpu50
        rows.append([what, flat.p50, deep.p50, *(at_most(ratio, DEEP_GOAL) for ratio in ratios)])
    whole = Timing()
    whole.time(many.history)
    rows.append([f"history, µs for each of {VERSIONS:,}", "", whole.p50 / VERSIONS, "", ""])
    columns = ["p50, µs", "1 version", f"{VERSIONS:,} versions", "ratio", "CPU"]
    table("a key with many versions, in turn with one that has a single version", columns, rows)


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
