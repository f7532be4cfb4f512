"""Whether a store still holds what an anchor saw: nothing else tells that the end of a journal was cut off."""

from __future__ import annotations

from hmac import compare_digest

from memtxn.core.proof import anchor_seal, key_fingerprint
from memtxn.engine.anchoring import name_hash, short_digest
from memtxn.engine.verify.check import Check
from memtxn.model.anchor import Anchor, AnchorEntry
from memtxn.model.rows import MemoryRow
from memtxn.model.time import from_micros, utc_text
from memtxn.ports.storage import LATEST

_NAME = "anchor"


class Anchored:
    """One anchor beside one moment of a store."""

    def __init__(self, check: Check, anchor: Anchor, tenant: int) -> None:
        self.check, self.anchor = check, anchor
        self._usable = self._fits(tenant)

    def memory(self, row: MemoryRow | None, name: str) -> None:
        """Compare one memory, which may be gone."""
        if not self._usable:
            return
        hashed = name_hash(self.check.runtime, name)
        number = None if row is None else row.mem
        entry = next((one for one in self.anchor.memories if hashed == one.name or number == one.number), None)
        self.check.anchored = 0
        if entry is not None:
            self._compare(entry, row, hashed)

    def every(self) -> None:
        """Compare all memories that the anchor knows."""
        found: dict[int, MemoryRow] = {}
        with self.check.reading("memories", "head"):
            for row in self.check.reader.every_memory(self.anchor.tenant):
                found[row.mem] = row
        for entry in self.anchor.memories if self._usable else ():
            there = found.get(entry.number)
            hashed = entry.name if there is None else name_hash(self.check.runtime, there.name)
            self._compare(entry, there, hashed)

    # -- the anchor itself -----------------------------------------------------------------------------

    def _fits(self, tenant: int) -> bool:
        """Whether it is one of this store, and unaltered as far as that can be told."""
        anchor, meta, key = self.anchor, self.check.runtime.storage.meta, self.check.runtime.tag_key
        if (anchor.store, anchor.tenant) != (meta.store.hex(), tenant):
            self._tell("", "it was made of another store")
            return False
        if key is not None and anchor.key == key_fingerprint(key).hex():
            seal = anchor_seal(key, anchor.sealed).hex()
            if not compare_digest(seal.encode(), anchor.seal.encode()):
                self._tell("", "the anchor itself was altered: its seal does not fit")
                return False
        if anchor.epoch != meta.epoch.hex():
            self._tell("", "the store is another line of itself: restored or salvaged since, or set back")
        return True

    # -- one memory ------------------------------------------------------------------------------------

    def _compare(self, entry: AnchorEntry, row: MemoryRow | None, hashed: str) -> None:
        if row is None:
            self._tell(entry.seq, f"memory {entry.number} stood at record {entry.seq} and is gone")
            return
        if (row.mem, hashed) != (entry.number, entry.name):
            self._tell(entry.seq, f"memory {entry.number} has another name or number than it had")
            return
        with self.check.reading("journal"):
            self._record(entry, row.mem)
            self.check.anchored = entry.seq

    def _record(self, entry: AnchorEntry, mem: int) -> None:
        found = next(self.check.reader.journal(mem, entry.seq, entry.seq), None)
        if found is None:
            last = self.check.reader.seq_at(mem, LATEST)
            stood = f"it stood at record {entry.seq} on {utc_text(from_micros(entry.at))}"
            if last >= entry.seq:
                self._tell(entry.seq, f"record {entry.seq} is missing")
            else:
                self._tell(last + 1, f"the journal ends at record {last}, and {stood}: cut off, or set back")
        elif (found.link.hex(), found.at) != (entry.link, entry.at):
            self._tell(
                entry.seq, f"record {entry.seq} is not the one that stood there: the journal was rewritten"
            )
        elif found.tag.hex() != entry.tag:
            self._tell(entry.seq, f"record {entry.seq} has another seal than it had")
        else:
            self._digest(entry, mem)

    def _digest(self, entry: AnchorEntry, mem: int) -> None:
        head = self.check.reader.head(mem)
        if head.seq == entry.seq and short_digest(head.digest) != entry.digest:
            self._tell(entry.seq, f"at record {entry.seq} it showed something else")

    def _tell(self, where: object, detail: str) -> None:
        self.check.found(_NAME, where, detail)
