"""The contract of a storage, and agreement with the oracle, on a file and in memory."""

from pathlib import Path

from hypothesis import settings

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.ports.storage import Storage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.storage_contract import StorageContract
from memtxn.testkit.storage_machine import StorageMachine


class TestFile(StorageContract):
    durable = True

    def make_storage(self, folder: Path, key: bytes | None = None, busy_timeout: float = 5.0) -> Storage:
        return SQLiteStorage(str(folder / "a.db"), ids=CountingIds(), key=key, busy_timeout=busy_timeout)


class TestInMemory(StorageContract):
    concurrent = False

    def make_storage(self, folder: Path, key: bytes | None = None, busy_timeout: float = 5.0) -> Storage:
        return SQLiteStorage(":memory:", ids=CountingIds(), key=key, busy_timeout=busy_timeout)


class FileAgreement(StorageMachine):
    def make_oracle(self) -> Storage:
        return MemoryStorage(ids=CountingIds())

    def make_other(self, folder: Path) -> Storage:
        return SQLiteStorage(str(folder / "a.db"), ids=CountingIds())


TestFileAgreement = FileAgreement.TestCase
TestFileAgreement.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
