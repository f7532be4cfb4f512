"""P8: what is known for a time to come: begins, ends, is replaced before it begins, and two of them in a row.

Nothing is written while time passes, and every way of reading says the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from memtxn import Conflict
from memtxn.engine.reads import Reads
from memtxn.model.belief import Belief
from tests.promises.world import MICROSECOND, World, hour, one, receipt, several

KEY = ("Door/1", "code")


def plan(world: World, value: str, seen: float, begin: float | None = None, end: float | None = None) -> Belief:
    """Tell a fact that holds from a time to another; as the receipt has it."""
    begin_at, end_at = (None if number is None else hour(number) for number in (begin, end))
    given = world.tell(*KEY, value, hour(seen), valid_from=begin_at, valid_to=end_at)
    belief = given.outcomes[0].belief
    assert belief is not None
    return belief


def read(memory: Reads) -> list[object]:
    """The value by each way of reading, None for nothing."""
    found: Any = memory.get(*KEY)
    active = [each.value for each in memory.history(*KEY) if each.status == "active"]
    lists = [
        [each.value for each in memory.find("Door")],
        [each.value for each in memory.find(attribute="code")],
        [each.value for each in memory.scan("Door/1")],
        active,
        [each.value for each in memory.why(*KEY).accounts if each.status == "active"],
    ]
    assert all(len(values) <= 1 for values in lists)
    return [found and found.value, *(values[0] if values else None for values in lists)]


def course(world: World, expected: Sequence[tuple[float, object]]) -> None:
    """Let time pass, and look just before and at each of these hours; nothing is written."""
    records = len(world.journal())
    before: object = None
    for number, (at, value) in enumerate(expected):
        if number:
            world.clock.set(hour(at) - MICROSECOND)
            assert set(read(world.m)) == {before}
        world.clock.set(hour(at))
        with world.m.transaction() as tx:
            inside: Any = tx.get(*KEY)
            assert [each.value for each in tx.scan("Door")] == [each.value for each in tx.find("Door")]
        assert {
            inside and inside.value,
            *read(world.m),
            *read(world.m.at()),
            *read(world.m.at(valid=hour(at))),
        } == {value}
        before = value
    assert len(world.journal()) == records
    assert world.m.verify().ok


def statuses(world: World) -> list[tuple[object, str]]:
    return [(belief.value, str(belief.status)) for belief in world.m.history(*KEY)]


def test_a_schedule_begins_and_ends_by_itself(world: World) -> None:
    world.clock.set(hour(1))
    plan(world, "old", 0)
    new = plan(world, "new", 0.5, 10, 12)
    assert (new.status, new.valid_from, new.valid_to) == ("scheduled", hour(10), hour(12))
    assert statuses(world) == [("old", "active"), ("new", "scheduled")]
    course(world, [(2, "old"), (10, "new"), (12, "old"), (99, "old")])
    assert statuses(world) == [("old", "active"), ("new", "expired")]


def test_without_anything_before_it_nothing_is_shown_until_it_begins(world: World) -> None:
    world.clock.set(hour(1))
    plan(world, "new", 0.5, 10, 12)
    assert statuses(world) == [("new", "scheduled")]
    course(world, [(2, None), (10, "new"), (12, None)])


def test_a_schedule_is_replaced_before_it_begins(world: World) -> None:
    """By what was observed later for the same time: the first one is never shown."""
    world.clock.set(hour(1))
    plan(world, "old", 0)
    plan(world, "first", 0.4, 10)
    second = plan(world, "second", 0.5, 10)
    assert statuses(world) == [("old", "active"), ("first", "superseded"), ("second", "scheduled")]
    assert world.m.history(*KEY)[1].superseded_by == second.id
    course(world, [(2, "old"), (10, "second"), (99, "second")])


def test_a_schedule_is_replaced_for_a_part_of_its_time(world: World) -> None:
    world.clock.set(hour(1))
    plan(world, "first", 0.4, 10)
    plan(world, "second", 0.5, 12, 14)
    assert statuses(world) == [("first", "scheduled"), ("second", "scheduled")]
    course(world, [(2, None), (10, "first"), (12, "second"), (14, "first"), (99, "first")])
    assert statuses(world) == [("first", "active"), ("second", "expired")]


def test_a_schedule_is_replaced_from_before_it_begins_on(world: World) -> None:
    """What was observed later and holds from earlier on leaves it no time."""
    world.clock.set(hour(1))
    plan(world, "first", 0.4, 10)
    plan(world, "second", 0.5, 8)
    assert statuses(world) == [("first", "superseded"), ("second", "scheduled")]
    course(world, [(2, None), (8, "second"), (10, "second")])


def test_what_was_observed_before_a_schedule_and_heard_after_it_gives_way_to_it(world: World) -> None:
    world.clock.set(hour(1))
    plan(world, "new", 0.5, 10)
    plan(world, "old", 0.2)
    course(world, [(2, "old"), (10, "new")])


def test_two_schedules_follow_each_other_in_any_order_of_arrival(world: World) -> None:
    world.clock.set(hour(1))
    plan(world, "old", 0)
    later = plan(world, "later", 0.4, 20)
    sooner = plan(world, "sooner", 0.3, 10)
    assert (sooner.valid_to, sooner.superseded_by) == (hour(20), later.id)
    assert statuses(world) == [("old", "active"), ("later", "scheduled"), ("sooner", "scheduled")]
    course(world, [(2, "old"), (10, "sooner"), (20, "later"), (99, "later")])
    assert statuses(world) == [("old", "superseded"), ("later", "active"), ("sooner", "superseded")]


def test_what_is_stated_before_a_schedule_begins_gives_way_when_it_does_unless_it_is_newer(world: World) -> None:
    """The greater time of observation wins at every instant: of a statement made later, also after the schedule's
    beginning."""
    world.clock.set(hour(1))
    plan(world, "scheduled", 0.5, 10)
    world.clock.set(hour(2))
    world.state(*KEY, "stated")
    course(world, [(3, "stated"), (10, "stated")])
    assert statuses(world) == [("scheduled", "superseded"), ("stated", "active")]


def test_a_schedule_for_one_of_many_values(world: World) -> None:
    world.m.declare("Door", "code", cardinality="many")
    world.clock.set(hour(1))
    plan(world, "old", 0)
    plan(world, "new", 0.5, 10, 12)
    for at, values in ((9, ["old"]), (10, ["old", "new"]), (12, ["old"])):
        world.clock.set(hour(at))
        assert [each.value for each in several(world.m.get(*KEY))] == values
        assert [each.value for each in world.m.find("Door")] == values
        with world.m.transaction() as tx:
            assert [each.value for each in several(tx.get(*KEY))] == values
    assert statuses(world) == [("old", "active"), ("new", "expired")]


def test_a_receipt_stays_what_it_was(world: World) -> None:
    """Asked for when the schedule has begun and has ended, it tells of the time of its record."""
    world.clock.set(hour(1))
    source = world.say("new", hour(0.5))
    with world.m.transaction() as tx:
        tx.propose(*KEY, "new", evidence=source.quote("new"), valid_from=hour(10), valid_to=hour(12))
    given = receipt(tx.receipt)
    for at in (2, 10, 13):
        world.clock.set(hour(at))
        assert world.m.outcome(tx.id) == given
        assert world.m.at(seq=given.seq).history(*KEY) == [given.outcomes[0].belief]


def test_a_transaction_keeps_its_instant_while_a_schedule_begins(world: World) -> None:
    """Nothing was written meanwhile: it goes on seeing what it saw, and that is no conflict."""
    world.clock.set(hour(1))
    plan(world, "old", 0)
    plan(world, "new", 0.5, 10)
    tx = world.m.transaction()
    assert one(tx.get(*KEY)).value == "old"
    world.clock.set(hour(11))
    assert one(tx.get(*KEY)).value == "old"
    assert [each.value for each in tx.find("Door")] == ["old"]
    assert one(world.m.get(*KEY)).value == "new"
    tx.set_state("Door/2", "code", "other")
    tx.commit()


def test_a_schedule_that_is_made_meanwhile_is_a_change(world: World) -> None:
    """Also when it shows nothing yet: a transaction that read the key relied on its timeline."""
    world.clock.set(hour(1))
    plan(world, "old", 0)
    tx = world.m.transaction()
    assert one(tx.get(*KEY)).value == "old"
    plan(world, "new", 0.5, 10)
    tx.set_state(*KEY, "changed")
    with pytest.raises(Conflict):
        tx.commit()


def test_inside_a_transaction_its_own_schedule_waits_too(world: World) -> None:
    world.clock.set(hour(1))
    plan(world, "old", 0)
    source = world.say("new", hour(0.5))
    with world.m.transaction() as tx:
        tx.propose(*KEY, "new", evidence=source.quote("new"), valid_from=hour(10))
        shown = one(tx.get(*KEY))
        assert (shown.value, shown.valid_to) == ("old", hour(10))
    assert one(world.m.get(*KEY)).valid_to == hour(10)
