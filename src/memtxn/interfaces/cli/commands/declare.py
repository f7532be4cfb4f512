"""`memtxn declare`: what an attribute is like, and what is declared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

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
from memtxn.model.declaration import Cardinality, Declaration
from memtxn.model.key import Key

_BRIEF = 80
"""Characters that are shown of an enumeration."""

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
        help='The only values that there are, such as \'["red", "blue"]\'; null for any.',
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
ListOption = Annotated[bool, typer.Option("--list", help="List what is declared; so it is without TYPE, too.")]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What was typed; None stays as it is declared."""

    cardinality: Cardinality | None
    type: str | None
    enum: str | None
    protected: bool | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return all(getattr(self, name) is None for name in self.__struct_fields__)


def declare(  # the options of a command are its parameters
    call: Call,
    type_: TypeArgument = None,
    attribute: OfTypeArgument = None,
    cardinality: CardinalityOption = None,
    value_type: ValueTypeOption = None,
    enum: EnumOption = None,
    protected: ProtectedOption = None,
    list_: ListOption = False,
) -> None:
    """Declare what an attribute is like; without arguments, list what is declared.

    What is not said stays as it is. Another cardinality or protection gives the keys that there are the
    timelines that they would have had under it from the beginning.
    """
    asked = Asked(cardinality=cardinality, type=value_type, enum=enum, protected=protected)
    if type_ is None or list_:
        if (type_, attribute) != (None, None) or not asked.is_empty:
            raise InvalidInput("--list stands alone: it lists everything that is declared")
        call.ask(DECLARATIONS, Declarations(), _listed)
        return
    if attribute is None:
        raise InvalidInput("no ATTRIBUTE was given")
    if asked.is_empty:
        raise InvalidInput("say what is to hold: --cardinality, --type, --enum, --protected")
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
        enum=before.enum if asked.enum is None else _values(asked.enum),
        protected=before.protected if asked.protected is None else asked.protected,
    )


def _values(text: str) -> tuple[object, ...] | None:
    values = json_value(text, "--enum", hint='a list stands in brackets: \'["red", "blue"]\'')
    if values is not None and not (isinstance(values, list) and values):
        raise InvalidInput("--enum is a list of values, or null for any")
    return None if values is None else tuple(values)


def _shown(place: str, made: Declare) -> Iterator[Text]:
    yield Text(f"{_name(made)}: {_said(made)}, in {visible(place)}")


def _listed(found: list[Declaration]) -> Iterator[Text]:
    width = max(len(_name(one)) for one in found)
    for one in found:
        yield Text.assemble(f"{_name(one):<{width}}  {_said(one)}", (f"  seq {one.seq}", "dim"))


def _name(one: Declare | Declaration) -> str:
    return visible(f"{one.entity_type}.{one.attribute}")


def _said(one: Declare | Declaration) -> str:
    """All that is declared, in words."""
    enum = "" if one.enum is None else f", of {shortened(shown_value(list(one.enum)), _BRIEF)}"
    return f"{one.cardinality}{f', {one.type}' if one.type else ''}{enum}{', protected' if one.protected else ''}"
