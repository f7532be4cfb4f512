"""Salvaging into a file: what was carved out of one is written into a new one."""

from __future__ import annotations

from contextlib import closing

import msgspec

from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.storage.sqlite.carve import carved
from memtxn.adapters.storage.sqlite.restore import EPOCH_SIZE
from memtxn.engine.salvaging import Found, SalvagedMemory, salvaged
from memtxn.errors import StorageError
from memtxn.ports.ids import Ids


def carve_into(source: str, target: str, ids: Ids) -> tuple[tuple[SalvagedMemory, ...], tuple[int, ...]]:
    """Write all that is whole into a new file, in one transaction."""
    try:
        found = Found(carved(source))
    except OSError as error:
        raise StorageError(f"{source}: {error.strerror or error}") from error
    meta = msgspec.structs.replace(found.meta, epoch=ids(EPOCH_SIZE))
    storage = SQLiteStorage(target, ids=ids)
    with closing(storage), storage.write() as writer:
        writer.change_meta(meta)
        return salvaged(writer, found, meta.digest_key)
