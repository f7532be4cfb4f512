"""The commit path, the heart: load the view, plan, append, answer the truth.

No network, no model, no waiting but for the write lock, and nothing that goes on after a failure.
"""

from __future__ import annotations

import msgspec

from memtxn.core.plan import NOTHING_MOVED, plan_commit, request_of
from memtxn.core.workspace import CommitPlan, Item, Moved, Refusal, Scan, Workspace
from memtxn.engine.conflicts import add_beliefs, conflict_of
from memtxn.engine.constraints import check_constraints, claims_of
from memtxn.engine.declared import check_declared, rules_of
from memtxn.engine.follow import check_head
from memtxn.engine.footing import check_footing
from memtxn.engine.gone import check_ground
from memtxn.engine.guard.restore import settled
from memtxn.engine.guard.turn import turn
from memtxn.engine.receipts import bodies_of, receipt_of_plan, receipt_of_record, record_of
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.sealing import BODIES_LIMIT, sealed_entry
from memtxn.engine.waiting import check_room, check_waiting, has_lapsed
from memtxn.errors import (
    Conflict,
    Erased,
    IdempotencyMismatch,
    NotUnderGuard,
    OutcomeUnknown,
    QuotaExceeded,
    StorageError,
    TransactionTooLarge,
    Unreadable,
)
from memtxn.model.receipt import Receipt
from memtxn.model.record import DEFAULT_PRINCIPAL, ContextBody, Kind, place
from memtxn.model.rows import Head, KeyChange, ViewRequest
from memtxn.model.verdict import Decision
from memtxn.ports.storage import LATEST, Reader, Writer


def commit(runtime: Runtime, ledger: Ledger, workspace: Workspace) -> Receipt:
    """Make a workspace durable, whole or not at all, and answer what became of it.

    Raises:
        Conflict: somebody changed what it relied on. Violated: a constraint would not hold. CheckUnknown.
            NotWaiting: what it settles was decided, or has expired. IdempotencyMismatch. QuotaExceeded.
            TransactionTooLarge. MemoryGuarded: another holds a guard. GuardLost: its own is over. NotUnderGuard.
            StorageError: nothing was applied. OutcomeUnknown: neither the commit nor the look-up was answered.
    """
    runtime.writing_key()
    try:
        done = settled(
            runtime,
            ledger,
            _principal(workspace),
            lambda: runtime.durably(lambda writer: _write(runtime, ledger, writer, workspace)),
        )
    except OutcomeUnknown as error:
        return _look_up(runtime, ledger, workspace, error)
    except Conflict as conflict:
        add_beliefs(conflict, runtime, ledger, workspace)
        raise
    if isinstance(done, Receipt):
        return done
    ledger.passed(done.record.at)
    return receipt_of_plan(done)


def _write(runtime: Runtime, ledger: Ledger, writer: Writer, workspace: Workspace) -> CommitPlan | Receipt:
    """What was appended; or the receipt of a request that needed no record."""
    try:
        return _planned(runtime, ledger, writer, workspace)
    except OverflowError as error:
        raise Unreadable(f"the memory counts with numbers that no commit wrote: {error}") from error


def _planned(runtime: Runtime, ledger: Ledger, writer: Writer, workspace: Workspace) -> CommitPlan | Receipt:
    mem, request = ledger.create(writer), request_of(workspace)
    view = writer.view(mem, request, LATEST)
    if view.committed is not None:
        return _answer_again(writer, mem, view.committed, workspace)
    check_head(runtime, writer, mem, view.head)
    check_footing(writer, mem, request, view)
    workspace = _in_turn(runtime, writer, mem, view.head, workspace)
    at = max(runtime.now(), view.head.at + 1, workspace.instant)
    workspace = _with_repeats(writer, mem, workspace, at)
    if workspace.kind is Kind.DECISION and not _says_something(workspace):
        return Receipt(tx_id=workspace.tx.hex(), seq=view.head.seq)
    check_waiting(writer, mem, workspace.settled, at)
    check_room(writer, mem, workspace.items, at, runtime.policy.pending_quota)
    moved = _moved(writer, mem, workspace, view.head)
    if view.head.seq != workspace.since:
        check_ground(writer, mem, workspace, view)
    rules = workspace.rules if moved.rules is None else moved.rules
    plan = plan_commit(workspace, request, view, at, moved, claims_of(runtime, workspace, rules))
    if isinstance(plan, Refusal):
        raise conflict_of(plan, view.head.seq)
    if len(plan.bodies) > BODIES_LIMIT:
        raise TransactionTooLarge(
            f"a record holds at most {BODIES_LIMIT} texts, and this one has {len(plan.bodies)}"
        )
    check_constraints(runtime, ledger, writer, mem, rules, plan)
    if plan.keys > max(view.head.keys, runtime.policy.keys_quota):
        raise QuotaExceeded(quota="keys_quota", limit=runtime.policy.keys_quota, count=view.head.keys)
    writer.append(mem, sealed_entry(runtime, view.head, plan))
    for fingerprint in _repeated_within(workspace):
        writer.repeat(mem, fingerprint)
    return plan


def _in_turn(runtime: Runtime, writer: Writer, mem: int, head: Head, workspace: Workspace) -> Workspace:
    """Go on if no guard of another stands in the way, and say under which one of its own it is written."""
    guard = turn(runtime, writer, mem, head, workspace.under)
    if not guard:
        return workspace
    if workspace.kind is Kind.DECLARE:
        raise NotUnderGuard("a declaration or a constraint")
    return msgspec.structs.replace(workspace, guard=guard)


def _moved(writer: Writer, mem: int, workspace: Workspace, head: Head) -> Moved:
    """What has changed since the snapshot beside single keys: asked only if anything was committed."""
    if head.seq == workspace.since:
        return NOTHING_MOVED
    changes = [_first_change(writer, mem, scan, workspace.since) for scan in workspace.scans]
    rules = None
    if head.declared != workspace.declared:
        check_declared(writer, mem, head)
        rules = rules_of(writer, mem, LATEST)
    return Moved(tuple(change for change in changes if change), rules)


def _first_change(writer: Writer, mem: int, scan: Scan, since: int) -> KeyChange | None:
    return next((one for one in writer.changed(mem, scan.prefix, since) if scan.covers(one.name)), None)


def _says_something(workspace: Workspace) -> bool:
    """Whether a decision is more than the repetition of what was refused before."""
    return bool(workspace.settled) or any(item.enters or not item.refused_at for item in workspace.items)


def _with_repeats(writer: Writer, mem: int, workspace: Workspace, at: int) -> Workspace:
    """Point each refusal that was given before to where it stands, and count it."""
    if all(item.admitted for item in workspace.items):
        return workspace
    items = tuple(item if item.admitted else _repeated(writer, mem, item, at) for item in workspace.items)
    return msgspec.structs.replace(workspace, items=items)


def _repeated(writer: Writer, mem: int, item: Item, at: int) -> Item:
    where = writer.repeat(mem, item.fingerprint)
    quarantined = item.verdict.decision is Decision.QUARANTINE
    lapsed = quarantined and where is not None and has_lapsed(writer, mem, where, at)
    return msgspec.structs.replace(item, refused_at=where, lapsed=lapsed)


def _repeated_within(workspace: Workspace) -> list[bytes]:
    """The fingerprints of refusals that this transaction gives a second time, and more."""
    new = [item.fingerprint for item in workspace.items if not item.admitted and item.refused_at is None]
    return [fingerprint for at, fingerprint in enumerate(new) if fingerprint in new[:at]]


def _answer_again(reader: Reader, mem: int, seq: int, workspace: Workspace) -> Receipt:
    """The receipt of the record that holds this transaction or idempotency key already."""
    if _request(workspace) != _stored_request(reader, mem, seq):
        raise IdempotencyMismatch(f"it belongs to the commit of seq {seq}", seq=seq)
    return receipt_of_record(reader, mem, seq)


def answered(runtime: Runtime, ledger: Ledger, workspace: Workspace) -> Receipt | None:
    """The receipt that an earlier commit under the same idempotency key was given, if there is one.

    Raises:
        IdempotencyMismatch: that was another request.
    """
    if workspace.idem is None:
        return None
    with runtime.storage.read() as reader:
        mem = ledger.mem(reader)
        view = reader.view(mem, ViewRequest(workspace.tx, workspace.idem), LATEST) if mem else None
        if view is None or view.committed is None:
            return None
        return _answer_again(reader, mem, view.committed, workspace)


def _principal(workspace: Workspace) -> str:
    context = workspace.context.body if workspace.context else None
    return context.principal if isinstance(context, ContextBody) else DEFAULT_PRINCIPAL


def _request(workspace: Workspace) -> bytes | None:
    context = workspace.context.body if workspace.context else None
    return context.request if isinstance(context, ContextBody) else None


def _stored_request(reader: Reader, mem: int, seq: int) -> bytes | None:
    record = record_of(reader, mem, seq)
    context = bodies_of(reader, mem, seq).get(record.context)
    if record.context >= 0 and not isinstance(context, ContextBody):
        by = reader.erased(mem, place(seq, record.context))
        if by:
            raise Erased(f"what was committed under that key as seq {seq}, by record {by}")
        raise Unreadable(f"the request of record {seq} is missing or damaged")
    return context.request if isinstance(context, ContextBody) else None


def _look_up(runtime: Runtime, ledger: Ledger, workspace: Workspace, unknown: OutcomeUnknown) -> Receipt:
    """The truth about a commit that was sent and not answered (P14)."""
    tx_id = workspace.tx.hex()
    try:
        with runtime.storage.read() as reader:
            mem = ledger.mem(reader)
            seq = reader.committed(mem, workspace.tx)  # asked of no memory too: it may not be settled
            if seq is not None:
                return receipt_of_record(reader, mem, seq)
    except StorageError as error:
        raise OutcomeUnknown(f"{unknown.detail}; {error.detail}", tx_id=tx_id) from error
    raise StorageError(f"transaction {tx_id} was not applied: {unknown.detail}") from unknown
