"""Footing: what a commit is planned on is what the journal says, as far as that is seen without a further look.

A plan that rests on a damaged row carries the damage into the journal, where it stays. So each step that the
plan sees, and the belief that it shows, is compared with the bytes of the records that wrote them; all that the
newest records of the key have opened must be among them, and nothing that they ended; and what the key shows must
name it.

What is not found out: a row that is missing altogether and of which the newest records of its key do not speak
(that of a key above all), and what was written by records that are too large to be looked through each time.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from memtxn.core.fold import op_of
from memtxn.core.timeline import whole_body
from memtxn.errors import NewerFormat, Unreadable
from memtxn.model.codec import pack
from memtxn.model.record import (
    FORMAT,
    ORD_BITS,
    BeliefOp,
    CloseOp,
    Op,
    OpenOp,
    Outcome,
    decode_record,
    locate,
    public_id,
)
from memtxn.model.rows import RECORDS_SHOWN, KeyRequest, KeyView, StepView, VersionRow, View, ViewRequest
from memtxn.model.time import FOREVER
from memtxn.ports.storage import Reader


def check_footing(reader: Reader, mem: int, request: ViewRequest, view: View) -> None:
    """Make sure that the steps of a view are those of the journal. Raises Unreadable."""
    for number, (wanted, known) in enumerate(zip(request.keys, view.keys, strict=True)):
        if known.kid and wanted.since is not None:
            key = _Key(reader, mem, wanted, known, view)
            fault = next(key.faults(*view.newest.get(number, (0, 0))), None)
            if fault is not None:
                raise Unreadable(f"{fault} of {wanted.name}; nothing is written on it before memory.recover()")


class _Key:
    """A key that something is to be planned on."""

    def __init__(self, reader: Reader, mem: int, wanted: KeyRequest, known: KeyView, view: View) -> None:
        self.reader, self.mem, self.wanted, self.known = reader, mem, wanted, known
        self.records = view.records
        self.every = len(view.records) < RECORDS_SHOWN

    def faults(self, stepped: int, believed: int) -> Iterator[str]:
        """What is wrong, the first thing first; the newest records that wrote a step and a belief are those."""
        steps = self.known.steps
        if not self.known.ver:
            yield "the timeline is missing: that"
        if len({step.vf for step in steps}) < len(steps):
            yield "two steps stand at one instant"
        for step in steps:
            yield from self.of_step(step)
        for seq in (stepped, max(stepped, believed)):
            yield from self.of_record(seq, stepped)
        body = next(filter(None, (whole_body(step.shown) for step in steps if step.shown)), None)
        if body is not None and body.name != self.wanted.name:
            yield "another key stands in the place"

    def of_step(self, step: StepView) -> Iterator[str]:
        """What the records that wrote a step, and the belief that it shows, do not say of them."""
        shown = step.shown
        bid = shown.belief.bid if shown else 0
        data = self.said_by(step.s0)
        if data is not None:
            opened = OpenOp(self.known.kid, self.known.slot or 0, step.vf, bid, 0)
            if pack(opened)[:-1] not in data:  # whatever version it began
                yield "a step is damaged: one"
        data = self.said_by(bid >> ORD_BITS) if shown else None
        if shown is not None and data is not None:
            row, ord_ = shown.belief, locate(bid)[1]
            filed = op_of(row, ord_, Outcome.ADD)
            said = pack(filed)[:-1] in data and row.commitment in data  # whatever became of it
            if not said and not self.amended(shown, data):
                yield f"the row of belief {public_id(bid)} is damaged: one"

    def amended(self, shown: VersionRow, data: bytes) -> bool:
        """Whether a record says that of a belief that a recovery filed elsewhere: under the key it names."""
        seq, ord_ = locate(shown.belief.bid)
        body = whole_body(shown)
        if body is None or body.name != self.wanted.name or not data:
            return False
        for op in _decoded(seq, data):
            if isinstance(op, BeliefOp) and op.ord == ord_:
                moved = msgspec.structs.replace(op, kid=shown.belief.kid, source=shown.belief.source)
                return moved == op_of(shown.belief, ord_, op.outcome)
        return False

    def said_by(self, seq: int) -> bytes | None:
        """The bytes of a record: none if all were looked for and it is not there, None if it cannot be told."""
        data = self.records.get(seq)
        if data is None:
            return b"" if self.every and seq not in self.records else None
        return data if data[1:2] == bytes((FORMAT,)) else None

    def of_record(self, seq: int, stepped: int) -> Iterator[str]:
        """What one of the newest records of the key says of its steps that is not so."""
        steps, since = self.known.steps, self.wanted.since or 0
        stand = {(step.vf, step.s0, step.shown.belief.bid if step.shown else 0) for step in steps}
        written = {(step.vf, step.s0) for step in steps}
        for op in self.ops(seq):
            if isinstance(op, OpenOp) and seq == stepped and op.ver != self.known.ver:
                yield "the version of a step is damaged: one"
            if isinstance(op, OpenOp):
                begun = steps and op.vf <= steps[0].vf <= since
                there = begun if op.vf < since else (op.vf, seq, op.bid) in stand
                if not there and not self.ended(op, seq):
                    yield "a step is missing: one"
            elif isinstance(op, CloseOp) and (op.vf, op.s0) in written:
                yield "a step stands that had ended: one"

    def ops(self, seq: int) -> Iterator[Op]:
        """What a record does to the steps of the slot."""
        data = self.records.get(seq)
        for op in _decoded(seq, data) if data else ():
            if isinstance(op, OpenOp | CloseOp) and (op.kid, op.slot) == (self.known.kid, self.known.slot):
                yield op

    def ended(self, op: OpenOp, seq: int) -> bool:
        """Whether a later record has ended a step and opened no other: seldom, so that it is looked up."""
        for row in self.reader.spans(self.mem, [(op.kid, op.bid)]):
            if (row.slot, row.vf, row.s0) == (op.slot, op.vf, seq) and row.s1 != FOREVER:
                closed = pack(CloseOp(op.kid, op.slot, op.vf, seq))
                return any(closed in record.data for record in self.reader.journal(self.mem, row.s1, row.s1))
        return False


def _decoded(seq: int, data: bytes) -> tuple[Op, ...]:
    try:
        return decode_record(data).ops
    except (msgspec.MsgspecError, NewerFormat) as error:
        raise Unreadable(f"record {seq} is damaged: {error}") from error
