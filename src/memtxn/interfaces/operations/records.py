"""Operation on whatever has an id: `show`."""

from __future__ import annotations

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.interfaces.inputs import Show
from memtxn.interfaces.operations.operation import Operation, check_exists
from memtxn.model.shown import Shown


def _show(memory: Memory, asked: Show) -> Shown:
    check_exists(memory)
    return memory.show(asked.what)


SHOW = Operation(
    name="show",
    summary="Show everything about a record, a belief or a source.",
    scope=Scope.READ,
    read_only=True,
    input=Show,
    output=Shown,
    run=_show,
)
