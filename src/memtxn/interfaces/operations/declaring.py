"""Operations on what must hold: declarations of attributes and of entity types, and constraints."""

from __future__ import annotations

from typing import Literal

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.errors import InvalidInput
from memtxn.interfaces.inputs import (
    Constrain,
    Constraints,
    Declarations,
    Declare,
    DeclareType,
    DropConstraint,
    TypeDeclarations,
)
from memtxn.interfaces.operations.operation import Operation, check_exists
from memtxn.model.constraint import Constraint, Immutable, NoOverlap, Reference, Unique
from memtxn.model.declaration import Declaration
from memtxn.model.entitytype import TypeDeclaration

_PLAIN: dict[str, type[Unique | NoOverlap | Immutable]] = {
    "unique": Unique,
    "no_overlap": NoOverlap,
    "immutable": Immutable,
}


class Stated(msgspec.Struct, frozen=True, kw_only=True):
    """A constraint that stands. ``scope`` is told of a check, whose function only a program has.

    What it is not about is None.
    """

    name: str
    kind: Literal["unique", "no_overlap", "immutable", "reference", "check"]
    entity_type: str | None = None
    attribute: str | None = None
    target: str | None = None
    scope: str | None = None


def _declare(memory: Memory, given: Declare) -> None:
    memory.declare(
        given.entity_type,
        given.attribute,
        cardinality=given.cardinality,
        type=given.type or "any",
        enum=() if given.enum is None else given.enum,
        protected=given.protected,
        speech_act=given.speech_act or "any",
        polarity=given.polarity or 0,
        kind=given.kind,
        unit=given.unit or "",
        licenses=given.licenses,
        words=given.words,
    )


def _declarations(memory: Memory, _asked: Declarations) -> list[Declaration]:
    found = memory.declarations()
    if not found:
        check_exists(memory)
    return found


def _declare_type(memory: Memory, given: DeclareType) -> None:
    memory.declare_type(
        given.entity_type,
        owned_by=given.owned_by,
        person=given.person,
        binding=given.binding,
        aliases=given.aliases,
    )


def _type_declarations(memory: Memory, _asked: TypeDeclarations) -> list[TypeDeclaration]:
    found = memory.type_declarations()
    if not found:
        check_exists(memory)
    return found


def _constrain(memory: Memory, given: Constrain) -> None:
    memory.constrain(_constraint(given))


def _constraint(given: Constrain) -> Constraint:
    if (given.kind == "reference") != (given.target is not None):
        raise InvalidInput("a reference needs its target, and nothing else has one")
    if given.target is not None:
        return Reference(given.entity_type, given.attribute, given.name or "", target=given.target)
    return _PLAIN[given.kind](given.entity_type, given.attribute, given.name or "")


def _drop(memory: Memory, given: DropConstraint) -> None:
    memory.drop_constraint(given.name)


def _constraints(memory: Memory, _asked: Constraints) -> list[Stated]:
    found = [_stated(constraint) for constraint in memory.constraints()]
    if not found:
        check_exists(memory)
    return found


def _stated(constraint: Constraint) -> Stated:
    body = constraint.body()
    return Stated(
        name=body.name,
        kind=constraint.kind,  # type: ignore[arg-type]  # each class names its own
        entity_type=body.entity_type or None,
        attribute=body.attribute or None,
        target=body.target or None,
        scope=body.scope or None,
    )


DECLARE = Operation(
    name="declare",
    summary="Declare what an attribute is like: its values, its protection, what the gate goes by.",
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
DECLARE_TYPE = Operation(
    name="declare_type",
    summary="Declare what the entities of a type are like: whose they are, and their other names.",
    scope=Scope.ADMIN,
    read_only=False,
    input=DeclareType,
    output=type(None),
    run=_declare_type,
)
TYPE_DECLARATIONS = Operation(
    name="type_declarations",
    summary="List what is declared of entity types.",
    scope=Scope.READ,
    read_only=True,
    input=TypeDeclarations,
    output=list[TypeDeclaration],
    run=_type_declarations,
)
CONSTRAIN = Operation(
    name="constrain",
    summary="State a constraint, which holds for every commit from then on.",
    scope=Scope.ADMIN,
    read_only=False,
    input=Constrain,
    output=type(None),
    run=_constrain,
)
DROP_CONSTRAINT = Operation(
    name="drop_constraint",
    summary="Let a constraint stand no longer.",
    scope=Scope.ADMIN,
    read_only=False,
    input=DropConstraint,
    output=type(None),
    run=_drop,
)
CONSTRAINTS = Operation(
    name="constraints",
    summary="List the constraints that stand.",
    scope=Scope.READ,
    read_only=True,
    input=Constraints,
    output=list[Stated],
    run=_constraints,
)
