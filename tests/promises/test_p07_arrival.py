"""P7: any order of arrival gives the same timeline, that of the documented order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtxn.model.belief import Belief
from memtxn.model.codec import canonical
from tests.promises.world import KINDS, MICROSECOND, World, hour, one, receipt, several

KEY = ("Trip/1", "city")


class Fact(msgspec.Struct, frozen=True):
    """A proposal as the test draws it, times in hours: when it was seen, since and until when it holds."""

    value: str
    seen: int
    since: int | None = None
    until: int | None = None
    source_at: int = 0
    ordinal: int = 0
    name: str | None = None
    retracts: bool = False

    @property
    def start(self) -> int:
        return self.seen if self.since is None else self.since

    @property
    def strength(self) -> tuple[object, ...]:
        """The documented order, down to the value."""
        value = canonical(self.value)
        return (self.seen, self.retracts, self.source_at, self.ordinal, self.name or "", value)

    def holds(self, t: datetime) -> bool:
        return hour(self.start) <= t and (self.until is None or t < hour(self.until))


hours = st.integers(0, 6)
facts = st.builds(
    Fact,
    st.sampled_from(["rome", "oslo", "bern"]),
    hours,
    st.none() | hours,
    st.none() | hours,
    hours,
    st.integers(0, 1),
    st.sampled_from([None, "a", "b"]),
).filter(lambda fact: fact.until is None or fact.start < fact.until)
retractions = st.builds(
    Fact,
    value=st.just("none"),
    seen=hours,
    source_at=hours,
    ordinal=st.integers(0, 1),
    retracts=st.just(True),
)
kinds = st.sampled_from(KINDS)


def submit(world: World, fact: Fact) -> bool:
    """Commit a fact in a transaction of its own; whether it was admitted."""
    source = world.say(
        fact.value, hour(fact.source_at), ordinal=fact.ordinal, ref=f"{fact.source_at}.{fact.ordinal}"
    )
    with world.m.transaction(on_reject="skip") as tx:
        if fact.retracts:
            proposal = tx.retract(*KEY, at=hour(fact.seen), evidence=source.quote(fact.value))
        else:
            proposal = tx.propose(
                *KEY,
                fact.value,
                evidence=source.quote(fact.value),
                observed_at=hour(fact.seen),
                valid_from=None if fact.since is None else hour(fact.since),
                valid_to=None if fact.until is None else hour(fact.until),
                id=fact.name,
            )
    return proposal.admitted


def instants() -> list[datetime]:
    """Every instant at which something may change, and just before each."""
    return [moment for number in range(8) for moment in (hour(number) - MICROSECOND, hour(number))]


def shown(world: World, t: datetime) -> list[tuple[object, object]]:
    """(value, evidence) of what the key shows, in any cardinality."""
    found = world.m.at(valid=t).get(*KEY)
    beliefs = found if isinstance(found, list) else [found] if isinstance(found, Belief) else []
    return sorted(((each.value, each.evidence) for each in beliefs), key=repr)


def timeline(world: World) -> list[object]:
    return [shown(world, t) for t in instants()]


def winner(given_: Sequence[Fact], t: datetime) -> list[str]:
    """What the definition shows: the greatest of those that hold."""
    holding = [fact for fact in given_ if fact.holds(t)]
    best = max(holding, key=lambda fact: fact.strength, default=None)
    return [] if best is None or best.retracts else [best.value]


def settle(kind: str, folder: str, arriving: Sequence[Fact], *, many: bool = False) -> tuple[World, list[Fact]]:
    """A world in which facts arrived in this order, and those that were admitted."""
    world = World(kind, Path(folder))
    world.clock.set(hour(100))
    if many:
        world.m.declare("Trip", "city", cardinality="many")
    return world, [fact for fact in arriving if submit(world, fact)]


@pytest.mark.slow
@settings(max_examples=60)
@given(kinds, st.lists(facts, max_size=7), st.randoms())
def test_facts_in_any_order_give_one_timeline(kind: str, drawn: list[Fact], chance: object) -> None:
    shuffled = list(drawn)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    with TemporaryDirectory() as here, TemporaryDirectory() as there:
        first, _ = settle(kind, here, drawn)
        second, _ = settle(kind, there, shuffled)
        assert timeline(first) == timeline(second)
        for t in instants():
            assert [value for value, _ in shown(first, t)] == winner(drawn, t)
        first.close()
        second.close()


@settings(max_examples=60)
@given(kinds, st.lists(facts | retractions, max_size=8))
def test_what_was_admitted_shows_by_the_documented_order(kind: str, drawn: list[Fact]) -> None:
    """With retractions, which are refused while there is nothing to retract."""
    with TemporaryDirectory() as here:
        world, admitted = settle(kind, here, drawn)
        for t in instants():
            assert [value for value, _ in shown(world, t)] == winner(admitted, t)
        assert world.m.verify().ok
        world.close()


@pytest.mark.slow
@settings(max_examples=40)
@given(kinds, st.lists(facts, max_size=7), st.randoms())
def test_many_values_are_a_timeline_each(kind: str, drawn: list[Fact], chance: object) -> None:
    shuffled = list(drawn)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    with TemporaryDirectory() as here, TemporaryDirectory() as there:
        first, _ = settle(kind, here, drawn, many=True)
        second, _ = settle(kind, there, shuffled, many=True)
        assert timeline(first) == timeline(second)
        for t in instants():
            values = sorted({fact.value for fact in drawn})
            expected = [v for v in values if winner([fact for fact in drawn if fact.value == v], t)]
            assert [value for value, _ in shown(first, t)] == expected
        first.close()
        second.close()


@pytest.mark.slow
@settings(max_examples=40)
@given(kinds, st.lists(facts, min_size=1, max_size=6), st.integers(1, 5))
def test_one_transaction_or_several_give_one_timeline(kind: str, drawn: list[Fact], size: int) -> None:
    with TemporaryDirectory() as here, TemporaryDirectory() as there:
        single, _ = settle(kind, here, drawn)
        batched = World(kind, Path(there))
        batched.clock.set(hour(100))
        for begin in range(0, len(drawn), size):
            with batched.m.transaction() as tx:
                for fact in drawn[begin : begin + size]:
                    source = tx.observe(
                        fact.value,
                        speaker="ann",
                        at=hour(fact.source_at),
                        ordinal=fact.ordinal,
                        ref=f"{fact.source_at}.{fact.ordinal}",
                    )
                    tx.propose(
                        *KEY,
                        fact.value,
                        evidence=source.quote(fact.value),
                        observed_at=hour(fact.seen),
                        valid_from=None if fact.since is None else hour(fact.since),
                        valid_to=None if fact.until is None else hour(fact.until),
                        id=fact.name,
                    )
        assert timeline(single) == timeline(batched)
        assert batched.m.verify().ok
        single.close()
        batched.close()


# -- what became of a proposal ---------------------------------------------------------------------------


def outcomes(world: World) -> list[str]:
    """The outcomes of all commits, by the records."""
    return [
        each.outcome.name
        for row in world.journal()
        for each in getattr(world.m.outcome(row.tx.hex()), "outcomes", ())
    ]


def test_add_supersede_noop(world: World) -> None:
    world.clock.set(hour(9))
    for value, at in (("rome", 1), ("rome", 2), ("oslo", 3), ("bern", 0)):
        world.tell(*KEY, value, hour(at))
    assert outcomes(world) == ["ADD", "NOOP", "SUPERSEDE", "ADD"]
    assert [each.status for each in world.m.history(*KEY)] == [
        "superseded",
        "superseded",
        "active",
        "superseded",
    ]


def test_a_repeated_observation_is_recorded_and_competes(world: World) -> None:
    """NOOP is not nothing: the later observation of the same value outlasts a correction in between."""
    world.clock.set(hour(9))
    world.tell(*KEY, "rome", hour(1))
    assert world.tell(*KEY, "rome", hour(3)).outcomes[0].outcome.name == "NOOP"
    late = world.tell(*KEY, "oslo", hour(2)).outcomes[0]
    assert late.outcome.name == "ADD"
    assert [str(value) for value, _ in shown(world, hour(2))] == ["oslo"]
    assert one(world.m.get(*KEY)).value == "rome"
    assert len(world.m.history(*KEY)) == 3


def test_lookalike_values_are_different_facts(world: World) -> None:
    for value in (1, 1.0, "1"):
        world.clock.advance()
        assert world.state("Run/1", "n", value).outcomes[0].outcome.name in ("ADD", "SUPERSEDE")
    world.clock.advance()
    assert world.state("Run/1", "n", "1").outcomes[0].outcome.name == "NOOP"


def test_a_late_older_fact_is_stored_in_the_past(world: World) -> None:
    world.clock.set(hour(9))
    world.tell(*KEY, "rome", hour(3))
    late = receipt(world.tell(*KEY, "oslo", hour(1))).outcomes[0]
    assert (late.outcome.name, late.belief and late.belief.status) == ("ADD", "superseded")
    assert late.belief is not None
    assert late.belief.valid_to == hour(3)
    assert [str(value) for value, _ in shown(world, hour(2))] == ["oslo"]
    assert one(world.m.get(*KEY)).value == "rome"


def test_what_was_valid_for_a_while_does_not_come_back(world: World) -> None:
    world.clock.set(hour(9))
    world.tell(*KEY, "rome", hour(0), valid_to=hour(1))
    world.tell(*KEY, "oslo", hour(5))
    assert [shown(world, hour(at)) for at in (1, 2, 4)] == [[], [], []]
    assert [str(value) for value, _ in shown(world, hour(0))] == ["rome"]


# -- reading, changing, writing --------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 4])
def test_a_read_modify_write_is_never_shadowed(world: World, times: int) -> None:
    """Under a clock that stands still, several times in one transaction."""
    world.state("Run/1", "n", 0)
    for _ in range(3):
        with world.m.transaction() as tx:
            for _ in range(times):
                before = one(tx.get("Run/1", "n")).value
                assert isinstance(before, int)
                tx.set_state("Run/1", "n", before + 1)
                assert one(tx.get("Run/1", "n")).value == before + 1
    assert one(world.m.get("Run/1", "n")).value == 3 * times


def test_a_read_modify_write_after_the_clock_went_back(world: World) -> None:
    world.clock.set(hour(9))
    world.state("Run/1", "n", "before")
    world.clock.set(hour(1))
    with world.m.transaction() as tx:
        tx.get("Run/1", "n")
        tx.set_state("Run/1", "n", "after")
    assert one(world.m.get("Run/1", "n")).value == "after"
    assert one(world.store.memory("m").get("Run/1", "n")).value == "after"


def test_another_object_for_the_memory_has_the_same_present(world: World) -> None:
    other = world.store.memory("m")
    world.state("Run/1", "n", 0)
    assert one(other.get("Run/1", "n")).value == 0
    for number in range(1, 4):
        with world.m.transaction() as tx:
            tx.get("Run/1", "n")
            tx.set_state("Run/1", "n", number)
        assert one(other.get("Run/1", "n")).value == number


def test_a_read_modify_write_of_a_fact_seen_a_little_ahead(world: World) -> None:
    source = world.say("ready", hour(0.05))
    with world.m.transaction() as tx:
        tx.propose("Run/1", "state", "ready", evidence=source.quote("ready"), valid_from=hour(-1))
    with world.m.transaction() as tx:
        assert one(tx.get("Run/1", "state")).value == "ready"
        tx.set_state("Run/1", "state", "done")
    assert one(world.m.get("Run/1", "state")).value == "done"


def test_a_retraction_in_the_same_instant_holds(world: World) -> None:
    world.state("Run/1", "n", 1)
    with world.m.transaction() as tx:
        tx.get("Run/1", "n")
        tx.set_state("Run/1", "n", 2)
        tx.retract("Run/1", "n")
        assert tx.get("Run/1", "n") is None
    assert world.m.get("Run/1", "n") is None
    assert world.m.verify().ok


def test_a_transaction_lists_many_values_in_the_order_they_have_after_it(world: World) -> None:
    world.m.declare("Trip", "city", cardinality="many")
    with world.m.transaction() as tx:
        for value in ("rome", "oslo", "bern"):
            tx.set_state(*KEY, value)
    world.clock.advance()
    with world.m.transaction() as tx:
        tx.set_state(*KEY, "oslo")
        inside = [each.value for each in several(tx.get(*KEY))]
    assert inside == [each.value for each in several(world.m.get(*KEY))] == ["rome", "oslo", "bern"]
