"""What a call costs SQLite, counted and never timed: the same however many beliefs, keys, versions and memories.

SQLite's own measure is taken: the steps of its virtual machine. One step may go down a tree, whose depth grows
with the logarithm of its size; that is seen in the pages that are touched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

import apsw
import pytest

from memtxn.adapters.storage.sqlite.pool import KEEP
from memtxn.adapters.storage.sqlite.reader import SQLiteReader
from memtxn.engine.memory import Memory
from memtxn.engine.transaction import Transaction
from tests.promises.world import World, hour

SECOND = timedelta(seconds=1)


class Spent(NamedTuple):
    """What one call made SQLite do. ``scanned``: rows that were looked at one after the other."""

    statements: int
    steps: int
    scanned: int
    pages: int


class Meter:
    """Counts what the connections do that were opened while it was watching."""

    def __init__(self) -> None:
        self._connections: list[apsw.Connection] = []
        self._counted = Counter[str]()

    @contextmanager
    def watching(self) -> Iterator[None]:
        apsw.connection_hooks.append(self._add)
        try:
            yield
        finally:
            apsw.connection_hooks.remove(self._add)

    def _add(self, connection: apsw.Connection) -> None:
        self._connections.append(connection)
        connection.trace_v2(apsw.SQLITE_TRACE_PROFILE, self._note, id=self)

    def _note(self, event: dict[str, object]) -> None:
        status = event["stmt_status"]
        assert isinstance(status, dict)
        self._counted["statements"] += 1
        self._counted["steps"] += status["SQLITE_STMTSTATUS_VM_STEP"]
        self._counted["scanned"] += status["SQLITE_STMTSTATUS_FULLSCAN_STEP"]

    def _pages(self) -> int:
        kinds = (apsw.SQLITE_DBSTATUS_CACHE_HIT, apsw.SQLITE_DBSTATUS_CACHE_MISS)
        return sum(connection.status(kind)[0] for connection in self._connections for kind in kinds)

    def of(self, call: Callable[[], object]) -> Spent:
        """What a call spends, once everything is prepared that it needs."""
        self._counted.clear()
        before = self._pages()
        call()
        counted = self._counted
        return Spent(counted["statements"], counted["steps"], counted["scanned"], self._pages() - before)


class Grown(World):
    """A world on a real file; each belief has a source of its own, each source is later than the last."""

    def __init__(self, folder: Path) -> None:
        self.meter, self._told = Meter(), 0
        with self.meter.watching():
            super().__init__("sqlite", folder)
            self.m.get("Trip/nobody", "city")
        self.clock.set(hour(1000))
        self._once: list[str] = []

    def put(
        self, *keys: str, memory: Memory | None = None, at: datetime | None = None, said: bool = True
    ) -> datetime:
        """One transaction that gives each key a new value; the time of the last one's source."""
        with (memory or self.m).transaction(on_reject="skip") as tx:
            for key in keys:
                self._put(tx, key, at or self._now(), said)
        return self._now() - SECOND

    def _now(self) -> datetime:
        return hour(1) + self._told * SECOND

    def _put(self, tx: Transaction, key: str, at: datetime, said: bool) -> None:
        self._told += 1
        text = f"value {self._told}x"
        source = tx.observe(text, speaker="ann", at=at)
        tx.propose(f"Trip/{key}", "city", text if said else "nothing of that", evidence=source.quote(text))

    def grow(self, beliefs: int) -> None:
        """So many beliefs more, each about a key of its own."""
        for _ in range(beliefs // 50):
            keys = [f"k{self._told + number}" for number in range(50)]
            self.put(*keys)
            self._once += keys

    def once(self) -> str:
        """The name of a key that was written once so far; another one each time."""
        return self._once.pop()


@pytest.fixture
def grown(tmp_path: Path) -> Iterator[Grown]:
    made = Grown(tmp_path)
    yield made
    made.close()


COMMITS: dict[str, Callable[[Grown, str], object]] = {
    "a new key": lambda world, name: world.put(f"new {name}"),
    "another value": lambda world, _: world.put(world.once()),
    "a late value": lambda world, _: world.put(world.once(), at=hour(0)),
    "a refusal": lambda world, name: world.put(f"new {name}", said=False),
    "a few of both": lambda world, name: world.put(world.once(), f"{name} 1", world.once(), f"{name} 2"),
    "a new memory": lambda world, name: world.put("k", memory=world.store.memory(name)),
    "an old memory": lambda world, name: world.put(f"k {name}", memory=world.store.memory("old")),
    "nothing": lambda world, _: world.put(),
}
READS: dict[str, Callable[[Memory, str], object]] = {
    "get": lambda m, key: m.get(f"Trip/{key}", "city"),
    "get of nothing": lambda m, _: m.get("Trip/nobody", "city"),
    "get as of a record": lambda m, key: m.at(seq=m.at().seq).get(f"Trip/{key}", "city"),
    "get at an instant": lambda m, key: m.at(valid=hour(2)).get(f"Trip/{key}", "city"),
    "get in a transaction": lambda m, key: m.transaction().get(f"Trip/{key}", "city"),
    "find": lambda m, key: m.find("Trip", key),
}
WHOLE: dict[str, Callable[[Memory, str], object]] = {
    "history": lambda m, key: m.history(f"Trip/{key}", "city"),
    "why": lambda m, key: m.why(f"Trip/{key}", "city"),
}
"""Those that tell of all versions."""


def spent(world: Grown, name: str) -> dict[str, Spent]:
    """What each commit costs, and each read of a key that was written once."""
    costs = {}
    for what, write in COMMITS.items():
        write(world, f"{name} {what}, before")
        costs[what] = world.meter.of(partial(write, world, f"{name} {what}"))
    for what, read in (READS | WHOLE).items():
        costs[what] = world.meter.of(partial(read, world.m, world.once()))
    return costs


def same(few: Spent, many: Spent) -> bool:
    """Whether it is the same work, but for a branch that is taken or not.

    What is looked at one after the other is what the question itself made, and no more of it. Twice the pages may
    be touched, for the trees are deeper, and pages that are full are split.
    """
    statements = many.statements == few.statements
    return (
        statements
        and many.steps <= 1.1 * few.steps
        and many.scanned <= few.scanned
        and many.pages <= 2 * few.pages
    )


def test_a_call_costs_the_same_however_much_is_believed(grown: Grown) -> None:
    grown.grow(100)
    few = spent(grown, "few")
    grown.grow(3_000)
    many = spent(grown, "many")
    assert [what for what in few if not same(few[what], many[what])] == []


def test_a_call_costs_the_same_however_many_memories_there_are(grown: Grown) -> None:
    grown.grow(100)
    few = spent(grown, "few")
    for number in range(400):
        grown.put("k", memory=grown.store.memory("m", str(number)))
    many = spent(grown, "many")
    assert [what for what in few if not same(few[what], many[what])] == []


def test_a_call_costs_the_same_however_many_versions_a_key_has(grown: Grown) -> None:
    """A late value too, unless much has come after it."""
    grown.put("flat", "deep")
    for _ in range(8):
        grown.put(*["deep"] * 50)
    for read in READS.values():
        flat, deep = (grown.meter.of(partial(read, grown.m, key)) for key in ("flat", "deep"))
        assert same(flat, deep)
    flat, deep = (grown.meter.of(partial(grown.put, key)) for key in ("flat", "deep"))
    assert same(flat, deep)
    flat, deep = (
        grown.meter.of(partial(grown.put, key, at=grown.put(key) - SECOND / 2)) for key in ("flat", "deep")
    )
    assert same(flat, deep)


def test_what_connections_keep_is_bounded(grown: Grown) -> None:
    """All that may wait to read keep 128 MiB of pages together."""
    with grown.storage.read() as reader:
        assert isinstance(reader, SQLiteReader)
        kept = reader._live().pragma("cache_size")
    assert isinstance(kept, int)
    assert 0 < KEEP * -kept <= 128 * 1024  # kibibytes
