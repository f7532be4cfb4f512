"""Replay: follow a journal from its first record, check each, and tell what it writes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from memtxn.core.amend import Amendments, amended, amendments_of, rows_amended
from memtxn.core.fold import rows_of
from memtxn.core.guards import fenced_off, guards_after
from memtxn.core.proof import commitment, genesis, link
from memtxn.engine.erase.known import Erasures
from memtxn.engine.verify.check import Found, Reading
from memtxn.engine.verify.texts import Texts
from memtxn.errors import NewerFormat
from memtxn.model.amend_record import BaseOp
from memtxn.model.effect import Part
from memtxn.model.keyop import RekeyOp
from memtxn.model.record import Body, KeyOp, Kind, Record, RecoverOp, decode_body, decode_record, place
from memtxn.model.rows import BodyRow, FoldRows, JournalRow, MemoryRow
from memtxn.ports.storage import LATEST, Reader, Text


class Replay:
    """One way along the journal. ``found`` is told of each fault of a record, of its place and of its bodies.

    ``unfenced`` are (record, guard) of what somebody else wrote while a guard was held. ``amendments`` are what
    later records amend, when that is known; when it is not, ``amending`` is what the record that was just told
    amends: rows that earlier ones wrote, and those in their place. ``base`` is the digest that it states then.
    ``rekey`` is what the record that was told last says of another key, if it does.
    """

    def __init__(
        self,
        reader: Reader,
        row: MemoryRow,
        digest_key: bytes,
        found: Found,
        amendments: Amendments | None = None,
    ) -> None:
        self.amending: list[tuple[FoldRows, FoldRows]] = []
        self.base: bytes | None = None
        self.amendments: dict[tuple[int, int], bytes] = dict(amendments or {})
        self._given = amendments is not None
        self.records = self.keys = self.declared = 0
        self.guards = b""
        self.unfenced: list[tuple[int, int]] = []
        self.last: JournalRow | None = None
        self.resealed: list[tuple[int, int]] = []
        """The records that say of some before them that these were sealed upon damage: seq, and of how many."""
        self.rekey: RekeyOp | None = None
        self._reader, self._mem, self._digest_key, self._found = reader, row.mem, digest_key, found
        self._link = genesis(row.salt, row.name)
        self._seq = self._at = 0
        self._texts = Texts(reader, row.mem)
        self._erased = Erasures(reader, row.mem)

    def __iter__(self) -> Iterator[tuple[JournalRow, FoldRows]]:
        """Each record that can be decoded, with all that it writes into the folds."""
        for row in self._reader.journal(self._mem, 1, LATEST):
            self.records, self.last = self.records + 1, row
            self._sequence(row)
            if link(self._link, row.data) != row.link:
                self._found("chain", row.seq, "the record does not follow its predecessor")
            self._link = row.link
            record = self._decoded(row)
            self.rekey = _rekey(record)
            if record is not None:
                yield row, self._rows(record)

    def unclaimed(self) -> None:
        """When all else is whole: bodies that belong to no record."""
        for seq, ord_ in self._texts.unclaimed():
            self._found("body", f"{seq}.{ord_}", "no record committed to it")

    def _sequence(self, row: JournalRow) -> None:
        if row.seq != self._seq + 1:
            self._found("sequence", row.seq, f"it comes after {self._seq}")
        if row.at <= self._at:
            self._found("sequence", row.seq, "its recorded time is not later than its predecessor's")
        self._seq, self._at = row.seq, row.at

    def _decoded(self, row: JournalRow) -> Record | None:
        try:
            record = decode_record(row.data)
        except (msgspec.MsgspecError, NewerFormat) as error:
            self._found("chain", row.seq, f"these are no bytes of a record: {error}")
            return None
        if (record.seq, record.at, record.tx, record.idem) != (row.seq, row.at, row.tx, row.idem):
            self._found("chain", row.seq, "the columns do not say what the record says")
        return record

    def _rows(self, record: Record) -> FoldRows:
        self.amending, self.base = [], None
        try:
            folded = amended(record, self.amendments) if self._given else record
            rows = rows_of(folded, self._bodies(record), self._digest_key)
        except IndexError:
            self._found("chain", record.seq, "it names a body that it did not commit to")
            return FoldRows()
        self.keys += sum(isinstance(op, KeyOp) for op in record.ops)  # also one whose name is damaged
        if record.kind is Kind.DECLARE:
            self.declared = record.seq
        elif record.kind is Kind.RECOVER:
            ops = (op for op in record.ops if isinstance(op, RecoverOp) and op.part is Part.SEAL)
            self.resealed += [(record.seq, op.restored) for op in ops]
            self._amends(record)
        if self.guards and (guard := fenced_off(self.guards, record)):
            self.unfenced.append((record.seq, guard))
        self.guards = guards_after(self.guards, record)
        return rows

    def _amends(self, record: Record) -> None:
        """What a recovery says of earlier records."""
        self.base = next((op.digest for op in record.ops if isinstance(op, BaseOp)), None)
        found = amendments_of(record.ops)
        self.amendments |= found
        for (seq, number), packed in () if self._given else found.items():
            row = next(self._reader.journal(self._mem, seq, seq), None)
            earlier = None if row is None or seq >= record.seq else self._decoded(row)
            if earlier is None or number >= len(earlier.ops):
                self._found("chain", record.seq, f"it amends effect {number} of record {seq}, which there is not")
                continue
            bodies = self._looked_through(earlier, _unheard)
            self.amending.append(rows_amended(earlier, number, packed, bodies, self._digest_key))

    def _bodies(self, record: Record) -> dict[int, Body]:
        """The bodies that are what the record committed to."""
        texts = self._texts.of(record.seq)
        whole = None if texts is None or self._erased.touches(record.seq) else _whole(record, texts)
        return self._looked_through(record) if whole is None else whole

    # -- a record whose bodies are not whole -----------------------------------------------------------

    def _looked_through(self, record: Record, found: Found | None = None) -> dict[int, Body]:
        """Body by body, with what is wrong with each."""
        told = found or self._found
        stored = {row.ord: row for row in self._asked(record.seq, told)}
        for ord_ in stored.keys() - set(range(len(record.commitments))):
            told("body", f"{record.seq}.{ord_}", "no record committed to it")
        good: dict[int, Body] = {}
        for ord_, committed in enumerate(record.commitments):
            row, where = stored.get(ord_), place(record.seq, ord_)
            if row is None:
                if not self._erased.without(where):
                    told("body", f"{record.seq}.{ord_}", "it is missing")
            elif by := self._erased.by(where):
                told("erased", f"{record.seq}.{ord_}", f"record {by} erased it, and it stands there again")
            elif commitment(row.salt, row.data) != committed:
                told("body", f"{record.seq}.{ord_}", "it does not match its commitment")
            else:
                _body(f"{record.seq}.{ord_}", row, good, told)
        return good

    def _asked(self, seq: int, found: Found) -> list[BodyRow]:
        """The bodies of a record; none of them when one cannot be read."""
        with Reading(found, str(seq), "body"):
            return self._reader.bodies(self._mem, seq)
        return []


def _body(where: str, row: BodyRow, good: dict[int, Body], found: Found) -> None:
    try:
        good[row.ord] = decode_body(row.data)
    except msgspec.MsgspecError as error:
        found("body", where, f"these are no bytes of a body: {error}")


def _unheard(invariant: str, where: object, detail: str) -> None:
    """It was told before."""


def _rekey(record: Record | None) -> RekeyOp | None:
    ops = record.ops if record is not None and record.kind is Kind.REKEY else ()
    return next((op for op in ops if isinstance(op, RekeyOp)), None)


def _whole(record: Record, texts: list[Text]) -> dict[int, Body] | None:
    """The bodies, if they are exactly those that the record committed to."""
    _, ords, salts, datas = zip(*texts, strict=True) if texts else [()] * 4
    try:
        if ords != tuple(range(len(record.commitments))) or record.commitments != tuple(
            map(commitment, salts, datas)
        ):
            return None
        return dict(enumerate(map(decode_body, datas)))
    except (TypeError, ValueError, msgspec.MsgspecError):  # no bytes at all, or none of a body
        return None
