"""Declaration: what the harness says of an attribute. The last record counts, and holds all of it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal, get_args

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.codec import Json, canonical, parse
from memtxn.model.exact import brief, exact_choice, exact_flag, exact_items
from memtxn.model.key import Key
from memtxn.model.record import DeclarationBody

Cardinality = Literal["one", "many"]
ValueType = Literal["text", "number", "integer", "boolean", "datetime", "date", "list", "object"]
_TYPES: tuple[ValueType, ...] = get_args(ValueType)
_SAID_TYPES: tuple[ValueType | Literal["any"], ...] = (*_TYPES, "any")
_CARDINALITIES: tuple[Cardinality, ...] = get_args(Cardinality)

ENUM_LIMIT = 1000
"""Values that an enumeration may have."""


class Declaration(msgspec.Struct, frozen=True, kw_only=True):
    """What is declared of an attribute of an entity type; the defaults hold for what is not declared.

    ``cardinality``: one value at a time, or many. ``type``: what every value is (None: any JSON); a ``datetime``
    is an ISO 8601 text with its zone, a ``date`` one without time. ``enum``: the only values that there are.
    ``protected``: of two facts the one of the higher class of authority wins (low < 0.5 ≤ normal < 0.9 ≤ high),
    and only within a class the newer one. ``seq`` is the record that says so.
    """

    entity_type: str
    attribute: str
    cardinality: Cardinality = "one"
    type: ValueType | None = None
    enum: tuple[Json, ...] | None = None
    protected: bool = False
    seq: int = 0


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody declares of an attribute; what is None stays as it is.

    The type ``any`` takes a type away, an empty ``enum`` an enumeration.
    """

    entity_type: str
    attribute: str
    cardinality: Cardinality | None = None
    type: ValueType | Literal["any"] | None = None
    enum: tuple[bytes, ...] | None = None
    protected: bool | None = None


def said_of(
    entity_type: object, attribute: object, cardinality: object, kind: object, enum: object, protected: object
) -> Said:
    """What was said, as plain things. Raises InvalidInput for what cannot be declared of any attribute."""
    key = Key.of((entity_type, "*"), attribute)  # type: ignore[arg-type]  # checked there
    return Said(
        entity_type=key.entity_type,
        attribute=key.attribute,
        cardinality=None if cardinality is None else exact_choice(cardinality, _CARDINALITIES, "cardinality"),
        type=None if kind is None else exact_choice(kind, _SAID_TYPES, "type"),
        enum=None if enum is None else _enum(enum),
        protected=None if protected is None else exact_flag(protected, "protected"),
    )


def declaration_body(said: Said, before: DeclarationBody) -> DeclarationBody:
    """What the journal keeps: what was said, and of the rest what was declared before.

    Raises:
        InvalidInput: a value of the enumeration is not of the type.
    """
    body = DeclarationBody(
        said.entity_type,
        said.attribute,
        before.many if said.cardinality is None else said.cardinality == "many",
        before.type if said.type is None else None if said.type == "any" else said.type,
        before.enum if said.enum is None else said.enum or None,
        before.protected if said.protected is None else said.protected,
    )
    for value in body.enum or ():
        problem = type_problem(body, parse(value))
        if problem:
            raise InvalidInput(f"enum value {brief(parse(value))} {problem}")
    return body


def _enum(given: object) -> tuple[bytes, ...]:
    values = exact_items(given)
    if values is None or len(values) > ENUM_LIMIT:
        raise InvalidInput(f"enum must be a list or tuple of up to {ENUM_LIMIT} values, not {brief(given)}")
    return tuple(dict.fromkeys(canonical(value, "enum value") for value in values))


def declaration_of(body: DeclarationBody, seq: int) -> Declaration:
    """The declaration that a record keeps."""
    return Declaration(
        entity_type=body.entity_type,
        attribute=body.attribute,
        cardinality="many" if body.many else "one",
        type=body.type,  # type: ignore[arg-type]  # checked when it was written
        enum=None if body.enum is None else tuple(map(parse, body.enum)),
        protected=body.protected,
        seq=seq,
    )


def undeclared(entity_type: str, attribute: str) -> DeclarationBody:
    """What holds for an attribute of which nothing was declared."""
    return DeclarationBody(entity_type, attribute, many=False)


def type_problem(declared: DeclarationBody, value: Json) -> str:
    """Why a value is not of the declared type, as the end of a sentence; empty when it is."""
    if declared.type is None or _is_of(declared.type, value):
        return ""
    article = "an" if declared.type[0] in "aeio" else "a"
    return f"is not {article} {declared.type}"


def _is_of(kind: str, value: Json) -> bool:
    match kind:
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "datetime":
            return isinstance(value, str) and _is_datetime(value)
        case "date":
            return isinstance(value, str) and _is_date(value)
    return isinstance(value, {"text": str, "boolean": bool, "list": list, "object": dict}[kind])


def _is_datetime(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
