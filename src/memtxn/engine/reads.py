"""Reads: the same questions to a live memory and to a snapshot of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from memtxn.core.project import visible_belief
from memtxn.core.workspace import Scan
from memtxn.engine.declared import many_valued
from memtxn.engine.explain import explain_belief, explain_refusals
from memtxn.engine.history import history_of
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.scopes import Scope, Scopes
from memtxn.errors import NotFound
from memtxn.model.belief import Belief
from memtxn.model.explanation import Explanation
from memtxn.model.key import Entity, Key, attribute_name, name_prefix, range_prefix
from memtxn.ports.storage import Reader


class Reads(ABC):
    """What can be asked of a memory, with the scope ``read``. A subclass says as of when."""

    def __init__(self, runtime: Runtime, ledger: Ledger, scopes: Scopes) -> None:
        self._runtime, self._ledger, self._scopes = runtime, ledger, scopes

    @abstractmethod
    def _moment(self, _reader: Reader, _mem: int) -> tuple[int, int]:
        """(n, t): as of which record, and at which valid instant; asked when a read has begun."""

    @abstractmethod
    def _seen(self, scan: Scan) -> None:
        """A key or a range was read."""

    def get(self, entity: Entity, attribute: str) -> Belief | list[Belief] | None:
        """What is believed of a key: a belief or None; for a many-valued attribute a list.

        Raises:
            InvalidInput: not a key. NotPermitted. Unreadable: the stored belief does not match its commitment.
        """
        self._scopes.require(Scope.READ)
        key = Key.of(entity, attribute)
        with self._runtime.storage.glance() as reader:
            mem = self._ledger.mem(reader)
            n, t = self._moment(reader, mem)
            rows = reader.visible(mem, key.name, n, t)
            many = rows[0].slot != 0 if rows else self._is_many(reader, mem, key, n)
        self._seen(Scan(key.name))
        beliefs = [visible_belief(row) for row in rows]
        return beliefs if many else beliefs[0] if beliefs else None

    def find(
        self, entity_type: str | None = None, entity_id: str | None = None, attribute: str | None = None
    ) -> list[Belief]:
        """All that is believed of a type, an entity, an attribute, or everything; in order of key.

        Raises:
            InvalidInput: an entity id without its type. NotPermitted. Unreadable: see `get`.
        """
        self._scopes.require(Scope.READ)
        wanted = None if attribute is None else attribute_name(attribute)
        return self._in_range(Scan(name_prefix(entity_type, entity_id), wanted))

    def scan(self, prefix: str | tuple[str, ...] = ()) -> list[Belief]:
        """All that is believed of a range of keys, in order of key.

        ``prefix`` is ``"Type"``, ``"Type/id"``, or a tuple of the first parts of a key: none, some or all.

        Raises:
            InvalidInput: no such range. NotPermitted. Unreadable: see `get`.
        """
        self._scopes.require(Scope.READ)
        return self._in_range(Scan(range_prefix(prefix)))

    def _in_range(self, scan: Scan) -> list[Belief]:
        with self._open() as (reader, mem):
            n, t = self._moment(reader, mem)
            rows = list(reader.scan(mem, scan.prefix, n, t))
        self._seen(scan)
        return [visible_belief(row) for row in rows if scan.covers(row.name)]

    def history(self, entity: Entity, attribute: str) -> list[Belief]:
        """Every version of a key in the order in which they were recorded, with status, end and successor."""
        self._scopes.require(Scope.READ)
        name = Key.of(entity, attribute).name
        with self._open() as (reader, mem):
            n, t = self._moment(reader, mem)
            history = history_of(reader, mem, name, n, t)
        self._seen(Scan(name))
        return list(history.beliefs)

    def why(self, entity: Entity, attribute: str) -> Explanation:
        """Why a key shows what it shows: quote → verdict → transaction → what it replaced.

        A retraction that is in effect is accounted for like a belief: who took the value back, in which words.

        Raises:
            NotFound: nothing was ever believed of that key. NotPermitted.
        """
        self._scopes.require(Scope.READ)
        key = Key.of(entity, attribute)
        with self._open() as (reader, mem):
            n, t = self._moment(reader, mem)
            history = history_of(reader, mem, key.name, n, t)
            if not history.beliefs:
                raise NotFound(f"no belief about {key}")
            return explain_belief(reader, mem, key, history)

    def why_not(self, entity: Entity, attribute: str) -> Explanation:
        """Which proposals for a key were refused, by which rule, on which evidence. May be empty."""
        self._scopes.require(Scope.READ)
        key = Key.of(entity, attribute)
        with self._open() as (reader, mem):
            n, _ = self._moment(reader, mem)
            return explain_refusals(reader, mem, key, n)

    def _is_many(self, reader: Reader, mem: int, key: Key, n: int) -> bool:
        return (key.entity_type, key.attribute) in many_valued(reader, mem, n)

    @contextmanager
    def _glance(self) -> Iterator[tuple[Reader, int]]:
        """For one question, and for what never changes."""
        with self._runtime.storage.glance() as reader:
            yield reader, self._ledger.mem(reader)

    @contextmanager
    def _open(self) -> Iterator[tuple[Reader, int]]:
        with self._runtime.storage.read() as reader:
            yield reader, self._ledger.mem(reader)


class Snapshot(Reads):
    """A read-only view of a memory as of a record and a valid instant. Same questions as `Memory`."""

    def __init__(self, runtime: Runtime, ledger: Ledger, scopes: Scopes, n: int, t: int) -> None:
        super().__init__(runtime, ledger, scopes)
        self.seq, self._t = n, t

    def _moment(self, _reader: Reader, _mem: int) -> tuple[int, int]:
        return self.seq, self._t

    def _seen(self, scan: Scan) -> None:
        """What stood once is no news."""
