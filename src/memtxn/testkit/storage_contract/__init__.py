"""The contract of a storage as tests.

For each adapter, subclass :class:`StorageContract` once::

    from memtxn.testkit.storage_contract import StorageContract


    class TestMyStorage(StorageContract):
        durable = True

        def make_storage(self, folder, key=None, busy_timeout=5.0):
            return MyStorage(folder / "my.db", key=key, busy_timeout=busy_timeout, ids=CountingIds())

Every test says in its first line what a storage promises. What an adapter cannot do it declares by a class
attribute, and the tests that need it are not there: none is skipped, none is empty. So that failures explain
themselves, a conftest.py says ``pytest.register_assert_rewrite("memtxn.testkit.storage_contract")``.
"""

from memtxn.testkit.storage_contract.base import Base
from memtxn.testkit.storage_contract.checking import CheckingContract
from memtxn.testkit.storage_contract.constraints import ConstraintContract
from memtxn.testkit.storage_contract.copies import CopiesContract
from memtxn.testkit.storage_contract.durability import DurabilityContract
from memtxn.testkit.storage_contract.erasing import ErasingContract
from memtxn.testkit.storage_contract.moments import MomentsContract
from memtxn.testkit.storage_contract.neighbours import NeighboursContract
from memtxn.testkit.storage_contract.parts import PartsContract
from memtxn.testkit.storage_contract.pending import PendingContract
from memtxn.testkit.storage_contract.presence import PresenceContract
from memtxn.testkit.storage_contract.records import RecordsContract
from memtxn.testkit.storage_contract.repairing import RepairingContract
from memtxn.testkit.storage_contract.resting import RestingContract
from memtxn.testkit.storage_contract.scans import ScanContract
from memtxn.testkit.storage_contract.timelines import TimelineContract
from memtxn.testkit.storage_contract.views import ViewContract
from memtxn.testkit.storage_contract.writing import WritingContract

__all__ = ["StorageContract"]


class StorageContract(
    RecordsContract,
    TimelineContract,
    ScanContract,
    ViewContract,
    WritingContract,
    PartsContract,
    ConstraintContract,
    PendingContract,
    RestingContract,
    NeighboursContract,
    MomentsContract,
    CheckingContract,
    RepairingContract,
    ErasingContract,
    DurabilityContract,
    PresenceContract,
    CopiesContract,
    Base,
):
    """All that every storage promises. See `Base` for what to override and to declare."""
