"""What a check sees at once: the last records, the head, and what the open steps sum to."""

from __future__ import annotations

from memtxn.core.proof import link, origin, tag
from memtxn.engine.runtime import first_head
from memtxn.engine.verify.check import Check
from memtxn.engine.verify.standing import OpenSteps
from memtxn.model.rows import Head, JournalRow, MemoryRow
from memtxn.ports.storage import LATEST


class Quick:
    """The check of the head of one memory."""

    def __init__(self, check: Check, row: MemoryRow) -> None:
        self.check, self.row = check, row
        self.runtime, self.reader, self.found = check.runtime, check.reader, check.found
        self.head = self._head()
        check.seq = self.head.seq

    def _head(self) -> Head:
        """The head; if it is gone, one that agrees with nothing."""
        with self.check.reading(str(self.row.mem), "head"):
            return self.reader.head(self.row.mem)
        return Head(seq=0, at=0, digest=b"", keys=0, link=b"", tag=b"", declared=0)

    def tail(self) -> None:
        """The last two records and the head agree with one another."""
        with self.check.reading("journal"):
            last = list(self.reader.journal(self.row.mem, max(self.head.seq - 1, 1), LATEST))
            before = origin(self.row) if self.head.seq <= 1 else None
            for row in last:
                if before is not None and link(before, row.data) != row.link:
                    self.found("chain", row.seq, "the record does not follow its predecessor")
                before = row.link
                self.check.records += 1
            self.headed(last[-1] if last else None)

    def headed(self, last: JournalRow | None) -> None:
        """The head is that of the last record; its tag binds link and digest."""
        start = first_head(b"", self.row)
        seq, at, end = (last.seq, last.at, last.link) if last else (start.seq, start.at, start.link)
        if (self.head.seq, self.head.at, self.head.link) != (seq, at, end):
            self.found("head", self.head.seq, f"the head does not stand at the last record, {seq}")
        if self.runtime.tag_key is None:
            self.found("tag", self.head.seq, "tags unverifiable: the key is not known")
        elif tag(self.runtime.tag_key, self.head.link, self.head.digest) != self.head.tag:
            self.found("tag", self.head.seq, "the tag does not bind this link and digest")
        if last is not None and last.seq == self.head.seq and last.tag != self.head.tag:
            self.found("tag", last.seq, "the record's tag is not the head's")

    def digest(self) -> None:
        """The open steps that stand sum to the head's digest."""
        self.summed(OpenSteps(self.check, self.row.mem).digest())

    def summed(self, digest: bytes) -> None:
        """That is what they sum to."""
        if digest != self.head.digest:
            self.found("digest", self.head.seq, "the open steps do not sum to the head's digest")
