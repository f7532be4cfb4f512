"""Judging a backup before it is put in place of anything: all of it holds, and what was erased is erased."""

from __future__ import annotations

import msgspec

from memtxn.engine.erase.ledger import Entry, erase_again, every_ledger
from memtxn.engine.erase.run import PATIENCE
from memtxn.engine.runtime import Runtime, known_tag_key
from memtxn.engine.verify.check import Check
from memtxn.engine.verify.full import Full
from memtxn.errors import BackupDamaged, NewerFormat, StorageBusy, StorageError, WrongKey
from memtxn.model.key import labels_of
from memtxn.model.policy import Policy
from memtxn.model.record import DEFAULT_PRINCIPAL
from memtxn.model.rows import MemoryRow
from memtxn.ports.clock import Clock
from memtxn.ports.ids import Ids
from memtxn.ports.storage import Reader, Storage


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What was put in place: where, its bytes, memories and records, and whether its seals were checked.

    ``erased``: how many texts of it were erased again, because the store that it replaces had erased them.
    """

    path: str
    bytes: int
    memories: int
    records: int
    sealed: bool
    erased: int = 0


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


REASON = "erased before in the store that this one replaced"


class Again:
    """Erases in a copy what was erased in the store that it replaces, and counts the texts."""

    def __init__(self, clock: Clock, ids: Ids, key: bytes | None) -> None:
        self.erased = 0
        self._clock, self._ids, self._key = clock, ids, key
        self._entries: dict[int, list[Entry]] = {}

    def learn(self, reader: Reader) -> bool:
        """Read all that was erased in the store that is to be replaced; whether there is anything.

        Raises:
            StorageError: it cannot be read in full, so that something might come back.
        """
        try:
            self._entries = every_ledger(reader)
        except (StorageError, NewerFormat) as error:
            if isinstance(error, StorageBusy):
                raise
            told = "what was erased in the store there cannot be read in full, and might come back"
            advice = "move it away, or salvage it first, and restore over what was salvaged"
            raise StorageError(f"{told}: {error.detail}; {advice}") from error
        return any(self._entries.values())

    def erase(self, storage: Storage) -> None:
        """Erase it in the copy. Raises WrongKey: a record of it has to be sealed. StorageError."""
        key = known_tag_key(storage, self._key)
        runtime = Runtime(storage=storage, clock=self._clock, ids=self._ids, policy=Policy(), tag_key=key)
        for tenant, entries in self._entries.items():
            for report in erase_again(
                runtime, entries, tenant=tenant, reason=REASON, principal=DEFAULT_PRINCIPAL
            ):
                self.erased += report.texts
        if self.erased and not storage.scrub(PATIENCE):
            raise StorageError("traces of what was erased are left in the copy")
