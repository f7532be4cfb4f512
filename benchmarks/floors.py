"""The two floors below a durable belief: bare statements, each round in one WAL/FULL transaction.

F_same: exactly the rows that memtxn wrote; they are taken from a traced run of the same workload. F₂: two rows
(current and history), what other stores write at the least.
"""

from __future__ import annotations

from pathlib import Path

import apsw

import memtxn
from benchmarks import tracing
from benchmarks.workload import Clock, fact, remember

_F2 = """
CREATE TABLE IF NOT EXISTS fact (k TEXT PRIMARY KEY, v TEXT, n INT, evidence TEXT, meta TEXT, ver INT);
CREATE TABLE IF NOT EXISTS history (id INTEGER PRIMARY KEY, k TEXT, v TEXT, n INT, evidence TEXT, meta TEXT,
    ts REAL);
CREATE INDEX IF NOT EXISTS history_k ON history (k);
"""
_CURRENT = (
    "INSERT INTO fact VALUES (?, ?, ?, ?, '{}', 1) ON CONFLICT (k) DO UPDATE"
    " SET v = excluded.v, n = excluded.n, evidence = excluded.evidence, ver = ver + 1"
)
_HISTORY = "INSERT INTO history (k, v, n, evidence, meta, ts) VALUES (?, ?, ?, ?, '{}', 1.0)"


def connect(path: Path) -> apsw.Connection:
    """A bare connection that is as durable as memtxn's own."""
    connection = apsw.Connection(str(path), statementcachesize=200)
    for pragma in (
        "busy_timeout = 5000",
        "journal_mode = wal",
        "synchronous = full",
        "wal_autocheckpoint = 0",
        "cache_size = -65536",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    return connection


# -- F_same --------------------------------------------------------------------------------------------


def traced_rows(path: Path, count: int, rounds: int) -> list[list[tracing.Statement]]:
    """The writing statements of each commit of a run of the workload, ``count`` facts a commit."""
    with tracing.traced() as seen, memtxn.open(path, clock=Clock()) as store:
        memory = store.memory("bench")
        commits = []
        for number in range(rounds):
            seen.clear()
            remember(memory, number * count, count)
            commits.append([statement for statement in seen if not tracing.is_read(statement[0])])
    return commits


def same(path: Path, like: Path) -> apsw.Connection:
    """A bare connection to an empty copy of a store's schema."""
    model = apsw.Connection(str(like), flags=apsw.SQLITE_OPEN_READONLY)
    schema = [sql for (sql,) in model.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")]
    made = {name: list(model.execute(f"SELECT * FROM {name}")) for name in ("meta", "mem", "head")}
    model.close()
    floor = connect(path)
    for sql in schema:
        floor.execute(sql)
    for name, rows in made.items():
        for row in rows:
            floor.execute(f"INSERT INTO {name} VALUES ({','.join('?' * len(row))})", row)
    return floor


def run(floor: apsw.Connection, statements: list[tracing.Statement]) -> None:
    """One commit of F_same."""
    floor.execute("BEGIN IMMEDIATE")
    for sql, bindings in statements:
        floor.execute(sql, bindings)
    floor.execute("COMMIT")


# -- F₂ ------------------------------------------------------------------------------------------------


def two(path: Path) -> apsw.Connection:
    """A bare connection to the two tables of F₂."""
    connection = connect(path)
    for sql in _F2.split(";"):
        connection.execute(sql)
    return connection


def two_rows(plain: apsw.Connection, first: int, count: int = 1) -> None:
    """One commit of F₂: two rows for each fact."""
    plain.execute("BEGIN IMMEDIATE")
    for number in range(first, first + count):
        told = fact(number)
        row = (f"Meeting/{told.client}/start_time", told.value, number, told.text)
        plain.execute(_CURRENT, row)
        plain.execute(_HISTORY, row)
    plain.execute("COMMIT")
