"""Receipts: made from the plan right after a commit, or rebuilt from the record at any later time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

import msgspec

from memtxn.core.project import Course, history_belief
from memtxn.core.proof import commitment
from memtxn.core.timeline import Step
from memtxn.core.workspace import CommitPlan, PlannedOutcome
from memtxn.errors import Unreadable
from memtxn.model.belief import Belief, BeliefType, State
from memtxn.model.receipt import ProposalOutcome, Receipt
from memtxn.model.record import (
    BeliefBody,
    BeliefOp,
    Body,
    DecisionOp,
    Kind,
    Outcome,
    Record,
    RefusalBody,
    SettleOp,
    decode_body,
    decode_record,
    locate,
    place,
    public_id,
)
from memtxn.model.rows import BodyRow, StepRow, VersionRow
from memtxn.model.verdict import Decision, Verdict
from memtxn.ports.storage import Reader

_ANSWERED = BeliefOp | DecisionOp
_DECIDED = {Outcome.REJECT: Decision.REJECT, Outcome.QUARANTINE: Decision.QUARANTINE}
_READ_BYTES = 32 * 1024 * 1024


def receipt_of_plan(plan: CommitPlan) -> Receipt:
    """The receipt of what has just been appended."""
    courses: dict[tuple[int, int], Course] = {}
    outcomes = tuple(_planned(outcome, plan.record, courses) for outcome in plan.outcomes)
    return _receipt(plan.record, outcomes)


def receipt_of_record(reader: Reader, mem: int, seq: int) -> Receipt:
    """The receipt of a record of the journal, as it was given then. Raises Unreadable for a lost body."""
    records = Records(reader, mem)
    record, keys = records.record(seq), _Keys(reader, mem, seq)
    outcomes = [_recorded(records, keys, record, op) for op in record.ops if isinstance(op, _ANSWERED)]
    return _receipt(record, tuple(outcomes))


def _receipt(record: Record, outcomes: tuple[ProposalOutcome, ...]) -> Receipt:
    settled = (op for op in record.ops if isinstance(op, SettleOp))
    denied = tuple(public_id(op.place) for op in settled if op.state is State.REJECTED)
    return Receipt(tx_id=record.tx.hex(), seq=record.seq, outcomes=outcomes, denied=denied)


def applies(record: Record) -> bool:
    """Whether a record did what its transaction was for: it may merely say why that was not done."""
    return record.kind is not Kind.DECISION or any(isinstance(op, SettleOp) for op in record.ops)


def bodies_of(reader: Reader, mem: int, seq: int) -> dict[int, Body]:
    """The bodies of a record that are there and match their commitments, by ord.

    Raises:
        Unreadable: the record itself is damaged.
    """
    return Records(reader, mem).bodies(seq)


def record_of(reader: Reader, mem: int, seq: int) -> Record:
    """A record of the journal. Raises Unreadable when it is missing or these are no bytes of it."""
    row = next(iter(reader.journal(mem, seq, seq)), None)
    try:
        record = None if row is None else decode_record(row.data)
    except msgspec.MsgspecError:
        record = None
    if record is None or record.seq != seq:
        raise Unreadable(f"record {seq} is missing or damaged")
    return record


def body_at(reader: Reader, mem: int, where: int) -> Body | None:
    """The body at a place, or None when it is not there or does not match its commitment."""
    seq, _ = locate(where)
    if next(iter(reader.journal(mem, seq, seq)), None) is None:
        return None
    return Records(reader, mem).body(where)


class Records:
    """The records that one question is about, each read once. A body is checked when it is asked for.

    The least recently used are let go when there is much of them.
    """

    def __init__(self, reader: Reader, mem: int) -> None:
        self.reader, self.mem = reader, mem
        self._read: OrderedDict[int, _Read] = OrderedDict()
        self._size = 0

    def record(self, seq: int) -> Record:
        """A record. Raises Unreadable when it is missing or damaged."""
        return self._of(seq).record

    def body(self, where: int) -> Body | None:
        """The body at a place; None when it is missing or damaged. Raises Unreadable for its record."""
        seq, ord_ = locate(where)
        return self._of(seq).body(ord_)

    def bodies(self, seq: int) -> dict[int, Body]:
        """All bodies of a record that match their commitments, by ord. Raises Unreadable for the record."""
        read = self._of(seq)
        found = {ord_: read.body(ord_) for ord_ in read.rows}
        return {ord_: body for ord_, body in found.items() if body is not None}

    def _of(self, seq: int) -> _Read:
        if seq not in self._read:
            record = record_of(self.reader, self.mem, seq)
            rows = {row.ord: row for row in self.reader.bodies(self.mem, seq)}
            self._read[seq] = _Read(record, rows)
            self._size += self._read[seq].size
            self._forget()
        self._read.move_to_end(seq)
        return self._read[seq]

    def _forget(self) -> None:
        while self._size > _READ_BYTES and len(self._read) > 1:
            _, read = self._read.popitem(last=False)
            self._size -= read.size


class _Read:
    """A record and its body rows, and those of the bodies that were asked for."""

    def __init__(self, record: Record, rows: dict[int, BodyRow]) -> None:
        self.record, self.rows = record, rows
        self.size = sum(len(row.data) for row in rows.values())
        self._checked: dict[int, Body | None] = {}

    def body(self, ord_: int) -> Body | None:
        if ord_ not in self._checked:
            self._checked[ord_] = self._check(ord_)
        return self._checked[ord_]

    def _check(self, ord_: int) -> Body | None:
        row, promised = self.rows.get(ord_), self.record.commitments
        if row is None or not 0 <= ord_ < len(promised):
            return None
        return decode_body(row.data) if commitment(row.salt, row.data) == promised[ord_] else None


def courses_of(rows: Sequence[StepRow], versions: Mapping[int, VersionRow]) -> dict[int, Course]:
    """The timelines of a key's slots from its rows; ``versions`` by place."""
    slots: dict[int, list[Step]] = {}
    for row in rows:
        slots.setdefault(row.slot, []).append(Step(row.vf, versions.get(row.bid)))
    return {slot: Course(steps) for slot, steps in slots.items()}


class _Keys:
    """The keys of a record as of that record, each read once."""

    def __init__(self, reader: Reader, mem: int, seq: int) -> None:
        self._reader, self._mem, self._seq = reader, mem, seq
        self._known: dict[str, _Key] = {}

    def of(self, name: str) -> _Key:
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def _read(self, name: str) -> _Key:
        found = self._reader.versions(self._mem, name, self._seq)
        versions = {version.belief.bid: version for version in found}
        rows = self._reader.steps(self._mem, name, self._seq)
        return _Key(versions, courses_of(rows, versions), max((row.ver for row in rows), default=0))


class _Key(msgspec.Struct, frozen=True):
    """A key's versions by place, its timelines by slot, and its version."""

    versions: dict[int, VersionRow]
    courses: dict[int, Course]
    ver: int


def _planned(planned: PlannedOutcome, record: Record, courses: dict[tuple[int, int], Course]) -> ProposalOutcome:
    verdict = planned.item.verdict
    return ProposalOutcome(
        outcome=planned.outcome,
        reasons=verdict.reasons,
        verdict=verdict,
        belief=_planned_belief(planned, record, courses),
    )


def _planned_belief(
    planned: PlannedOutcome, record: Record, courses: dict[tuple[int, int], Course]
) -> Belief | None:
    row, sealed = planned.belief, planned.item.sealed
    if row is None or row.type is BeliefType.RETRACTION:
        return None
    if (row.kid, row.slot) not in courses:
        courses[row.kid, row.slot] = Course(planned.steps)
    version = VersionRow(row, State.ADMITTED, record.tx, record.at, sealed.salt, sealed.data)
    return history_belief(version, planned.item.name, courses[row.kid, row.slot], record.at, planned.ver)


def _recorded(records: Records, keys: _Keys, record: Record, op: BeliefOp | DecisionOp) -> ProposalOutcome:
    if isinstance(op, DecisionOp):
        return _refused(records, op)
    where = place(record.seq, op.ord)
    body = records.body(where)
    if not isinstance(body, BeliefBody):
        return _erased(records, where, op, f"belief {public_id(where)} has lost its body")
    belief = None if op.type is BeliefType.RETRACTION else _belief_then(keys, body.name, record, op)
    verdict = body.verdict
    return ProposalOutcome(outcome=op.outcome, reasons=verdict.reasons, verdict=verdict, belief=belief)


def _refused(records: Records, op: DecisionOp) -> ProposalOutcome:
    body = records.body(op.place)
    if not isinstance(body, RefusalBody):
        return _erased(records, op.place, op, f"refusal {public_id(op.place)} has lost its body")
    verdict = body.verdict
    return ProposalOutcome(outcome=op.outcome, reasons=verdict.reasons, verdict=verdict)


def _erased(records: Records, where: int, op: BeliefOp | DecisionOp, told: str) -> ProposalOutcome:
    """The outcome of a proposal whose text was erased since. Raises Unreadable when it is damaged instead."""
    if not records.reader.erased(records.mem, where):
        raise Unreadable(told)
    verdict = Verdict(_DECIDED.get(op.outcome, Decision.ADMIT))
    return ProposalOutcome(outcome=op.outcome, reasons=(), verdict=verdict)


def _belief_then(keys: _Keys, name: str, record: Record, op: BeliefOp) -> Belief:
    """The belief of a record, as of that record."""
    where, key = place(record.seq, op.ord), keys.of(name)
    if where not in key.versions:
        raise Unreadable(f"belief {public_id(where)} of {name} is missing")
    course = key.courses.get(op.slot) or Course()
    return history_belief(key.versions[where], name, course, record.at, key.ver)
