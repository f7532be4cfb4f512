"""`memtxn declare`: what is to hold of an attribute, and what does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.inputs import Declarations, Declare
from memtxn.interfaces.operations import DECLARATIONS, DECLARE
from memtxn.model.declaration import Cardinality, Declaration

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
ListOption = Annotated[bool, typer.Option("--list", help="List what is declared; so it is without TYPE, too.")]


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """What was just declared."""

    entity_type: str
    attribute: str
    cardinality: Cardinality


def declare(
    call: Call,
    type_: TypeArgument = None,
    attribute: OfTypeArgument = None,
    cardinality: CardinalityOption = None,
    list_: ListOption = False,
) -> None:
    """Declare whether an attribute has one value at a time or many; without arguments, list what is declared.

    Declare it before its first belief is written.
    """
    if type_ is None or list_:
        if (type_, attribute, cardinality) != (None, None, None):
            raise InvalidInput("--list stands alone: it lists everything that is declared")
        call.ask(DECLARATIONS, Declarations(), _listed)
        return
    if attribute is None:
        raise InvalidInput("no ATTRIBUTE was given")
    if cardinality is None:
        raise InvalidInput("say what is to hold: --cardinality one or --cardinality many")
    given = Declare(entity_type=type_, attribute=attribute, cardinality=cardinality)
    with call.opened() as memory:
        DECLARE.run(memory, given)
    call.say(
        Declared(entity_type=type_, attribute=attribute, cardinality=cardinality), partial(_shown, call.place)
    )


def _shown(place: str, made: Declared) -> Iterator[Text]:
    yield Text(f"{visible(f'{made.entity_type}.{made.attribute}')}: {made.cardinality}, in {visible(place)}")


def _listed(found: list[Declaration]) -> Iterator[Text]:
    width = max(len(_name(one)) for one in found)
    for one in found:
        yield Text.assemble(f"{_name(one):<{width}}  {one.cardinality:<4}", (f"  seq {one.seq}", "dim"))


def _name(one: Declaration) -> str:
    return visible(f"{one.entity_type}.{one.attribute}")
