"""Declaration: what the harness says of an attribute. The last one counts, and says all of it."""

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


def declaration_body(declared: Declaration) -> DeclarationBody:
    """What the journal keeps of it. Raises InvalidInput for what cannot be declared."""
    many = exact_choice(declared.cardinality, ("one", "many"), "cardinality") == "many"
    kind = None if declared.type is None else exact_choice(declared.type, _TYPES, "type")
    protected = exact_flag(declared.protected, "protected")
    key = Key.of((declared.entity_type, "*"), declared.attribute)
    body = DeclarationBody(
        key.entity_type,
        key.attribute,
        many,
        kind,
        _enum(declared.enum),
        protected,
    )
    for value in body.enum or ():
        problem = type_problem(body, parse(value))
        if problem:
            raise InvalidInput(f"enum value {brief(parse(value))} {problem}")
    return body


def _enum(given: object) -> tuple[bytes, ...] | None:
    if given is None:
        return None
    values = exact_items(given)
    if values is None or not 0 < len(values) <= ENUM_LIMIT:
        raise InvalidInput(f"enum must be a list or tuple of 1 to {ENUM_LIMIT} values, not {brief(given)}")
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
