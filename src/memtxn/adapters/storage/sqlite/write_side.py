"""The one connection that writes: blocks, commits, and the truth after an error of COMMIT."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from types import TracebackType

import apsw

from memtxn.adapters.storage.sqlite.checkpoint import Checkpointer
from memtxn.adapters.storage.sqlite.connection import Place, configure, connect, shut
from memtxn.adapters.storage.sqlite.errors import translate
from memtxn.adapters.storage.sqlite.line import Line
from memtxn.adapters.storage.sqlite.pool import Hold, Turn
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.writer import SQLiteWriter
from memtxn.errors import OutcomeUnknown, StorageError

_NOT_APPLIED = (apsw.FullError, apsw.BusyError, apsw.ConstraintError)
"""Errors of COMMIT after which nothing was committed: SQLite stopped before the mark that makes it so."""


class WriteSide:
    """Whoever holds the turn of this process, and among all processes, writes here.

    ``settled`` is False while a commit failed of which nobody knows yet whether it happened. ``key_id`` is the
    fingerprint of the key with which records are sealed.
    """

    def __init__(self, connection: apsw.Connection, place: Place, key_id: bytes) -> None:
        self._place, self.key_id = place, key_id
        self._turn = Turn("a write block")
        self._log_pages = 0
        self._connection: apsw.Connection | None = None
        self._adopt(connection)
        self.settled = True
        self._line = line = None if place.in_memory else Line(place.path)
        self._alone = partial(self._turn.hold, place.busy_timeout, line)
        self.checkpointer = Checkpointer(
            lambda: configure(connect(place), place), self._alone, longest=place.busy_timeout / 2
        )

    def _adopt(self, connection: apsw.Connection) -> apsw.Connection:
        connection.set_wal_hook(self._on_log)
        self._connection = connection
        return connection

    def _on_log(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        """SQLite's hook after a commit: only takes note, for an error here would look like the commit's."""
        self._log_pages = pages
        return apsw.SQLITE_OK

    def turn(self) -> Hold:
        """Wait for the one turn to write in this process. Raises StorageBusy."""
        return self._turn.hold(self._place.busy_timeout)

    def alone(self) -> Hold:
        """Wait for the one turn to write among all processes. Raises StorageBusy."""
        return self._alone()

    def patiently(self, patience: float) -> Hold:
        """The same, waiting for up to so many seconds."""
        return self._turn.hold(patience, self._line)

    def is_settled(self) -> bool:
        """Whether every earlier commit is known to have happened or not."""
        return self.settled

    def begin(self) -> SQLiteWriter:
        """Begin a transaction, after undoing whatever an interrupt left open."""
        connection = self._live()
        try:
            connection.execute(SQL["begin_write"])
            writer = SQLiteWriter(connection, self.is_settled)
            writer.sealed_with = self.key_id
            return writer
        except apsw.Error as error:
            raise translate(error, self._place.path) from error

    def end(self, writer: SQLiteWriter, *, keep: bool) -> None:
        """Commit what a writer wrote, or undo it."""
        try:
            connection = writer.end()
            if keep and writer.torn:
                raise StorageError("an append of this block failed half-way, so the block is undone")
            if keep:
                self._commit(connection)
        finally:
            self.undo()

    def _commit(self, connection: apsw.Connection) -> None:
        try:
            connection.execute(SQL["commit"])
        except apsw.Error as error:
            raise self._failed_commit(connection, error) from error
        self.settled = True
        self.checkpointer.notice(self._log_pages)

    def _failed_commit(self, connection: apsw.Connection, error: apsw.Error) -> StorageError:
        """What an error of COMMIT means.

        When the flush failed, the log holds a complete transaction that nobody sees now, but that recovery
        after a crash would find: so it is overwritten by a commit that changes nothing. Only then is "not
        there" the truth; until that works, `Reader.committed` says OutcomeUnknown.
        """
        known = translate(error, self._place.path, connection.system_errno)
        if isinstance(error, _NOT_APPLIED) or self._place.in_memory:
            return known
        self.settled = False
        self.undo()
        self._settle()
        return OutcomeUnknown(known.detail)

    def _settle(self) -> None:
        """Overwrite a commit that failed. If that fails too, the next one that succeeds has done it."""
        try:
            connection = self._live()
        except StorageError:
            return
        try:
            for name in ("begin_write", "fence", "commit"):
                connection.execute(SQL[name])
            self.settled = True
        except apsw.Error:
            self.undo()

    def _live(self) -> apsw.Connection:
        """The connection, outside of any transaction: an interrupt may have kept the last one from ending."""
        self.undo()
        if self._connection is not None:
            return self._connection
        return self._adopt(configure(connect(self._place), self._place))

    def forget(self) -> None:
        """Let the connection keep no page of the file. For whoever holds the turn."""
        try:
            self._live().execute(SQL["forget"])
        except apsw.Error as error:
            raise translate(error, self._place.path) from error

    def undo(self) -> None:
        """End the transaction without a trace, if one is open."""
        connection = self._connection
        try:
            if connection is not None and connection.in_transaction:
                connection.execute(SQL["rollback"])
        except apsw.Error:
            self._discard()  # closing it undoes it as well

    def _discard(self) -> None:
        """Close the connection, whatever its state. The next block opens another one.

        Only if nothing else helps: when the last connection is closed, the next one recovers the log, with
        whatever a commit that failed has left in it.
        """
        connection, self._connection = self._connection, None
        if connection is not None:
            shut(connection)

    def close(self) -> None:
        """Stop the checkpoints, close the connection, and leave the line."""
        self.checkpointer.close()
        self._discard()
        if self._line is not None:
            self._line.close()


class WriteBlock:
    """A transaction as a block. A class: between the two ends of a generator an interrupt would leave it open.

    ``require`` is asked before the turn is waited for, and when it has come; what it raises is raised.
    """

    __slots__ = ("_hold", "_pid", "_require", "_side", "_writer")

    def __init__(self, side: WriteSide, require: Callable[[], None]) -> None:
        self._side, self._require, self._hold = side, require, side.alone()
        self._pid = os.getpid()

    def __enter__(self) -> SQLiteWriter:
        self._require()
        try:
            self._hold.enter()
            self._require()
            self._writer = self._side.begin()
            return self._writer
        except BaseException:
            self._give_up()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if os.getpid() != self._pid:
            return self._leave_to_parent(kind)
        try:
            self._side.end(self._writer, keep=kind is None)
        finally:
            self._hold.leave()

    def _leave_to_parent(self, kind: type[BaseException] | None) -> None:
        """A fork inside the block: the transaction, the connection and the turn are the parent's."""
        if kind is None:
            raise StorageError("the process forked inside a write block: the block is its parent's")

    def _give_up(self) -> None:
        try:
            if self._hold.has_turn:
                self._side.undo()
        finally:
            self._hold.leave()
