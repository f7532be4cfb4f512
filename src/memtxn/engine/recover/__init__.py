"""Recovery: every fold of a memory is what its journal implies again, whatever happened to any row (P18).

No write set is needed. The journal is followed once and all rows are read once, into sums; where these differ the
rows are named, in memory for what is damaged alone. Lacking rows are written, foreign ones removed, and the head
set to the last record, in one durable transaction that ends with a record which counts them and changes nothing.
Then the storage is read anew and verified in full::

    RB ⇔ Reopen ∧ (Π(S₁) ≠ fold(J) ∨ ¬I(S₁)) ∧ Restore(fold(J)) ∧ Reopen ∧ I(S₂) ∧ Π(S₂) = fold(J)

The seal of the last record, or of the head that stands at it, covers all records before: without it somebody else
may have written them, and nothing is built on that. It need not be one over the digest that the journal implies
(`carried`).

The journal and its texts are the authority. A damaged text costs what needs it, and a row that was made of it
stays as it stands; from a damaged journal nothing is rebuilt.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from memtxn.core.proof import tag
from memtxn.core.workspace import CommitPlan
from memtxn.engine.recover.amending import Amending, contradictions
from memtxn.engine.recover.carried import is_sealed, sealed_upon_damage
from memtxn.engine.recover.damage import Damage, look, standing_head
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.sealing import sealed_entry
from memtxn.engine.verify import verify
from memtxn.engine.verify.check import Check
from memtxn.engine.verify.faults import Faults
from memtxn.engine.verify.standing import OpenSteps
from memtxn.errors import JournalDamaged, OutcomeUnknown, StorageError
from memtxn.model.effect import Part
from memtxn.model.receipt import Report
from memtxn.model.record import DEFAULT_PRINCIPAL, FORMAT, ContextBody, Kind, Record, RecoverOp
from memtxn.model.recovery import RecoveryReport, Repaired
from memtxn.model.rows import BodyRow, ErasedRow, Head, KeyRow, MemoryRow
from memtxn.ports.storage import LATEST, Progress, Reader, Writer

__all__ = ["recover"]

_CONTRADICTED = frozenset({"fold", "timeline", "lifecycle"})
"""What may be left when every row is what its record says: records that contradict one another."""


def recover(
    runtime: Runtime, ledger: Ledger, principal: str, *, progress: Progress | None, dry_run: bool
) -> RecoveryReport:
    """Bring back what the journal implies, and say what was repaired; see `Memory.recover`."""
    if not dry_run:
        runtime.writing_key()
    runtime.storage.forget()
    with runtime.storage.read() as reader:
        check = Check(runtime, reader, progress)
        row = reader.memory(ledger.tenant, ledger.name)
        moment = _moment(reader, row)
        damage = _seen(check, row) if row else None
    if row is None or damage is None:
        return _told(verify(runtime, ledger, "full", progress), (), None, dry_run=dry_run)
    report, done, seq = None, list[RecoverOp](), None
    if not damage:
        report = verify(runtime, ledger, "full", progress)
        if any(one.invariant == "digest" for one in report.problems):  # moved on upon rows that are right again
            damage = msgspec.structs.replace(damage, head_wrong=True)
    if damage and dry_run:
        done = damage.counted()
    elif damage:
        repair = _Repair(runtime, ledger, principal, row, damage, moment)
        _durably(runtime, ledger, row, repair)
        report, done, seq = None, repair.done, repair.seq
    report = report or verify(runtime, ledger, "full", progress)
    misfiled = any(isinstance(each, KeyRow) for each in damage.lacking)  # perhaps: nothing else tells
    if misfiled or any(one.invariant in _CONTRADICTED for one in report.problems):
        with runtime.storage.read() as reader:
            found = contradictions(reader, row.mem)
        if found and not dry_run:
            amending = Amending(runtime, principal, row)
            _durably(runtime, ledger, row, amending)
            report = verify(runtime, ledger, "full", progress)
            found, seq = amending.done, amending.seq or seq
        done += found
    return _told(report, done, seq, dry_run=dry_run)


def _durably(runtime: Runtime, ledger: Ledger, row: MemoryRow, repair: _Repair | Amending) -> None:
    """Run a repair, and read all anew."""
    try:
        runtime.durably(repair.run)
    except OutcomeUnknown as unknown:
        _look_up(runtime, row, repair, unknown)
    runtime.storage.scrub()
    runtime.storage.forget()
    ledger.passed(repair.at)


def _seen(check: Check, row: MemoryRow) -> Damage:
    """What differs, while the storage looks through its own structures in a thread of its own."""
    with Faults(check.runtime.storage, row.mem) as faults:
        found = look(check, row)
        told = faults.told(check)
    return msgspec.structs.replace(found, faults=tuple(told))


def _look_up(runtime: Runtime, row: MemoryRow, repair: _Repair | Amending, unknown: OutcomeUnknown) -> None:
    """Whether a repair happened that was sent and not answered."""
    with runtime.storage.read() as reader:
        if reader.committed(row.mem, repair.tx) is None:
            raise StorageError(f"nothing was repaired: {unknown.detail}") from unknown


def _moment(reader: Reader, row: MemoryRow | None) -> object:
    """What moves with every commit: the head as it stands, and the end of the journal."""
    return (standing_head(reader, row.mem), reader.seq_at(row.mem, LATEST)) if row else None


def _told(report: Report, done: Sequence[RecoverOp], seq: int | None, *, dry_run: bool) -> RecoveryReport:
    repaired = (
        Repaired(part=op.part.name.lower(), restored=op.restored, removed=op.removed)
        for op in done
        if op.part is not Part.SEAL  # those are explained, and no rows
    )
    return RecoveryReport(
        **msgspec.structs.asdict(report), repaired=tuple(repaired), recorded=seq, dry_run=dry_run
    )


class _Repair:
    """The repair of a memory, in a block that alone may write."""

    def __init__(
        self,
        runtime: Runtime,
        ledger: Ledger,
        principal: str,
        row: MemoryRow,
        damage: Damage,
        moment: object,
    ) -> None:
        self.runtime, self.ledger, self.row = runtime, ledger, row
        self.tx = runtime.ids(16)
        self.done: list[RecoverOp] = []
        self.seq: int | None = None
        self.at = 0
        self._context = None if principal == DEFAULT_PRINCIPAL else runtime.seal(ContextBody(principal))
        self._damage, self._moment = damage, moment
        self._upon_damage = 0

    def run(self, writer: Writer) -> None:
        """Repair, and record it. What was found before counts if nobody has committed since."""
        mem = self.row.mem
        if writer.committed(mem, self.tx) is not None:
            return
        damage = self._damage
        if _moment(writer, self.row) != self._moment:
            found, faults = look(Check(self.runtime, writer), self.row), writer.faults(mem)
            damage = msgspec.structs.replace(found, faults=tuple(faults))
        self._upon_damage = 0
        self.done = self._repaired(writer, damage)
        if self.done:
            self._record(writer)

    def _repaired(self, writer: Writer, damage: Damage) -> list[RecoverOp]:
        mem = self.row.mem
        if damage.faults:
            writer.reindex()
        writer.repair(mem, damage.lacking, damage.foreign, damage.cleared)
        if damage.risen:
            writer.erase(mem, [ErasedRow(where, where, 0) for where in damage.risen])
        head = self._head(writer, damage)
        if head != damage.before:
            writer.restore_head(mem, head)
        left = len(writer.faults(mem)) if damage.faults else 0
        counted = msgspec.structs.replace(
            damage,
            head_wrong=head != damage.before,
            faults=damage.faults[left:],
        )
        sealed = [RecoverOp(Part.SEAL, self._upon_damage, 0)] if self._upon_damage else []
        return counted.counted() + sealed

    def _head(self, writer: Writer, damage: Damage) -> Head:
        """The head that belongs to the rows as they now are."""
        check = Check(self.runtime, writer)
        digest = OpenSteps(check, self.row.mem).digest()
        if check.problems:
            raise StorageError(f"what was repaired {check.problems[0].detail}")
        seal = tag(self.runtime.writing_key(), damage.head.link, digest)
        before = damage.before
        if damage.head.seq and seal not in {damage.head.tag, before.tag if before else b""}:
            if not is_sealed(self.runtime.writing_key(), before, damage.head.link):
                raise JournalDamaged(f"record {damage.head.seq}: it is not sealed with the key of this store")
            self._upon_damage = sealed_upon_damage(check, self.row)
        return msgspec.structs.replace(damage.head, digest=digest, tag=seal)

    def _record(self, writer: Writer) -> None:
        head, context = writer.head(self.row.mem), self._context
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
            ops=tuple(self.done),
        )
        plan = CommitPlan(
            record=record,
            bodies=() if context is None else (BodyRow(0, context.salt, context.data),),
            decoded={} if context is None else {0: context.body},
            outcomes=(),
            gone=(),
            come=(),
            keys=head.keys,
        )
        writer.append(self.row.mem, sealed_entry(self.runtime, head, plan))
        self.seq, self.at = record.seq, record.at
