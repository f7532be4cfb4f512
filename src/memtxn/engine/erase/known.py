"""Known: which texts of a memory were erased. A text is missing if and only if a record names its place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate

import msgspec

from memtxn.errors import Erased, NewerFormat, StorageError, Unreadable
from memtxn.model.erase_record import EraseOp
from memtxn.model.record import Kind, Record, decode_record, place, public_id
from memtxn.model.rows import JournalRow
from memtxn.ports.storage import LATEST, Reader

_KIND = 2
"""Where the kind of a record stands in its bytes: after the head of the array, and the format."""


class Erasures:
    """The places that were erased. Rows of the fold say where to look; a record is believed, and no row."""

    def __init__(self, reader: Reader, mem: int) -> None:
        self._reader, self._mem = reader, mem
        self._searched = False
        self._keep(self._told())

    def without(self, where: int) -> int:
        """The record that erased a text which is not there; 0 when none did: it is damage."""
        if not self.by(where) and not self._searched:  # a row of the fold may be gone: the journal itself says it
            self._searched = True
            self._keep([row.seq for row in self._reader.journal(self._mem, 1, LATEST) if is_erasure(row)])
        return self.by(where)

    def touches(self, seq: int) -> bool:
        """Whether any text of a record was erased."""
        at = bisect_left(self._spans, (place(seq + 1, 0),)) - 1
        return at >= 0 and self._reach[at] >= place(seq, 0)

    def by(self, where: int) -> int:
        """The first record that erased the text at a place; 0 when none did."""
        at, found = bisect_left(self._spans, (where + 1,)) - 1, []
        while at >= 0 and self._reach[at] >= where:
            if self._spans[at][1] >= where:
                found.append(self._spans[at][2])
            at -= 1
        return min(found, default=0)

    def _keep(self, seqs: Iterable[int]) -> None:
        """What these records erased, in order, and for each how far any up to it reaches."""
        self._spans = sorted(span for seq in seqs for span in self._said_by(seq))
        self._reach = list(accumulate((last for _, last, _ in self._spans), max))

    def _told(self) -> list[int]:
        try:
            return sorted({row.seq for row in self._reader.erasures(self._mem)})
        except StorageError as error:
            if error.retryable:
                raise
            return []

    def _said_by(self, seq: int) -> Iterator[tuple[int, int, int]]:
        for row in self._reader.journal(self._mem, seq, seq):
            for op in erase_ops(_decoded(row)):
                yield op.first, op.last, seq


def erase_ops(record: Record | None) -> list[EraseOp]:
    """What a record erased."""
    if record is None or record.kind is not Kind.ERASE:
        return []
    return [op for op in record.ops if isinstance(op, EraseOp)]


def is_erasure(row: JournalRow) -> bool:
    """Whether a record is an erasure, by its bytes."""
    return row.data[_KIND : _KIND + 1] == bytes([Kind.ERASE])


def lost(reader: Reader, mem: int, where: int, what: str) -> Unreadable:
    """Why the text at a place is not there: erased, or damaged. ``what`` names it."""
    seq = reader.erased(mem, where)
    if seq:
        return Erased(f"{what} {public_id(where)}, by record {seq}")
    return Unreadable(f"{what} {public_id(where)} is missing or damaged")


def _decoded(row: JournalRow) -> Record | None:
    try:
        return decode_record(row.data)
    except (msgspec.MsgspecError, NewerFormat):
        return None
