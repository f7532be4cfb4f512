"""Operations that take back: `undo` and `revoke`."""

from __future__ import annotations

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.interfaces.inputs import Revoke, Undo
from memtxn.interfaces.operations.operation import Operation
from memtxn.model.repair import RepairReport


def _undo(memory: Memory, given: Undo) -> RepairReport:
    return memory.undo(given.tx_id, dry_run=given.dry_run)


def _revoke(memory: Memory, given: Revoke) -> RepairReport:
    return memory.revoke(given.target, cascade=given.cascade, dry_run=given.dry_run)


UNDO = Operation(
    name="undo",
    summary="Reverse one transaction, and keep all later ones.",
    scope=Scope.ADMIN,
    read_only=False,
    input=Undo,
    output=RepairReport,
    run=_undo,
)
REVOKE = Operation(
    name="revoke",
    summary="Take back what should never have been believed, with all that grew from it.",
    scope=Scope.ADMIN,
    read_only=False,
    input=Revoke,
    output=RepairReport,
    run=_revoke,
)
