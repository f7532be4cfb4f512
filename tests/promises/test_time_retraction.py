"""What was true and no longer is: taken back in the past, now, and for a time to come; and said again."""

from __future__ import annotations

import pytest

from memtxn import Rejected
from tests.promises.world import MICROSECOND, World, hour, one, receipt, several

KEY = ("Door/1", "code")


def seen(world: World, *hours: float) -> list[object]:
    """What the key shows at these hours, as is now believed."""
    found = [world.m.at(valid=hour(number)).get(*KEY) for number in hours]
    return [belief and one(belief).value for belief in found]


def told(world: World) -> list[tuple[object, str]]:
    return [(belief.value, str(belief.status)) for belief in world.m.history(*KEY)]


def retract(world: World, at: float | None = None, said: str = "", said_at: float = 0) -> None:
    with world.m.transaction() as tx:
        source = tx.observe(said, speaker="ann", at=hour(said_at)) if said else None
        tx.retract(
            *KEY, at=None if at is None else hour(at), evidence=None if source is None else source.quote(said)
        )


# -- was true, is no longer; was replaced ------------------------------------------------------------------


@pytest.mark.parametrize("how", ["retracted", "superseded"])
def test_the_past_keeps_what_was_true_then(world: World, how: str) -> None:
    """Retracting and superseding both keep it before their time, and are told apart after it."""
    world.clock.set(hour(1))
    world.tell(*KEY, "1234", hour(0))
    world.clock.set(hour(5))
    if how == "retracted":
        retract(world)
    else:
        world.tell(*KEY, "5678", hour(5))
    assert seen(world, 0, 4.9) == ["1234", "1234"]
    assert seen(world, 5, 9) == ([None, None] if how == "retracted" else ["5678", "5678"])
    first = world.m.history(*KEY)[0]
    assert (first.status, first.valid_to) == (how, hour(5))
    assert (first.superseded_by is None) == (how == "retracted")
    assert world.m.at(recorded=hour(2), valid=hour(9)).get(*KEY) is not None  # nobody knew yet


def test_a_retraction_as_of_an_earlier_time_ends_it_there(world: World) -> None:
    world.clock.set(hour(9))
    world.tell(*KEY, "1234", hour(1))
    retract(world, at=4)
    assert seen(world, 0.5, 1, 3.9, 4, 8, 20) == [None, "1234", "1234", None, None, None]
    assert told(world) == [("1234", "retracted")]
    assert world.m.why(*KEY).accounts[0].status == "retraction"


def test_a_retraction_in_the_past_leaves_alone_what_was_observed_after_it(world: World) -> None:
    world.clock.set(hour(9))
    world.tell(*KEY, "1234", hour(1))
    world.tell(*KEY, "5678", hour(6))
    retract(world, at=4)
    assert seen(world, 3, 4, 5.9, 6, 9) == ["1234", None, None, "5678", "5678"]
    assert told(world) == [("1234", "retracted"), ("5678", "active")]


def test_what_was_retracted_can_be_said_again(world: World) -> None:
    world.clock.set(hour(9))
    world.tell(*KEY, "1234", hour(1))
    retract(world, at=3)
    again = world.tell(*KEY, "1234", hour(5)).outcomes[0]
    assert again.outcome.name == "ADD"
    assert seen(world, 2, 3, 4.9, 5, 9) == ["1234", None, None, "1234", "1234"]
    assert told(world) == [("1234", "retracted"), ("1234", "active")]
    retract(world)
    world.clock.advance()
    world.state(*KEY, "1234")
    assert told(world) == [("1234", "retracted"), ("1234", "retracted"), ("1234", "active")]
    assert world.m.verify().ok


def test_what_is_heard_late_of_the_time_before_stays_before(world: World) -> None:
    """A fact that was observed before the retraction does not come back through the back door."""
    world.clock.set(hour(9))
    world.tell(*KEY, "1234", hour(1))
    retract(world, at=5)
    late = world.tell(*KEY, "5678", hour(3)).outcomes[0]
    assert (late.outcome.name, late.belief and str(late.belief.status)) == ("ADD", "retracted")
    assert seen(world, 2, 3, 4.9, 5, 9) == ["1234", "5678", "5678", None, None]
    assert told(world) == [("1234", "superseded"), ("5678", "retracted")]


# -- from a time to come -----------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["", "the code 1234 ends tonight"])
def test_a_retraction_may_be_known_before_its_time(world: World, said: str) -> None:
    """It is observed now, and what the key shows ends by itself: nothing is written any more."""
    world.clock.set(hour(2))
    world.tell(*KEY, "1234", hour(1))
    retract(world, at=20, said=said, said_at=2)
    records = len(world.journal())
    assert one(world.m.get(*KEY)).valid_to == hour(20)
    assert told(world) == [("1234", "active")]
    world.clock.set(hour(20) - MICROSECOND)
    assert one(world.m.get(*KEY)).value == "1234"
    world.clock.set(hour(20))
    assert world.m.get(*KEY) is None
    assert world.m.find() == world.m.scan("Door") == []
    with world.m.transaction() as tx:
        assert tx.get(*KEY) is None
    assert told(world) == [("1234", "retracted")]
    assert len(world.journal()) == records
    assert world.m.verify().ok


def test_what_is_observed_after_a_retraction_to_come_overrides_it(world: World) -> None:
    world.clock.set(hour(2))
    world.tell(*KEY, "1234", hour(1))
    retract(world, at=20)
    world.clock.set(hour(10))
    world.tell(*KEY, "5678", hour(9))
    assert seen(world, 8, 9, 20, 30) == ["1234", "5678", "5678", "5678"]
    assert told(world) == [("1234", "superseded"), ("5678", "active")]


def test_a_retraction_to_come_counts_from_when_it_was_said(world: World) -> None:
    """Said at 2 of the time from 5 on, and contradicted at 3, which was heard before it."""
    world.clock.set(hour(4))
    world.tell(*KEY, "1234", hour(1))
    world.tell(*KEY, "5678", hour(3))
    with pytest.raises(Rejected) as caught:
        retract(world, at=5, said="5678 until five", said_at=2)
    assert caught.value.reasons == ("observed_later",)
    retract(world, at=5, said="5678 until five", said_at=3)
    assert seen(world, 2, 3, 4.9, 5) == ["1234", "5678", "5678", None]


def test_what_is_scheduled_ends_before_it_begins(world: World) -> None:
    world.clock.set(hour(2))
    world.tell(*KEY, "1234", hour(1), valid_from=hour(10))
    retract(world)
    assert told(world) == [("1234", "retracted")]
    world.clock.set(hour(11))
    assert (world.m.get(*KEY), seen(world, 9, 10, 11)) == (None, [None] * 3)


def test_a_retraction_takes_back_what_is_scheduled_too(world: World) -> None:
    """From its time on nothing holds of what was observed before it: neither today's value nor tomorrow's."""
    world.clock.set(hour(3))
    world.tell(*KEY, "1234", hour(1))
    world.tell(*KEY, "5678", hour(2), valid_from=hour(10))
    retract(world)
    assert seen(world, 2, 3.1, 9, 10, 20) == ["1234", None, None, None, None]
    assert told(world) == [("1234", "retracted"), ("5678", "retracted")]


def test_what_is_scheduled_can_be_cut_short_only(world: World) -> None:
    """It is taken back from a time within its time on."""
    world.clock.set(hour(3))
    world.tell(*KEY, "1234", hour(1), valid_from=hour(10))
    retract(world, at=12)
    assert told(world) == [("1234", "scheduled")]
    assert seen(world, 9, 10, 11.9, 12) == [None, "1234", "1234", None]
    world.clock.set(hour(15))
    assert told(world) == [("1234", "retracted")]


def test_of_many_values_one_ends_when_it_was_said_to(world: World) -> None:
    world.m.declare("Door", "code", cardinality="many")
    world.clock.set(hour(2))
    world.tell(*KEY, "1234", hour(1))
    world.tell(*KEY, "5678", hour(1))
    with world.m.transaction() as tx:
        tx.retract(*KEY, value="1234", at=hour(20))
        assert [belief.value for belief in several(tx.get(*KEY))] == ["1234", "5678"]
    world.clock.set(hour(20))
    assert [belief.value for belief in several(world.m.get(*KEY))] == ["5678"]
    assert told(world) == [("1234", "retracted"), ("5678", "active")]


def test_a_retraction_is_a_receipt_and_an_account_like_any_other(world: World) -> None:
    world.clock.set(hour(2))
    world.tell(*KEY, "1234", hour(1))
    with world.m.transaction(label="leaving") as tx:
        tx.retract(*KEY, at=hour(20))
    given = receipt(tx.receipt)
    assert [outcome.outcome.name for outcome in given.outcomes] == ["SUPERSEDE"]
    assert world.m.outcome(tx.id) == given
    assert world.m.why(*KEY).accounts[0].value == "1234"
    world.clock.set(hour(21))
    account = world.m.why(*KEY).accounts[0]
    assert (account.status, account.transaction.label) == ("retraction", "leaving")
    assert account.observed_at is not None
    assert account.observed_at < hour(3)
    assert [(one_.value, str(one_.status)) for one_ in account.replaced] == [("1234", "retracted")]


def test_why_of_what_was_taken_back_is_not_moved_by_a_late_fact(world: World) -> None:
    """What the retraction ended is told with it; what comes in afterwards about before is not."""
    world.clock.set(hour(9))
    world.tell(*KEY, "1111", hour(2))
    world.tell(*KEY, "2222", hour(4))
    retract(world, at=6)
    before = world.m.why(*KEY).accounts
    assert [(account.value, account.status) for account in before][1:] == [("2222", "retracted")]
    world.tell(*KEY, "0000", hour(1))
    assert world.m.why(*KEY).accounts == before


def test_a_retraction_that_comes_back_into_effect_replaced_what_held_meanwhile(world: World) -> None:
    world.clock.set(hour(1))
    world.tell(*KEY, "1111", hour(1))
    world.clock.set(hour(2))
    retract(world, at=2)
    world.clock.set(hour(4))
    world.tell(*KEY, "2222", hour(4), valid_to=hour(5))
    world.clock.set(hour(6))
    retraction, last = world.m.why(*KEY).accounts
    assert [one_.value for one_ in retraction.replaced] == ["1111", "2222"]
    assert (last.value, last.status) == ("2222", "retracted")
