"""P12, P7: of random histories under constraints, what is refused would break one, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from memtxn import Check, ConstraintViolated, Immutable, NoOverlap, Proposal, Reference, Transaction, Unique
from memtxn.model.codec import canonical
from memtxn.model.constraint import Constraint
from tests.promises.world import KINDS, World, hour, receipt
from tests.property.constrained import (
    INSTANTS,
    Held,
    Model,
    Name,
    already,
    forbids,
    held,
    predicate,
    refuses,
)
from tests.scale import often

KEYS: list[Name] = [
    ("A/1", "x"),
    ("A/1", "x"),
    ("A/2", "x"),
    ("A/2", "x"),
    ("A/3", "x"),
    ("A/1", "y"),
    ("T/1", "n"),
    ("T/2", "n"),
    ("T/2", "m"),
]
MANY = often(8, 200)
VALUES = ["1", "2", "T/1", "3"]
CONSTRAINTS: list[Constraint] = [
    Unique("A", "x"),
    Unique("T", "n"),
    NoOverlap("A", "x"),
    Immutable("A", "x"),
    Reference("A", "x", target="T"),
    Reference("T", "n", target="T"),
    Reference("A", "y", target="A"),
    Check(name="k", scope="key", entity_type="A", attribute="x", predicate=predicate),
    Check(name="e", scope="entity", entity_type="A", predicate=predicate),
    Check(name="t", scope="type", entity_type="A", predicate=predicate),
    Check(name="m", scope="memory", predicate=predicate),
]
DECLARED: list[dict[str, Any]] = [
    {"cardinality": "one", "protected": False},
    {"cardinality": "many", "protected": False},
    {"cardinality": "one", "protected": True},
    {"cardinality": "many", "protected": True},
]


class History:
    """A memory to which things happen, and the model beside it."""

    def __init__(self, kind: str, folder: Path, seed: str) -> None:
        self.draw, self.seed = Random(seed), seed
        self.world = World(kind, folder)
        self.model, self.standing = Model(), dict[str, Constraint]()
        self.now, self.number, self.refused = 8, 0, 0
        self.world.clock.set(hour(self.now))

    def live(self, steps: int) -> None:
        """Some constraints, and then anything."""
        for one in self.draw.sample(CONSTRAINTS, self.draw.choice([1, 1, 2, 3])):
            self.constrain(one)
        for _ in range(steps):
            match self.draw.choices(["commit", "declare", "constrain", "drop", "wait"], [12, 3, 2, 1, 1])[0]:
                case "commit":
                    self.commit()
                case "declare":
                    self.declare()
                case "constrain":
                    self.constrain(self.draw.choice(CONSTRAINTS))
                case "drop" if self.standing:
                    name = self.draw.choice(sorted(self.standing))
                    self.world.m.drop_constraint(name)
                    del self.standing[name]
                case "wait" if self.now < 14:
                    self.now += 1
                    self.world.clock.set(hour(self.now))
            self.compare()
        assert self.world.m.verify().ok
        self.world.close()

    # -- what happens --------------------------------------------------------------------------------

    def constrain(self, one: Constraint) -> None:
        name = one.body().name
        broken = name not in self.standing and already(one, self.model, self.now)
        assert self.violates(lambda: self.world.m.constrain(one)) == broken, self.told(one)
        if not broken:
            self.standing[name] = one

    def declare(self) -> None:
        kind, attribute = self.draw.choice([("A", "x"), ("A", "x"), ("A", "y"), ("T", "n")])
        given = self.draw.choice(DECLARED)
        rule = (given["cardinality"] == "many", given["protected"])
        after = Model(self.model.all, {**self.model.rules, (kind, attribute): rule})
        broken = [one for one in self.standing.values() if forbids(one, self.model, after)]
        refused = self.violates(lambda: self.world.m.declare(kind, attribute, **given))
        assert refused == bool(broken), self.told(given, broken)
        if not refused:
            self.model = after

    def commit(self) -> None:
        skip = self.draw.random() < 0.4
        tx = self.world.m.transaction(on_reject="skip" if skip else "abort")
        proposals = [one for one in (self.act(tx) for _ in range(self.draw.choice([1, 1, 2, 3, 4]))) if one]
        new = [held(self.number + at, one) for at, one in enumerate(proposals)]
        self.number += len(new)
        broken = [one for one in self.standing.values() if refuses(one, self.model, new)]
        if skip:
            self.skipped(tx, new, broken)
        else:
            refused = self.violates(tx.commit)
            assert refused == bool(broken), self.told(new, broken)
            if not refused:
                self.model = self.model.plus(*new)

    def skipped(self, tx: Transaction, new: Sequence[Held], broken: Sequence[Constraint]) -> None:
        """Without those that are refused nothing is broken; with any one of them something is."""
        outcomes = receipt(tx.commit()).outcomes
        refused = [
            (one, outcome.reasons)
            for one, outcome in zip(new, outcomes, strict=True)
            if outcome.outcome.name == "REJECT"
        ]
        self.refused += len(refused)
        assert bool(refused) == bool(broken), self.told(new, broken)
        out = {one.number for one, _ in refused}
        kept = [one for one in new if one.number not in out]
        assert not self.broken_by(kept), self.told(new, out)
        for one, reasons in refused:
            blamed_with_others = "check_failed" in reasons  # it does not say which of them it is
            assert blamed_with_others or self.may_break(one, new, out), self.told(new, one, reasons)
        self.model = self.model.plus(*kept)

    def may_break(self, one: Held, new: Sequence[Held], out: set[int]) -> bool:
        """Whether it breaks a constraint that all is well with before it, beside some of the others."""
        others = [number for number in out if number != one.number]
        for count in range(len(others) + 1):
            for some in combinations(others, count):
                beside = [each for each in new if each.number in some or each.number not in out]
                along = [each for each in new if each in beside or each is one]
                for each in self.standing.values():
                    if refuses(each, self.model, along) and not refuses(each, self.model, beside):
                        return True
        return False

    def broken_by(self, new: Sequence[Held]) -> bool:
        return any(refuses(one, self.model, new) for one in self.standing.values())

    def act(self, tx: Transaction) -> Proposal | None:
        """Propose or retract something that the gate lets pass."""
        (entity, attribute), draw = self.draw.choice(KEYS), self.draw
        before = tx.savepoint()
        if draw.random() < 0.2:
            value = draw.choice(VALUES) if self.model.rule((entity[0], attribute))[0] else None
            given = tx.retract(entity, attribute, at=hour(draw.randrange(20)), value=value)
        else:
            value, seen = draw.choice(VALUES), draw.randrange(self.now)
            since = draw.choice([None, draw.randrange(20)])
            begin = seen if since is None else since
            self.number += 1
            source = tx.observe(
                value,
                speaker="ann",
                at=hour(seen),
                ordinal=draw.randrange(2),
                authority=draw.choice([0.2, 0.7, 1.0]),
                ref=str(self.number),
            )
            given = tx.propose(
                entity,
                attribute,
                value,
                evidence=source.quote(value),
                valid_from=None if since is None else hour(since),
                valid_to=draw.choice([None, hour(begin + 1 + draw.randrange(8))]),
                id=f"{self.number:06}",
            )
        if not given.admitted:
            tx.rollback_to(before)
            return None
        return given

    # -- what is to be seen --------------------------------------------------------------------------

    def violates(self, act: Callable[[], object]) -> bool:
        """Whether it raises ConstraintViolated; then nothing has changed."""
        effects = self.world.effects() if self.world.m.stats().records else None
        try:
            act()
        except ConstraintViolated as error:
            broken = {one.constraint for one in error.violations}
        else:
            return False
        assert broken
        assert broken <= {one.body().name for one in CONSTRAINTS}
        assert effects == self.world.effects()
        self.refused += 1
        return True

    def compare(self) -> None:
        """What is shown at every instant is what the model shows."""
        for t in INSTANTS:
            found: dict[Name, list[bytes]] = {}
            for belief in self.world.m.at(valid=hour(t)).scan():
                name = ("/".join(belief.key.entity), belief.attribute)
                found.setdefault(name, []).append(canonical(belief.value))
            wanted = {name: sorted(one.value for one in some) for name, some in self.model.shown(t).items()}
            assert {name: sorted(some) for name, some in found.items()} == wanted, self.told(t)

    def told(self, *what: object) -> str:
        return "\n".join(map(str, (self.seed, *what, *self.standing.values(), self.model.rules, *self.model.all)))


def lived(kind: str, tmp_path: Path, numbers: Sequence[int]) -> int:
    refused = 0
    for number in numbers:
        folder = tmp_path / str(number)
        folder.mkdir()
        history = History(kind, folder, f"constrained {number}")
        history.live(14)
        refused += history.refused
    return refused


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_refused_would_break_a_constraint(kind: str, tmp_path: Path) -> None:
    assert lived(kind, tmp_path, range(6)) > 6


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_in_many_histories(kind: str, tmp_path: Path) -> None:
    assert lived(kind, tmp_path, range(100, 100 + MANY)) > MANY
