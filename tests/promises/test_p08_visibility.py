"""P8: nobody observed the future; what holds from a later time on shows by itself, and ends by itself."""

from datetime import timedelta

import pytest

from memtxn import Rejected
from tests.promises.world import MICROSECOND, World, hour, one

KEY = ("Door/1", "code")
TOLERANCE = timedelta(minutes=5)


def test_an_observation_may_be_five_minutes_ahead_and_no_more(world: World) -> None:
    near = world.say("near", world.clock() + TOLERANCE)
    with world.m.transaction() as tx:
        tx.propose(*KEY, "near", evidence=near.quote("near"))
    far = world.say("far", world.clock() + TOLERANCE + timedelta(seconds=1))
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.propose(*KEY, "far", evidence=far.quote("far"))
    assert caught.value.reasons == ("future_observation",)
    with pytest.raises(Rejected), world.m.transaction() as tx:
        tx.set_state(*KEY, "far", at=hour(1))


def test_what_holds_from_a_later_time_shows_by_itself(world: World) -> None:
    world.tell(*KEY, "old", hour(0))
    given = world.tell(*KEY, "new", hour(0.01), valid_from=hour(24)).outcomes[0]
    assert (given.outcome.name, given.belief and given.belief.status) == ("SUPERSEDE", "scheduled")
    records = len(world.journal())
    world.clock.set(hour(24) - MICROSECOND)
    assert one(world.m.get(*KEY)).value == "old"
    world.clock.set(hour(24))
    assert one(world.m.get(*KEY)).value == "new"
    assert [each.status for each in world.m.history(*KEY)] == ["superseded", "active"]
    assert [each.value for each in world.m.find("Door")] == ["new"]
    assert len(world.journal()) == records


def test_what_holds_until_a_time_ends_by_itself(world: World) -> None:
    world.tell(*KEY, "old", hour(0))
    world.tell(*KEY, "today", hour(0.01), valid_from=hour(1), valid_to=hour(2))
    for at, expected in ((0.5, "old"), (1, "today"), (1.9, "today"), (2, "old")):
        world.clock.set(hour(at))
        assert one(world.m.get(*KEY)).value == expected
    assert [str(each.status) for each in world.m.history(*KEY)] == ["active", "expired"]


def test_nothing_is_left_when_all_has_ended(world: World) -> None:
    world.tell(*KEY, "today", hour(0), valid_to=hour(2))
    assert one(world.m.get(*KEY)).valid_to == hour(2)
    world.clock.set(hour(2))
    assert world.m.get(*KEY) is None
    assert world.m.find() == []
    assert [str(each.status) for each in world.m.history(*KEY)] == ["expired"]
    assert world.m.why(*KEY).accounts[0].status == "expired"


def test_the_present_never_steps_back(world: World) -> None:
    """A clock that is set back hides nothing that was committed."""
    world.clock.set(hour(24))
    world.state(*KEY, "one")
    world.clock.set(hour(1))
    assert one(world.m.get(*KEY)).value == "one"
    world.state("Door/2", "code", "two")
    moments = [row.at for row in world.journal()]
    assert moments == sorted(set(moments))
    assert [each.value for each in world.m.find()] == ["one", "two"]
    world.reopen()
    assert [each.value for each in world.m.find()] == ["one", "two"]
