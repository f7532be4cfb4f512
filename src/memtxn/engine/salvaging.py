"""Salvage: of a damaged file, what can be proven to be whole: each journal up to its first record that is not.

What was carved out of the pages is not trusted. A record is taken when it follows its predecessor by hash,
beginning with the name of its memory; a text when it is what its record committed to. So nothing comes in that
was not there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress

import msgspec

from memtxn.core.fold import rows_of
from memtxn.core.guards import guards_after
from memtxn.core.proof import Element, commitment, genesis, link, moved
from memtxn.engine.runtime import first_head
from memtxn.errors import JournalDamaged, NewerFormat
from memtxn.model.erase_record import EraseOp
from memtxn.model.key import labels_of
from memtxn.model.record import Body, KeyOp, Kind, Record, decode_body, decode_record, place
from memtxn.model.rows import BodyRow, Entry, FoldRows, Head, JournalRow, KeyRow, MemoryRow
from memtxn.ports.storage import Columns, Meta, Writer


class SalvagedMemory(msgspec.Struct, frozen=True, kw_only=True):
    """What was salvaged of one memory: its labels, so many records from the first on, and what was lost.

    ``lost`` says where the journal breaks off, empty when nothing tells of a later record; ``seen`` is the
    greatest seq of which anything was found. ``texts`` are the places (seq.ord) of texts that are lost.
    """

    labels: tuple[str, ...]
    records: int
    seen: int
    lost: str
    texts: tuple[str, ...]


class SalvageReport(msgspec.Struct, frozen=True, kw_only=True):
    """The memories in order of their numbers; ``nameless`` are numbers whose name is lost, and all with it."""

    path: str
    memories: tuple[SalvagedMemory, ...]
    nameless: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is known to be lost."""
        return not self.nameless and not any(one.lost or one.texts for one in self.memories)


class Found:
    """What came out of the pages, by what it may be."""

    def __init__(self, rows: Iterable[tuple[int, Columns]]) -> None:
        self.metas: list[Columns] = []
        self.memories: dict[int, MemoryRow] = {}
        self.records: defaultdict[tuple[int, int], list[JournalRow]] = defaultdict(list)
        self.bodies: defaultdict[tuple[int, int], list[BodyRow]] = defaultdict(list)
        self.seen: defaultdict[int, int] = defaultdict(int)
        for rowid, columns in rows:
            self._sort(rowid, columns)

    def _sort(self, rowid: int, row: Columns) -> None:
        kinds = tuple(map(type, row))
        if kinds[:8] == (int, int, int, bytes, kinds[4] if len(kinds) > 4 else None, bytes, bytes, bytes):
            mem, seq, at, tx, idem, next_link, seal, data = row[:8]
            self.records[mem, seq].append(JournalRow(seq, at, tx, idem, data, next_link, seal))
            self.seen[mem] = max(self.seen[mem], seq)
        elif kinds == (int, int, int, bytes, bytes):
            self.bodies[row[0], row[1]].append(BodyRow(row[2], row[3], row[4]))
            self.seen[row[0]] = max(self.seen[row[0]], row[1])
        elif kinds == (type(None), bytes, str, int):
            self.memories[rowid] = MemoryRow(rowid, row[1], row[2], row[3])
        elif kinds[:3] == (type(None), bytes, bytes) and len(row) >= 6 and isinstance(row[4], bytes):
            self.metas.append(row)

    @property
    def meta(self) -> Meta:
        """The facts of the store. Raises JournalDamaged: they are lost, with the keys of its hashes."""
        for _, store, digest_key, tag_key, tag_key_id, *_ in self.metas:
            return Meta(store, digest_key, tag_key, tag_key_id)
        raise JournalDamaged("the row that holds the keys of the store is destroyed")


def salvaged(
    writer: Writer, found: Found, digest_key: bytes
) -> tuple[tuple[SalvagedMemory, ...], tuple[int, ...]]:
    """Write what is whole of every memory into an empty storage, and say what is not."""
    nameless = tuple(sorted({mem for mem in found.seen if mem not in found.memories}))
    every = [_Salvage(writer, found, row, digest_key).run() for _, row in sorted(found.memories.items())]
    return tuple(every), nameless


class _Salvage:
    """One memory."""

    def __init__(self, writer: Writer, found: Found, row: MemoryRow, digest_key: bytes) -> None:
        self.writer, self.found, self.row, self.digest_key = writer, found, row, digest_key
        self.head: Head = first_head(b"", row)
        self.texts: list[tuple[int, int]] = []
        self._erased: list[tuple[int, int]] = []
        self._unnamed: list[KeyRow] = []
        self._open: dict[tuple[int, int, int, int], int] = {}
        self._commitments: dict[int, bytes] = {0: b""}

    def run(self) -> SalvagedMemory:
        self.writer.create(self.row, self.head)
        while (found := self._next()) is not None:
            self._append(*found)
        if self._unnamed:
            self.writer.repair(self.row.mem, (), self._unnamed)
        mem, seq = self.row.mem, self.head.seq
        seen = max(self.found.seen[mem], seq)
        return SalvagedMemory(
            labels=labels_of(self.row.name),
            records=seq,
            seen=seen,
            lost=self._why(mem, seq) if seen > seq else "",
            texts=tuple(f"{seq}.{ord_}" for seq, ord_ in self.texts if not self._is_erased(place(seq, ord_))),
        )

    def _is_erased(self, where: int) -> bool:
        return any(first <= where <= last for first, last in self._erased)

    def _why(self, mem: int, seq: int) -> str:
        there = (mem, seq + 1) in self.found.records
        what = "does not follow its predecessor" if there else "is missing"
        return f"record {seq + 1} {what}; records {seq + 1} to {self.found.seen[mem]} are lost"

    def _next(self) -> tuple[JournalRow, Record] | None:
        """The record that follows by hash, and says what its columns say."""
        before = self.head.link if self.head.seq else genesis(self.row.salt, self.row.name)
        for row in self.found.records.get((self.row.mem, self.head.seq + 1), ()):
            if row.link == link(before, row.data):
                with suppress(msgspec.MsgspecError, NewerFormat):
                    record = decode_record(row.data)
                    if (record.seq, record.at, record.tx, record.idem) == (row.seq, row.at, row.tx, row.idem):
                        return row, record
        return None

    def _append(self, row: JournalRow, record: Record) -> None:
        bodies, decoded = self._bodies(record)
        fold = self._named(record, rows_of(record, decoded, self.digest_key))
        head = Head(
            seq=row.seq,
            at=row.at,
            digest=moved(self.head.digest, self.digest_key, *self._steps(fold)),
            keys=self.head.keys + sum(isinstance(op, KeyOp) for op in record.ops),
            link=row.link,
            tag=row.tag,
            declared=row.seq if record.kind is Kind.DECLARE else self.head.declared,
            guards=guards_after(self.head.guards, record),
        )
        self.writer.append(self.row.mem, Entry(journal=row, record=record, bodies=bodies, fold=fold, head=head))
        self.head = head

    def _named(self, record: Record, fold: FoldRows) -> FoldRows:
        """The rows, with a name for the while for each key whose name is lost: keys are counted by their rows."""
        known = {row.kid: row for row in fold.keys}
        kids = [op.kid for op in record.ops if isinstance(op, KeyOp)]
        lost = {kid: KeyRow(kid, f"lost {kid}") for kid in kids if kid not in known}
        self._unnamed += lost.values()
        return msgspec.structs.replace(fold, keys=tuple((known | lost)[kid] for kid in kids))

    def _steps(self, fold: FoldRows) -> tuple[list[Element], list[Element]]:
        """The open steps that go, and those that come."""
        self._commitments.update((row.bid, row.commitment) for row in fold.beliefs)
        gone = [(row.kid, row.slot, row.vf, row.s0) for row in fold.closed]
        come = [(row.kid, row.slot, row.vf, row.bid) for row in fold.steps]
        went = [(*key[:3], self._open.pop(key)) for key in gone if key in self._open]
        self._open.update(((row.kid, row.slot, row.vf, row.s0), row.bid) for row in fold.steps)
        known = self._commitments
        return [(*one, known[one[3]]) for one in went], [(*one, known[one[3]]) for one in come]

    def _bodies(self, record: Record) -> tuple[tuple[BodyRow, ...], dict[int, Body]]:
        kept: dict[int, BodyRow] = {}
        for row in self.found.bodies.get((self.row.mem, record.seq), ()):
            known = 0 <= row.ord < len(record.commitments)
            if known and commitment(row.salt, row.data) == record.commitments[row.ord]:
                kept[row.ord] = row
        self.texts += [(record.seq, ord_) for ord_ in range(len(record.commitments)) if ord_ not in kept]
        self._erased += [(op.first, op.last) for op in record.ops if isinstance(op, EraseOp)]
        decoded: dict[int, Body] = {}
        for ord_, row in kept.items():
            with suppress(msgspec.MsgspecError):
                decoded[ord_] = decode_body(row.data)
        return tuple(kept[ord_] for ord_ in sorted(kept)), decoded
