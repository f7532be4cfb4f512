"""Random histories under constraints, and a model of what they allow that shares no code with memtxn.

The model keeps all that was admitted and, for every instant, asks anew who wins, what is shown, and whether a
constraint is broken. So it says of each transaction, declaration and constraint whether it may stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import msgspec

import memtxn
from memtxn import Check, Immutable, NoOverlap, Proposal, Reference, Unique
from memtxn.model.codec import canonical
from memtxn.model.constraint import Constraint
from memtxn.testkit.fakes import START
from tests.promises.world import HOUR
from tests.property.contenders import authority_class

INSTANTS = range(26)
"""Every time of these histories is a whole hour of these."""

Name: TypeAlias = tuple[str, str]
"""("Type/id", attribute)."""
Rule: TypeAlias = tuple[bool, bool]
"""(many, protected)."""
Fault: TypeAlias = tuple[object, ...]


class Held(msgspec.Struct, frozen=True):
    """One admitted proposal, by its number in the history."""

    number: int
    key: Name
    value: bytes
    since: int
    until: int
    retracts: bool
    rank: tuple[object, ...]
    authority: float

    @property
    def attribute(self) -> Name:
        """(type, attribute)."""
        return self.key[0].split("/")[0], self.key[1]


def held(number: int, proposal: Proposal) -> Held:
    """An admitted proposal as it was drawn up."""
    draft, source = proposal.draft, proposal.draft.evidence[0].source
    seen = hours(draft.observed_at or source.at)
    until = INSTANTS.stop if draft.valid_to is None else hours(draft.valid_to)
    since = seen if draft.valid_from is None else hours(draft.valid_from)
    rank = (seen, draft.retracts, hours(source.at), source.ordinal, draft.id or "", draft.canonical)
    entity = "/".join(draft.key.entity)
    name = (entity, draft.key.attribute)
    return Held(number, name, draft.canonical, since, until, draft.retracts, rank, source.authority)


def hours(moment: object) -> int:
    """The whole hours from the start of every world."""
    return int((moment - START) / HOUR)  # type: ignore[operator]


class Model(msgspec.Struct, frozen=True):
    """All that was admitted, and what is declared: (many, protected) by attribute."""

    all: tuple[Held, ...] = ()
    rules: dict[Name, Rule] = {}

    def plus(self, *more: Held) -> Model:
        """With more of them."""
        return msgspec.structs.replace(self, all=(*self.all, *more))

    def rule(self, attribute: Name) -> Rule:
        """What is declared of an attribute."""
        return self.rules.get(attribute, (False, False))

    def shown(self, t: int) -> dict[Name, list[Held]]:
        """Who is shown at an instant, by key."""
        slots: dict[tuple[Name, bytes], Held] = {}
        for one in self.all:
            if one.since <= t < one.until:
                many, protected = self.rule(one.attribute)
                slot = (one.key, one.value if many else b"")
                if slot not in slots or _strength(one, protected) > _strength(slots[slot], protected):
                    slots[slot] = one
        shown: dict[Name, list[Held]] = {}
        for (key, _), one in slots.items():
            if not one.retracts:
                shown.setdefault(key, []).append(one)
        return shown

    def timelines(self) -> list[dict[Name, list[Held]]]:
        """Who is shown at every instant."""
        return [self.shown(t) for t in INSTANTS]


def _strength(one: Held, protected: bool) -> tuple[object, ...]:
    return (authority_class(round(one.authority * 1000)) if protected else 0, *one.rank)


Shown: TypeAlias = dict[Name, list[Held]]


def of(shown: Shown, constraint: Unique | NoOverlap | Immutable | Reference) -> dict[Name, list[Held]]:
    """The keys that a constraint is about."""
    wanted = (constraint.entity_type, constraint.attribute)
    return {key: some for key, some in shown.items() if (key[0].split("/")[0], key[1]) == wanted}


def faults_at(constraint: Constraint, shown: Shown) -> Iterator[Fault]:
    """Each way in which a constraint is broken at one instant, with the proposals that do so."""
    match constraint:
        case Unique():
            yield from _shared(of(shown, constraint))
        case NoOverlap():
            for some in of(shown, constraint).values():
                if len({one.value for one in some}) > 1:
                    yield tuple(sorted(one.number for one in some))
        case Reference():
            there = {entity for entity, _ in shown}
            for some in of(shown, constraint).values():
                for one in some:
                    if target(one.value, constraint.target) not in there:
                        yield (one.number,)
        case Check():
            for some in groups(constraint, shown):
                if not within(one.value for one in some):
                    yield tuple(sorted(one.number for one in some))


def _shared(shown: Shown) -> Iterator[Fault]:
    every = [(key, one) for key, some in shown.items() for one in some]
    for (key, one), (other, two) in combinations(every, 2):
        if key != other and one.value == two.value:
            yield tuple(sorted((one.number, two.number)))


def target(value: bytes, kind: str) -> str:
    """The entity that a reference names."""
    text = value.decode().strip('"')
    return text if text.startswith(f"{kind}/") else f"{kind}/{text}"


def groups(check: Check, shown: Shown) -> list[list[Held]]:
    """What a check is shown, call by call."""
    found: dict[object, list[Held]] = {}
    for (entity, attribute), some in shown.items():
        kind = entity.split("/")[0]
        if check.entity_type in ("", kind) and check.attribute in ("", attribute):
            group = {"key": (entity, attribute), "entity": entity, "type": kind, "memory": ""}[check.scope]
            found.setdefault(group, []).extend(some)
    return list(found.values())


def within(values: Iterable[bytes]) -> bool:
    """The predicate of every check of these histories, on canonical values."""
    return list(values).count(b'"1"') < 2


def predicate(beliefs: list[memtxn.Belief]) -> object:
    """The same on beliefs."""
    return within(canonical(belief.value) for belief in beliefs) or "two of them"


def faults(constraint: Constraint, model: Model) -> set[Fault]:
    """Each way in which it is broken at any instant."""
    return {(t, *fault) for t in INSTANTS for fault in faults_at(constraint, model.shown(t))}


def already(constraint: Constraint, model: Model, now: int) -> bool:
    """Whether it is broken from an instant on."""
    if isinstance(constraint, Immutable):
        values: dict[Name, set[bytes]] = {}
        for t in range(now, INSTANTS.stop):
            for key, some in of(model.shown(t), constraint).items():
                values.setdefault(key, set()).update(one.value for one in some)
        return any(len(some) > 1 for some in values.values())
    return any(fault for t in range(now, INSTANTS.stop) for fault in faults_at(constraint, model.shown(t)))


def refuses(constraint: Constraint, model: Model, new: Sequence[Held]) -> bool:
    """Whether a transaction that proposes these, in this order, breaks it."""
    match constraint:
        case Immutable():
            return any(_changes_value(constraint, model, new))
        case NoOverlap():
            return any(_cuts_in(constraint, model.plus(*new[:at]), one) for at, one in enumerate(new))
    return bool(faults(constraint, model.plus(*new)) - faults(constraint, model))


def _changes_value(constraint: Immutable, model: Model, new: Sequence[Held]) -> Iterator[bool]:
    known = lasting(constraint, model)
    for one in new:
        if one.attribute == (constraint.entity_type, constraint.attribute):
            if one.key in known:
                yield one.retracts or one.value != known[one.key]
            elif not one.retracts:
                known[one.key] = one.value


def lasting(constraint: Immutable, model: Model) -> dict[Name, bytes]:
    """The last value that each key shows."""
    return {key: some[-1].value for t in INSTANTS for key, some in of(model.shown(t), constraint).items() if some}


def _cuts_in(constraint: NoOverlap, model: Model, one: Held) -> bool:
    if one.retracts or one.attribute != (constraint.entity_type, constraint.attribute):
        return False
    shown = [model.shown(t).get(one.key, []) for t in range(one.since, one.until)]
    return any(other.value != one.value for some in shown for other in some)


def forbids(constraint: Constraint, before: Model, after: Model) -> bool:
    """Whether another declaration breaks it."""
    if not isinstance(constraint, Immutable):
        return bool(faults(constraint, after) - faults(constraint, before))
    known = lasting(constraint, before)
    for t in INSTANTS:
        was, now = of(before.shown(t), constraint), of(after.shown(t), constraint)
        for key in was.keys() | now.keys():
            old = {one.number for one in was.get(key, [])}
            come = [one for one in now.get(key, []) if one.number not in old]
            if any(one.value != known[key] for one in come):
                return True
            if not now.get(key) and any(one.value == known[key] for one in was[key]):
                return True
    return False
