"""Raw SQLite: the two rows of F₂ by bare apsw in one WAL/FULL transaction, a connection for each thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from benchmarks import floors
from benchmarks.peers.peer import Opened, Peer
from benchmarks.workload import fact


class _Store(Opened):
    def __init__(self, path: Path) -> None:
        self._path = path
        self._here = threading.local()
        self._made: list[apsw.Connection] = []
        floors.two(path).close()

    @property
    def _connection(self) -> apsw.Connection:
        try:
            connection: apsw.Connection = self._here.connection
        except AttributeError:
            connection = self._here.connection = floors.connect(self._path)
            self._made.append(connection)
        return connection

    def remember(self, number: int) -> None:
        connection = self._connection
        try:
            floors.two_rows(connection, number)
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def recall(self, number: int) -> object:
        name = f"Meeting/{fact(number).client}/start_time"
        return self._connection.execute("SELECT * FROM fact WHERE k = ?", (name,)).fetchone()

    def clients(self) -> set[str]:
        return {str(key).split("/")[1] for (key,) in self._connection.execute("SELECT k FROM fact")}

    def close(self) -> None:
        for connection in self._made:
            connection.close()


class _Bare(Peer):
    errors = (apsw.Error,)

    @contextmanager
    def open(self, folder: Path) -> Iterator[Opened]:
        store = _Store(folder / "bare.db")
        try:
            yield store
        finally:
            store.close()


BARE = _Bare("raw SQLite, F₂")
