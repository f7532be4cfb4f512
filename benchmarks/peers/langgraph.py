"""LangGraph's SqliteStore: one ``put`` for each fact, with its evidence in the value; no index.

As it is shipped (`from_conn_string`: SQLite's rollback journal, each commit flushed), and on a connection that
the caller has put into WAL. Its threads share the store, which has one lock.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers.peer import Opened, Peer
from benchmarks.workload import fact

if TYPE_CHECKING:
    from langgraph.store.sqlite import SqliteStore

_SPACE = ("bench", "Meeting")


class _Store(Opened):
    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    def remember(self, number: int) -> None:
        told = fact(number)
        self._store.put(_SPACE, f"{told.client}/start_time", {"value": told.value, "evidence": told.text})

    def recall(self, number: int) -> object:
        return self._store.get(_SPACE, f"{fact(number).client}/start_time")

    def clients(self) -> set[str]:
        return {key.split("/")[0] for (key,) in self._store.conn.execute("SELECT key FROM store")}


class _SqliteStore(Peer):
    needs = "langgraph-checkpoint-sqlite"
    requires = ("langgraph.store.sqlite",)
    errors = (sqlite3.Error,)

    def __init__(self, name: str, journal: str) -> None:
        super().__init__(name)
        self._journal = journal

    @contextmanager
    def open(self, folder: Path) -> Iterator[Opened]:
        from langgraph.store.sqlite import SqliteStore  # noqa: PLC0415

        with SqliteStore.from_conn_string(str(folder / f"langgraph-{self._journal}.db")) as store:
            store.conn.execute(f"PRAGMA journal_mode = {self._journal}")
            store.setup()
            yield _Store(store)


SHIPPED = _SqliteStore("LangGraph SqliteStore", "delete")
WAL = _SqliteStore("same, set to WAL", "wal")
