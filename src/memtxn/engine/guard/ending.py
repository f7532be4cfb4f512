"""The records with which guards begin and end, and the truth about one that was not answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memtxn.core.proof import Element
from memtxn.core.workspace import CommitPlan, Sealed
from memtxn.engine.follow import check_head
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.sealing import sealed_entry
from memtxn.errors import OutcomeUnknown, StorageError
from memtxn.model.record import FORMAT, ContextBody, Kind, Op, Record
from memtxn.model.rows import BodyRow, Head
from memtxn.ports.storage import Writer


class Ending:
    """One record of kind guard, by a principal; the guard's name is its label."""

    def __init__(self, runtime: Runtime, ledger: Ledger, principal: str, name: str) -> None:
        self._runtime, self._ledger = runtime, ledger
        self.tx = runtime.ids(16)
        self.seq: int | None = None
        self._context: Sealed = runtime.seal(ContextBody(principal, name))

    def write(self, run: Callable[[Writer, int], None]) -> None:
        """Run it in a block of its own, unless its record is there already.

        Raises:
            OutcomeUnknown: neither it nor the look-up was answered. StorageError. Whatever ``run`` raises.
        """
        self._runtime.writing_key()
        try:
            self._runtime.durably(lambda writer: self._run(writer, run))
        except OutcomeUnknown as unknown:
            self._look_up(unknown)

    def append(
        self,
        writer: Writer,
        mem: int,
        ops: Sequence[Op],
        gone: Sequence[Element] = (),
        come: Sequence[Element] = (),
    ) -> None:
        """Append the record to the head that stands."""
        head, context = writer.head(mem), self._context
        check_head(self._runtime, writer, mem, head)
        record = Record(
            fmt=FORMAT,
            kind=Kind.GUARD,
            seq=head.seq + 1,
            at=self._later(head),
            tx=self.tx,
            policy=self._runtime.policy_fingerprint,
            context=0,
            idem=None,
            commitments=(context.commitment,),
            ops=tuple(ops),
        )
        body = BodyRow(0, context.salt, context.data)
        plan = CommitPlan(record, (body,), {0: context.body}, (), tuple(gone), tuple(come), head.keys)
        writer.append(mem, sealed_entry(self._runtime, head, plan))
        self.seq = record.seq

    def _later(self, head: Head) -> int:
        return max(self._runtime.now(), head.at + 1)

    def _run(self, writer: Writer, run: Callable[[Writer, int], None]) -> None:
        mem = self._ledger.create(writer)
        self.seq = writer.committed(mem, self.tx)
        if self.seq is None:
            run(writer, mem)

    def _look_up(self, unknown: OutcomeUnknown) -> None:
        """Whether it is there after all (P14)."""
        tx_id = self.tx.hex()
        try:
            with self._runtime.storage.read() as reader:
                self.seq = reader.committed(self._ledger.mem(reader), self.tx)
        except StorageError as error:
            raise OutcomeUnknown(f"{unknown.detail}; {error.detail}", tx_id=tx_id) from error
        if self.seq is None:
            raise StorageError(f"transaction {tx_id} was not applied: {unknown.detail}") from unknown
