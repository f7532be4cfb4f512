"""The oracle and every other storage give the same answers."""

from pathlib import Path

from hypothesis import settings

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.ports.storage import Storage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.storage_machine import StorageMachine
from tests.scale import often


class OracleItself(StorageMachine):
    """The machine's own test: it agrees with an equal, so a disagreement is not its own."""

    def make_oracle(self) -> Storage:
        return MemoryStorage(ids=CountingIds())

    def make_other(self, folder: Path) -> Storage:
        return MemoryStorage(ids=CountingIds())


class SQLiteFile(StorageMachine):
    """A database file, closed and opened again in between."""

    durable = True

    def make_oracle(self) -> Storage:
        return MemoryStorage(ids=CountingIds())

    def make_other(self, folder: Path) -> Storage:
        return SQLiteStorage(str(folder / "agent.db"), ids=CountingIds())


class SQLiteInMemory(StorageMachine):
    """A database that lives as long as its object, in one connection."""

    concurrent = False

    def make_oracle(self) -> Storage:
        return MemoryStorage(ids=CountingIds())

    def make_other(self, folder: Path) -> Storage:
        return SQLiteStorage(":memory:", ids=CountingIds())


TestOracleItself = OracleItself.TestCase
TestOracleItself.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)

TestSQLiteFile = SQLiteFile.TestCase
TestSQLiteFile.settings = settings(max_examples=often(30, 1_000), stateful_step_count=30, deadline=None)

TestSQLiteInMemory = SQLiteInMemory.TestCase
TestSQLiteInMemory.settings = settings(max_examples=often(30, 1_000), stateful_step_count=30, deadline=None)
