"""Repair below the rows: stale indexes, columns of types that were never written, and what cannot be mended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memtxn import FileDamaged, MemtxnError
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.engine.store import Store
from memtxn.testkit.damage import FOLDS
from memtxn.testkit.fakes import CountingIds, FakeClock
from memtxn.testkit.oracle import store_on
from memtxn.testkit.projection import projection
from memtxn.testkit.wander import wander
from tests.unit.sqlite.test_damage import WRONG, smuggle

INDEXES = ["step_version", "refusal_name", "rule_seq", "claim_bid"]


class Lived:
    """A store with a history, and what its storage answers."""

    def __init__(self, path: Path) -> None:
        self.path, ids, clock = path, CountingIds(), FakeClock()
        self.storage = SQLiteStorage(str(path), ids=ids)
        self.store: Store = store_on(self.storage, ids=ids, clock=clock)
        self.memory = wander(self.store, clock, 3, 60)
        self.upto = self.memory.verify().seq
        self.before = self.answers()

    def answers(self) -> dict[str, object]:
        with self.storage.read() as reader:
            return projection(reader, 1, self.upto)


@pytest.fixture
def lived(tmp_path: Path) -> Iterator[Lived]:
    made = Lived(tmp_path / "lived.db")
    yield made
    made.store.close()


def make_stale(path: Path, index: str) -> None:
    """Delete rows of a table without its index: it is forgotten meanwhile, as on a page that was put back."""
    with closing(apsw.Connection(str(path))) as damage:
        (row,) = damage.execute("SELECT * FROM sqlite_schema WHERE name = ?", (index,)).fetchall()
        damage.pragma("writable_schema", 1)
        damage.execute("DELETE FROM sqlite_schema WHERE name = ?", (index,))
    with closing(apsw.Connection(str(path))) as damage:
        damage.execute(f"DELETE FROM {row[2]} WHERE mem = 1")
    with closing(apsw.Connection(str(path))) as damage:
        damage.pragma("writable_schema", 1)
        damage.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", row)


@pytest.mark.parametrize("index", INDEXES)
def test_a_stale_index_is_built_again(lived: Lived, index: str) -> None:
    make_stale(lived.path, index)
    assert "storage" in {problem.invariant for problem in lived.memory.verify().problems}
    report = lived.memory.recover()
    assert report.ok
    assert "index" in {one.part for one in report.repaired}
    assert lived.answers() == lived.before


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [each for each in WRONG if each[0] in FOLDS and each[1] not in ("mem", "times")],
)
def test_a_column_of_another_type_is_put_right(lived: Lived, table: str, column: str, value: str) -> None:
    smuggle(lived.path, table, column, value)
    report = lived.memory.recover()
    assert report.ok
    assert report.repaired
    assert lived.answers() == lived.before


@pytest.mark.parametrize("value", ["x'ff'", "1.5"])
def test_a_count_that_cannot_be_read_begins_anew(lived: Lived, value: str) -> None:
    smuggle(lived.path, "refusal", "times", value)
    assert lived.memory.recover().ok
    assert lived.answers() == lived.before


def test_a_page_that_is_destroyed_is_told(lived: Lived) -> None:
    """Nothing is changed, and the file stays as damaged as it was."""
    lived.store.close()
    with closing(apsw.Connection(str(lived.path))) as connection:
        root = int(connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'edge'").get)
        size = int(connection.execute("PRAGMA page_size").get)
    data = bytearray(lived.path.read_bytes())
    data[(root - 1) * size : root * size] = bytes(size)
    lived.path.write_bytes(bytes(data))
    ids = CountingIds(1 << 40)
    with closing(store_on(SQLiteStorage(str(lived.path), ids=ids), ids=ids, clock=FakeClock())) as store:
        with pytest.raises(MemtxnError) as caught:
            store.memory("m").recover()
        assert isinstance(caught.value, FileDamaged)
        assert store.memory("m").verify().records == lived.upto
