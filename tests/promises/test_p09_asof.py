"""P9: a memory asked as of a record, a recorded time or a valid instant answers as it answered then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtxn import InvalidInput, NotFound
from memtxn.engine.reads import Reads
from memtxn.model.time import from_micros
from tests.promises.world import HOUR, KINDS, World, hour, one

KEYS = [("A/1", "x"), ("A/1", "y"), ("A/2", "x"), ("B/1", "tags")]
WORDS = ["rome", "oslo", "bern"]
INSTANTS = [hour(number + 0.5) for number in range(-1, 12, 3)]

acts = st.tuples(
    st.sampled_from(["tell", "state", "retract", "refuse", "skip", "observe", "clock"]),
    st.sampled_from(KEYS),
    st.sampled_from(WORDS),
    st.integers(0, 8),
    st.integers(0, 8),
)


def ask(memory: Reads) -> list[object]:
    """Everything that can be asked."""
    answers: list[object] = [
        memory.find(),
        memory.find("A"),
        memory.find("A", "1"),
        memory.find(attribute="x"),
    ]
    for key in KEYS:
        answers += [memory.get(*key), memory.history(*key)]
        try:
            answers.append(memory.why(*key))
        except NotFound as error:
            answers.append(str(error))
        answers.append([(account.id, account.findings) for account in memory.why_not(*key).accounts])
    return answers


def act(world: World, what: str, key: tuple[str, str], word: str, one_: int, two: int) -> None:
    """Something that changes a memory, or tries to."""
    source = world.say(word, hour(one_))
    with world.m.transaction(on_reject="skip") as tx:
        if what == "tell":
            ends = {"valid_to": hour(one_ + two)} if two % 2 else {"valid_from": hour(two)}
            tx.propose(*key, word, evidence=source.quote(word), **ends)  # type: ignore[arg-type]
        elif what == "state":
            tx.set_state(*key, [word, two])
        elif what == "retract":
            value = word if key[1] == "tags" else None
            tx.retract(*key, at=hour(two) if one_ % 2 else None, value=value)
        elif what == "refuse":
            tx.propose(*key, "nowhere", evidence=source.quote(word))
        elif what == "skip":
            tx.propose(*key, "nowhere", evidence=source.quote(word))
            tx.propose(*key, word, evidence=source.quote(word))
        elif what == "clock":
            world.clock.advance((two - 2) * HOUR)


@pytest.mark.slow
@settings(max_examples=25)
@given(st.sampled_from(KINDS), st.lists(acts, min_size=1, max_size=10))
def test_every_answer_can_be_had_again(
    kind: str, drawn: list[tuple[str, tuple[str, str], str, int, int]]
) -> None:
    """Later facts, late facts, retractions and refusals do not leak back."""
    with TemporaryDirectory() as folder:
        world = World(kind, Path(folder))
        world.clock.set(hour(9))
        world.m.declare("B", "tags", cardinality="many")
        kept: list[tuple[int, datetime, list[object], list[list[object]]]] = []
        for each in drawn:
            act(world, *each)
            last = world.journal()[-1]
            if world.clock() <= from_micros(last.at):  # so that a live read looks at the last record's time
                valid = [ask(world.m.at(valid=t)) for t in INSTANTS]
                kept.append((last.seq, from_micros(last.at), ask(world.m), valid))
        world.reopen()
        for seq, recorded, answers, valid in kept:
            assert ask(world.m.at(seq=seq)) == answers
            assert ask(world.m.at(recorded=recorded)) == answers
            assert ask(world.m.at(seq=seq, recorded=recorded)) == answers
            for t, then in zip(INSTANTS, valid, strict=True):
                assert ask(world.m.at(seq=seq, valid=t)) == then
                assert ask(world.m.at(recorded=recorded, valid=t)) == then
        world.close()


def history(world: World) -> None:
    """9 h: rome since 1 h. 10 h: oslo since 3 h. 11 h: retracted from 5 h on. 12 h: bern, late, since 2 h."""
    world.clock.set(hour(9))
    world.tell("A/1", "x", "rome", hour(1))
    world.clock.set(hour(10))
    world.tell("A/1", "x", "oslo", hour(3))
    world.clock.set(hour(11))
    with world.m.transaction() as tx:
        tx.retract("A/1", "x", at=hour(5))
    world.clock.set(hour(12))
    world.tell("A/1", "x", "bern", hour(2))


CASES: list[tuple[dict[str, float], str | None]] = [
    ({"recorded": 8}, None),
    ({"recorded": 9.5}, "rome"),
    ({"recorded": 10.5}, "oslo"),
    ({"recorded": 11.5}, None),
    ({"valid": 1.5}, "rome"),
    ({"valid": 2.5}, "bern"),
    ({"valid": 4}, "oslo"),
    ({"valid": 6}, None),
    ({"recorded": 9.5, "valid": 2.5}, "rome"),
    ({"recorded": 10.5, "valid": 2.5}, "rome"),
    ({"recorded": 10.5, "valid": 6}, "oslo"),
    ({"recorded": 11.5, "valid": 2.5}, "rome"),
    ({"recorded": 9.5, "valid": 0.5}, None),
    ({"recorded": 99, "valid": 4}, "oslo"),
]


@pytest.mark.parametrize(("asked", "expected"), CASES)
def test_recorded_and_valid_time_combine(world: World, asked: dict[str, float], expected: str | None) -> None:
    history(world)
    found = world.m.at(**{name: hour(number) for name, number in asked.items()}).get("A/1", "x")  # type: ignore[arg-type]
    assert (found and one(found).value) == expected


def test_statuses_are_those_of_the_time(world: World) -> None:
    history(world)
    assert [(b.value, b.status, b.version) for b in world.m.at(recorded=hour(9.5)).history("A/1", "x")] == [
        ("rome", "active", 1)
    ]
    assert [(b.value, b.status, b.version) for b in world.m.at(recorded=hour(10.5)).history("A/1", "x")] == [
        ("rome", "superseded", 2),
        ("oslo", "active", 2),
    ]


def test_before_everything_there_is_nothing(world: World) -> None:
    assert world.m.at(seq=0).find() == []
    history(world)
    assert world.m.at(seq=0).find() == []
    assert world.m.at(seq=0).history("A/1", "x") == []
    assert world.m.at(recorded=hour(0)).get("A/1", "x") is None


def test_a_snapshot_stays_where_it_is(world: World) -> None:
    world.state("A/1", "x", 1)
    snapshot = world.m.at()
    world.clock.advance()
    world.state("A/1", "x", 2)
    assert one(snapshot.get("A/1", "x")).value == 1
    assert len(snapshot.history("A/1", "x")) == 1


BAD: list[Callable[[World], object]] = [
    lambda world: world.m.at(seq=-1),
    lambda world: world.m.at(seq=True),
    lambda world: world.m.at(seq="1"),  # type: ignore[arg-type]
    lambda world: world.m.at(seq=1.0),  # type: ignore[arg-type]
    lambda world: world.m.at(recorded=5),  # type: ignore[arg-type]
    lambda world: world.m.at(valid="now"),  # type: ignore[arg-type]
    lambda world: world.m.at(valid=datetime(2026, 1, 1)),  # noqa: DTZ001
]


@pytest.mark.parametrize("bad", BAD, ids=[str(number) for number in range(len(BAD))])
def test_moments_are_checked(world: World, bad: Callable[[World], object]) -> None:
    with pytest.raises(InvalidInput):
        bad(world)


def test_a_record_that_is_not_there_yet_is_not_found(world: World) -> None:
    world.state("A/1", "x", 1)
    with pytest.raises(NotFound):
        world.m.at(seq=2)


def test_a_refusal_that_came_later_is_not_known_earlier(world: World) -> None:
    source = world.say("rome", hour(0))
    for value in ("oslo", "bern"):
        with world.m.transaction(on_reject="skip") as tx:
            tx.propose("A/1", "x", value, evidence=source.quote("rome"))
    assert [len(world.m.at(seq=seq).why_not("A/1", "x").accounts) for seq in (1, 2, 3)] == [0, 1, 2]


def test_a_step_that_was_replaced_still_stands_then(world: World) -> None:
    """A later fact for the very same valid time closes a step; as of before, the step was not closed."""
    world.clock.set(hour(9))
    first = world.tell("A/1", "x", "rome", hour(1), valid_from=hour(5))
    second = world.tell("A/1", "x", "oslo", hour(2), valid_from=hour(5))
    then, now = world.m.at(seq=first.seq, valid=hour(9)), world.m.at(seq=second.seq, valid=hour(9))
    assert [(belief.value, str(belief.status)) for belief in then.history("A/1", "x")] == [("rome", "active")]
    assert [str(belief.status) for belief in now.history("A/1", "x")] == ["superseded", "active"]
    assert (one(then.get("A/1", "x")).value, one(now.get("A/1", "x")).value) == ("rome", "oslo")
