"""Damage below the rows: what no statement could have written is told as damage, by reads and by verification."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import apsw
import pytest

import memtxn
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.storage.sqlite.schema import migrations
from memtxn.model.belief import State
from memtxn.model.rows import KeyRequest, PendingRow, ViewRequest
from memtxn.ports.storage import LATEST, Reader
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.scribe import Scribe

Question = Callable[[Reader, int], object]

ASKED: list[Question] = [
    lambda reader, _: reader.memory(0, "m"),
    lambda reader, mem: reader.head(mem),
    lambda reader, mem: reader.seq_at(mem, LATEST),
    lambda reader, mem: [reader.committed(mem, row.tx) for row in reader.journal(mem, 0, LATEST)],
    lambda reader, mem: [reader.bodies(mem, seq) for seq in range(4)],
    lambda reader, mem: reader.view(
        mem, ViewRequest(b"t", b"i", (KeyRequest("a", 0), KeyRequest("b", None, b"h")), ("ab" * 16,)), LATEST
    ),
    lambda reader, mem: [reader.visible(mem, name, LATEST, 9) for name in "ab"],
    lambda reader, mem: list(reader.scan(mem, "", LATEST, 9)),
    lambda reader, mem: list(reader.names(mem, "")),
    lambda reader, mem: [reader.versions(mem, name, LATEST) for name in "ab"],
    lambda reader, mem: [reader.steps(mem, name, LATEST) for name in "ab"],
    lambda reader, mem: reader.source(mem, "ab" * 16),
    lambda reader, mem: [reader.refusals(mem, name) for name in "ab"],
    lambda reader, mem: reader.declarations(mem, LATEST),
    lambda reader, mem: reader.constraints(mem, LATEST),
    lambda reader, mem: [reader.claims(mem, rule, b"c") for rule in range(4)],
    lambda reader, mem: [reader.refiled(mem, name) for name in "ab"],
    lambda reader, mem: (list(reader.waiting(mem, 0, LATEST)), reader.waiting_count(mem, 0, 9)),
    lambda reader, mem: [reader.pending(mem, row.place) for row in _entries(reader, mem)],
    lambda reader, mem: list(reader.fold(mem)),
    lambda reader, mem: reader.faults(mem),
]


def _entries(reader: Reader, mem: int) -> list[PendingRow]:
    return [row for row in reader.fold(mem) if isinstance(row, PendingRow)]


def columns() -> Iterator[tuple[str, str, str]]:
    """(table, column, type) of every column of every table, but for those that SQLite keeps as row numbers."""
    with closing(apsw.Connection(":memory:")) as made:
        for text in migrations():
            list(made.execute(text))
        tables = [str(name) for (name,) in made.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            described = list(made.execute(f"PRAGMA table_info({table})"))
            for _, column, kind, _, _, part_of_key in described:
                if not (part_of_key and column in ("one", "mem") and table in ("meta", "mem", "head", "scrub")):
                    yield table, str(column), str(kind)


WRONG = [
    (table, column, value)
    for table, column, kind in columns()
    for value in ("x'ff'", "cast(x'22ff22' AS TEXT)", "1.5")
    if (kind, value) != ("BLOB", "x'ff'")
]


def smuggle(path: Path, table: str, column: str, value: str) -> None:
    """Write what the types of the table forbid: they are forgotten meanwhile, as on a damaged page."""
    with closing(apsw.Connection(str(path))) as damage:
        damage.pragma("writable_schema", 1)
        damage.execute("UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ') /*STRICT*/')")
        damage.execute("UPDATE sqlite_schema SET sql = replace(sql, '/*STRICT*/, WITHOUT', 'WITHOUT')")
    with closing(apsw.Connection(str(path))) as damage:
        damage.execute(f'UPDATE OR REPLACE "{table}" SET "{column}" = {value}')
    with closing(apsw.Connection(str(path))) as damage:
        damage.pragma("writable_schema", 1)
        damage.execute("UPDATE sqlite_schema SET sql = replace(sql, ') WITHOUT', ') STRICT, WITHOUT')")
        damage.execute("UPDATE sqlite_schema SET sql = replace(sql, '/*STRICT*/', 'STRICT')")


def fill(scribe: Scribe, storage: SQLiteStorage) -> None:
    with scribe.record(storage) as record:
        source = record.source("turn", b"s")
        place = record.put("a", "x", vf=1)
        record.put("b", "y", slot=None, vhash=b"h")
        record.state("a", place, State.RETRACTED)
        record.edge(source.place, place)
        where = record.refusal("a", b"f")
        waiting = record.pend(where, 50), record.pend(source.place, 70)
        record.declare("T", "b", many=True)
        rule = record.constrain("only one", unique=True)
        record.claim(rule.seq, b"c", "a", place)
        record.refile("a", place, place, b"v")
    with scribe.record(storage) as record:
        record.settle(waiting[0], State.REJECTED)


@pytest.mark.parametrize(("table", "column", "value"), WRONG)
def test_a_column_of_another_type_is_damage(
    path: Path, storage: SQLiteStorage, scribe: Scribe, table: str, column: str, value: str
) -> None:
    fill(scribe, storage)
    storage.close()
    smuggle(path, table, column, value)
    try:
        again = SQLiteStorage(str(path), ids=CountingIds(), read_only=True)
    except memtxn.StorageError:
        return
    with closing(again), again.read() as reader:
        for question in ASKED:
            with suppress(memtxn.StorageError):
                question(reader, scribe.mem)


@pytest.mark.parametrize(
    ("table", "column", "value"), [case for case in WRONG if case[2] != "1.5" and case[:2] != ("mem", "name")]
)
def test_verification_names_it(path: Path, table: str, column: str, value: str) -> None:
    """At every level, without an error; the log tells what can still be read."""
    with memtxn.open(path) as store, store.memory("m").transaction() as tx:
        tx.set_state("A/1", "x", "old")
        tx.set_state("A/2", "x", "other")
    smuggle(path, table, column, value)
    try:
        store = memtxn.open(path, read_only=True)
    except memtxn.StorageError:
        return
    with store:
        memory = store.memory("m")
        with closing(apsw.Connection(str(path))) as connection:
            filled = connection.execute(f'SELECT count(*) FROM "{table}"').get
        report = memory.verify()
        assert report.ok == (filled == 0), report.problems
        memory.verify("tail")
        memory.verify("digest")
        for read in (memory.find, lambda: list(memory.log())):
            with suppress(memtxn.MemtxnError):
                read()


# -- what only the storage knows -------------------------------------------------------------------------


def faults(storage: SQLiteStorage, mem: int) -> list[str]:
    with storage.read() as reader:
        return reader.faults(mem)


@pytest.mark.parametrize("top", ["1", "NULL", "99", "-5"])
def test_the_tops_of_steps_are_checked(path: Path, storage: SQLiteStorage, scribe: Scribe, top: str) -> None:
    for vf in (3, 7, 5, 5, 9, 2):
        with scribe.record(storage) as record:
            record.put("a", str(vf), vf=vf)
            record.put("b", str(-vf), vf=-vf)
    assert faults(storage, scribe.mem) == []
    for (step,) in _rows(path, "SELECT json_array(kid, slot, vf, s0) FROM step"):
        where = f"json_array(kid, slot, vf, s0) = '{step}'"
        ((before,),) = _rows(path, f"SELECT ifnull(top, 'NULL') FROM step WHERE {where}")
        if str(before) == top:
            continue
        _rows(path, f"UPDATE step SET top = {top} WHERE {where}")
        assert len(faults(storage, scribe.mem)) == 1
        _rows(path, f"UPDATE step SET top = {before} WHERE {where}")
    assert faults(storage, scribe.mem) == []


def _rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(apsw.Connection(str(path))) as connection:
        return list(connection.execute(statement))


INDEXES = [
    "belief_source",
    "mem_name",
    "journal_tx",
    "journal_idem",
    "belief_value",
    "step_version",
    "refusal_name",
    "rule_seq",
    "claim_bid",
    "refile_value",
    "pending_open",
]


def test_these_are_all_the_indexes() -> None:
    with closing(apsw.Connection(":memory:")) as made:
        for text in migrations():
            list(made.execute(text))
        found = [name for (name,) in made.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")]
    assert sorted(str(name) for name in found if not str(name).startswith("sqlite_")) == sorted(INDEXES)


@pytest.mark.parametrize("index", INDEXES)
def test_an_index_that_disagrees_with_its_table_is_a_fault(
    path: Path, storage: SQLiteStorage, scribe: Scribe, index: str
) -> None:
    """An entry of it is lost, which no row shows."""
    fill(scribe, storage)
    with scribe.record(storage, idem=b"i" * 16) as record:
        record.put("a", "z", vf=2)
        record.belief("a", "y", source=record.source("s").place)
    storage.close()
    with closing(apsw.Connection(str(path))) as damage:
        root, size = damage.execute(f"SELECT rootpage FROM sqlite_schema WHERE name = '{index}'").get, 4096
    data = bytearray(path.read_bytes())
    count = (root - 1) * size + 3
    data[count : count + 2] = b"\0\0"
    path.write_bytes(data)
    with closing(SQLiteStorage(str(path), ids=CountingIds(), read_only=True)) as again:
        assert faults(again, scribe.mem)
    with memtxn.open(path, read_only=True) as store:
        problems = store.memory("m").verify().problems
        assert "storage" in {problem.invariant for problem in problems}
