"""Operations on what is declared of attributes: `declare` and `declarations`."""

from __future__ import annotations

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.errors import NotFound
from memtxn.interfaces.inputs import Declarations, Declare
from memtxn.interfaces.operations.operation import Operation
from memtxn.model.declaration import Declaration


def _declare(memory: Memory, given: Declare) -> None:
    memory.declare(given.entity_type, given.attribute, cardinality=given.cardinality)


def _declarations(memory: Memory, _asked: Declarations) -> list[Declaration]:
    found = memory.declarations()
    if not found:
        raise NotFound("no declaration")
    return found


DECLARE = Operation(
    name="declare",
    summary="Declare whether an attribute has one value at a time or many.",
    scope=Scope.ADMIN,
    read_only=False,
    input=Declare,
    output=type(None),
    run=_declare,
)
DECLARATIONS = Operation(
    name="declarations",
    summary="List what is declared.",
    scope=Scope.READ,
    read_only=True,
    input=Declarations,
    output=list[Declaration],
    run=_declarations,
)
