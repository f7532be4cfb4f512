"""Damage: rows of the folds of a memory are harmed behind memtxn's back, in every way that is known, by seed.

For tests of recovery, on a SQLite file, through a bare connection that knows nothing of memtxn. The journal, the
texts and the names of memories are the authority and are left alone; so is the count of identical refusals, which
nothing implies. One seed does the same harm to the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from operator import itemgetter
from os import PathLike, fspath
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import apsw

Fault: TypeAlias = Literal["delete", "swap", "stale", "bogus", "half", "other"]
"""A row is gone; two have changed places; it is as it was before; nobody wrote it; it was written by half; it is
another key's, or another memory's."""

FAULTS: tuple[Fault, ...] = get_args(Fault)

FOLDS = (
    "key",
    "belief",
    "step",
    "state",
    "edge",
    "source",
    "refusal",
    "declaration",
    "refile",
    "rule",
    "claim",
    "pending",
    "head",
)
"""The tables that hold folds."""

_UNPROVEN = {"times"}
_TRIES = 60
"""Draws for each row before it is given up: not every fault exists of every table."""

Row: TypeAlias = tuple[object, ...]


class Harm(NamedTuple):
    """What was done to a row: its table, the fault, and its columns before."""

    table: str
    fault: Fault
    row: Row


def damage(  # what to draw from
    path: str | PathLike[str],
    seed: int,
    rows: int = 1,
    *,
    mem: int = 1,
    faults: Sequence[Fault] = FAULTS,
    tables: Sequence[str] = FOLDS,
) -> list[Harm]:
    """Harm so many rows of a memory, one after the other, and say what was done; nobody may have the file locked.

    Fewer when there are not so many that can be harmed.
    """
    with closing(apsw.Connection(fspath(path), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
        connection.set_busy_timeout(5_000)
        with connection:
            done = _Damage(connection, Random(seed), mem).harm(rows, faults, tables)
    return done


class _Damage:
    """One connection, and what it draws from."""

    def __init__(self, connection: apsw.Connection, random: Random, mem: int) -> None:
        self._connection, self._random, self._mem = connection, random, mem
        self._ways: dict[Fault, Callable[[_Table, Row], bool]] = {
            "delete": self._delete,
            "swap": self._swap,
            "stale": self._stale,
            "bogus": self._bogus,
            "half": self._half,
            "other": self._other,
        }

    def harm(self, rows: int, faults: Sequence[Fault], tables: Sequence[str]) -> list[Harm]:
        done: list[Harm] = []
        first = self._every(tables)
        for _ in range(rows * _TRIES):
            if len(done) == rows:
                break
            table, fault = _Table(self._connection, self._random.choice(tables)), self._random.choice(faults)
            row = self._row(table)
            before = self._every(tables)
            with suppress(apsw.ConstraintError):
                if row and self._ways[fault](table, row) and self._every(tables) not in (before, first):
                    done.append(Harm(table.name, fault, row))
        return done

    def _every(self, tables: Sequence[str]) -> list[set[Row]]:
        """All rows, but for what nothing implies."""
        found = (_Table(self._connection, name) for name in tables)
        return [set(self._ask(f"SELECT {table.proven} FROM {table.name}")) for table in found]

    def _ask(self, statement: str, *values: object) -> list[Row]:
        return self._connection.execute(statement, values).fetchall()

    def _run(self, statement: str, *values: object) -> bool:
        self._ask(statement, *values)
        return self._connection.changes() > 0

    def _row(self, table: _Table, but: Row | None = None) -> Row | None:
        """One row of the memory, another one than that."""
        ((count,),) = self._ask(f"SELECT count(*) FROM {table.name} WHERE mem = ?", self._mem)
        if not isinstance(count, int) or count == 0 or (count == 1 and but is not None):
            return None
        order = f"SELECT * FROM {table.name} WHERE mem = ? ORDER BY {', '.join(table.keys)} LIMIT 1 OFFSET ?"
        while True:
            (row,) = self._ask(order, self._mem, self._random.randrange(count))
            if row != but:
                return row

    def _put(self, table: _Table, row: Row, changes: Mapping[str, object]) -> bool:
        """Other columns in a row; whatever stood in its new place goes."""
        names = ", ".join(f'"{name}" = ?' for name in changes)
        statement = f"UPDATE OR REPLACE {table.name} SET {names} WHERE {table.where}"
        return self._run(statement, *changes.values(), *table.key(row))

    # -- the ways ------------------------------------------------------------------------------------------

    def _delete(self, table: _Table, row: Row) -> bool:
        return self._run(f"DELETE FROM {table.name} WHERE {table.where}", *table.key(row))

    def _swap(self, table: _Table, row: Row) -> bool:
        """Two rows exchange what is not their key; of those that are all key, a part of it."""
        other = self._row(table, row)
        if other is None:
            return False
        names = table.values or table.keys[-1:]
        mine, theirs = table.some(row, names), table.some(other, names)
        if not table.values:
            return self._put(table, row, theirs)
        return self._put(table, row, theirs) and self._put(table, other, mine)

    def _stale(self, table: _Table, row: Row) -> bool:
        """As it was before a later record: a step not ended, a proposal not settled, an earlier head."""
        if table.name in ("step", "pending"):
            ends = ("s1",) if table.name == "step" else ("settled", "state")
            return self._put(table, row, dict.fromkeys(ends))
        if table.name != "head":
            return False
        last = table.some(row, ("seq",))["seq"]
        earlier = self._ask("SELECT seq, at, link, tag FROM journal WHERE mem = ? AND seq < ?", self._mem, last)
        if not earlier:
            return False
        names = ("seq", "at", "link", "tag")
        return self._put(table, row, dict(zip(names, self._random.choice(earlier), strict=True)))

    def _bogus(self, table: _Table, row: Row) -> bool:
        """A row of the right types beside the others; in the place of the head, of which there is one."""
        made = {name: self._anything(value) for name, value in table.some(row, table.names).items()}
        made |= {"mem": self._mem}
        marks = ", ".join("?" * len(made))
        return self._run(f"INSERT OR REPLACE INTO {table.name} VALUES ({marks})", *made.values())

    def _half(self, table: _Table, row: Row) -> bool:
        """Some of its columns were never written."""
        names = self._some_of(table.values or table.keys[1:])
        empty = {name: _nothing(value) for name, value in table.some(row, names).items()}
        return self._put(table, row, empty)

    def _other(self, table: _Table, row: Row) -> bool:
        """It stands where another row does, or says what that one does; or it is another memory's."""
        if self._random.random() < 1 / 8 and table.name != "head":
            return self._put(table, row, {"mem": self._mem + 1})
        other = self._row(table, row)
        if other is None:
            return False
        names = [name for name in ("kid", "bid", "place", "name", "parent", "child", "s0") if name in table.names]
        if not names:
            return False
        return self._put(table, row, table.some(other, [self._random.choice(names)]))

    # -- columns -------------------------------------------------------------------------------------------

    def _some_of(self, names: Sequence[str]) -> list[str]:
        return self._random.sample(list(names), self._random.randint(1, len(names)))

    def _anything(self, value: object) -> object:
        """Something of the same type."""
        match value:
            case int():
                return self._random.choice((value, value + 1, self._random.randrange(1 << 40)))
            case bytes():
                return self._random.randbytes(len(value) or 16)
            case str():
                return f"{value[:-1]}{self._random.choice('xyz')}"
        return None


def _nothing(value: object) -> object:
    """What stands in a column that was never written."""
    return {int: 0, bytes: b"", str: ""}.get(type(value), 1)


class _Table:
    """A table and its columns."""

    def __init__(self, connection: apsw.Connection, name: str) -> None:
        self.name = name
        described: list[Any] = connection.execute(f"SELECT name, pk FROM pragma_table_info('{name}')").fetchall()
        self.names = [str(column) for column, _ in described]
        self.keys = [str(column) for column, key in sorted(described, key=itemgetter(1)) if key]
        self.values = [name for name in self.names if name not in self.keys and name not in _UNPROVEN]
        self.proven = ", ".join(f'"{name}"' for name in self.names if name not in _UNPROVEN)
        self.where = " AND ".join(f'"{name}" IS ?' for name in self.keys)

    def key(self, row: Row) -> Row:
        """By what a row is found."""
        return tuple(row[self.names.index(name)] for name in self.keys)

    def some(self, row: Row, names: Sequence[str]) -> dict[str, object]:
        """Some of its columns."""
        return {name: row[self.names.index(name)] for name in names}
