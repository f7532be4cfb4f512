"""Ledger: all that was ever erased in a store, so that a copy that was made before can erase it as well.

`ledger` tells it, from the journals alone; `erase_again` does it in a store that holds the same memories at an
earlier record: one more record of erasure there, and the same texts are gone. A memory is known by the link
before its first record, which no other has, and which outlives its name. Restoring a backup calls both
(`engine.restoring`), and `every_ledger`, which vouches that nothing is lacking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import msgspec

from memtxn.core.proof import link, origin
from memtxn.engine.erase.known import erase_ops, is_erasure
from memtxn.engine.erase.meant import WHOLE, Meant
from memtxn.engine.erase.run import Erasure
from memtxn.engine.guard.restore import settled
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import JournalDamaged, NewerFormat
from memtxn.model.erasure import ErasureReport
from memtxn.model.key import labels_of
from memtxn.model.record import Record, decode_record, locate
from memtxn.model.rows import TENANT_BITS, MemoryRow
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
        yield from _entries(reader, row)


def _entries(reader: Reader, row: MemoryRow) -> Iterator[Entry]:
    for found in reader.journal(row.mem, 1, LATEST):
        if is_erasure(found):
            yield _entry(reader, row, found.seq, decode_record(found.data))


def every_ledger(reader: Reader) -> dict[int, list[Entry]]:
    """Every erasure of a store by tenant, from journals of which each record follows the one before by hash.

    Raises:
        JournalDamaged: one does not, so an erasure may be lacking. StorageError.
    """
    told: dict[int, list[Entry]] = {}
    for row in list(reader.all_memories()):
        mine = told.setdefault(row.mem >> TENANT_BITS, [])
        if row.erased:  # whatever its journal holds
            mine.append(Entry(origin=origin(row), name=None, seq=0, ranges=((0, 0),), commitments=()))
        else:
            _follow(reader, row)
            mine.extend(_entries(reader, row))
    return told


def _follow(reader: Reader, row: MemoryRow) -> None:
    """Raises JournalDamaged: a record does not follow the one before, or the head the last one."""
    seq, last, head = 0, origin(row), reader.head(row.mem)
    for found in reader.journal(row.mem, 1, LATEST):
        if found.seq != seq + 1 or link(last, found.data) != found.link:
            break
        seq, last = found.seq, found.link
    if (seq, last) != (head.seq, head.link):
        named = "/".join(labels_of(row.name))
        raise JournalDamaged(f"memory {named!r}: record {seq + 1} is missing or does not follow")


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
        memory = Ledger(runtime, tenant, row.name)
        erasure = Erasure(runtime, memory, principal, reason)
        again = tuple(sorted({pair for entry in mine for pair in entry.commitments}))
        wanted = (
            WHOLE if any(entry.whole for entry in mine) else Meant("what was erased before", "again", again=again)
        )
        run = partial(erasure.run, wanted, dry_run=False)
        reports.append(settled(runtime, memory, principal, run))
    return [report for report in reports if report.changed]
