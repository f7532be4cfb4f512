"""The operation that erases."""

from __future__ import annotations

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.errors import InvalidInput
from memtxn.interfaces.inputs import Erase
from memtxn.interfaces.operations.operation import Operation
from memtxn.model.erasure import ErasureReport
from memtxn.model.key import Entity, Key


def _erase(memory: Memory, given: Erase) -> ErasureReport:
    return memory.erase(_target(memory, given), reason=given.reason, dry_run=given.dry_run)


def _target(memory: Memory, given: Erase) -> Memory | Entity | Key:
    if given.whole == (given.target is not None):
        raise InvalidInput("name what is to be erased, or say that all of the memory is meant: one of the two")
    if given.target is None:
        return memory
    return given.target if given.attribute is None else Key.of(given.target, given.attribute)


ERASE = Operation(
    name="erase",
    summary="Erase content for good.",
    scope=Scope.ADMIN,
    read_only=False,
    input=Erase,
    output=ErasureReport,
    run=_erase,
)
