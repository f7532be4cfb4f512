"""The oracle and every other storage give the same answers."""

from pathlib import Path

from hypothesis import settings

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.ports.storage import Storage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.storage_machine import StorageMachine


class OracleItself(StorageMachine):
    """The machine's own test: it agrees with an equal, so a disagreement is not its own."""

    def make_oracle(self) -> Storage:
        return MemoryStorage(ids=CountingIds())

    def make_other(self, folder: Path) -> Storage:
        return MemoryStorage(ids=CountingIds())


TestOracleItself = OracleItself.TestCase
TestOracleItself.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
