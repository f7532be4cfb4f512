"""Receipts: made from the plan right after a commit, or rebuilt from the record at any later time."""

from __future__ import annotations

import msgspec

from memtxn.core.project import body_of, history_belief
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
    Record,
    RefusalBody,
    decode_body,
    decode_record,
    locate,
    place,
    public_id,
)
from memtxn.model.rows import StepRow, VersionRow
from memtxn.ports.storage import Reader

_ANSWERED = BeliefOp | DecisionOp


def receipt_of_plan(plan: CommitPlan) -> Receipt:
    """The receipt of what has just been appended."""
    outcomes = tuple(_planned(outcome, plan.record) for outcome in plan.outcomes)
    return Receipt(tx_id=plan.record.tx.hex(), seq=plan.record.seq, outcomes=outcomes)


def receipt_of_record(reader: Reader, mem: int, seq: int) -> Receipt:
    """The receipt of a record of the journal, as it was given then. Raises Unreadable for a lost body."""
    record, bodies = record_of(reader, mem, seq), bodies_of(reader, mem, seq)
    outcomes = [_recorded(reader, mem, record, bodies, op) for op in record.ops if isinstance(op, _ANSWERED)]
    return Receipt(tx_id=record.tx.hex(), seq=seq, outcomes=tuple(outcomes))


def bodies_of(reader: Reader, mem: int, seq: int) -> dict[int, Body]:
    """The bodies of a record that are there and match their commitments, by ord.

    Raises:
        Unreadable: the record itself is damaged.
    """
    promised = dict(enumerate(record_of(reader, mem, seq).commitments))
    return {
        row.ord: decode_body(row.data)
        for row in reader.bodies(mem, seq)
        if commitment(row.salt, row.data) == promised.get(row.ord)
    }


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
    seq, ord_ = locate(where)
    if next(iter(reader.journal(mem, seq, seq)), None) is None:
        return None
    return bodies_of(reader, mem, seq).get(ord_)


def steps_of(rows: list[StepRow], versions: dict[int, VersionRow], slot: int) -> tuple[Step, ...]:
    """The timeline of one slot from its rows; ``versions`` by place."""
    return tuple(Step(row.vf, versions.get(row.bid)) for row in rows if row.slot == slot)


def _planned(planned: PlannedOutcome, record: Record) -> ProposalOutcome:
    verdict = planned.item.verdict
    return ProposalOutcome(
        outcome=planned.outcome,
        reasons=verdict.reasons,
        verdict=verdict,
        belief=_planned_belief(planned, record),
    )


def _planned_belief(planned: PlannedOutcome, record: Record) -> Belief | None:
    if planned.belief is None or planned.belief.type is BeliefType.RETRACTION:
        return None
    sealed = planned.item.sealed
    version = VersionRow(planned.belief, State.ADMITTED, record.tx, record.at, sealed.salt, sealed.data)
    return history_belief(version, planned.item.name, planned.steps, record.at, planned.ver)


def _recorded(
    reader: Reader, mem: int, record: Record, bodies: dict[int, Body], op: BeliefOp | DecisionOp
) -> ProposalOutcome:
    if isinstance(op, DecisionOp):
        return _refused(reader, mem, record, bodies, op)
    where = place(record.seq, op.ord)
    body = bodies.get(op.ord)
    if not isinstance(body, BeliefBody):
        raise Unreadable(f"belief {public_id(where)} has lost its body")
    belief = None if op.type is BeliefType.RETRACTION else _belief_then(reader, mem, body.name, record, op)
    verdict = body.verdict
    return ProposalOutcome(outcome=op.outcome, reasons=verdict.reasons, verdict=verdict, belief=belief)


def _refused(
    reader: Reader, mem: int, record: Record, bodies: dict[int, Body], op: DecisionOp
) -> ProposalOutcome:
    seq, ord_ = locate(op.place)
    body = bodies.get(ord_) if seq == record.seq else body_at(reader, mem, op.place)
    if not isinstance(body, RefusalBody):
        raise Unreadable(f"refusal {public_id(op.place)} has lost its body")
    verdict = body.verdict
    return ProposalOutcome(outcome=op.outcome, reasons=verdict.reasons, verdict=verdict)


def _belief_then(reader: Reader, mem: int, name: str, record: Record, op: BeliefOp) -> Belief:
    """The belief of a record, as of that record."""
    versions = {version.belief.bid: version for version in reader.versions(mem, name, record.seq)}
    rows = reader.steps(mem, name, record.seq)
    version = versions[place(record.seq, op.ord)]
    body_of(version, name)
    ver = max((row.ver for row in rows), default=0)
    return history_belief(version, name, steps_of(rows, versions, op.slot), record.at, ver)
