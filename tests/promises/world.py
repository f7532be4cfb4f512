"""Worlds: a store on one of the storages, with a clock that the test sets and ids that count."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import apsw

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.core.admission import RULES, Rule
from memtxn.engine.memory import Memory
from memtxn.engine.runtime import Runtime, known_tag_key
from memtxn.engine.store import Store
from memtxn.model.belief import Belief
from memtxn.model.codec import Json
from memtxn.model.policy import Policy
from memtxn.model.receipt import Receipt
from memtxn.model.rows import FoldRow, Head, JournalRow, PendingRow, RefusalRow, SettledRow
from memtxn.model.source import Source
from memtxn.ports.storage import LATEST, Storage
from memtxn.testkit.fakes import START, CountingIds, FakeClock

KINDS = ["oracle", "sqlite"]
HOUR = timedelta(hours=1)
MICROSECOND = timedelta(microseconds=1)


def hour(number: float) -> datetime:
    """So many hours after the start of every world."""
    return START + number * HOUR


class World:
    """A store and its ports. ``m`` is one memory of it, called "m"."""

    def __init__(
        self,
        kind: str,
        folder: Path,
        *,
        policy: Policy | None = None,
        rules: Sequence[Rule] = RULES,
        storage: Storage | None = None,
    ) -> None:
        self.kind, self.path = kind, folder / "memory.db"
        self.clock, self.ids = FakeClock(), CountingIds()
        self.stores: list[Store] = []  # kept: a store that nobody holds closes its storage
        self.storage = storage or self._storage()
        self.open(policy=policy, rules=rules)

    def open(
        self, *, policy: Policy | None = None, rules: Sequence[Rule] = RULES, guard: bytes | None = None
    ) -> Store:
        """The store of this storage, under a policy and rules, and the guard that somebody holds."""
        runtime = Runtime(
            storage=self.storage,
            clock=self.clock,
            ids=self.ids,
            policy=policy or Policy(),
            tag_key=known_tag_key(self.storage, None),
            rules=tuple(rules),
            guard=guard,
        )
        self.store = Store(runtime)
        self.stores.append(self.store)
        self.m: Memory = self.store.memory("m")
        return self.store

    def reopen(self, *, policy: Policy | None = None, rules: Sequence[Rule] = RULES) -> Memory:
        """Close and open again; the oracle, which has no file, only gets a new store."""
        if self.kind == "sqlite":
            self.storage.close()
            self.storage = self._storage()
        self.open(policy=policy, rules=rules)
        return self.m

    def close(self) -> None:
        self.storage.close()

    def _storage(self) -> Storage:
        if self.kind == "oracle":
            return MemoryStorage(ids=CountingIds())
        return SQLiteStorage(str(self.path), ids=CountingIds())

    # -- writing in one line -------------------------------------------------------------------------

    def say(
        self,
        text: str,
        at: datetime,
        *,
        channel: str = "user",
        ref: str | None = None,
        ordinal: int = 0,
    ) -> Source:
        """Observe a text."""
        return self.m.observe(text, speaker="ann", at=at, channel=channel, ref=ref, ordinal=ordinal)

    def tell(
        self,
        entity: str,
        attribute: str,
        value: str,
        at: datetime,
        *,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
    ) -> Receipt:
        """Commit a fact that a source says word for word."""
        source = self.say(value, at)
        with self.m.transaction() as tx:
            evidence = source.quote(value)
            tx.propose(entity, attribute, value, evidence=evidence, valid_from=valid_from, valid_to=valid_to)
        return receipt(tx.receipt)

    def state(self, entity: str, attribute: str, value: Json, *, channel: str = "operator") -> Receipt:
        """Commit a program's state."""
        with self.m.transaction() as tx:
            tx.set_state(entity, attribute, value, channel=channel)
        return receipt(tx.receipt)

    # -- looking behind the API ----------------------------------------------------------------------

    def journal(self) -> list[JournalRow]:
        """The records."""
        with self.storage.read() as reader:
            return list(reader.journal(self._mem(), 1, LATEST))

    def head(self) -> Head:
        with self.storage.read() as reader:
            return reader.head(self._mem())

    def fold(self) -> list[FoldRow]:
        """Every fold row."""
        with self.storage.read() as reader:
            return sorted(reader.fold(self._mem()), key=repr)

    def effects(self) -> tuple[object, ...]:
        """V and A as stored: all folds but the refusals and what waits, and what the head says of them."""
        head = self.head()
        rows = [row for row in self.fold() if not isinstance(row, RefusalRow | PendingRow | SettledRow)]
        return head.digest, head.keys, head.declared, rows

    def _mem(self) -> int:
        with self.storage.read() as reader:
            row = reader.memory(0, '["m"]')
            return row.mem if row else 0


class Durable(World):
    """A world on a SQLite file, whose rows can be changed behind its back."""

    def __init__(self, folder: Path) -> None:
        super().__init__("sqlite", folder)

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Run one statement on the file, with another connection."""
        with closing(apsw.Connection(str(self.path))) as connection:
            return list(connection.execute(statement, values))

    def dump(self, *but: str) -> dict[str, list[tuple[Any, ...]]]:
        """All tables of memories, row by row."""
        named = self.sql("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        tables = sorted(name for (name,) in named if name not in but)
        return {name: self.sql(f'SELECT * FROM "{name}"') for name in tables}


def receipt(given: Receipt | None) -> Receipt:
    """A receipt that is there."""
    assert given is not None
    return given


def one(given: Belief | list[Belief] | None) -> Belief:
    """The belief of a single-valued key."""
    assert isinstance(given, Belief)
    return given


def several(given: Belief | list[Belief] | None) -> list[Belief]:
    """The beliefs of a many-valued key."""
    assert isinstance(given, list)
    return given


def grow(world: World) -> None:
    """A memory with a bit of everything: facts, a late one, a schedule, an end, a set, refusals, a label."""
    world.clock.set(hour(10))
    world.tell("Meeting/client", "time", "3pm", hour(1))
    world.tell("Meeting/client", "time", "4pm", hour(3))
    world.tell("Meeting/client", "time", "1pm", hour(2))
    world.tell("Meeting/client", "room", "Room B", hour(4), valid_to=hour(8))
    world.tell("Meeting/client", "room", "Room C", hour(5), valid_from=hour(20))
    world.tell("Trip/1", "city", "oslo", hour(3), valid_from=hour(2))
    world.tell("Trip/1", "city", "rome", hour(4), valid_from=hour(2))
    world.m.declare("Person", "allergy", cardinality="many")
    source = world.say(
        "walnuts and sesame are allergies of Ben", hour(6), channel="email", ref="turn 7", ordinal=2
    )
    with world.m.transaction(label="allergies", risk="low", idempotency_key="once") as tx:
        tx.propose("Person/ben", "allergy", "walnuts", evidence=source.quote("walnuts"), id="p1")
        tx.propose("Person/ben", "allergy", "sesame", evidence=[source.quote("sesame"), source.span(0, 7)])
    first = world.m.history("Meeting/client", "time")[0]
    with world.m.transaction(on_reject="skip") as tx:
        staged = tx.observe("it will be a long talk", speaker="cy", at=hour(7))
        tx.propose(
            "Talk/1", "length", "long", evidence=staged.quote("long"), derived_from=[first], type="derived"
        )
        tx.propose("Talk/1", "length", "short", evidence=staged.quote("short"))
    world.state("Run/1", "step", {"n": 1})
    world.clock.set(hour(11))
    with world.m.transaction() as tx:
        tx.retract("Person/ben", "allergy", value="walnuts")
        tx.retract("Talk/1", "length")
