"""Running a repair: planned once without a lock, so that the gate has answered, and then inside the commit.

What is planned inside sees what every transaction before it wrote: it cannot conflict, so it always succeeds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from memtxn.engine.declared import check_declared, rules_of
from memtxn.engine.explain_record import committed
from memtxn.engine.follow import check_head
from memtxn.engine.guard.turn import turn
from memtxn.engine.repair.gate import Gate
from memtxn.engine.repair.graph import SOURCE, Stored
from memtxn.engine.repair.intent import Cascade, Intent, revoking, undoing
from memtxn.engine.repair.mend import Mending
from memtxn.engine.repair.report import Telling
from memtxn.engine.repair.target import Target, target, transaction
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.sealing import BODIES_LIMIT, sealed_entry
from memtxn.errors import NotFound, OutcomeUnknown, StorageError, TransactionTooLarge
from memtxn.model.explanation import Committed
from memtxn.model.record import BeliefOp, Kind
from memtxn.model.repair import RepairReport
from memtxn.ports.storage import LATEST, Reader, Writer

Intending: TypeAlias = Callable[[Stored], tuple[Target, Intent]]
Wanted: TypeAlias = tuple[Kind, Intending, str]


class Repair:
    """One undo or one revocation by a principal."""

    def __init__(self, runtime: Runtime, ledger: Ledger, principal: str) -> None:
        self._runtime, self._ledger, self._principal = runtime, ledger, principal
        self._gate = Gate(runtime, ledger, principal)
        self._tx, self._under = runtime.ids(16), ledger.under

    def undo(self, tx_id: str, *, dry_run: bool) -> RepairReport:
        """Take back what one transaction did. Raises: see `Memory.undo`."""

        def intending(graph: Stored) -> tuple[Target, Intent]:
            found = transaction(graph, tx_id)
            return found, undoing(graph, graph.records.record(found.where))

        return self._run(Kind.UNDO, intending, "", dry_run=dry_run)

    def take_back(self, writer: Writer, seq: int) -> RepairReport:
        """Undo a record of whatever kind, in a block that alone may write and whoever holds a guard."""

        def intending(graph: Stored) -> tuple[Target, Intent]:
            record = graph.records.record(seq)
            return Target(record.tx.hex(), "transaction", seq), undoing(graph, record)

        return self._appended(writer, self._ledger.create(writer), (Kind.UNDO, intending, ""))[1]

    def revoke(self, named: str, cascade: Cascade, *, dry_run: bool) -> RepairReport:
        """Take back what should never have been believed. Raises: see `Memory.revoke`."""

        def intending(graph: Stored) -> tuple[Target, Intent]:
            found = target(graph, named)
            return found, revoking(graph, found, cascade)

        told = cascade if isinstance(cascade, str) else "yes" if cascade else "no"
        return self._run(Kind.REVOKE, intending, told, dry_run=dry_run)

    def _run(self, kind: Kind, intending: Intending, cascade: str, *, dry_run: bool) -> RepairReport:
        with self._runtime.storage.read() as reader:
            _, first = self._planned(reader, kind, intending, cascade)
        if dry_run or not first.changed:
            return msgspec.structs.replace(first, tx_id=None, seq=None, dry_run=dry_run)
        self._runtime.writing_key()
        try:
            at, report = self._runtime.durably(lambda writer: self._written(writer, kind, intending, cascade))
        except OutcomeUnknown as unknown:
            return self._looked_up(first, unknown)
        self._ledger.passed(at)
        return report

    def _written(
        self, writer: Writer, kind: Kind, intending: Intending, cascade: str
    ) -> tuple[int, RepairReport]:
        mem = self._ledger.create(writer)
        done, guard = writer.committed(mem, self._tx), 0
        if done is None:
            guard = turn(self._runtime, writer, mem, writer.head(mem), self._under)
        return self._appended(writer, mem, (kind, intending, cascade), done, guard)

    def _appended(
        self, writer: Writer, mem: int, wanted: Wanted, done: int | None = None, guard: int = 0
    ) -> tuple[int, RepairReport]:
        head = writer.head(mem)
        mending, report = self._planned(writer, *wanted, guard=guard)
        plan = mending.made
        if (
            done is not None or plan is None
        ):  # an interrupted leader had written it, or somebody else did the same
            return head.at, msgspec.structs.replace(report, tx_id=self._tx.hex() if done else None, seq=done)
        if len(plan.bodies) > BODIES_LIMIT:
            raise TransactionTooLarge(f"a record holds at most {BODIES_LIMIT} texts: revoke a part at a time")
        check_head(self._runtime, writer, mem, head)
        writer.append(mem, sealed_entry(self._runtime, head, plan))
        return plan.record.at, report

    def _planned(
        self, reader: Reader, kind: Kind, intending: Intending, cascade: str, guard: int = 0
    ) -> tuple[Mending, RepairReport]:
        mem = self._ledger.mem(reader)
        if not mem:
            raise NotFound("no records: nothing was ever believed here")
        head = reader.head(mem)
        check_declared(reader, mem, head)
        graph = Stored(reader, mem, rules_of(reader, mem, LATEST), self._gate)
        found, intent = intending(graph)
        mending = Mending(self._runtime, self._ledger, graph, found, kind, self._principal, guard)
        report = RepairReport(what=kind.name.lower(), target=found.id, sort=found.sort)
        if intent.empty:
            withheld = Telling(mending, intent, report).withheld()
            before = self._before(graph, found)
            return mending, msgspec.structs.replace(
                report, withheld=withheld, before=before, detail=_told(before)
            )
        at = max(self._runtime.now(), head.at + 1)
        plan = mending.plan(intent, self._tx, cascade, at)
        report = msgspec.structs.replace(report, tx_id=self._tx.hex(), seq=plan.record.seq)
        return mending, Telling(mending, intent, report).of(plan, at)

    def _before(self, graph: Stored, found: Target) -> Committed | None:
        """The last record that changed the state of what is meant."""
        places = graph.beliefs_of(found.where) if found.sort == "transaction" else [found.where]
        filed = [(op.kid if isinstance(op := graph.op(one), BeliefOp) else SOURCE, one) for one in places]
        seqs = [row.seq for kid, bid in filed for row in graph.history(kid, bid)]
        return committed(graph.records, max(seqs)) if seqs else None

    def _looked_up(self, report: RepairReport, unknown: OutcomeUnknown) -> RepairReport:
        """The truth about a record that was sent and not answered (P14)."""
        tx_id = self._tx.hex()
        try:
            with self._runtime.storage.read() as reader:
                seq = reader.committed(self._ledger.mem(reader), self._tx)
        except StorageError as error:
            raise OutcomeUnknown(f"{unknown.detail}; {error.detail}", tx_id=tx_id) from error
        if seq is None:
            raise StorageError(f"transaction {tx_id} was not applied: {unknown.detail}") from unknown
        return msgspec.structs.replace(report, seq=seq)


def _told(before: Committed | None) -> str:
    if before is None:
        return "there is nothing to take back: nothing of it is believed"
    return f"nothing is left to take back: record {before.seq} by {before.principal} did it"
