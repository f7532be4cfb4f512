"""Blocks that read, each on a connection of its own: one moment, or a glance."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

import apsw

from memtxn.adapters.storage.sqlite.connection import shut
from memtxn.adapters.storage.sqlite.errors import translate
from memtxn.adapters.storage.sqlite.pool import ReadPool
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.reader import SQLiteReader


class ReadBlock:
    """Begins a deferred transaction and ends it without a trace. A class, for it is entered at every read."""

    __slots__ = ("_connection", "_path", "_pool", "_reader", "_settled")

    def __init__(self, pool: ReadPool, path: str, settled: Callable[[], bool]) -> None:
        self._pool, self._path, self._settled = pool, path, settled

    def __enter__(self) -> SQLiteReader:
        self._connection = connection = self._pool.take()  # one that is lost here has no transaction, and closes
        try:
            connection.execute(SQL["begin_read"])
            self._reader = SQLiteReader(connection, self._settled)
            return self._reader
        except apsw.Error as error:
            self._leave()
            raise translate(error, self._path) from error
        except BaseException:  # an interrupt
            self._leave()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._reader.end()
        finally:
            self._leave()

    def _leave(self) -> None:
        """Give the connection back; the pool gives up one whose transaction goes on."""
        ended = False
        try:
            with suppress(apsw.Error):
                self._connection.execute(SQL["rollback"])
                ended = True
        finally:  # also when it was interrupted
            if ended:
                self._pool.give(self._connection)
            else:
                shut(self._connection)


class Glance:
    """No transaction around it: each statement is its own. A class, as above."""

    __slots__ = ("_connection", "_pool", "_reader", "_settled")

    def __init__(self, pool: ReadPool, settled: Callable[[], bool]) -> None:
        self._pool, self._settled = pool, settled

    def __enter__(self) -> SQLiteReader:
        self._connection = self._pool.take()
        self._reader = SQLiteReader(self._connection, self._settled)
        return self._reader

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._reader.end()  # when this is interrupted, the connection closes with its last reference
        self._pool.give(self._connection)
