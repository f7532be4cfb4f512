"""P12: constraints hold inside the commit, on current state, wherever it changes something, past and future."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import apsw
import pytest

import memtxn
from memtxn import Check, ConstraintViolated, Immutable, Memory, NoOverlap, Reference, Transaction, Unique
from memtxn.core.admission import REASONS
from memtxn.model.constraint import Constraint
from tests.promises.world import HOUR, Durable, World, hour, one, receipt

Act = Callable[[Transaction], object]


def told(violated: ConstraintViolated) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    """What the error names: constraint, code, keys, rows."""
    return [
        (v.constraint, v.code, tuple(map(str, v.keys)), v.rows)  # type: ignore[attr-defined]
        for v in violated.violations
    ]


def state(entity: str, attribute: str, value: object, at: float | None = None) -> Act:
    return lambda tx: tx.set_state(entity, attribute, value, at=None if at is None else hour(at))  # type: ignore[arg-type]


def fact(entity: str, attribute: str, value: str, begin: float, end: float | None = None) -> Act:
    """A fact that holds from an hour on, up to another."""

    def act(tx: Transaction) -> object:
        source = tx.observe(value, speaker="ann", at=hour(begin), ref=f"{entity} {begin}")
        until = None if end is None else hour(end)
        return tx.propose(entity, attribute, value, evidence=source.quote(value), valid_to=until)

    return act


def gone(entity: str, attribute: str, at: float) -> Act:
    return lambda tx: tx.retract(entity, attribute, at=hour(at))


def commit(memory: Memory, *acts: Act, on_reject: str = "abort") -> memtxn.Receipt:
    with memory.transaction(on_reject=on_reject) as tx:  # type: ignore[arg-type]
        for act in acts:
            act(tx)
    return receipt(tx.receipt)


@pytest.fixture
def day(world: World) -> World:
    """A world a day later, so that there is a past to speak of."""
    world.clock.set(hour(24))
    return world


EMAIL, BOOKED, BORN = Unique("User", "email"), NoOverlap("Room", "booked"), Immutable("User", "born")
ROOM = Reference("Meeting", "room", target="Room")

ALLOWED: dict[str, tuple[Constraint, list[list[Act]]]] = {
    "another value": (EMAIL, [[state("User/1", "email", "a")], [state("User/2", "email", "b")]]),
    "the same key again": (EMAIL, [[state("User/1", "email", "a")], [state("User/1", "email", "a")]]),
    "another attribute": (EMAIL, [[state("User/1", "email", "a")], [state("User/2", "name", "a")]]),
    "another type": (EMAIL, [[state("User/1", "email", "a")], [state("Bot/1", "email", "a")]]),
    "after it has ended": (EMAIL, [[fact("User/1", "email", "a", 1, 5)], [fact("User/2", "email", "a", 5)]]),
    "before it begins": (EMAIL, [[fact("User/1", "email", "a", 5)], [fact("User/2", "email", "a", 1, 5)]]),
    "after another took its place": (
        EMAIL,
        [[fact("User/1", "email", "a", 1)], [fact("User/1", "email", "b", 4)], [fact("User/2", "email", "a", 4)]],
    ),
    "after a retraction": (
        EMAIL,
        [[fact("User/1", "email", "a", 1)], [gone("User/1", "email", 4)], [fact("User/2", "email", "a", 4)]],
    ),
    "a late fact that is shown nowhere": (
        EMAIL,
        [
            [fact("User/1", "email", "a", 1)],
            [fact("User/2", "email", "b", 0.5)],
            [fact("User/2", "email", "a", 0.1, 1)],
        ],
    ),
    "two that change places": (
        EMAIL,
        [
            [state("User/1", "email", "a"), state("User/2", "email", "b")],
            [state("User/1", "email", "b"), state("User/2", "email", "a")],
        ],
    ),
    "1, 1.0 and '1'": (
        EMAIL,
        [[state("User/1", "email", 1)], [state("User/2", "email", 1.0)], [state("User/3", "email", "1")]],
    ),
    "one booking after another": (
        BOOKED,
        [[fact("Room/1", "booked", "ann", 1, 3)], [fact("Room/1", "booked", "ben", 3, 5)]],
    ),
    "a booking in between": (
        BOOKED,
        [
            [fact("Room/1", "booked", "ann", 1, 3), fact("Room/1", "booked", "cy", 5, 7)],
            [fact("Room/1", "booked", "ben", 3, 5)],
        ],
    ),
    "the same guest stays": (
        BOOKED,
        [[fact("Room/1", "booked", "ann", 1, 3)], [fact("Room/1", "booked", "ann", 2, 5)]],
    ),
    "a booking after a retraction in the same transaction": (
        BOOKED,
        [[fact("Room/1", "booked", "ann", 1)], [gone("Room/1", "booked", 4), fact("Room/1", "booked", "ben", 5)]],
    ),
    "another room": (
        BOOKED,
        [[fact("Room/1", "booked", "ann", 1, 3)], [fact("Room/2", "booked", "ben", 1, 3)]],
    ),
    "what is immutable, again": (BORN, [[state("User/1", "born", 1990)], [state("User/1", "born", 1990)]]),
    "a reference to what exists": (
        ROOM,
        [[fact("Room/1", "name", "blue", 1)], [fact("Meeting/1", "room", "1", 2)]],
    ),
    "a reference with its type": (
        ROOM,
        [[fact("Room/1", "name", "blue", 1)], [fact("Meeting/1", "room", "Room/1", 2)]],
    ),
    "a reference to what comes with it": (
        ROOM,
        [[fact("Meeting/1", "room", "1", 2), fact("Room/1", "name", "blue", 1)]],
    ),
    "a reference that ends in time": (
        ROOM,
        [[fact("Room/1", "name", "blue", 1, 9)], [fact("Meeting/1", "room", "1", 2, 9)]],
    ),
    "an entity with another belief left": (
        ROOM,
        [
            [fact("Room/1", "name", "blue", 1), fact("Room/1", "floor", "2", 1)],
            [fact("Meeting/1", "room", "1", 2)],
            [gone("Room/1", "name", 5)],
        ],
    ),
    "an entity after its references": (
        ROOM,
        [
            [fact("Room/1", "name", "blue", 1)],
            [fact("Meeting/1", "room", "1", 2)],
            [gone("Meeting/1", "room", 5)],
            [gone("Room/1", "name", 5)],
        ],
    ),
}

REFUSED: dict[str, tuple[Constraint, list[Act], list[Act], str]] = {
    "the same value": (EMAIL, [state("User/1", "email", "a")], [state("User/2", "email", "a")], "not_unique"),
    "twice in one transaction": (
        EMAIL,
        [],
        [state("User/1", "email", "a"), state("User/2", "email", "a")],
        "not_unique",
    ),
    "in the past": (
        EMAIL,
        [fact("User/1", "email", "a", 1, 5)],
        [fact("User/2", "email", "a", 4, 6)],
        "not_unique",
    ),
    "in the future": (
        EMAIL,
        [lambda tx: _scheduled(tx, "User/1", 30)],
        [state("User/2", "email", "a")],
        "not_unique",
    ),
    "of a many-valued key": (
        Unique("Tag", "name"),
        [state("Tag/1", "name", "a"), state("Tag/1", "name", "b")],
        [state("Tag/2", "name", "a")],
        "not_unique",
    ),
    "a booking that begins too early": (
        BOOKED,
        [fact("Room/1", "booked", "ann", 1, 4)],
        [fact("Room/1", "booked", "ben", 3, 5)],
        "interval_overlaps",
    ),
    "a booking around another": (
        BOOKED,
        [fact("Room/1", "booked", "ann", 2, 3)],
        [fact("Room/1", "booked", "ben", 1, 5)],
        "interval_overlaps",
    ),
    "a late booking that would be hidden": (
        BOOKED,
        [fact("Room/1", "booked", "ann", 2, 5)],
        [fact("Room/1", "booked", "ben", 1, 3)],
        "interval_overlaps",
    ),
    "two bookings of one transaction": (
        BOOKED,
        [],
        [fact("Room/1", "booked", "ann", 1, 4), fact("Room/1", "booked", "ben", 3, 5)],
        "interval_overlaps",
    ),
    "another birthday": (BORN, [state("User/1", "born", 1990)], [state("User/1", "born", 1991)], "immutable"),
    "a birthday taken back": (
        BORN,
        [fact("User/1", "born", "1990", 1)],
        [gone("User/1", "born", 5)],
        "immutable",
    ),
    "an earlier birthday": (
        BORN,
        [fact("User/1", "born", "1990", 5)],
        [fact("User/1", "born", "1991", 1)],
        "immutable",
    ),
    "two birthdays at once": (
        BORN,
        [],
        [state("User/1", "born", 1990), state("User/1", "born", 1991)],
        "immutable",
    ),
    "a reference to nothing": (ROOM, [], [fact("Meeting/1", "room", "1", 2)], "reference_missing"),
    "a reference to no text": (ROOM, [], [state("Meeting/1", "room", 5)], "reference_missing"),
    "a reference before its time": (
        ROOM,
        [fact("Room/1", "name", "blue", 3)],
        [fact("Meeting/1", "room", "1", 2)],
        "reference_missing",
    ),
    "a reference that outlasts it": (
        ROOM,
        [fact("Room/1", "name", "blue", 1, 9)],
        [fact("Meeting/1", "room", "1", 2)],
        "reference_missing",
    ),
    "an entity that is still referred to": (
        ROOM,
        [fact("Room/1", "name", "blue", 1), fact("Meeting/1", "room", "1", 2)],
        [gone("Room/1", "name", 5)],
        "still_referenced",
    ),
    "an entity that leaves with a new reference": (
        ROOM,
        [fact("Room/1", "name", "blue", 1)],
        [gone("Room/1", "name", 5), fact("Meeting/1", "room", "1", 4)],
        "reference_missing",
    ),
}


def _scheduled(tx: Transaction, entity: str, begin: float) -> object:
    source = tx.observe("a", speaker="ann", at=hour(1), ref=entity)
    return tx.propose(entity, "email", "a", evidence=source.quote("a"), valid_from=hour(begin))


@pytest.mark.parametrize("case", ALLOWED)
def test_what_a_constraint_allows(day: World, case: str) -> None:
    constraint, transactions = ALLOWED[case]
    day.m.constrain(constraint)
    for acts in transactions:
        commit(day.m, *acts)
    assert day.m.verify().ok


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("stated", ["before", "after"])
def test_what_a_constraint_refuses(day: World, case: str, stated: str) -> None:
    """Whether it was stated before what stands or after it; nothing is applied, and why_not knows."""
    constraint, before, acts, code = REFUSED[case]
    day.m.declare("Tag", "name", cardinality="many")
    if stated == "before":
        day.m.constrain(constraint)
    if before:
        commit(day.m, *before)
    if stated == "after":
        day.m.constrain(constraint)
    effects = day.effects()
    with pytest.raises(ConstraintViolated) as caught:
        commit(day.m, *acts)
    assert day.effects() == effects
    assert code in caught.value.reasons
    assert {name for name, *_ in told(caught.value)} == {constraint.body().name}
    (first, *_) = caught.value.violations
    assert first.keys, "a violation names the keys"  # type: ignore[attr-defined]
    key = first.keys[0]  # type: ignore[attr-defined]
    (account,) = day.m.why_not(key.entity, key.attribute).accounts
    assert code in {finding.code for finding in account.findings}
    assert constraint.body().name in str(day.m.why_not(key.entity, key.attribute))
    assert day.m.outcome(caught.value.tx_id) == memtxn.NotCommitted(tx_id=caught.value.tx_id)
    assert day.m.verify().ok


@pytest.mark.parametrize("case", REFUSED)
def test_the_rest_goes_through_when_it_may(day: World, case: str) -> None:
    constraint, before, acts, code = REFUSED[case]
    day.m.declare("Tag", "name", cardinality="many")
    if before:
        commit(day.m, *before)
    day.m.constrain(constraint)
    made = commit(day.m, state("Other/1", "x", 1), *acts, state("Other/2", "x", 2), on_reject="skip")
    assert made.outcomes[0].outcome.name == made.outcomes[-1].outcome.name == "ADD"
    refused = [outcome for outcome in made.outcomes if outcome.outcome.name == "REJECT"]
    assert refused
    assert {code for outcome in refused for code in outcome.reasons} == {code}
    assert day.m.outcome(made.tx_id) == made
    assert day.m.verify().ok


def test_what_a_violation_names(day: World) -> None:
    day.m.constrain(EMAIL)
    held = commit(day.m, state("User/1", "email", "ä@b"))
    with pytest.raises(ConstraintViolated) as caught:
        commit(day.m, state("User/2", "email", "ä@b"))
    row = held.outcomes[0].belief
    assert row is not None
    assert told(caught.value) == [
        ("unique(User.email)", "not_unique", ("User/2.email", "User/1.email"), (row.id,))
    ]
    assert 'User/2.email = "ä@b" is the value of User/1.email at the same time' in str(caught.value)
    assert REASONS["not_unique"] in caught.value.outcomes[0].verdict.trace[-1].detail  # type: ignore[attr-defined]


def test_who_may_not_read_is_not_told_what_stands_there(day: World) -> None:
    day.m.constrain(EMAIL)
    commit(day.m, state("User/1", "email", "secret@b"))
    writer = day.store.memory("m", principal="eve", scopes=["propose"])
    with pytest.raises(ConstraintViolated) as caught:
        commit(writer, state("User/2", "email", "secret@b"))
    assert "User/1" not in f"{caught.value}{caught.value.violations}{caught.value.outcomes}"
    assert caught.value.reasons == ("not_unique",)


@pytest.mark.parametrize("constraint", [EMAIL, BOOKED, BORN, ROOM], ids=lambda one: one.kind)
def test_a_constraint_is_a_record(day: World, constraint: Constraint) -> None:
    """Stated once, told by `constraints` and the log, replaced by one of its name, and dropped by it."""
    day.m.constrain(constraint)
    seq = day.head().seq
    day.m.constrain(constraint)
    assert day.head().seq == seq
    name = constraint.body().name
    assert [told.body() for told in day.m.constraints()] == [constraint.body()]
    assert [(c.what, c.id, c.value) for e in day.m.log() for c in e.changes] == [
        ("CONSTRAIN", name, constraint.kind)
    ]
    day.reopen()
    assert [told.body() for told in day.m.constraints()] == [constraint.body()]
    day.m.drop_constraint(name)
    assert day.m.constraints() == []
    with pytest.raises(memtxn.NotFound):
        day.m.drop_constraint(name)
    assert day.m.verify().ok


@pytest.mark.parametrize("case", REFUSED)
def test_a_dropped_constraint_refuses_nothing(day: World, case: str) -> None:
    constraint, before, acts, _ = REFUSED[case]
    day.m.declare("Tag", "name", cardinality="many")
    day.m.constrain(constraint)
    if before:
        commit(day.m, *before)
    day.m.drop_constraint(constraint.body().name)
    commit(day.m, *acts)
    assert day.m.verify().ok
    if constraint is EMAIL and "past" not in case:
        with pytest.raises(ConstraintViolated):
            day.m.constrain(constraint)


ALREADY: dict[str, tuple[Constraint, list[Act], str]] = {
    "two of one value": (
        EMAIL,
        [state("User/1", "email", "a"), state("User/2", "email", "a")],
        "not_unique",
    ),
    "two birthdays to come": (
        BORN,
        [fact("User/1", "born", "1990", 1), lambda tx: _later(tx, "User/1", "born", "1991")],
        "immutable",
    ),
    "a reference to nothing": (ROOM, [state("Meeting/1", "room", "1")], "reference_missing"),
    "a false check": (
        Check(name="never", scope="key", entity_type="User", attribute="x", predicate=lambda _: False),
        [state("User/1", "x", 1)],
        "check_failed",
    ),
}


def _later(tx: Transaction, entity: str, attribute: str, value: str) -> object:
    source = tx.observe(value, speaker="ann", at=hour(24), ref="later")
    return tx.propose(entity, attribute, value, evidence=source.quote(value), valid_from=hour(30))


@pytest.mark.parametrize("case", ALREADY)
def test_what_is_broken_already_cannot_be_stated(day: World, case: str) -> None:
    constraint, acts, code = ALREADY[case]
    commit(day.m, *acts)
    seq = day.head().seq
    with pytest.raises(ConstraintViolated) as caught:
        day.m.constrain(constraint)
    assert {violation.code for violation in caught.value.violations} == {code}  # type: ignore[attr-defined]
    assert day.head().seq == seq
    assert day.m.constraints() == []


def test_what_is_over_does_not_count(day: World) -> None:
    """Nobody could mend it any more. What is new must not touch it."""
    commit(day.m, fact("User/1", "email", "a", 1, 5), fact("User/2", "email", "a", 2, 3))
    day.m.constrain(EMAIL)
    with pytest.raises(ConstraintViolated):
        commit(day.m, fact("User/3", "email", "a", 4, 6))
    commit(day.m, fact("User/3", "email", "a", 6))


# -- checks --------------------------------------------------------------------------------------------


def at_most(limit: int) -> Callable[[list[memtxn.Belief]], object]:
    def predicate(beliefs: list[memtxn.Belief]) -> object:
        spent = sum(b.value for b in beliefs if b.attribute == "cost")  # type: ignore[misc]
        return True if spent <= limit else f"{spent} is more than {limit} 欧元"

    return predicate


SCOPES = {
    "key": Check(name="c", scope="key", entity_type="Trip", attribute="cost", predicate=at_most(10)),
    "entity": Check(name="c", scope="entity", entity_type="Trip", predicate=at_most(10)),
    "type": Check(name="c", scope="type", entity_type="Trip", predicate=at_most(10)),
    "memory": Check(name="c", scope="memory", predicate=at_most(10)),
}


@pytest.mark.parametrize(
    ("scope", "spent", "refused"),
    [
        ("key", [("Trip/1", 8), ("Trip/2", 8), ("Train/1", 11)], ("Trip/1", 11)),
        ("entity", [("Trip/1", 8), ("Trip/2", 8), ("Train/1", 11)], ("Trip/2", 11)),
        ("type", [("Trip/1", 5), ("Trip/2", 5), ("Train/1", 11)], ("Trip/3", 1)),
        ("memory", [("Trip/1", 5), ("Train/1", 5)], ("Car/1", 1)),
    ],
)
def test_a_check_sees_its_scope(
    day: World, scope: str, spent: list[tuple[str, int]], refused: tuple[str, int]
) -> None:
    day.m.constrain(SCOPES[scope])
    for entity, cost in spent:
        commit(day.m, state(entity, "cost", cost), state(entity, "note", "x"))
    with pytest.raises(ConstraintViolated) as caught:
        commit(day.m, state(refused[0], "cost", refused[1]))
    assert caught.value.reasons == ("check_failed",)
    assert "is more than 10 欧元" in str(caught.value)


def test_a_check_is_asked_wherever_something_changes(day: World) -> None:
    """Past and future: at each instant at which what it sees changes, within what the commit changes."""
    seen: list[list[object]] = []

    def predicate(beliefs: list[memtxn.Belief]) -> None:
        seen.append([belief.value for belief in beliefs])

    day.m.constrain(Check(name="watch", scope="entity", entity_type="Trip", predicate=predicate))
    commit(day.m, fact("Trip/1", "a", "one", 2, 4), fact("Trip/1", "a", "two", 6))
    seen.clear()
    commit(day.m, fact("Trip/1", "b", "late", 1, 8))
    assert seen == [["late"], ["one", "late"], ["late"], ["two", "late"]]
    seen.clear()
    commit(day.m, fact("Other/1", "b", "late", 1, 8))
    assert seen == []


def test_a_check_needs_its_function(world: World) -> None:
    """What it concerns cannot be written without it; the rest can; reading needs none."""
    world.m.constrain(SCOPES["entity"])
    world.state("Trip/1", "cost", 8)
    world.reopen()
    with pytest.raises(memtxn.CheckUnknown, match="c"):
        world.state("Trip/1", "cost", 9)
    world.state("Car/1", "cost", 99)
    assert one(world.m.get("Trip/1", "cost")).value == 8
    (known,) = world.m.constraints()
    assert isinstance(known, Check)
    assert isinstance(known.predicate([]), str)
    seq = world.head().seq
    world.m.constrain(SCOPES["entity"])
    assert world.head().seq == seq
    world.state("Trip/1", "cost", 9)
    with pytest.raises(ConstraintViolated):
        world.state("Trip/1", "cost", 11)


def test_an_error_of_the_function_stops_the_commit(world: World) -> None:
    def predicate(beliefs: list[memtxn.Belief]) -> object:
        return beliefs[5]

    world.m.constrain(Check(name="odd", scope="key", entity_type="A", attribute="x", predicate=predicate))
    effects = world.effects()
    with pytest.raises(IndexError):
        world.state("A/1", "x", 1)
    assert world.effects() == effects
    world.state("A/1", "y", 1)
    assert world.m.verify().ok


@pytest.mark.parametrize(
    "answer", [None, True, 1, "text", "", False, 0, [], "\ud800 odd", "x" * 10_000], ids=repr
)
def test_what_a_function_may_answer(world: World, answer: object) -> None:
    world.m.constrain(Check(name="odd", scope="key", entity_type="A", attribute="x", predicate=lambda _: answer))
    if answer is None or (answer and not isinstance(answer, str)):
        world.state("A/1", "x", 1)
    else:
        with pytest.raises(ConstraintViolated) as caught:
            world.state("A/1", "x", 1)
        assert len(str(caught.value)) < 1000
    assert world.m.verify().ok


def test_changing_what_a_check_is_given_changes_nothing(world: World) -> None:
    def predicate(beliefs: list[memtxn.Belief]) -> None:
        for belief in beliefs:
            belief.value["n"] = 99  # type: ignore[index, call-overload]
        beliefs.clear()

    world.m.constrain(Check(name="rude", scope="memory", predicate=predicate))
    world.state("A/1", "x", {"n": 1})
    assert one(world.m.get("A/1", "x")).value == {"n": 1}
    assert world.m.verify().ok


NO_CONSTRAINTS: dict[str, Callable[[], Any]] = {
    "no name": lambda: Check(name="", scope="memory", predicate=lambda _: True),
    "no scope": lambda: Check(name="x", scope=cast("Any", "world"), predicate=lambda _: True),
    "a key without attribute": lambda: Check(name="x", scope="key", predicate=lambda _: True),
    "a memory with a type": lambda: Check(name="x", scope="memory", entity_type="A", predicate=lambda _: True),
    "no function": lambda: Check(name="x", scope="memory", predicate=cast("Any", 5)),
    "a lone surrogate": lambda: Check(name="\ud800", scope="memory", predicate=lambda _: True),
    "a long name": lambda: Check(name="x" * 300, scope="memory", predicate=lambda _: True),
    "an empty type": lambda: Unique("", "x"),
    "a number for an attribute": lambda: Unique("A", cast("Any", 5)),
    "NULs": lambda: Unique("A", "x", name="\0" * 300),
    "a number for a name": lambda: Unique("A", "x", name=cast("Any", 5)),
    "an empty target": lambda: Reference("A", "x", target=""),
    "no target": lambda: Reference("A", "x", target=cast("Any", None)),
    "a text": lambda: "unique",
    "nothing": lambda: None,
    "a class": lambda: Unique,
}


@pytest.mark.parametrize("case", NO_CONSTRAINTS)
def test_what_is_no_constraint(world: World, case: str) -> None:
    world.state("A/1", "x", 1)
    seq = world.head().seq
    with pytest.raises(memtxn.InvalidInput):
        world.m.constrain(NO_CONSTRAINTS[case]())
    assert world.head().seq == seq


# -- uniqueness is held by the database too ------------------------------------------------------------


def test_the_database_holds_uniqueness_whatever_the_rules_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the constraint's own code out of the way, as if it were wrong."""
    world = Durable(tmp_path)
    world.m.constrain(EMAIL)
    world.state("User/1", "email", "a")
    monkeypatch.setattr("memtxn.engine.commit.check_constraints", lambda *_: None)
    effects = world.effects()
    with pytest.raises(memtxn.StorageError, match="two keys would show one value"):
        world.state("User/2", "email", "a")
    assert world.effects() == effects
    world.state("User/2", "email", "b")
    assert world.m.verify().ok
    world.close()


def test_of_many_writers_one_gets_the_value(tmp_path: Path) -> None:
    path = str(tmp_path / "agent.db")
    with memtxn.open(path) as store:
        store.memory("m").constrain(EMAIL)

    def claim(number: int) -> str:
        with memtxn.open(path, busy_timeout=60) as store:
            try:
                commit(store.memory("m"), state(f"User/{number}", "email", "a"))
            except ConstraintViolated as violated:
                return violated.reasons[0]
        return "won"

    with ThreadPoolExecutor(8) as pool:
        came = list(pool.map(claim, range(16)))
    assert sorted(came) == ["not_unique"] * 15 + ["won"]
    with memtxn.open(path) as store:
        assert len(store.memory("m").find("User")) == 1
        assert store.memory("m").verify().ok


# -- in company with the rest --------------------------------------------------------------------------


def test_a_constraint_stated_meanwhile_counts(world: World) -> None:
    """It is asked inside the commit, not when the transaction begins."""
    world.state("User/1", "email", "a")
    tx = world.m.transaction()
    tx.set_state("User/2", "email", "a")
    world.m.constrain(EMAIL)
    with pytest.raises(ConstraintViolated):
        tx.commit()


def test_a_value_set_free_meanwhile_is_free(world: World) -> None:
    """What counts is what stands at the commit, not what the transaction saw."""
    world.m.constrain(EMAIL)
    world.state("User/1", "email", "a")
    tx = world.m.transaction()
    world.clock.set(world.clock() + HOUR)
    world.state("User/1", "email", "b")
    tx.set_state("User/2", "email", "a", at=world.clock() + HOUR / 20)
    tx.commit()
    world.clock.set(world.clock() + HOUR)
    assert one(world.m.get("User/2", "email")).value == "a"


def test_refused_again_and_mended(world: World) -> None:
    """`run` does not retry it, and the same idempotency key is free for a mended request."""
    world.m.constrain(EMAIL)
    world.state("User/1", "email", "a")
    tries = 0

    def work(tx: Transaction) -> None:
        nonlocal tries
        tries += 1
        tx.set_state("User/2", "email", "a")

    with pytest.raises(ConstraintViolated):
        world.m.run(work, idempotency_key="k")
    assert tries == 1
    with world.m.transaction(idempotency_key="k") as tx:
        tx.set_state("User/2", "email", "b")
    assert receipt(tx.receipt).outcomes[0].outcome.name == "ADD"


def test_a_lost_constraint_stops_writing_until_it_is_mended(tmp_path: Path) -> None:
    """Its text is damaged: nobody knows what must hold. Reads go on; it can be stated anew, or dropped."""
    world = Durable(tmp_path)
    world.state("User/1", "email", "a")
    world.m.constrain(EMAIL)
    world.m.constrain(BORN)
    world.sql("UPDATE body SET data = x'00' WHERE seq = 2 AND ord = 0")
    world.reopen()
    assert one(world.m.get("User/1", "email")).value == "a"
    with pytest.raises(memtxn.Unreadable, match=r"unique\(User.email\)"):
        world.state("Other/1", "x", 1)
    world.m.constrain(EMAIL)
    world.state("Other/1", "x", 1)
    with pytest.raises(ConstraintViolated):
        world.state("User/2", "email", "a")
    world.sql("UPDATE body SET data = x'00' WHERE seq = 3 AND ord = 0")
    world.reopen()
    world.m.drop_constraint("immutable(User.born)")
    world.state("Other/1", "x", 2)
    world.close()


def first_format(path: Path, *, also: str = "") -> None:
    """Make a store as the first format had it."""
    with closing(apsw.Connection(str(path))) as connection:
        for what in (
            *("TRIGGER unique_values", "TRIGGER unique_timelines", "VIEW claimed"),
            *("TABLE claim", "TABLE rule", "TABLE refile", "TABLE pending"),
            *("TABLE suspect", "TABLE read", "INDEX belief_source", "TABLE erased", "TABLE scrub"),
        ):
            connection.execute(f"DROP {what}")
        connection.execute("ALTER TABLE meta DROP COLUMN epoch")
        connection.execute("ALTER TABLE head DROP COLUMN guards")
        connection.pragma("user_version", 1)
        if also:
            connection.execute(also)


def test_a_store_of_the_first_format_is_migrated(tmp_path: Path) -> None:
    """Opened by this version it gets what constraints need, in one transaction, and all that it held is there."""
    world = Durable(tmp_path)
    world.state("User/1", "email", "a")
    world.m.declare("Tag", "name", cardinality="many")
    world.close()
    first_format(world.path)
    with memtxn.open(world.path, clock=lambda: hour(1)) as store:
        memory = store.memory("m")
        assert one(memory.get("User/1", "email")).value == "a"
        assert memory.verify().ok
        memory.constrain(EMAIL)
        with pytest.raises(ConstraintViolated):
            commit(memory, state("User/2", "email", "a"))
        assert memory.verify().ok


def test_a_migration_that_fails_is_undone(tmp_path: Path) -> None:
    """Half-way through, at its last table: the file is as it was, and goes on once the cause is gone."""
    world = Durable(tmp_path)
    world.state("User/1", "email", "a")
    world.close()
    first_format(world.path, also="CREATE VIEW claimed AS SELECT 1")
    before = schema(world.path)
    with pytest.raises(memtxn.StorageError):
        memtxn.open(world.path)
    assert schema(world.path) == before
    with closing(apsw.Connection(str(world.path))) as connection:
        connection.execute("DROP VIEW claimed")
    with memtxn.open(world.path, clock=lambda: hour(1)) as store:
        assert one(store.memory("m").get("User/1", "email")).value == "a"
        assert store.memory("m").verify().ok


def schema(path: Path) -> list[object]:
    """The format of a file and all that is defined in it."""
    with closing(apsw.Connection(str(path))) as connection:
        defined = list(connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name"))
        return [connection.pragma("user_version"), *defined]
