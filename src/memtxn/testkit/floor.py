"""A floor: the rows that a store wrote, written again by bare SQLite, as durably and in as many transactions.

What a store costs beyond that is the price of what it does: to judge, to plan, to prove.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw

from memtxn.errors import StorageError

_RECORD_OF = {
    "journal": "seq",
    "body": "seq",
    "source": "place >> 20",
    "key": "(SELECT min(bid) >> 20 FROM belief AS b WHERE b.mem = t.mem AND b.kid = t.kid)",
    "belief": "bid >> 20",
    "step": "s0",
    "state": "seq",
    "edge": "child >> 20",
    "refusal": "place >> 20",
    "declaration": "seq",
}
"""The record that wrote a row ``t`` of a table."""

_BEFORE = ("meta", "mem", "head", "scrub")
"""Tables whose rows are there before the first record; only an erasure changes scrub, and that is not known."""

_PRAGMAS = ("journal_mode = wal", "synchronous = full", "fullfsync = on", "wal_autocheckpoint = 0")
_HEAD = "UPDATE head SET seq = ?, at = ?, digest = ?, keys = ?, link = ?, tag = ? WHERE mem = ?"

Row = tuple[Any, ...]


class Floor:
    """A bare database beside a closed store of one memory. `write` writes again what one record wrote.

    Raises:
        StorageError: the store holds rows of which it is not known which record wrote them.
    """

    def __init__(self, store: Path, path: Path) -> None:
        self._statements: list[list[tuple[str, Row]]] = []
        self._bare = apsw.Connection(str(path))
        for pragma in _PRAGMAS:
            self._bare.execute(f"PRAGMA {pragma}").fetchall()
        model = apsw.Connection(str(store), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            self._copy(model)
        finally:
            model.close()

    @property
    def records(self) -> int:
        """How many records there are to write."""
        return len(self._statements)

    def write(self, number: int) -> None:
        """Write again what record ``number`` (from 0) wrote, and flush it."""
        self._bare.execute("BEGIN IMMEDIATE")
        for statement, row in self._statements[number]:
            self._bare.execute(statement, row)
        self._bare.execute("COMMIT")

    def close(self) -> None:
        """Close the database."""
        self._bare.close()

    def _copy(self, model: apsw.Connection) -> None:
        """The schema, the rows that stand before all records, and then those of each record."""
        schema = "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        made: list[tuple[str, str, str]] = list(model.execute(schema))
        for _, _, sql in made:
            self._bare.execute(sql)
        tables = [name for name, kind, _ in made if kind == "table"]
        for name in _BEFORE:
            for row in model.execute(f"SELECT * FROM {name}"):
                self._bare.execute(_insert(name, row), row)
        found: list[Any] = model.execute("SELECT mem, seq, digest FROM head").fetchall()
        ((mem, last, digest),) = found
        self._statements = [[] for _ in range(last)]
        for name in tables:
            if name not in _BEFORE:
                self._collect(model, name)
        for seq, at, link, tag in model.execute("SELECT seq, at, link, tag FROM journal ORDER BY seq"):
            self._statements[seq - 1].append((_HEAD, (seq, at, digest, seq, link, tag, mem)))

    def _collect(self, model: apsw.Connection, name: str) -> None:
        if name not in _RECORD_OF:
            if model.execute(f"SELECT count(*) FROM {name}").get:
                raise StorageError(f"it is not known which records wrote the rows of {name}")
            return
        for seq, *row in model.execute(f"SELECT {_RECORD_OF[name]}, t.* FROM {name} AS t"):
            self._statements[seq - 1].append((_insert(name, row), tuple(row)))


def _insert(name: str, row: list[Any] | Row) -> str:
    return f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})"
