"""Judging a backup before it is put in place of anything: all of it has to hold."""

from __future__ import annotations

import msgspec

from memtxn.engine.runtime import Runtime, known_tag_key
from memtxn.engine.verify.check import Check
from memtxn.engine.verify.full import Full
from memtxn.errors import BackupDamaged, NewerFormat, WrongKey
from memtxn.model.key import labels_of
from memtxn.model.policy import Policy
from memtxn.model.rows import MemoryRow
from memtxn.ports.clock import Clock
from memtxn.ports.ids import Ids
from memtxn.ports.storage import Reader, Storage


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What was put in place: where, its bytes, memories and records, and whether its seals were checked."""

    path: str
    bytes: int
    memories: int
    records: int
    sealed: bool


class Judge:
    """Verifies every memory of a storage in full, and counts."""

    def __init__(self, clock: Clock, ids: Ids, key: bytes | None) -> None:
        self.memories = self.records = 0
        self.sealed = False
        self._clock, self._ids, self._key = clock, ids, key

    def look(self, storage: Storage) -> None:
        """Look at all of it.

        Raises:
            BackupDamaged: something does not hold. WrongKey: a key was given, and it is another one. NewerFormat.
        """
        known = known_tag_key(storage, self._key)
        if self._key is not None and known is None:
            raise WrongKey(f"the backup is sealed with key {storage.meta.tag_key_id.hex()}")
        if storage.read_only is not None and known is not None:
            raise NewerFormat(storage.read_only)
        self.sealed = known is not None
        runtime = Runtime(storage=storage, clock=self._clock, ids=self._ids, policy=Policy(), tag_key=known)
        with storage.read() as reader:
            for row in reader.all_memories():
                self._memory(runtime, reader, row)
            faults = reader.faults(0)
        if faults:
            raise BackupDamaged(faults[0])

    def _memory(self, runtime: Runtime, reader: Reader, row: MemoryRow) -> None:
        check = Check(runtime, reader)
        Full(check, row).run()
        wrong = [one for one in check.problems if self.sealed or "unverifiable" not in one.detail]
        if wrong:
            named, first = "/".join(labels_of(row.name)), wrong[0]
            raise BackupDamaged(f"memory {named!r}: {first.invariant} {first.where}: {first.detail}")
        self.memories, self.records = self.memories + 1, self.records + check.records
