"""Operations on what waits for somebody: `pending`, `confirm`, `deny`."""

from __future__ import annotations

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.interfaces.inputs import Confirm, Deny, Waiting
from memtxn.interfaces.operations.operation import Operation, check_exists
from memtxn.model.pending import Pending
from memtxn.model.receipt import Receipt


def _pending(memory: Memory, asked: Waiting) -> list[Pending]:
    found = memory.pending(asked.entity_type, asked.entity_id, asked.attribute, expired=asked.expired)
    if not found:
        check_exists(memory)
    return found


def _confirm(memory: Memory, given: Confirm) -> Receipt:
    return memory.confirm(given.proposal)


def _deny(memory: Memory, given: Deny) -> Receipt:
    return memory.deny(given.proposal, given.reason)


PENDING = Operation(
    name="pending",
    summary="List the quarantined proposals that wait to be confirmed or denied.",
    scope=Scope.READ,
    read_only=True,
    input=Waiting,
    output=list[Pending],
    run=_pending,
)
CONFIRM = Operation(
    name="confirm",
    summary="Admit a proposal that waits; its proposer cannot do so.",
    scope=Scope.CONFIRM,
    read_only=False,
    input=Confirm,
    output=Receipt,
    run=_confirm,
)
DENY = Operation(
    name="deny",
    summary="Reject a proposal that waits; its proposer cannot do so.",
    scope=Scope.CONFIRM,
    read_only=False,
    input=Deny,
    output=Receipt,
    run=_deny,
)
