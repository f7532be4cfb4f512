"""Every storage keeps the one contract."""

from pathlib import Path

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.ports.storage import Storage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.storage_contract import StorageContract


class TestMemoryStorage(StorageContract):
    def make_storage(self, folder: Path, key: bytes | None = None, busy_timeout: float = 5.0) -> Storage:
        return MemoryStorage(ids=CountingIds(), key=key, busy_timeout=busy_timeout)


class TestSQLiteStorage(StorageContract):
    durable = copies = True

    def make_storage(self, folder: Path, key: bytes | None = None, busy_timeout: float = 5.0) -> Storage:
        return SQLiteStorage(str(folder / "agent.db"), ids=CountingIds(), key=key, busy_timeout=busy_timeout)

    def open_copy(self, path: Path) -> Storage:
        return SQLiteStorage(str(path), ids=CountingIds(1_000))


class TestSQLiteInMemory(StorageContract):
    concurrent = False  # one connection, whose blocks follow each other
    copies = True

    def make_storage(self, folder: Path, key: bytes | None = None, busy_timeout: float = 5.0) -> Storage:
        return SQLiteStorage(":memory:", ids=CountingIds(), key=key, busy_timeout=busy_timeout)

    def open_copy(self, path: Path) -> Storage:
        return SQLiteStorage(str(path), ids=CountingIds(1_000))
