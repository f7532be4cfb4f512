"""Amending: what a journal says that cannot be is folded otherwise from now on, by a record of this recovery.

No record is altered. Later ones are folded upon what the amended ones imply, and verified so.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from memtxn.core.amend import amendments_of
from memtxn.core.proof import moved
from memtxn.core.workspace import CommitPlan
from memtxn.engine.declared import rules_of
from memtxn.engine.follow import check_head
from memtxn.engine.recover.carried import sealed_upon_damage
from memtxn.engine.recover.contradictions import Contradictions
from memtxn.engine.recover.damage import look
from memtxn.engine.recover.lines import Lines
from memtxn.engine.runtime import Runtime
from memtxn.engine.sealing import sealed_entry
from memtxn.engine.verify.check import Check
from memtxn.engine.verify.standing import OpenSteps
from memtxn.model.amend_record import AmendOp, BaseOp
from memtxn.model.effect import Part
from memtxn.model.record import DEFAULT_PRINCIPAL, FORMAT, ContextBody, Kind, Op, Record, RecoverOp
from memtxn.model.rows import BodyRow, MemoryRow
from memtxn.ports.storage import Reader, Writer


def contradictions(reader: Reader, mem: int) -> list[RecoverOp]:
    """How many effects are to be amended, and timelines to be planned again; nothing is changed."""
    found = Contradictions(reader, mem)
    return _counted(found.run(), found.lines - found.retired)


def _counted(amendments: Collection[AmendOp], lines: Collection[int]) -> list[RecoverOp]:
    void = sum(not one.op for one in amendments)
    counts = [
        RecoverOp(Part.EFFECT, len(amendments) - void, void),
        RecoverOp(Part.LINE, len(lines), 0),
    ]
    return [one for one in counts if one.restored or one.removed]


class Amending:
    """One such record, in a block that alone may write; the rows are those that the journal implies."""

    def __init__(self, runtime: Runtime, principal: str, row: MemoryRow) -> None:
        self.runtime, self.row = runtime, row
        self.tx = runtime.ids(16)
        self.done: list[RecoverOp] = []
        self.seq: int | None = None
        self.at = 0
        self._context = None if principal == DEFAULT_PRINCIPAL else runtime.seal(ContextBody(principal))

    def run(self, writer: Writer) -> None:
        """Find what contradicts, put the rows right, and record it."""
        mem = self.row.mem
        if writer.committed(mem, self.tx) is not None:
            return
        check_head(self.runtime, writer, mem, writer.head(mem))
        found = Contradictions(writer, mem)
        amendments = found.run()
        self.done = _counted(amendments, found.lines - found.retired)
        if not self.done:
            return
        check = Check(self.runtime, writer)
        damage = look(check, self.row, self._every(writer, amendments))
        writer.repair(mem, damage.lacking, damage.foreign, damage.cleared)
        lines = Lines(writer, mem, rules_of(writer, mem, writer.head(mem).seq))
        for kid in sorted(found.lines - found.retired):
            if kid in found.names:
                lines.plan(found.names[kid])
        lines.end(found.retired)
        lines.settle()
        self._record(writer, amendments, lines, sealed_upon_damage(check, self.row))

    def _every(self, writer: Writer, amendments: Collection[AmendOp]) -> dict[tuple[int, int], bytes]:
        """Those of earlier recoveries too."""
        known = look(Check(self.runtime, writer), self.row).amendments
        return {**known, **amendments_of(amendments)}

    def _record(self, writer: Writer, amendments: list[AmendOp], lines: Lines, upon_damage: int) -> None:
        head, context, check = writer.head(self.row.mem), self._context, Check(self.runtime, writer)
        digest = OpenSteps(check, self.row.mem).digest()
        base = moved(digest, self.runtime.digest_key, lines.gone, lines.come)
        sealed = [RecoverOp(Part.SEAL, upon_damage, 0)] if upon_damage else []
        ops: list[Op] = [*amendments, *self.done, *sealed, *lines.closed, *lines.opened, BaseOp(base)]
        record = Record(
            fmt=FORMAT,
            kind=Kind.RECOVER,
            seq=head.seq + 1,
            at=max(self.runtime.now(), head.at + 1),
            tx=self.tx,
            policy=self.runtime.policy_fingerprint,
            context=-1 if context is None else 0,
            idem=None,
            commitments=() if context is None else (context.commitment,),
            ops=tuple(ops),
        )
        plan = CommitPlan(
            record=record,
            bodies=() if context is None else (BodyRow(0, context.salt, context.data),),
            decoded={} if context is None else {0: context.body},
            outcomes=(),
            gone=tuple(lines.gone),
            come=tuple(lines.come),
            keys=head.keys,
        )
        writer.append(
            self.row.mem, sealed_entry(self.runtime, msgspec.structs.replace(head, digest=digest), plan)
        )
        self.seq, self.at = record.seq, record.at
