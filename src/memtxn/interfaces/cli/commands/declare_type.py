"""`memtxn declare-type`: what the entities of a type are like, and what is declared of types."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.safe import shortened, visible
from memtxn.interfaces.inputs import DeclareType, TypeDeclarations
from memtxn.interfaces.operations import DECLARE_TYPE, TYPE_DECLARATIONS
from memtxn.model.entitytype import Binding, TypeDeclaration
from memtxn.model.key import Key

_BRIEF = 80
"""Characters that are shown of the other names of an entity."""

TypeArgument = Annotated[
    str | None,
    typer.Argument(metavar="TYPE", help="The type of the entities, such as Person.", show_default=False),
]
OwnedByOption = Annotated[
    Literal["speaker", "session", "none", "any"] | None,
    typer.Option(
        "--owned-by",
        help="Whose an entity is when a text names none; session: of whoever takes part; any: not declared.",
        show_default=False,
    ),
]
PersonOption = Annotated[
    bool | None, typer.Option("--person/--no-person", help="Whether they are persons.", show_default=False)
]
BindingOption = Annotated[
    Binding | None,
    typer.Option("--binding", help="Whether a text must name its entity (named).", show_default=False),
]
AliasOption = Annotated[
    list[str] | None,
    typer.Option(
        "--alias",
        metavar="ID=NAME,…",
        help="Other names of an entity, such as 'alice=Al,Allie'; none after the = take them away. Repeatable.",
        show_default=False,
    ),
]
ListOption = Annotated[bool, typer.Option("--list", help="List what is declared; so it is without TYPE, too.")]


def declare_type(
    call: Call,
    type_: TypeArgument = None,
    owned_by: OwnedByOption = None,
    person: PersonOption = None,
    binding: BindingOption = None,
    alias: AliasOption = None,
    list_: ListOption = False,
) -> None:
    """Declare what the entities of a type are like; without arguments, list what is declared of types.

    What is not said stays as it is, and it holds from now on.
    """
    said = (owned_by, person, binding) != (None, None, None) or bool(alias)
    if type_ is None or list_:
        if type_ is not None or said:
            raise InvalidInput("--list stands alone: it lists everything that is declared of types")
        call.ask(TYPE_DECLARATIONS, TypeDeclarations(), _listed)
        return
    if not said:
        raise InvalidInput("say what is to hold: --owned-by, --person, --binding, --alias")
    name = Key.of((type_, "*"), "*").entity_type
    given = DeclareType(
        entity_type=name, owned_by=owned_by, person=person, binding=binding, aliases=_aliases(alias or [])
    )
    with call.opened() as memory:
        DECLARE_TYPE.run(memory, given)
        made = [one for one in memory.type_declarations() if one.entity_type == name]
    call.say(made[0] if made else TypeDeclaration(entity_type=name), partial(_shown, call.place))


def _aliases(given: list[str]) -> dict[str, tuple[str, ...]]:
    """The names by entity. Raises InvalidInput."""
    found: dict[str, tuple[str, ...]] = {}
    for text in given:
        entity, equals, names = text.partition("=")
        if not equals or not entity.strip():
            raise InvalidInput(f"--alias {text[:40]!r} is no ID=NAME")
        said = tuple(name for name in map(str.strip, names.split(",")) if name)
        found[entity] = (*found.get(entity, ()), *said)
    return found


def _shown(place: str, made: TypeDeclaration) -> Iterator[Text]:
    yield Text(f"{visible(made.entity_type)}: {_said(made)}, in {visible(place)}")


def _listed(found: list[TypeDeclaration]) -> Iterator[Text]:
    if not found:
        yield Text("nothing is declared of an entity type")
    width = max((len(visible(one.entity_type)) for one in found), default=0)
    for one in found:
        yield Text.assemble(f"{visible(one.entity_type):<{width}}  {_said(one)}", (f"  seq {one.seq}", "dim"))


def _said(one: TypeDeclaration) -> str:
    """All that is declared, in words."""
    names = "; ".join(f"{entity} = {', '.join(names)}" for entity, names in one.aliases.items())
    parts = [
        None if one.owned_by is None else f"owned by {one.owned_by}",
        None if one.person is None else "persons" if one.person else "no persons",
        "named" if one.binding == "named" else None,
        f"aliases {shortened(visible(names), _BRIEF)}" if names else None,
    ]
    return ", ".join(filter(None, parts)) or "nothing"
