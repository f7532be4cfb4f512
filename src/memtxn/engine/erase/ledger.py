"""Ledger: all that was ever erased in a store, so that a copy that was made before can erase it as well.

`ledger` tells it, from the journals alone; `erase_again` does it in a store that holds the same memories at an
earlier record: one more record of erasure there, and the same texts are gone. A memory is known by the link
before its first record, which no other has, and which outlives its name. Whoever restores a backup calls both::

    with old.read() as reader:  # the store that is about to be replaced, while it can be read
        wanted = list(ledger(reader, tenant))
    erase_again(runtime_of_the_copy, wanted, reason="restored")
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from memtxn.core.proof import origin
from memtxn.engine.erase.known import erase_ops, is_erasure
from memtxn.engine.erase.meant import WHOLE, Meant
from memtxn.engine.erase.run import Erasure
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import NewerFormat
from memtxn.model.erasure import ErasureReport
from memtxn.model.record import Record, decode_record, locate
from memtxn.model.rows import MemoryRow
from memtxn.ports.storage import LATEST, Reader


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One erasure: the memory by its origin, and its name when it has one; the record; the ranges of places.

    ``commitments`` are (place, commitment) of all texts in them, without those of the erasing record itself;
    ``whole``: all of the memory, with its name.
    """

    origin: bytes
    name: str | None
    seq: int
    ranges: tuple[tuple[int, int], ...]
    commitments: tuple[tuple[int, bytes], ...]

    @property
    def whole(self) -> bool:
        """Whether the memory went as a whole."""
        return any(first == 0 for first, _ in self.ranges)


def ledger(reader: Reader, tenant: int) -> Iterator[Entry]:
    """Every erasure in every memory of a tenant, each memory's in order."""
    for row in list(reader.every_memory(tenant)):
        for found in reader.journal(row.mem, 1, LATEST):
            if is_erasure(found):
                yield _entry(reader, row, found.seq, decode_record(found.data))


def _entry(reader: Reader, row: MemoryRow, seq: int, record: Record) -> Entry:
    ranges = tuple((op.first, op.last) for op in erase_ops(record))
    whole = any(first == 0 for first, _ in ranges)
    return Entry(
        origin=origin(row),
        name=None if row.erased else row.name,
        seq=seq,
        ranges=ranges,
        commitments=() if whole else tuple(_commitments(reader, row.mem, ranges)),
    )


def _commitments(reader: Reader, mem: int, ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, bytes]]:
    for first, last in ranges:
        for row in reader.journal(mem, locate(first)[0], locate(last)[0]):
            try:
                record = decode_record(row.data)
            except (msgspec.MsgspecError, NewerFormat):
                continue
            for ord_, commitment in enumerate(record.commitments):
                where = row.seq << 20 | ord_
                if first <= where <= last:
                    yield where, commitment


def erase_again(
    runtime: Runtime, entries: Sequence[Entry], *, tenant: int = 0, reason: str, principal: str
) -> list[ErasureReport]:
    """Erase in this store what these entries name and what it still holds; a report for each memory concerned."""
    with runtime.storage.read() as reader:
        rows = {origin(row): row for row in reader.every_memory(tenant) if not row.erased}
    reports = []
    for begin, row in rows.items():
        mine = [entry for entry in entries if entry.origin == begin]
        if not mine:
            continue
        erasure = Erasure(runtime, Ledger(runtime, tenant, row.name), principal, reason)
        again = tuple(sorted({pair for entry in mine for pair in entry.commitments}))
        wanted = (
            WHOLE if any(entry.whole for entry in mine) else Meant("what was erased before", "again", again=again)
        )
        reports.append(erasure.run(wanted, dry_run=False))
    return [report for report in reports if report.changed]
