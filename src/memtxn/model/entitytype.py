"""Entity type: what the harness says of all entities of a type. The last record counts, and holds all of it."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.exact import brief, exact_choice, exact_object, exact_text
from memtxn.model.key import Key
from memtxn.model.names import names_of
from memtxn.model.record import TypeBody

Owner = Literal["speaker", "session", "none"]
Binding = Literal["lenient", "named"]
_OWNERS: tuple[Owner | Literal["any"], ...] = (*get_args(Owner), "any")
_BINDINGS: tuple[Binding, ...] = get_args(Binding)

ALIASES_LIMIT = 10_000
"""Entities of a type that may have other names."""
NAMES_LIMIT = 100
"""Other names that an entity may have."""


class TypeDeclaration(msgspec.Struct, frozen=True, kw_only=True):
    """What is declared of an entity type; the defaults hold for what is not declared.

    ``owned_by``: whose its entities are when a text names none: the ``speaker``'s, those of the ``session``
    (whoever takes part), ``none`` (None: not declared). ``person``: whether they are persons (None: as the name
    of the type says). ``binding``: whether a text must name its entity (``named``). ``aliases``: entity id → its
    other names. ``seq`` is the record that says so.
    """

    entity_type: str
    owned_by: Owner | None = None
    person: bool | None = None
    binding: Binding = "lenient"
    aliases: dict[str, tuple[str, ...]] = {}
    seq: int = 0


class SaidOfType(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody declares of an entity type; what is None stays as it is, and so does who is not named.

    ``any`` takes away who owns them, or whether they are persons; no names, those of an entity.
    """

    entity_type: str
    owned_by: Owner | Literal["any"] | None = None
    person: bool | Literal["any"] | None = None
    binding: Binding | None = None
    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()


def said_of_type(
    entity_type: object,
    *,
    owned_by: object = None,
    person: object = None,
    binding: object = None,
    aliases: object = None,
) -> SaidOfType:
    """What was said, as plain things. Raises InvalidInput for what cannot be declared of any type."""
    key = Key.of((entity_type, "*"), "*")  # type: ignore[arg-type]  # checked there
    return SaidOfType(
        entity_type=key.entity_type,
        owned_by=None if owned_by is None else exact_choice(owned_by, _OWNERS, "owned_by"),
        person=None if person is None else _person(person),
        binding=None if binding is None else exact_choice(binding, _BINDINGS, "binding"),
        aliases=() if aliases is None else _aliases(key.entity_type, aliases),
    )


def type_body(said: SaidOfType, before: TypeBody) -> TypeBody:
    """What the journal keeps: what was said, and of the rest what was declared before.

    Raises:
        InvalidInput: more entities with other names than there may be.
    """
    aliases = {**dict(before.aliases), **dict(said.aliases)}
    named = tuple(sorted((entity, names) for entity, names in aliases.items() if names))
    if len(named) > ALIASES_LIMIT:
        raise InvalidInput(f"aliases of {len(named)} entities; the limit is {ALIASES_LIMIT}")
    return TypeBody(
        said.entity_type,
        before.owner if said.owned_by is None else None if said.owned_by == "any" else said.owned_by,
        before.person if said.person is None else None if said.person == "any" else said.person,
        before.named if said.binding is None else said.binding == "named",
        named,
    )


def type_declaration_of(body: TypeBody, seq: int) -> TypeDeclaration:
    """The declaration that a record keeps."""
    checked: Any = body  # when it was written
    return TypeDeclaration(
        entity_type=body.entity_type,
        owned_by=checked.owner,
        person=body.person,
        binding="named" if body.named else "lenient",
        aliases=dict(body.aliases),
        seq=seq,
    )


def _person(given: object) -> bool | Literal["any"]:
    if given is True or given is False:
        return given
    if exact_text(given) == "any":
        return "any"
    raise InvalidInput(f"person must be True, False or 'any', not {brief(given)}")


def _aliases(entity_type: str, given: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    members = exact_object(given)
    if members is None:
        raise InvalidInput(f"aliases must be a dict of entity ids and lists of their names, not {brief(given)}")
    return tuple(
        (
            Key.of((entity_type, entity), "*").entity_id,  # type: ignore[arg-type]  # checked there
            names_of(names, f"aliases of {brief(entity)}", NAMES_LIMIT),
        )
        for entity, names in members
    )
