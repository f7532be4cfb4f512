"""`memtxn declare`: what an attribute is like, and what is declared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
import typer
from rich.text import Text

from memtxn.engine.memory import Memory
from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.given import json_value
from memtxn.interfaces.cli.safe import shortened, shown_value, visible
from memtxn.interfaces.inputs import Declarations, Declare
from memtxn.interfaces.operations import DECLARATIONS, DECLARE
from memtxn.model.declaration import Cardinality, Declaration, Nature, SpeechAct
from memtxn.model.key import Key

_BRIEF = 80
"""Characters that are shown of an enumeration."""

Values = tuple[object, ...] | dict[str, tuple[str, ...]] | None

TypeArgument = Annotated[
    str | None,
    typer.Argument(metavar="TYPE", help="The type of the entities, such as Person.", show_default=False),
]
OfTypeArgument = Annotated[
    str | None, typer.Argument(metavar="ATTRIBUTE", help="Which of their attributes.", show_default=False)
]
CardinalityOption = Annotated[
    Cardinality | None,
    typer.Option("--cardinality", help="One value at a time, or many beside one another.", show_default=False),
]
ValueTypeOption = Annotated[
    Literal["text", "number", "integer", "boolean", "datetime", "date", "list", "object", "any"] | None,
    typer.Option("--type", help="What every value is; a datetime has its zone.", show_default=False),
]
EnumOption = Annotated[
    str | None,
    typer.Option(
        "--enum",
        metavar="JSON",
        help='The only values that there are: \'["red", "blue"]\', or with other words for them: '
        '\'{"red": ["crimson"]}\'; null for any.',
        show_default=False,
    ),
]
ProtectedOption = Annotated[
    bool | None,
    typer.Option(
        "--protected/--no-protected",
        help="Whether a source of lower authority may never displace one of higher.",
        show_default=False,
    ),
]
SpeechActOption = Annotated[
    Literal["fact", "request", "any"] | None,
    typer.Option(
        "--speech-act",
        help="Whether who asks for a value gives it, or only who states it; any: as the type of belief says.",
        show_default=False,
    ),
]
PolarityOption = Annotated[
    int | None,
    typer.Option(
        "--polarity",
        metavar="1|-1|0",
        help="-1 for what does not hold (dislikes), 1 for what does, 0: as the name says.",
        show_default=False,
    ),
]
KindOption = Annotated[
    Nature | None,
    typer.Option("--kind", help="Whether what is over still counts: an event has been.", show_default=False),
]
UnitOption = Annotated[
    str | None, typer.Option("--unit", help="Of its numbers; an empty one takes it away.", show_default=False)
]
LicensesOption = Annotated[
    str | None,
    typer.Option(
        "--licenses",
        metavar="FAMILY,…",
        help="Cues that the attribute expresses itself, such as ended, negation, hedge; empty for none.",
        show_default=False,
    ),
]
WordsOption = Annotated[
    str | None,
    typer.Option("--words", metavar="WORD,…", help="Other words for it; empty for none.", show_default=False),
]
ListOption = Annotated[bool, typer.Option("--list", help="List what is declared; so it is without TYPE, too.")]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What was typed; None stays as it is declared."""

    cardinality: Cardinality | None
    type: str | None
    enum: str | None
    protected: bool | None
    speech_act: str | None
    polarity: int | None
    kind: Nature | None
    unit: str | None
    licenses: str | None
    words: str | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return all(getattr(self, name) is None for name in self.__struct_fields__)


def declare(  # noqa: PLR0913, PLR0917  # the options of a command are its parameters
    call: Call,
    type_: TypeArgument = None,
    attribute: OfTypeArgument = None,
    cardinality: CardinalityOption = None,
    value_type: ValueTypeOption = None,
    enum: EnumOption = None,
    protected: ProtectedOption = None,
    speech_act: SpeechActOption = None,
    polarity: PolarityOption = None,
    kind: KindOption = None,
    unit: UnitOption = None,
    licenses: LicensesOption = None,
    words: WordsOption = None,
    list_: ListOption = False,
) -> None:
    """Declare what an attribute is like; without arguments, list what is declared.

    What is not said stays as it is. Another cardinality or protection gives the keys that there are the
    timelines that they would have had under it from the beginning; what the gate goes by holds from now on.
    """
    asked = Asked(
        cardinality=cardinality,
        type=value_type,
        enum=enum,
        protected=protected,
        speech_act=speech_act,
        polarity=polarity,
        kind=kind,
        unit=unit,
        licenses=licenses,
        words=words,
    )
    if type_ is None or list_:
        if (type_, attribute) != (None, None) or not asked.is_empty:
            raise InvalidInput("--list stands alone: it lists everything that is declared")
        call.ask(DECLARATIONS, Declarations(), _listed)
        return
    if attribute is None:
        raise InvalidInput("no ATTRIBUTE was given")
    if asked.is_empty:
        raise InvalidInput("say what is to hold: --cardinality, --type, --enum, --protected, …")
    with call.opened() as memory:
        given = _given(memory, Key.of((type_, "*"), attribute), asked)
        DECLARE.run(memory, given)
    call.say(given, partial(_shown, call.place))


def _given(memory: Memory, key: Key, asked: Asked) -> Declare:
    """All of what is to hold: what was typed, and else what is declared already."""
    about = (key.entity_type, key.attribute)
    known = [one for one in memory.declarations() if (one.entity_type, one.attribute) == about]
    before = known[0] if known else Declaration(entity_type=about[0], attribute=about[1])
    return Declare(
        entity_type=before.entity_type,
        attribute=before.attribute,
        cardinality=asked.cardinality or before.cardinality,
        type=before.type if asked.type is None else None if asked.type == "any" else asked.type,  # type: ignore[arg-type]
        enum=_enum(before) if asked.enum is None else _values(asked.enum),
        protected=before.protected if asked.protected is None else asked.protected,
        speech_act=_unless_any(asked.speech_act, before.speech_act),
        polarity=before.polarity if asked.polarity is None else asked.polarity or None,  # type: ignore[arg-type]
        kind=asked.kind or before.kind,
        unit=before.unit if asked.unit is None else asked.unit or None,
        licenses=before.licenses if asked.licenses is None else _parts(asked.licenses),  # type: ignore[arg-type]
        words=before.words if asked.words is None else _parts(asked.words),
    )


def _unless_any(asked: str | None, before: SpeechAct | None) -> SpeechAct | None:
    return before if asked is None else None if asked == "any" else asked  # type: ignore[return-value]


def _enum(before: Declaration) -> Values:
    """The values that are declared, with the other words for them."""
    if before.enum is None or not before.synonyms:
        return before.enum
    return dict(zip(map(str, before.enum), before.synonyms, strict=True))


def _parts(text: str) -> tuple[str, ...]:
    """What commas separate."""
    return tuple(part for part in map(str.strip, text.split(",")) if part)


def _values(text: str) -> Values:
    values = json_value(text, "--enum", hint='a list stands in brackets: \'["red", "blue"]\'')
    if values is not None and not (isinstance(values, list | dict) and values):
        raise InvalidInput("--enum is a list of values, an object of them and their words, or null for any")
    return tuple(values) if isinstance(values, list) else values  # type: ignore[return-value]  # checked later


def _shown(place: str, made: Declare) -> Iterator[Text]:
    yield Text(f"{_name(made)}: {_said(made)}, in {visible(place)}")


def _listed(found: list[Declaration]) -> Iterator[Text]:
    if not found:
        yield Text("nothing is declared")
    width = max((len(_name(one)) for one in found), default=0)
    for one in found:
        yield Text.assemble(f"{_name(one):<{width}}  {_said(one)}", (f"  seq {one.seq}", "dim"))


def _name(one: Declare | Declaration) -> str:
    return visible(f"{one.entity_type}.{one.attribute}")


def _said(one: Declare | Declaration) -> str:
    """All that is declared, in words."""
    values = _enum(one) if isinstance(one, Declaration) else one.enum
    shown: Any = list(values) if isinstance(values, tuple) else values
    parts = [
        one.cardinality,
        one.type,
        None if shown is None else f"of {shortened(shown_value(shown), _BRIEF)}",
        "protected" if one.protected else None,
        one.speech_act,
        None if one.polarity is None else f"polarity {one.polarity}",
        "event" if one.kind == "event" else None,
        None if one.unit is None else f"in {visible(one.unit)}",
        f"licenses {', '.join(one.licenses)}" if one.licenses else None,
        f"also called {shortened(visible(', '.join(one.words)), _BRIEF)}" if one.words else None,
    ]
    return ", ".join(filter(None, parts))
