"""Table *write*: one durable belief and ten, against two floors.

F_same: exactly the rows that memtxn wrote, bare, in one WAL/FULL transaction: they are taken from a traced run of
the same workload. F₂: two rows (current and history), what other stores write at the least.
"""

from __future__ import annotations

import gc
import tempfile
from functools import partial
from pathlib import Path

import apsw

import memtxn
from benchmarks import shape, tracing
from benchmarks.measure import Timing, table, verdict
from benchmarks.workload import START, Clock, remember

ROUNDS = 1500
WARM_UP = 200
_F2 = """
CREATE TABLE fact (k TEXT PRIMARY KEY, v TEXT, n INT, evidence TEXT, meta TEXT, ver INT);
CREATE TABLE history (id INTEGER PRIMARY KEY, k TEXT, v TEXT, n INT, evidence TEXT, meta TEXT, ts REAL);
CREATE INDEX history_k ON history (k);
"""


def main() -> bool:
    """Print the table. What must hold on every machine: one fsync, at most 8 statements, 1.0 kB."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [_compare(Path(folder), count) for count in (1, 10)]
        held = shape.main(Path(folder))
    table(
        "write: p50 of one transaction, µs (wall / cpu)",
        ["beliefs", "memtxn", "F_same", "F₂", "wall / F_same", "wall / F₂", "cpu / F_same"],
        [cells for cells, _ in rows],
    )
    print(f"ten beliefs cost {rows[1][1] / rows[0][1]:.2f} × one (goal ≤ 2, admission apart)")
    return held


def _compare(folder: Path, count: int) -> tuple[list[str], float]:
    """One row of the table, and memtxn's median."""
    commits = _traced_rows(folder / f"trace{count}.db", count)
    gc.collect()
    gc.freeze()  # the floors' rows are the benchmark's own burden: no collection walks over them
    ours, same, two = Timing(), Timing(), Timing()
    clock = Clock()
    with memtxn.open(folder / f"ours{count}.db", clock=clock) as store:
        memory = store.memory("bench")
        floor = _bare(folder / f"same{count}.db", like=folder / f"ours{count}.db")
        plain = _plain(folder / f"two{count}.db")
        for number, statements in enumerate(commits):
            warm = number >= WARM_UP
            timed = (ours, same, two) if warm else (Timing(), Timing(), Timing())
            timed[0].time(partial(remember, memory, number * count, count, START))
            timed[1].time(partial(_run, floor, statements))
            timed[2].time(partial(_two_rows, plain, number * count, count))
    cells = [f"{timing.p50:.0f} / {timing.cpu50:.0f}" for timing in (ours, same, two)]
    goals = (1.6, 3.0, 2.2) if count == 1 else (float("inf"),) * 3
    ratios = (ours.p50 / same.p50, ours.p50 / two.p50, ours.cpu50 / same.cpu50)
    shown = [
        verdict(ratio, goal) if goal < 100 else f"{ratio:.2f}" for ratio, goal in zip(ratios, goals, strict=True)
    ]
    return [str(count), *cells, *shown], ours.p50


# -- floors --------------------------------------------------------------------------------------------


def _traced_rows(path: Path, count: int) -> list[list[tracing.Statement]]:
    """The writing statements of each commit of a run of the workload."""
    with tracing.traced() as seen, memtxn.open(path, clock=Clock()) as store:
        memory = store.memory("bench")
        commits = []
        for number in range(ROUNDS + WARM_UP):
            seen.clear()
            remember(memory, number * count, count, START)
            commits.append([statement for statement in seen if not tracing.is_read(statement[0])])
    return commits


def _bare(path: Path, like: Path) -> apsw.Connection:
    """A bare connection to an empty copy of a store's schema."""
    model = apsw.Connection(str(like), flags=apsw.SQLITE_OPEN_READONLY)
    schema = [sql for (sql,) in model.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")]
    made = list(model.execute("SELECT * FROM meta")), list(model.execute("SELECT * FROM mem"))
    heads = list(model.execute("SELECT * FROM head"))
    model.close()
    floor = _connect(path)
    for sql in schema:
        floor.execute(sql)
    for name, rows in zip(("meta", "mem", "head"), (*made, heads), strict=True):
        for row in rows:
            floor.execute(f"INSERT INTO {name} VALUES ({','.join('?' * len(row))})", row)
    return floor


def _connect(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path), statementcachesize=200)
    for pragma in (
        "journal_mode = wal",
        "synchronous = full",
        "wal_autocheckpoint = 0",
        "cache_size = -65536",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    return connection


def _run(floor: apsw.Connection, statements: list[tracing.Statement]) -> None:
    floor.execute("BEGIN IMMEDIATE")
    for sql, bindings in statements:
        floor.execute(sql, bindings)
    floor.execute("COMMIT")


def _plain(path: Path) -> apsw.Connection:
    connection = _connect(path)
    for sql in _F2.strip().split("\n"):
        connection.execute(sql)
    return connection


def _two_rows(plain: apsw.Connection, first: int, count: int) -> None:
    plain.execute("BEGIN IMMEDIATE")
    for number in range(first, first + count):
        key, evidence = f"Meeting/client{number % 20_000}/start_time", "x" * 130
        plain.execute(
            "INSERT INTO fact VALUES (?, ?, ?, ?, ?, 1)"
            " ON CONFLICT (k) DO UPDATE"
            " SET v = excluded.v, n = excluded.n, evidence = excluded.evidence, ver = ver + 1",
            (key, "4pm", number, evidence, "{}"),
        )
        plain.execute(
            "INSERT INTO history (k, v, n, evidence, meta, ts) VALUES (?, ?, ?, ?, ?, ?)",
            (key, "4pm", number, evidence, "{}", 1.0),
        )
    plain.execute("COMMIT")
