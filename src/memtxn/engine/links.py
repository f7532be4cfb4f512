"""Links: what a new version replaced, and when it is shown, as of its own record."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from memtxn.core.proof import value_hash
from memtxn.core.timeline import Step as TimelineStep
from memtxn.core.timeline import shown_at
from memtxn.model.belief import BeliefType
from memtxn.model.logentry import Stands
from memtxn.model.record import BeliefBody, BeliefOp, CloseOp, OpenOp, Record, place
from memtxn.model.rows import KeyRequest, VersionRow, ViewRequest
from memtxn.ports.storage import Reader


class Link(msgspec.Struct, frozen=True):
    """What a version replaced, the latest first, and when it is shown."""

    replaced: tuple[VersionRow, ...]
    stands: Stands


class Links:
    """Finds the links of versions: one question for each step that a record opened or closed for them."""

    def __init__(self, reader: Reader, mem: int, digest_key: bytes) -> None:
        self._reader, self._mem, self._digest_key = reader, mem, digest_key

    def of(self, record: Record, op: BeliefOp, body: BeliefBody) -> Link:
        """The link of one version of a record."""
        bid, slot = place(record.seq, op.ord), _Slot(op, body, self._digest_key)
        opened = [at.vf for at in record.ops if isinstance(at, OpenOp) and _same(at, op) and at.bid == bid]
        if not opened:
            return Link((), Stands.NEVER)
        found: dict[int, VersionRow] = {}
        for vf in sorted({*opened, *_closed(record, op)}, reverse=True):
            for row in self._shown(slot, record.seq - 1, vf):
                found.setdefault(row.belief.bid, row)
        return Link(tuple(found.values()), self._stands(slot, record, op, min(opened)))

    def _stands(self, slot: _Slot, record: Record, op: BeliefOp, first: int) -> Stands:
        shown = [row.belief.bid for row in self._shown(slot, record.seq, record.at)]
        if op.type is BeliefType.RETRACTION and not shown:
            return Stands.NOW if first <= record.at else Stands.LATER
        if place(record.seq, op.ord) in shown:
            return Stands.NOW
        return Stands.LATER if first > record.at else Stands.PAST

    def _shown(self, slot: _Slot, n: int, t: int) -> Iterator[VersionRow]:
        """What the slot shows: nothing, or one belief."""
        if slot.vhash is None:
            rows = self._reader.visible(self._mem, slot.name, n, t)
            yield from (row.version for row in rows if row.slot == slot.number)
            return
        asked = ViewRequest(b"", None, (KeyRequest(slot.name, t, slot.vhash),))
        (known,) = self._reader.view(self._mem, asked, n).keys
        shown = shown_at([TimelineStep(step.vf, step.shown) for step in known.steps], t)
        if shown is not None:
            yield shown


class _Slot:
    """The slot of a version: a many-valued key has a slot for each value, found by the value's hash."""

    def __init__(self, op: BeliefOp, body: BeliefBody, digest_key: bytes) -> None:
        self.name, self.number = body.name, op.slot
        self.vhash = value_hash(digest_key, body.value) if op.slot else None


def _same(step: OpenOp | CloseOp, op: BeliefOp) -> bool:
    return (step.kid, step.slot) == (op.kid, op.slot)


def _closed(record: Record, op: BeliefOp) -> Iterator[int]:
    """Where steps ended that this version, while it is valid, may have taken the place of."""
    for step in record.ops:
        if isinstance(step, CloseOp) and _same(step, op) and op.vf <= step.vf < op.vt:
            yield step.vf
