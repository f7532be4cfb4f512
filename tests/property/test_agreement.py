"""P1–P19 together: a store on SQLite answers every question as the oracle does."""

from pathlib import Path

import pytest
from hypothesis import settings

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.engine.store import Store
from memtxn.testkit.agreement import AgreementMachine
from memtxn.testkit.fakes import CountingIds, FakeClock
from memtxn.testkit.oracle import store_on
from tests.scale import often


class SQLiteFile(AgreementMachine):
    """A file, closed and opened again now and then."""

    durable = True

    def make_other(self, folder: Path, clock: FakeClock, ids: CountingIds) -> Store:
        return store_on(SQLiteStorage(str(folder / "m.db"), ids=CountingIds()), ids=ids, clock=clock)


class SQLiteInMemory(AgreementMachine):
    """SQLite without a file."""

    def make_other(self, folder: Path, clock: FakeClock, ids: CountingIds) -> Store:
        return store_on(SQLiteStorage(":memory:", ids=CountingIds()), ids=ids, clock=clock)


class Itself(AgreementMachine):
    """The machine's own test: it agrees with an equal."""

    def make_other(self, folder: Path, clock: FakeClock, ids: CountingIds) -> Store:
        return store_on(MemoryStorage(ids=CountingIds()), ids=ids, clock=clock)


TestFile = SQLiteFile.TestCase
TestFile.settings = settings(max_examples=often(30, 1_000), stateful_step_count=30, deadline=None)
TestFile.pytestmark = [pytest.mark.slow]  # type: ignore[attr-defined]
TestInMemory = SQLiteInMemory.TestCase
TestInMemory.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)
TestItself = Itself.TestCase
TestItself.settings = settings(max_examples=5, stateful_step_count=15, deadline=None)
