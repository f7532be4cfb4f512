"""Reads: the same questions to a live memory and to a snapshot of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import TypeAlias

from memtxn.core.project import visible_belief
from memtxn.core.workspace import Scan
from memtxn.engine.blame import blamed
from memtxn.engine.declared import many_valued
from memtxn.engine.diff import differences
from memtxn.engine.explain import explain_belief, explain_refusals
from memtxn.engine.history import history_of, standing_of
from memtxn.engine.moment import Moment, check_limit, moment_of
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.scopes import Scope, Scopes
from memtxn.engine.shown import show
from memtxn.errors import InvalidInput, NotFound
from memtxn.model.belief import Belief
from memtxn.model.difference import Difference
from memtxn.model.exact import exact_flag, is_a
from memtxn.model.explanation import Explanation
from memtxn.model.key import Entity, Key, attribute_name, labels_of, name_prefix, range_prefix
from memtxn.model.shown import Blamed, Shown
from memtxn.model.time import from_micros
from memtxn.ports.storage import LATEST, Reader


class Reads(ABC):
    """What can be asked of a memory, with the scope ``read``. A subclass says as of when."""

    def __init__(self, runtime: Runtime, ledger: Ledger, scopes: Scopes) -> None:
        self._runtime, self._ledger, self._scopes = runtime, ledger, scopes

    def __repr__(self) -> str:
        labels = ", ".join(map(repr, labels_of(self._ledger.name)))
        return f"<memtxn.{type(self).__name__} {labels} in {self._runtime.place}>"

    @abstractmethod
    def _moment(self, _reader: Reader, _mem: int) -> tuple[int, int]:
        """(n, t): as of which record, and at which valid instant; asked when a read has begun."""

    def _clock(self, reader: Reader, mem: int, n: int) -> int:
        """The time by which what waits expires: the present, or when record ``n`` was written."""
        rows = [] if n >= LATEST or not mem else list(reader.journal(mem, n, n))
        return rows[0].at if rows else self._ledger.now()

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

    def scan(
        self,
        prefix: str | tuple[str, ...] = (),
        *,
        attribute: str | None = None,
        hidden: bool = False,
        limit: int | None = None,
    ) -> list[Belief]:
        """All that is believed of a range of keys, in order of key; of one attribute; the first ``limit``.

        ``prefix`` is ``"Type"``, ``"Type/id"``, or a tuple of the first parts of a key: none, some or all.
        ``hidden`` adds what does not show: facts that are scheduled, and of a key that shows nothing the one that
        held last, expired or retracted; their ``status`` tells which. What was superseded is for `history`.

        Raises:
            InvalidInput: no such range. NotPermitted. Unreadable: see `get`.
        """
        self._scopes.require(Scope.READ)
        wanted = None if attribute is None else attribute_name(attribute)
        hidden = exact_flag(hidden, "hidden")
        return self._in_range(Scan(range_prefix(prefix), wanted), check_limit(limit), hidden=hidden)

    def _in_range(self, scan: Scan, limit: int | None = None, *, hidden: bool = False) -> list[Belief]:
        with self._open() as (reader, mem):
            n, t = self._moment(reader, mem)
            if hidden:
                names = filter(scan.covers, reader.names(mem, scan.prefix))
                told = (one for name in names for one in standing_of(reader, mem, name, n, t))
                beliefs = list(islice(told, limit))
            else:
                rows = (row for row in reader.scan(mem, scan.prefix, n, t) if scan.covers(row.name))
                beliefs = [visible_belief(row) for row in islice(rows, limit)]
        self._seen(scan)
        return beliefs

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
            return explain_refusals(reader, mem, key, n, self._clock(reader, mem, n))

    def blame(self, entity: Entity, attribute: str | None = None) -> list[Blamed]:
        """Of each value that an entity, or one attribute of it, shows: who said so, and which record wrote it.

        In order of attribute; empty when nothing is believed of it.

        Raises:
            InvalidInput: no entity. NotPermitted. Unreadable: a belief or its record is damaged.
        """
        self._scopes.require(Scope.READ)
        scan = about(entity, attribute)
        with self._open() as (reader, mem):
            n, t = self._moment(reader, mem)
            rows = [row for row in reader.scan(mem, scan.prefix, n, t) if scan.covers(row.name)]
            found = list(blamed(reader, mem, rows))
        self._seen(scan)
        return found

    def diff(
        self, a: When | Snapshot = None, b: When | Snapshot = None, prefix: str | tuple[str, ...] = ()
    ) -> list[Difference]:
        """Which keys of a range show something else at ``b`` than at ``a``, and which record did it.

        In order of key. Each end is a seq (as the memory answered after that record), a recorded time, or a
        snapshot of this memory. Without ``a``: from the beginning, when nothing was believed; without ``b``: as
        this answers. Either may be the earlier one. Only keys that were written in between are read, and those of
        which a fact begins or ends between the two valid instants; every other key of the range costs a look
        into an index.

        Raises:
            NotFound: there is no such record yet. InvalidInput. NotPermitted. Unreadable: see `get`.
        """
        self._scopes.require(Scope.READ)
        scan = Scan(range_prefix(prefix))
        with self._open() as (reader, mem):
            here = Moment(*self._moment(reader, mem))
            end = here if b is None else self._end(reader, mem, b, here)
            begin = Moment(0, end.t) if a is None else self._end(reader, mem, a, here)
            return list(differences(reader, mem, scan.prefix, begin, end, self._runtime.digest_key))

    def show(self, what: int | str) -> Shown:
        """Everything about a record, a belief or a source.

        A record goes by its seq or its transaction id, a belief by its id, a source by its id; of an id the first
        digits will do, four at least, if no other begins with them. What a `ShownRecord` says of its read set
        takes a look through the names of all keys.

        Raises:
            InvalidInput: it is none of these, or several ids begin so. NotFound. NotPermitted. Unreadable.
        """
        self._scopes.require(Scope.READ)
        with self._open() as (reader, mem):
            moment = Moment(*self._moment(reader, mem))
            return show(reader, mem, what, moment, self._clock(reader, mem, moment.n), self._runtime.digest_key)

    def _end(self, reader: Reader, mem: int, given: When | Snapshot, here: Moment) -> Moment:
        """One end of a comparison."""
        if not is_a(given, Snapshot):
            return moment_of(reader, mem, given, here)
        assert isinstance(given, Snapshot)
        theirs, ours = given._ledger, self._ledger
        same = (theirs.tenant, theirs.name) == (ours.tenant, ours.name)
        if not same or given._runtime.storage is not self._runtime.storage:
            raise InvalidInput("the snapshot is one of another memory")
        return Moment(*given._moment(reader, mem))

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


When: TypeAlias = int | datetime | None
"""A seq or a recorded time."""


def about(entity: Entity, attribute: str | None) -> Scan:
    """The keys of an entity, or one of them. Raises InvalidInput."""
    if attribute is not None:
        return Scan(Key.of(entity, attribute).name)
    key = Key.of(entity, "?")
    return Scan(name_prefix(key.entity_type, key.entity_id))


class Snapshot(Reads):
    """A read-only view of a memory as of a record and a valid instant. Same questions as `Memory`."""

    def __init__(self, runtime: Runtime, ledger: Ledger, scopes: Scopes, n: int, t: int) -> None:
        super().__init__(runtime, ledger, scopes)
        self.seq, self._t = n, t

    def __repr__(self) -> str:
        valid = f"{from_micros(self._t):%Y-%m-%d %H:%M:%S} UTC"
        return f"{super().__repr__()[:-1]}, as of seq {self.seq}, valid {valid}>"

    def _moment(self, _reader: Reader, _mem: int) -> tuple[int, int]:
        return self.seq, self._t

    def _seen(self, scan: Scan) -> None:
        """What stood once is no news."""
