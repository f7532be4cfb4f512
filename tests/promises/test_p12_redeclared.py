"""P12 with P7: a declaration that would break what stands is refused, names it, and writes nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import memtxn
from memtxn import Check, ConstraintViolated, Immutable, NoOverlap, Reference, Transaction, Unique
from memtxn.model.constraint import Constraint
from tests.promises.world import Durable, World, hour, one, receipt, several

Act = Callable[[Transaction], object]
EMAIL = Unique("User", "email")
ALONE = Check(
    name="alone", scope="entity", entity_type="User", predicate=lambda shown: len(shown) < 2 or "more than one"
)
MANY: dict[str, Any] = {"cardinality": "many", "protected": False}
ONE: dict[str, Any] = {"cardinality": "one", "protected": False}
GUARDED: dict[str, Any] = {"cardinality": "one", "protected": True}


@pytest.fixture
def day(world: World) -> World:
    """A world a day later."""
    world.clock.set(hour(24))
    return world


def fact(key: str, value: str, begin: float, end: float | None = None, authority: float = 0.7) -> Act:
    """A fact about an email or a meeting's host that holds from an hour on, up to another."""

    def act(tx: Transaction) -> object:
        entity, attribute = key.split(".")
        source = tx.observe(value, speaker="ann", at=hour(begin), ref=key, authority=authority)
        until = None if end is None else hour(end)
        return tx.propose(entity, attribute, value, evidence=source.quote(value), valid_to=until)

    return act


def gone(key: str, value: str | None, at: float) -> Act:
    entity, attribute = key.split(".")
    return lambda tx: tx.retract(entity, attribute, value=value, at=hour(at))


def commit(memory: memtxn.Memory, *acts: Act) -> None:
    for act in acts:
        with memory.transaction() as tx:
            act(tx)


HIDDEN = [fact("User/1.email", "a", 1), fact("User/1.email", "b", 2), fact("User/2.email", "a", 3)]
"""What User/1 no longer shows User/2 does."""
LOWER = [fact("User/1.email", "a", 1, authority=1), fact("User/1.email", "b", 2), fact("User/2.email", "b", 3)]
"""The same under protection: what User/1 does not show yet."""

BROKEN: dict[str, tuple[Constraint, dict[str, Any], list[Act], dict[str, Any]]] = {
    "a value that another key has meanwhile": (EMAIL, ONE, HIDDEN, MANY),
    "a value that protection hid": (EMAIL, GUARDED, LOWER, ONE),
    "a value that protection shows again": (
        EMAIL,
        ONE,
        [fact("User/1.email", "a", 1, authority=1), fact("User/1.email", "b", 2), fact("User/2.email", "a", 3)],
        GUARDED,
    ),
    "two values at once": (NoOverlap("User", "email"), ONE, HIDDEN, MANY),
    "another value beside what is immutable": (Immutable("User", "email"), ONE, HIDDEN[:2], MANY),
    "the end of what is immutable": (
        Immutable("User", "email"),
        MANY,
        [fact("User/1.email", "b", 2, 5), fact("User/1.email", "a", 1), gone("User/1.email", "b", 4)],
        ONE,
    ),
    "a reference to what has gone": (
        Reference("User", "email", target="Box"),
        ONE,
        [*HIDDEN[:2], fact("Box/b.name", "blue", 1)],
        MANY,
    ),
    "an entity that goes": (
        Reference("Room", "owner", target="User"),
        MANY,
        [
            fact("User/1.email", "a", 1),
            fact("User/1.email", "b", 2),
            gone("User/1.email", "b", 5),
            fact("Room/1.owner", "1", 3),
        ],
        ONE,
    ),
    "a check": (ALONE, ONE, HIDDEN, MANY),
}


@pytest.mark.parametrize("case", BROKEN)
@pytest.mark.parametrize("stated", ["last", "after another declaration and back"])
def test_a_declaration_that_would_break_a_constraint(day: World, case: str, stated: str) -> None:
    """However often the attribute was declared anew before the constraint was stated."""
    constraint, before, acts, after = BROKEN[case]
    day.m.declare("User", "email", **before)
    commit(day.m, *acts)
    if stated != "last":
        for _ in range(2):
            day.m.declare("User", "email", **after)
            day.m.declare("User", "email", **before)
    day.m.constrain(constraint)
    effects, known = day.effects(), day.m.declarations()
    with pytest.raises(ConstraintViolated) as caught:
        day.m.declare("User", "email", **after)
    assert type(caught.value) is ConstraintViolated
    name = constraint.body().name
    assert {violation.constraint for violation in caught.value.violations} == {name}
    assert name in str(caught.value)
    assert (day.effects(), day.m.declarations()) == (effects, known)
    day.m.drop_constraint(name)
    day.m.declare("User", "email", **after)
    assert day.m.verify().ok


@pytest.mark.parametrize("declared", [MANY, GUARDED], ids=str)
def test_a_declaration_that_breaks_nothing_new(day: World, declared: dict[str, Any]) -> None:
    """What was broken before the constraint was stated, and is over, may be filed anew."""
    commit(day.m, fact("User/1.email", "a", 1, 5), fact("User/2.email", "a", 2, 3))
    day.m.constrain(EMAIL)
    day.m.constrain(Immutable("User", "email"))
    for given in (declared, ONE, declared):
        day.m.declare("User", "email", **given)
    assert day.m.verify().ok
    with pytest.raises(ConstraintViolated):
        commit(day.m, fact("User/3.email", "a", 4, 6))


def test_what_was_hidden_when_a_constraint_was_stated_is_found_once_it_is_shown(day: World) -> None:
    commit(day.m, *HIDDEN[:2])
    day.m.constrain(EMAIL)
    day.m.declare("User", "email", cardinality="many")
    assert len(several(day.m.get("User/1", "email"))) == 2
    with pytest.raises(ConstraintViolated):
        commit(day.m, HIDDEN[2])
    day.m.declare("User", "email", cardinality="one")
    commit(day.m, HIDDEN[2])
    assert day.m.verify().ok


@pytest.mark.parametrize("given", [{"type": "integer"}, {"enum": [12, 13]}])
def test_what_a_declaration_shows_again_must_be_as_it_says(day: World, given: dict[str, Any]) -> None:
    day.tell("Trip/1", "seats", "twelve", hour(1))
    with day.m.transaction() as tx:
        tx.set_state("Trip/1", "seats", 12)
    day.m.declare("Trip", "seats", **given)
    seq = day.head().seq
    with pytest.raises(ConstraintViolated, match="twelve"):
        day.m.declare("Trip", "seats", cardinality="many", **given)
    assert day.head().seq == seq
    assert one(day.m.get("Trip/1", "seats")).value == 12


def test_the_database_holds_uniqueness_when_an_attribute_is_declared_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the constraint's own code out of the way, as if it were wrong."""
    for number, (before, acts, after) in enumerate([(ONE, HIDDEN, MANY), (GUARDED, LOWER, ONE)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        world = Durable(folder)
        world.clock.set(hour(24))
        world.m.declare("User", "email", **before)
        commit(world.m, *acts)
        world.m.constrain(EMAIL)
        monkeypatch.setattr("memtxn.engine.commit.check_constraints", lambda *_: None)
        effects = world.effects()
        with pytest.raises(memtxn.StorageError, match="two keys would show one value"):
            world.m.declare("User", "email", **after)
        assert world.effects() == effects
        monkeypatch.undo()
        world.close()


def test_what_concerns_more_beliefs_than_a_record_can_name(day: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused whole, before its numbers run into those of the next record."""
    for number in range(6):
        commit(day.m, fact(f"User/{number}.email", "a", 1), fact(f"User/{number}.email", f"b{number}", 2))
    monkeypatch.setattr("memtxn.engine.commit.BODIES_LIMIT", 10)
    effects = day.effects()
    with pytest.raises(memtxn.TransactionTooLarge, match="at most 10 texts"):
        day.m.declare("User", "email", cardinality="many")
    with pytest.raises(memtxn.TransactionTooLarge, match="at most 10 texts"):
        day.m.constrain(EMAIL)
    assert day.effects() == effects


# -- what else random histories found ------------------------------------------------------------------


def test_no_two_values_at_once_when_it_is_stated(day: World) -> None:
    day.m.declare("User", "email", cardinality="many")
    commit(day.m, fact("User/1.email", "a", 1), fact("User/1.email", "b", 2))
    with pytest.raises(ConstraintViolated) as caught:
        day.m.constrain(NoOverlap("User", "email"))
    assert caught.value.violations[0].code == "interval_overlaps"  # type: ignore[attr-defined]


def test_what_is_immutable_is_what_a_key_shows_last(day: World) -> None:
    """What was over when it was stated is not what may come back."""
    commit(day.m, *HIDDEN[:2])
    day.m.constrain(Immutable("User", "email"))
    with pytest.raises(ConstraintViolated):
        commit(day.m, fact("User/1.email", "a", 20))
    commit(day.m, fact("User/1.email", "b", 20))


def test_a_reference_that_is_touched_elsewhere_still_refers(day: World) -> None:
    """The transaction that ends an entity writes to the key that refers to it, but for another time or value."""
    day.m.declare("Room", "guests", cardinality="many")
    for attribute in ("owner", "guests"):
        day.m.constrain(Reference("Room", attribute, target="User"))
    commit(day.m, fact("User/1.email", "a", 1), fact("User/2.email", "b", 1))
    commit(day.m, fact("Room/1.owner", "1", 2), fact("Room/1.guests", "1", 2))
    for attribute, begin in (("owner", 20), ("guests", 3)):
        tx = day.m.transaction()
        fact(f"Room/1.{attribute}", "2", begin)(tx)
        gone("User/1.email", None, 10)(tx)
        with pytest.raises(ConstraintViolated) as caught:
            tx.commit()
        assert "still_referenced" in caught.value.reasons


def test_of_several_refusals_none_is_for_what_another_would_have_done(day: World) -> None:
    """Skipped: an entity cannot go, so what refers to it may come."""
    day.m.constrain(Reference("Room", "owner", target="User"))
    day.m.constrain(EMAIL)
    commit(day.m, fact("User/1.email", "a", 1), fact("Room/1.owner", "1", 2))
    with day.m.transaction(on_reject="skip", idempotency_key="k") as tx:
        gone("User/1.email", None, 10)(tx)
        fact("Room/2.owner", "1", 3)(tx)
        fact("Room/2.owner", "nobody", 2)(tx)
        fact("Room/9.owner", "9", 2)(tx)
    outcomes = [outcome.outcome.name for outcome in receipt(tx.receipt).outcomes]
    assert outcomes == ["REJECT", "ADD", "REJECT", "REJECT"]
    assert day.m.outcome(receipt(tx.receipt).tx_id) == tx.receipt
    assert day.m.verify().ok


def test_names_of_constraints_are_not_taken_for_each_other(day: World) -> None:
    both = [Unique("A.b", "c"), Unique("A", "b.c"), Unique('A"', 'b"."c')]
    for constraint in both:
        day.m.constrain(constraint)
    assert len(day.m.constraints()) == len(both)


@pytest.mark.parametrize("value", ["x" * 20_000, "User/" + "x" * 20_000, "User/", "User/ "], ids=lambda v: v[:8])
def test_a_reference_that_names_nothing(day: World, value: str) -> None:
    reference = Reference("Room", "owner", target="User")
    with day.m.transaction() as tx:
        tx.set_state("Room/1", "owner", value)
    with pytest.raises(ConstraintViolated):
        day.m.constrain(reference)
    with day.m.transaction() as tx:
        tx.retract("Room/1", "owner")
    day.m.constrain(reference)
    with pytest.raises(ConstraintViolated), day.m.transaction() as tx:
        tx.set_state("Room/1", "owner", value)
