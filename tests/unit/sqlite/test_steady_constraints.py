"""What a commit under constraints costs SQLite, counted: the same however much else there is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from memtxn import Immutable, NoOverlap, Reference, Unique
from memtxn.model.constraint import Constraint
from tests.unit.sqlite.test_steady import Grown, same

CONSTRAINTS: list[Constraint] = [
    Unique("Trip", "city"),
    NoOverlap("Trip", "nothing"),
    Immutable("Trip", "nothing"),
    Reference("Trip", "nothing", target="Nobody"),
]


@pytest.fixture
def grown(tmp_path: Path) -> Iterator[Grown]:
    made = Grown(tmp_path)
    yield made
    made.close()


def test_a_commit_under_constraints_costs_the_same_however_much_is_believed(grown: Grown) -> None:
    for constraint in CONSTRAINTS:
        grown.m.constrain(constraint)
    grown.grow(100)
    grown.put("before")
    few = grown.meter.of(partial(grown.put, "few", grown.once()))
    grown.grow(2_000)
    grown.put("between")
    many = grown.meter.of(partial(grown.put, "many", grown.once()))
    assert same(few, many), (few, many)


def test_what_a_key_claims_again_and_again_is_looked_through_once(grown: Grown) -> None:
    """The same two values in turn: what a commit costs grows no faster than the versions do."""
    grown.m.constrain(Unique("Trip", "city"))
    costs = []
    for _ in range(2):
        for number in range(60):
            with grown.m.transaction() as tx:
                tx.set_state("Trip/k", "city", "ab"[number % 2])
        costs.append(grown.meter.of(partial(_state, grown, "a")).steps)
    assert costs[1] < 2.5 * costs[0]


def _state(world: Grown, value: str) -> None:
    with world.m.transaction() as tx:
        tx.set_state("Trip/k", "city", value)
