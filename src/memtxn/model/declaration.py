"""Declaration: what the harness says of an attribute. The last record counts, and holds all of it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, get_args

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.codec import Json, canonical, parse
from memtxn.model.exact import brief, exact_choice, exact_flag, exact_items, exact_object, exact_text
from memtxn.model.key import Key
from memtxn.model.names import names_of, short_text
from memtxn.model.record import DeclarationBody

Cardinality = Literal["one", "many"]
ValueType = Literal["text", "number", "integer", "boolean", "datetime", "date", "list", "object"]
SpeechAct = Literal["fact", "request"]
Polarity = Literal[1, -1]
Nature = Literal["state", "event"]
License = Literal[
    "negation",
    "condition",
    "hedge",
    "question",
    "report",
    "ended",
    "restriction",
    "exception",
    "wish",
    "fiction",
    "irony",
    "approximation",
]
_TYPES: tuple[ValueType, ...] = get_args(ValueType)
_SAID_TYPES: tuple[ValueType | Literal["any"], ...] = (*_TYPES, "any")
_CARDINALITIES: tuple[Cardinality, ...] = get_args(Cardinality)
_SPEECH_ACTS: tuple[SpeechAct | Literal["any"], ...] = (*get_args(SpeechAct), "any")
_NATURES: tuple[Nature, ...] = get_args(Nature)
LICENSES: tuple[License, ...] = get_args(License)
"""The families of cues that an attribute may express by itself."""

ENUM_LIMIT = 1000
"""Values that an enumeration may have."""
WORDS_LIMIT = 1000
"""Words that an attribute, or a value of its enumeration, may have."""
UNIT_LIMIT = 32
"""Characters of a unit."""


class Declaration(msgspec.Struct, frozen=True, kw_only=True):
    """What is declared of an attribute of an entity type; the defaults hold for what is not declared.

    ``cardinality``: one value at a time, or many. ``type``: what every value is (None: any JSON); a ``datetime``
    is an ISO 8601 text with its zone, a ``date`` one without time. ``enum``: the only values that there are, and
    ``synonyms`` other words for them, in the same order (empty when there are none).
    ``protected``: of two facts the one of the higher class of authority wins (low < 0.5 ≤ normal < 0.9 ≤ high),
    and only within a class the newer one.

    What the gate goes by: ``speech_act``: whether who gives a value states it, or may ask for it (None: a fact is
    stated; a goal, preference or commitment may be asked for). ``polarity``: -1 when a value is what does not
    hold (``dislikes``; None: as the name says). ``kind``: an ``event`` that is over has still been. ``unit`` of
    its numbers. ``licenses``: the families of cues that it expresses itself (``ended`` for ``former_employer``).
    ``words``: other words for it. ``seq`` is the record that says so.
    """

    entity_type: str
    attribute: str
    cardinality: Cardinality = "one"
    type: ValueType | None = None
    enum: tuple[Json, ...] | None = None
    synonyms: tuple[tuple[str, ...], ...] = ()
    protected: bool = False
    speech_act: SpeechAct | None = None
    polarity: Polarity | None = None
    kind: Nature = "state"
    unit: str | None = None
    licenses: tuple[License, ...] = ()
    words: tuple[str, ...] = ()
    seq: int = 0


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody declares of an attribute; what is None stays as it is.

    The type or speech act ``any`` takes that away, and so do the polarity 0 and whatever is empty.
    """

    entity_type: str
    attribute: str
    cardinality: Cardinality | None = None
    type: ValueType | Literal["any"] | None = None
    enum: tuple[bytes, ...] | None = None
    synonyms: tuple[tuple[str, ...], ...] = ()
    protected: bool | None = None
    speech_act: SpeechAct | Literal["any"] | None = None
    polarity: int | None = None
    kind: Nature | None = None
    unit: str | None = None
    licenses: tuple[License, ...] | None = None
    words: tuple[str, ...] | None = None


def said_of(  # noqa: PLR0913  # all that can be said
    entity_type: object,
    attribute: object,
    *,
    cardinality: object = None,
    type: object = None,  # noqa: A002  # the name that `Memory.declare` has for it
    enum: object = None,
    protected: object = None,
    speech_act: object = None,
    polarity: object = None,
    kind: object = None,
    unit: object = None,
    licenses: object = None,
    words: object = None,
) -> Said:
    """What was said, as plain things. Raises InvalidInput for what cannot be declared of any attribute."""
    key = Key.of((entity_type, "*"), attribute)  # type: ignore[arg-type]  # checked there
    values, synonyms = (None, ()) if enum is None else _enum(enum)
    return Said(
        entity_type=key.entity_type,
        attribute=key.attribute,
        cardinality=None if cardinality is None else exact_choice(cardinality, _CARDINALITIES, "cardinality"),
        type=None if type is None else exact_choice(type, _SAID_TYPES, "type"),
        enum=values,
        synonyms=synonyms,
        protected=None if protected is None else exact_flag(protected, "protected"),
        speech_act=None if speech_act is None else exact_choice(speech_act, _SPEECH_ACTS, "speech_act"),
        polarity=None if polarity is None else _polarity(polarity),
        kind=None if kind is None else exact_choice(kind, _NATURES, "kind"),
        unit=None if unit is None else short_text(unit, "unit", UNIT_LIMIT),
        licenses=None if licenses is None else _licenses(licenses),
        words=None if words is None else _words(words),
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
        before.speech_act if said.speech_act is None else None if said.speech_act == "any" else said.speech_act,
        before.polarity if said.polarity is None else said.polarity or None,
        before.event if said.kind is None else said.kind == "event",
        before.unit if said.unit is None else said.unit or None,
        before.licenses if said.licenses is None else said.licenses,
        before.words if said.words is None else said.words,
        before.synonyms if said.enum is None else said.synonyms,
    )
    for value in body.enum or ():
        problem = type_problem(body, parse(value))
        if problem:
            raise InvalidInput(f"enum value {brief(parse(value))} {problem}")
    return body


def _enum(given: object) -> tuple[tuple[bytes, ...], tuple[tuple[str, ...], ...]]:
    """The values, and the other words for them; of a dict, those that it gives."""
    members = exact_object(given)
    values = exact_items(given) if members is None else tuple(value for value, _ in members)
    if values is None or len(values) > ENUM_LIMIT:
        raise InvalidInput(
            f"enum must be a list or tuple of up to {ENUM_LIMIT} values, "
            f"or a dict of such values and other words for them, not {brief(given)}"
        )
    coded = tuple(canonical(value, "enum value") for value in values)
    if members is None:
        return tuple(dict.fromkeys(coded)), ()
    words = tuple(_synonyms(value, given) for value, given in members)
    return coded, words if any(words) else ()


def _synonyms(value: object, given: object) -> tuple[str, ...]:
    if exact_text(value) is None:
        raise InvalidInput(f"enum: only a text has other words, and {brief(value)} is none; give a list")
    return names_of(given, f"enum: the other words for {brief(value)}", WORDS_LIMIT)


def _polarity(given: object) -> int:
    if type(given) is not int or given not in (1, -1, 0):
        raise InvalidInput(f"polarity must be 1, -1, or 0 for what the name says, not {brief(given)}")
    return given


def _licenses(given: object) -> tuple[License, ...]:
    families = exact_items(given)
    if families is None:
        raise InvalidInput(f"licenses must be a list or tuple of families of cues, not {brief(given)}")
    return tuple(dict.fromkeys(exact_choice(family, LICENSES, "licenses") for family in families))


def _words(given: object) -> tuple[str, ...]:
    """The words of a list; those of a dict of languages, of all of them."""
    languages = exact_object(given)
    if languages is None:
        return names_of(given, "words", WORDS_LIMIT)
    found: dict[str, None] = {}
    for language, words in languages:
        if not exact_text(language):
            raise InvalidInput(f"words: a language is named by a text, not {brief(language)}")
        found |= dict.fromkeys(names_of(words, "words", WORDS_LIMIT))
    return names_of(tuple(found), "words", WORDS_LIMIT)


def declaration_of(body: DeclarationBody, seq: int) -> Declaration:
    """The declaration that a record keeps."""
    checked: Any = body  # when it was written
    return Declaration(
        entity_type=body.entity_type,
        attribute=body.attribute,
        cardinality="many" if body.many else "one",
        type=checked.type,
        enum=None if body.enum is None else tuple(map(parse, body.enum)),
        synonyms=body.synonyms,
        protected=body.protected,
        speech_act=checked.speech_act,
        polarity=checked.polarity,
        kind="event" if body.event else "state",
        unit=body.unit,
        licenses=checked.licenses,
        words=body.words,
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
