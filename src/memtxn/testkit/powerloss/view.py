"""What a store shows, as far as a step of the workload can change it."""

from __future__ import annotations

from typing import TypeAlias

from memtxn.engine.memory import Memory
from memtxn.engine.store import Store
from memtxn.testkit.whole import whole

View: TypeAlias = tuple[tuple[str, ...], ...]
"""Of each memory its labels, its last record, what it shows and what waits."""


def view_of(store: Store) -> View:
    """It, through the public interface. Raises StorageError, Unreadable."""
    return tuple((*labels, *_shown(store.memory(*labels))) for labels in store.memories())


def _shown(memory: Memory) -> tuple[str, str, str]:
    last = [(entry.seq, entry.kind, entry.tx_id, entry.at) for entry in memory.log(limit=1)]
    beliefs = [(belief.id, belief.key, belief.value) for belief in memory.find()]
    return whole(last), whole(beliefs), whole([(entry.id, entry.value) for entry in memory.pending()])
