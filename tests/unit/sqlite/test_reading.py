"""Statements: each is used, described and planned well; a read costs a logarithm, whatever came later."""

import re
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.adapters.storage import sqlite
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.rows import packed_id, successor
from memtxn.errors import Unreadable
from memtxn.model.rows import RECORD_SHOWN, RECORDS_SHOWN, KeyRequest, ViewRequest
from memtxn.ports.storage import LATEST
from memtxn.testkit.scribe import Scribe

_OWN_SCANS = re.compile(r"SCAN (j|g|q|w|e|n|loose|descent|CONSTANT|\(subquery-\d+\))(?!\w)")
"""What may be scanned: the request itself, and rows that a statement makes."""

_FREE = (
    "fold_",
    "begin_",
    "keep_",
    "undo_",
    "commit",
    "rollback",
    "meta",
    "add_meta",
    "all_memories",
    "change_",
    "key_id",
    "fence",
    "fix_moment",
    "faults_",
    "forget",
    "clear_",
    "restore_tops",
    "indexes",
    "reindex",
    "scrub",
    "want_scrub",
    "vacuum",
)
"""Statements that read a table whole, or none."""


@pytest.mark.parametrize("name", [name for name in SQL if not name.startswith(_FREE)])
def test_no_statement_scans_a_table(storage: SQLiteStorage, name: str) -> None:
    needed = max(int(number) for number in re.findall(r"\?(\d+)", SQL[name]))
    with closing(apsw.Connection(str(storage._place.path))) as connection:
        arguments = (None,) * needed
        plan = [row[3] for row in connection.execute("EXPLAIN QUERY PLAN " + SQL[name], arguments)]
    scans = [line for line in plan if line.startswith("SCAN") and not _OWN_SCANS.match(line)]
    assert not scans, "\n".join(plan)
    assert not [line for line in plan if "AUTOMATIC" in line], "\n".join(plan)


def test_every_statement_is_used() -> None:
    sources = [entry for entry in files(sqlite).iterdir() if entry.name.endswith(".py")]
    used = "".join(entry.read_text() for entry in sources)
    assert not [name for name in SQL if f'"{name}"' not in used]


def test_sql_stands_in_sql_files() -> None:
    words = re.compile(r"\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE)\b")
    sources = [entry for entry in files(sqlite).iterdir() if entry.name.endswith(".py")]
    assert not [entry.name for entry in sources if words.search(entry.read_text())]


def _steps(storage: SQLiteStorage, statement: str, *arguments: object) -> int:
    """How many steps of its virtual machine SQLite takes: a measure that no clock disturbs."""
    taken: list[int] = []
    with closing(apsw.Connection(str(storage._place.path))) as connection:
        connection.trace_v2(
            apsw.SQLITE_TRACE_PROFILE,
            lambda event: taken.append(event["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"]),
        )
        found = connection.execute(SQL[statement], arguments).fetchall()
        connection.trace_v2(0, None)
    assert found
    return taken[0]


def test_a_read_does_not_grow_with_the_versions(storage: SQLiteStorage, scribe: Scribe) -> None:
    """Now, as of an old record, and in planning; also for an instant much later than that record."""
    with storage.write() as block:
        for number in range(2_000):
            draft = scribe.draft()
            draft.put("long", str(number), vf=number)
            if number < 2:
                draft.put("short", str(number), vf=number)
            scribe.append(block, draft)
    wanted = [(LATEST, 10**9), (LATEST, 1), (2, 1), (2, 10**9)]
    for n, t in wanted:
        short, long = (
            _steps(storage, "visible", scribe.mem, name, n, t, name + "\0") for name in ("short", "long")
        )
        assert long <= short + 40, (n, t)
    arguments = (LATEST, b"", None, "[]", True, RECORDS_SHOWN, RECORD_SHOWN)
    short, long = (
        _steps(storage, "view", scribe.mem, f'[["{name}", {vf}, null]]', *arguments)
        for name, vf in (("short", 1), ("long", 1_999))
    )
    assert long <= short + 40


@given(st.lists(st.text(max_size=4)), st.text(max_size=2))
def test_a_range_of_names_is_a_prefix(names: list[str], prefix: str) -> None:
    with closing(apsw.Connection(":memory:")) as connection:
        connection.execute("CREATE TABLE t (name TEXT)")
        connection.executemany("INSERT INTO t VALUES (?)", [(name,) for name in names])
        wanted = "SELECT name FROM t WHERE name >= ? AND name < ?"
        found = [row[0] for row in connection.execute(wanted, (prefix, successor(prefix)))]
    assert found == [name for name in names if name.startswith(prefix)]


def test_the_end_of_a_prefix() -> None:
    assert successor("[") == "\\"
    assert successor("a\ud7ff") == "a\ue000"
    assert successor("a\U0010ffff") == "b"
    assert successor("\U0010ffff") == successor("") == b""


def test_ids_of_sources() -> None:
    assert packed_id("0aff") == b"\x0a\xff"
    assert [packed_id(bad) for bad in ("0AFF", "0a ff", "0af", "xy", "é")] == [None] * 5


def test_a_missing_belief_is_not_shown_as_nothing(storage: SQLiteStorage, scribe: Scribe, path: Path) -> None:
    with scribe.record(storage) as record:
        record.put("city", "Rome")
    with closing(apsw.Connection(str(path))) as damage:
        damage.execute("DELETE FROM belief")
    with storage.read() as block:
        with pytest.raises(Unreadable):
            block.visible(scribe.mem, "city", LATEST, 0)
        with pytest.raises(Unreadable):
            block.view(scribe.mem, ViewRequest(b"t", None, (KeyRequest("city", 0),)), LATEST)


def test_statements_are_planned_once(storage: SQLiteStorage, scribe: Scribe) -> None:
    """SQLite would plan a join anew for every value that is bound to it, if it were let."""
    planned: list[str] = []

    def authorize(*_: object) -> int:
        """SQLite asks this for each table and column while it plans a statement."""
        planned.append("again")
        return apsw.SQLITE_OK

    with scribe.record(storage) as record:
        record.put("city", "Rome")
    with storage.read() as block:
        block._live().set_authorizer(authorize)
        block.visible(scribe.mem, "city", LATEST, 0)
        assert planned
        planned.clear()
        for name in ("none", "city"):
            block.visible(scribe.mem, name, LATEST, 0)
        block._live().set_authorizer(None)
    assert not planned
