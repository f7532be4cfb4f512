"""Constraints: what must hold of a memory after every commit, as the harness states it (P12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Literal, TypeAlias, get_args

import msgspec

from memtxn.errors import InvalidInput
from memtxn.model.belief import Belief
from memtxn.model.codec import canonical, check_text
from memtxn.model.exact import brief, exact_choice, exact_text
from memtxn.model.key import Key
from memtxn.model.record import ConstraintBody

UNIQUE, NO_OVERLAP, IMMUTABLE, REFERENCE, CHECK = "unique", "no_overlap", "immutable", "reference", "check"
"""The kinds of constraints, as records name them."""

NAME_LIMIT = 256
"""Bytes that the name of a constraint may have."""

CheckScope = Literal["key", "entity", "type", "memory"]
_SCOPES: tuple[CheckScope, ...] = get_args(CheckScope)
Predicate: TypeAlias = Callable[[list[Belief]], object]
"""Gets what its scope shows at an instant; answers False, or a text that says what is wrong, if it is broken."""


class _OnAttribute(msgspec.Struct, frozen=True):
    """A constraint on one attribute of one entity type. ``name`` is by default made from these and its kind."""

    entity_type: str
    attribute: str
    name: str = ""
    kind: ClassVar[str] = ""

    def body(self) -> ConstraintBody:
        """What the journal keeps of it. Raises InvalidInput for what cannot be kept."""
        key = Key.of((self.entity_type, "*"), self.attribute)
        own = f"{self.kind}({_plain(key.entity_type)}.{_plain(key.attribute)})"
        name = _checked_name(own if exact_text(self.name) == "" else self.name)
        return ConstraintBody(name, self.kind, key.entity_type, key.attribute)


class Unique(_OnAttribute, frozen=True):
    """At no instant do two keys of this attribute show the same value."""

    kind: ClassVar[str] = UNIQUE


class NoOverlap(_OnAttribute, frozen=True):
    """The intervals of a key's beliefs do not overlap: a new one may not cut into one of another value.

    Without it a newer fact supersedes an older one. With it the older one must have ended, by its ``valid_to`` or
    by a retraction, before the newer one begins.
    """

    kind: ClassVar[str] = NO_OVERLAP


class Immutable(_OnAttribute, frozen=True):
    """What was once believed of a key never becomes another value, and is never retracted."""

    kind: ClassVar[str] = IMMUTABLE


class Reference(_OnAttribute, frozen=True, kw_only=True):
    """The value names an entity of type ``target``, as ``"Type/id"`` or by its bare id, that is known to exist.

    An entity exists at an instant at which anything is believed of it. It must do so for as long as the
    reference is shown: neither can come without it, nor it go while something refers to it.
    """

    target: str
    kind: ClassVar[str] = REFERENCE

    def body(self) -> ConstraintBody:
        """What the journal keeps of it. Raises InvalidInput for what cannot be kept."""
        target = Key.of((self.target, "*"), self.attribute).entity_type
        return msgspec.structs.replace(super().body(), target=target)


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """What a function of one's own says of a part of the memory: the ``scope`` that it is shown.

    ``predicate`` gets the list of beliefs that are shown at one instant: of one ``key``, of one ``entity``, of
    all entities of the ``type``, or of the whole ``memory``. It answers True or None when all is well, False or a
    text that says what is wrong when not. It is called inside the commit, so it must be quick, pure, and need
    nothing but its argument. The journal keeps the name and the scope; the function must be given again to every
    store that is to write, or what concerns it cannot be written there (`CheckUnknown`).
    """

    name: str
    scope: CheckScope
    predicate: Predicate
    entity_type: str = ""
    attribute: str = ""
    kind: ClassVar[str] = CHECK

    def body(self) -> ConstraintBody:
        """What the journal keeps of it. Raises InvalidInput for what cannot be kept."""
        scope = exact_choice(self.scope, _SCOPES, "scope")
        if not callable(self.predicate):
            raise InvalidInput(f"predicate must be callable, not {brief(self.predicate)}")
        wanted = {"key": (True, True), "entity": (True, False), "type": (True, False), "memory": (False, False)}
        typed, named = exact_text(self.entity_type) != "", exact_text(self.attribute) != ""
        if (typed, named) != wanted[scope]:
            raise InvalidInput(f"a check of scope {scope!r} names {_NAMES[scope]}")
        key = Key.of((self.entity_type if typed else "*", "*"), self.attribute if named else "*")
        return ConstraintBody(
            _checked_name(self.name),
            CHECK,
            key.entity_type if typed else "",
            key.attribute if named else "",
            scope=scope,
        )


Constraint: TypeAlias = Unique | NoOverlap | Immutable | Reference | Check
"""What `Memory.constrain` takes."""


def _plain(part: str) -> str:
    """A part of a name made of parts: in quotes when it could be taken for several."""
    return canonical(part, "name").decode() if any(mark in part for mark in '."') else part


def _checked_name(name: str) -> str:
    checked = check_text(name, "constraint name", limit=NAME_LIMIT)
    if not checked.strip():
        raise InvalidInput("a constraint needs a name")
    return checked


_NAMES: dict[str, str] = {
    "key": "an entity_type and an attribute",
    "entity": "an entity_type and no attribute",
    "type": "an entity_type and no attribute",
    "memory": "no entity_type and no attribute",
}


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    """A constraint that a commit would have broken: its name, the reason code, and what stands against what.

    ``keys`` are the keys concerned and ``rows`` the ids of the beliefs that are there already, both in the order
    in which ``detail`` tells of them.
    """

    constraint: str
    code: str
    detail: str
    keys: tuple[Key, ...] = ()
    rows: tuple[str, ...] = ()


def constraint_of(body: ConstraintBody, predicate: Predicate | None) -> Constraint:
    """The constraint that a journal keeps. A check whose function is not known has one that says so."""
    name, where = body.name, {"entity_type": body.entity_type, "attribute": body.attribute}
    match body.sort:
        case "unique":
            return Unique(name=name, **where)
        case "no_overlap":
            return NoOverlap(name=name, **where)
        case "immutable":
            return Immutable(name=name, **where)
        case "reference":
            return Reference(name=name, target=body.target, **where)
    scope: CheckScope = body.scope  # type: ignore[assignment]  # checked when it was written
    return Check(name=name, scope=scope, predicate=predicate or _unknown, **where)


def _unknown(_: Sequence[Belief]) -> object:
    return "the function of this check is not known to this store"
