"""Told: by which record a belief was undone, revoked, put aside or made suspect, and because of what."""

from __future__ import annotations

from memtxn.core.repair import GONE
from memtxn.engine.explain_record import committed
from memtxn.engine.receipts import Records
from memtxn.model.erase_record import EraseBody
from memtxn.model.explanation import TakenBack
from memtxn.model.record import BeliefOp, Body, Kind, Record, RepairBody, SourceBody, locate, public_id
from memtxn.model.source import source_id
from memtxn.ports.storage import LATEST


def repaired(records: Records, bid: int, n: int = LATEST) -> TakenBack | None:
    """The record that last took a belief back, or marked it, as of record ``n``; None when it stands unmarked."""
    seq, ord_ = locate(bid)
    ops = records.record(seq).ops
    kid = next((op.kid for op in ops if isinstance(op, BeliefOp) and op.ord == ord_), 0)
    states = records.reader.states(records.mem, [(kid, bid)], n)
    if states and states[-1].state in GONE:
        return _told(records, states[-1].seq, bid)
    marks = records.reader.suspects(records.mem, [(kid, bid)], n)
    return _told(records, marks[-1].seq, bid) if marks and marks[-1].suspect else None


def body_of(record: Record, bodies: dict[int, Body]) -> RepairBody | EraseBody | None:
    """What a record says that it undoes or revokes; None for a record of another kind, or a damaged one."""
    if record.kind not in (Kind.UNDO, Kind.REVOKE, Kind.ERASE):
        return None
    return next((body for body in bodies.values() if isinstance(body, RepairBody | EraseBody)), None)


def _told(records: Records, seq: int, bid: int) -> TakenBack:
    record = records.record(seq)
    body = body_of(record, records.bodies(seq))
    cause = dict(body.causes).get(bid, 0) if body else 0
    by = committed(records, seq)
    return TakenBack(
        what="rollback" if record.kind is Kind.GUARD else record.kind.name.lower(),
        record=by,
        sort=body.sort if body else "guard" if record.kind is Kind.GUARD else "",
        target=body.target if body else by.label or "?",
        rests_on=_named(records, cause) if cause else None,
    )


def _named(records: Records, cause: int) -> str:
    """The id of a belief or a source; of a source that was erased its place."""
    body = records.body(cause)
    if isinstance(body, SourceBody):
        return source_id(body.channel, body.speaker, body.at, body.ref, body.content)
    return public_id(cause)
