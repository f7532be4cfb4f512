"""`memtxn constrain`: what must hold after every commit, and which constraints stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

import msgspec
import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.inputs import Constrain, Constraints, DropConstraint
from memtxn.interfaces.operations import CONSTRAIN, CONSTRAINTS, DROP_CONSTRAINT, Stated

KindArgument = Annotated[
    Literal["unique", "no_overlap", "immutable", "reference"] | None,
    typer.Argument(help="Which kind of constraint.", show_default=False),
]
TypeArgument = Annotated[
    str | None,
    typer.Argument(metavar="TYPE", help="The type of the entities, such as Person.", show_default=False),
]
OfTypeArgument = Annotated[
    str | None, typer.Argument(metavar="ATTRIBUTE", help="Which of their attributes.", show_default=False)
]
TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target", metavar="TYPE", help="Of a reference: the entities it leads to.", show_default=False
    ),
]
NameOption = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="How it is called.", show_default="made from the rest"),
]
DropOption = Annotated[
    str | None,
    typer.Option("--drop", metavar="NAME", help="Let this constraint stand no longer.", show_default=False),
]
ListOption = Annotated[bool, typer.Option("--list", help="List what stands; so it is without KIND, too.")]


class Dropped(msgspec.Struct, frozen=True, kw_only=True):
    """The constraint that no longer stands."""

    dropped: str


def constrain(  # the options of a command are its parameters
    call: Call,
    kind: KindArgument = None,
    type_: TypeArgument = None,
    attribute: OfTypeArgument = None,
    target: TargetOption = None,
    name: NameOption = None,
    drop: DropOption = None,
    list_: ListOption = False,
) -> None:
    """State a constraint, which holds for every commit from then on; without arguments, list what stands.

    unique: no two keys show the same value. no_overlap: a new value waits until the old one has ended.
    immutable: a value never becomes another one. reference: the value names an entity that is known.

    A check, which needs a function, is stated in Python; it is listed and dropped here too.
    """
    about = (kind, type_, attribute, target, name)
    if drop is not None or list_ or kind is None:
        if about != (None,) * len(about) or (list_ and drop is not None):
            raise InvalidInput("--drop and --list stand alone, and so does nothing at all")
        if drop is None:
            call.ask(CONSTRAINTS, Constraints(), _listed)
        else:
            call.ask(DROP_CONSTRAINT, DropConstraint(name=drop), lambda _: _dropped(call.place, drop))
        return
    if type_ is None or attribute is None:
        raise InvalidInput("no TYPE and ATTRIBUTE were given")
    given = Constrain(kind=kind, entity_type=type_, attribute=attribute, target=target, name=name)
    with call.opened() as memory:
        CONSTRAIN.run(memory, given)
    call.say(given, partial(_shown, call.place))


def _shown(place: str, made: Constrain) -> Iterator[Text]:
    named = f" as {visible(made.name)}" if made.name else ""
    about = _about(made.entity_type, made.attribute, made.target)
    yield Text(f"{made.kind}: {about}{named}, in {visible(place)}")


def _dropped(place: str, name: str) -> Iterator[Text]:
    yield Text(f"dropped: {visible(name)}, in {visible(place)}")


def _listed(found: list[Stated]) -> Iterator[Text]:
    if not found:
        yield Text("no constraint stands")
    width = max((len(visible(one.name)) for one in found), default=0)
    for one in found:
        scope = f" of each {one.scope}" if one.scope else ""
        about = _about(one.entity_type, one.attribute, one.target)
        yield Text(f"{visible(one.name):<{width}}  {one.kind}{scope}{f': {about}' if about else ''}")


def _about(entity_type: str | None, attribute: str | None, target: str | None) -> str:
    """What it is about, of which a check may name less."""
    leads = f" → {visible(target)}" if target else ""
    return visible(".".join(part for part in (entity_type, attribute) if part)) + leads
