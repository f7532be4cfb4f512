"""Operations on guards: which are open. Holding one needs a process that does so."""

from __future__ import annotations

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.interfaces.inputs import Guards
from memtxn.interfaces.operations.operation import Operation, check_exists
from memtxn.model.guard import OpenGuard


def _guards(memory: Memory, _asked: Guards) -> list[OpenGuard]:
    found = memory.guards()
    if not found:
        check_exists(memory)
    return found


GUARDS = Operation(
    name="guards",
    summary="List the guards that are open.",
    scope=Scope.READ,
    read_only=True,
    input=Guards,
    output=list[OpenGuard],
    run=_guards,
)
