"""The oracle store: the engine on the in-memory storage, to compare a store on any other storage with."""

from __future__ import annotations

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.adapters.system import system_clock
from memtxn.engine.runtime import Runtime, known_tag_key
from memtxn.engine.store import Store
from memtxn.model.policy import Policy
from memtxn.ports.clock import Clock
from memtxn.ports.ids import Ids
from memtxn.ports.storage import Storage
from memtxn.testkit.fakes import CountingIds


def store_on(
    storage: Storage,
    *,
    ids: Ids,
    clock: Clock = system_clock,
    key: bytes | None = None,
    policy: Policy | None = None,
) -> Store:
    """A store on any storage, with ports of the caller's choice."""
    tag_key = known_tag_key(storage, key)
    return Store(Runtime(storage=storage, clock=clock, ids=ids, policy=policy or Policy(), tag_key=tag_key))


def oracle_store(*, clock: Clock = system_clock, policy: Policy | None = None) -> Store:
    """A store in plain Python values, gone when it is closed."""
    ids = CountingIds()
    return store_on(MemoryStorage(ids=ids), ids=ids, clock=clock, policy=policy)
