"""Reach: what no erasure can reach from here, said as it is."""

from __future__ import annotations

from memtxn.ports.storage import Storage

_ALWAYS = (
    "backups and other copies that were made before: one that is restored over this store is erased again",
    "what running processes keep in memory, until they close the store",
    "blocks that the file system has freed, its snapshots, and what was swapped out",
)


def not_reached(storage: Storage) -> tuple[str, ...]:
    """What may hold it still: what always may, and the copies that lie beside the store."""
    beside = tuple(f"another store beside this one: {name}" for name in storage.copies())
    return (*_ALWAYS, *beside)
