"""The writing half of the contract: one record, its bodies and folds, and the head, in as few statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType

import apsw
import msgspec

from memtxn.adapters.storage.sqlite.eraser import SQLiteEraser
from memtxn.adapters.storage.sqlite.errors import FOREIGN, translate
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.rows import number, packed_id
from memtxn.errors import StorageError, WrongKey
from memtxn.model.rows import Entry, FoldRows, Head, MemoryRow, SourceRow, StepRow
from memtxn.ports.storage import Meta

_tuple = msgspec.structs.astuple
Arguments = Sequence[object]


class SQLiteWriter(SQLiteEraser):
    """Writes into the transaction that is open on its connection, and reads what it has written.

    ``torn`` is set when an append failed after its first statement, and was not undone: such a block cannot
    commit. ``sealed_with`` is the fingerprint of the key of what is appended.
    """

    torn = False
    sealed_with = b""

    def create(self, row: MemoryRow, head: Head) -> None:
        self._all("add_memory", *_tuple(row))
        self._all("add_head", row.mem, *_tuple(head))

    def attempt(self) -> Attempt:
        return Attempt(self)

    def memories(self, tenant: int) -> int:
        (row,) = self._all("memories", tenant)
        return number(row)

    def repeat(self, mem: int, fingerprint: bytes) -> int | None:
        row = self._first("repeat", mem, fingerprint)
        return number(row) if row else None

    def append(self, mem: int, entry: Entry) -> None:
        if self.torn:
            raise StorageError("an append of this block failed half-way, so the block is undone")
        self.require_whole()
        keys = _keys_before(entry)
        self._change("add_journal", (mem, *_tuple(entry.journal), keys, self.sealed_with), entry)
        self.torn = True
        seq = entry.journal.seq
        self._many("add_body", [(mem, seq, *_tuple(body)) for body in entry.bodies])
        self._folds(mem, entry.fold)
        self._change("move_head", (mem, *_tuple(entry.head)), entry)
        self.torn = False

    def change_key(self, key: bytes | None, key_id: bytes) -> None:
        """Let the database have another tag key, or the fingerprint of one from outside."""
        self._all("change_key", key, key_id)
        self.sealed_with = key_id

    def change_meta(self, meta: Meta) -> None:
        """Let the database be, and be sealed as, another one was."""
        self._all("change_meta", *_tuple(meta))
        self.sealed_with = meta.tag_key_id

    def change_epoch(self, epoch: bytes) -> None:
        """Let the database be another line of itself."""
        self._all("change_epoch", epoch)

    def control(self, name: str) -> None:
        """Run a statement that moves the savepoint. When it fails, nobody knows what stands: all is undone."""
        try:
            self._live().execute(SQL[name])
        except apsw.Error as error:
            self.torn = True
            raise translate(error) from error

    def _folds(self, mem: int, fold: FoldRows) -> None:
        self._many("add_source", [(mem, *_source(row)) for row in fold.sources])
        self._many("add_key", _with(mem, fold.keys))
        self._many("add_belief", _with(mem, fold.beliefs))
        self._many("close_step", _with(mem, fold.closed), changes=len(fold.closed))
        self._many("add_step", [(mem, *_tuple(row), top) for row, top in _topped(fold.steps)])
        self._many("add_state", _with(mem, fold.states))
        self._many("add_edge", _with(mem, fold.edges))
        self._many("add_refusal", _with(mem, fold.refusals))
        self._many("add_declaration", _with(mem, fold.declarations))
        self._many("add_constraint", _with(mem, fold.constraints))
        self._many("add_claim", _with(mem, fold.claims))
        self._many("add_refile", _with(mem, fold.refiled))
        self._many("settle", _with(mem, fold.settled), changes=len(fold.settled))
        self._many("add_pending", _with(mem, fold.pending))
        self._many("add_suspect", _with(mem, fold.suspects))
        self._many("add_read", _with(mem, fold.reads))
        self._many("add_erased", _with(mem, fold.erased))

    def _change(self, name: str, arguments: Arguments, entry: Entry) -> None:
        """Run a statement that changes a row if, and only if, the record follows the head."""
        self._all(name, *arguments)
        if self._live().changes() != 1:
            if self.key_id() != self.sealed_with:
                raise WrongKey("another key was given to the store since it was opened: open it again with that")
            told = f"record {entry.head.seq} does not follow the head that stands, or it miscounts the keys"
            raise StorageError(f"{told}; memory.verify() tells whether it is damaged")

    def _many(self, name: str, many: Sequence[Arguments], changes: int | None = None) -> None:
        """Run a statement for each row; once or not at all for the statement count."""
        if not many:
            return
        connection = self._live()
        before = connection.total_changes()
        try:
            connection.executemany(SQL[name], many).fetchall()
        except FOREIGN as error:
            raise translate(error) from error
        if changes is not None and connection.total_changes() - before != changes:
            raise StorageError(f"{name}: what is to end does not stand open")


class Attempt:
    """A savepoint as a block. After an error that made SQLite undo everything, the whole block is torn."""

    __slots__ = ("_writer",)

    def __init__(self, writer: SQLiteWriter) -> None:
        self._writer = writer

    def __enter__(self) -> None:
        self._writer.control("begin_attempt")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._writer.control("undo_attempt")
            self._writer.torn = False
        self._writer.control("keep_attempt")


def _with(mem: int, rows: Iterable[msgspec.Struct]) -> list[Arguments]:
    return [(mem, *_tuple(row)) for row in rows]


def _source(row: SourceRow) -> tuple[bytes, int]:
    data = packed_id(row.id)
    if data is None:
        raise StorageError(f"{row.id!r} is no id of a source: it has to be hexadecimal digits")
    return data, row.place


def _keys_before(entry: Entry) -> int:
    """How many keys there were before this record; its own are numbered on from there, without a gap.

    That makes numbers of keys unique without an index that would hold every name twice.
    """
    before = entry.head.keys - len(entry.fold.keys)
    if [key.kid for key in entry.fold.keys] != list(range(before + 1, entry.head.keys + 1)):
        raise StorageError(f"the keys of record {entry.head.seq} are not numbered on from {before}")
    return before


def _topped(steps: Iterable[StepRow]) -> list[tuple[StepRow, int]]:
    """Each step with the greatest valid time at which this record opens a step in the same key."""
    tops: dict[int, int] = {}
    for step in (rows := list(steps)):
        tops[step.kid] = max(step.vf, tops.get(step.kid, step.vf))
    return [(step, tops[step.kid]) for step in rows]
