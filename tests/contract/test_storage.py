"""Every storage keeps the one contract."""

from pathlib import Path

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.ports.storage import Storage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.storage_contract import StorageContract


class TestMemoryStorage(StorageContract):
    def make_storage(self, folder: Path, key: bytes | None = None, busy_timeout: float = 5.0) -> Storage:
        return MemoryStorage(ids=CountingIds(), key=key, busy_timeout=busy_timeout)
