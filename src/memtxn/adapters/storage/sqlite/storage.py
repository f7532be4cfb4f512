"""The storage itself: blocks that read one moment, blocks that write durably or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from memtxn.adapters.storage.sqlite.checkpoint import Checkpointer
from memtxn.adapters.storage.sqlite.connection import configure, connect, place_of, refuse_unsafe
from memtxn.adapters.storage.sqlite.errors import translate, translated
from memtxn.adapters.storage.sqlite.pool import ReadPool, Turn
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.reader import SQLiteReader
from memtxn.adapters.storage.sqlite.schema import migrations, prepare, read_meta, recognise
from memtxn.adapters.storage.sqlite.writer import SQLiteWriter
from memtxn.core.proof import key_fingerprint
from memtxn.errors import Closed, NewerFormat, OutcomeUnknown, ReadOnly, StorageError, WrongKey
from memtxn.ports.ids import Ids
from memtxn.ports.storage import Meta

_NOT_APPLIED = (apsw.FullError, apsw.BusyError, apsw.ConstraintError)
"""Errors of COMMIT after which nothing was committed: SQLite stopped before the mark that makes it so."""


class SQLiteStorage:
    """Memories in one SQLite file, or in memory for ``":memory:"``. The contract is `ports.storage.Storage`.

    ``ids`` gives the random bytes of a new database; ``key`` seals its tags from outside, and only its
    fingerprint is kept. ``busy_timeout`` is in seconds. ``vfs`` names another file layer of SQLite's. In
    memory a commit waits for the blocks that read, so one inside them ends as StorageBusy.

    Raises:
        NotADatabase: the file is somebody else's; it was not touched. UnsafeSQLite. StorageError.
    """

    def __init__(
        self,
        path: str,
        *,
        ids: Ids,
        key: bytes | None = None,
        busy_timeout: float = 5.0,
        vfs: str | None = None,
        read_only: bool = False,
    ) -> None:
        refuse_unsafe(apsw.sqlite_lib_version())
        self._place = place = place_of(path, busy_timeout, vfs, read_only)
        if not place.in_memory:
            recognise(place)
        self._connection = connection = connect(place)
        try:
            version = prepare(connection, place, ids, key)
            self._meta = read_meta(configure(connection, place), place)
            self._refusal = self._why_read_only(version, key)
        except BaseException:
            connection.close(True)
            raise
        self._begin_service()

    def _begin_service(self) -> None:
        self._pid, self._closed, self._settled, self._log_pages = os.getpid(), False, True, 0
        self._turn = Turn("a write block")
        self._pool = ReadPool(lambda: configure(connect(self._place), self._place, query_only=True))
        self._checkpointer = Checkpointer(lambda: configure(connect(self._place), self._place))
        self._connection.set_wal_hook(self._on_log)

    def _why_read_only(self, version: int, key: bytes | None) -> ReadOnly | None:
        known = len(migrations())
        sealed = key_fingerprint(key) if key is not None else self._meta.tag_key and self._meta.tag_key_id
        if version > known:
            return NewerFormat(f"format {version}; this version knows up to {known}")
        if sealed != self._meta.tag_key_id:
            return WrongKey("none was given" if key is None else "another one was given")
        if self._place.read_only:
            return ReadOnly("it was opened with read_only")
        return ReadOnly("the file is write-protected") if self._connection.readonly("main") else None

    @property
    def meta(self) -> Meta:
        return self._meta

    @property
    def read_only(self) -> str | None:
        return str(self._refusal) if self._refusal else None

    @property
    def checkpointer(self) -> Checkpointer:
        """What copies the log into the database; for those who watch."""
        return self._checkpointer

    # -- reading ---------------------------------------------------------------------------------------

    @contextmanager
    def read(self) -> Iterator[SQLiteReader]:
        self._require_usable()
        connection = self._pool.take()
        try:
            yield from self._reading(connection)
        finally:
            self._pool.give(connection)

    def _reading(self, connection: apsw.Connection) -> Iterator[SQLiteReader]:
        with translated(self._place.path):
            connection.execute(SQL["begin_read"])
            connection.execute(SQL["fix_moment"]).fetchall()
        reader = SQLiteReader(connection, lambda: self._settled)
        try:
            yield reader
        finally:
            reader.end()
            self._leave(connection)

    # -- writing ---------------------------------------------------------------------------------------

    @contextmanager
    def write(self) -> Iterator[SQLiteWriter]:
        self._require_usable()
        if self._refusal is not None:
            raise type(self._refusal)(self._refusal.detail)
        with self._turn.hold(self._place.busy_timeout):
            self._require_usable()
            with translated(self._place.path):
                self._connection.execute(SQL["begin_write"])
            yield from self._writing(SQLiteWriter(self._connection, lambda: self._settled))

    def _writing(self, writer: SQLiteWriter) -> Iterator[SQLiteWriter]:
        try:
            yield writer
            if writer.torn:
                raise StorageError("an append of this block failed half-way, so the block is undone")
        except BaseException:
            writer.end()
            self._leave(self._connection)
            raise
        writer.end()
        self._commit()

    def _commit(self) -> None:
        try:
            self._connection.execute(SQL["commit"])
        except apsw.Error as error:
            raise self._failed_commit(error) from error
        self._settled = True
        self._checkpointer.notice(self._log_pages)

    def _failed_commit(self, error: apsw.Error) -> StorageError:
        """What an error of COMMIT means.

        When the flush failed, the log holds a complete transaction that nobody sees now, but that recovery
        after a crash would find: so it is overwritten by a commit that changes nothing. Only then is "not
        there" the truth; until that works, `Reader.committed` says OutcomeUnknown.
        """
        known = translate(error, self._place.path, self._connection.system_errno)
        self._leave(self._connection)
        if isinstance(error, _NOT_APPLIED) or self._place.in_memory:
            return known
        self._settled = False
        self._reopen_and_settle()
        return OutcomeUnknown(known.detail)

    def _reopen_and_settle(self) -> None:
        try:
            self._connection.close(True)
            self._connection = configure(connect(self._place), self._place)
            self._connection.set_wal_hook(self._on_log)
            self._connection.execute(SQL["begin_write"])
            self._connection.execute(SQL["fence"])
            self._connection.execute(SQL["commit"])
            self._settled = True
        except (apsw.Error, StorageError):
            self._leave(self._connection)  # unsettled: the next commit, or the next look-up, says so

    def _leave(self, connection: apsw.Connection) -> None:
        """End the transaction without a trace, if SQLite has not done so by itself."""
        try:
            if connection.in_transaction:
                connection.execute(SQL["rollback"])
        except apsw.Error as error:
            raise translate(error, self._place.path) from error

    # -- service ---------------------------------------------------------------------------------------

    def _on_log(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        """SQLite's hook after a commit: only takes note, for an error here would look like the commit's."""
        self._log_pages = pages
        return apsw.SQLITE_OK

    def _require_usable(self) -> None:
        if self._closed:
            raise Closed(self._place.path)
        if os.getpid() != self._pid:
            raise StorageError("it was opened before a fork: open it again in the new process")

    def close(self) -> None:
        """Release everything. The last connection of all processes empties the log into the database."""
        if self._closed or os.getpid() != self._pid:
            return
        with self._turn.hold(self._place.busy_timeout):
            self._closed = True
        self._checkpointer.close()
        self._pool.close()
        self._connection.close(True)
