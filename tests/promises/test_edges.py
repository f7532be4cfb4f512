"""Edges between the promises: equal times, odd types, clocks that jump, ids that are not there yet."""

from __future__ import annotations

import enum
import gc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import memtxn
from memtxn import InvalidInput, Rejected, Source
from tests.promises.world import World, hour, one, receipt


class Colour(str, enum.Enum):  # noqa: UP042  # the very mixture that tells two stories of itself
    """A text that shows another one."""

    RED = "red"


class Liar(int):
    """A number that claims to be another one."""

    def __int__(self) -> int:
        return 99

    def __index__(self) -> int:
        return 99

    def __str__(self) -> str:
        return "99"


@pytest.mark.parametrize("count", [2, 3])
def test_the_last_statement_of_a_transaction_wins(world: World, count: int) -> None:
    """Whatever the alphabet says, and though the clock stands still."""
    words = ["zebra", "mole", "ant"][:count]
    with world.m.transaction() as tx:
        for word in words:
            tx.set_state("Task/1", "status", word)
    assert one(world.m.get("Task/1", "status")).value == words[-1]
    assert [outcome.outcome.name for outcome in receipt(tx.receipt).outcomes] == [
        "ADD",
        *["SUPERSEDE"] * (count - 1),
    ]


def test_statements_follow_one_another_when_the_clock_stands_or_steps_back(world: World) -> None:
    world.clock.set(hour(5))
    for word, at in (("zebra", 5), ("mole", 5), ("ant", 3)):
        world.clock.set(hour(at))
        world.state("Task/1", "status", word)
        assert one(world.m.get("Task/1", "status")).value == word


def test_a_clock_set_back_inside_a_transaction_hides_nothing(world: World) -> None:
    world.clock.set(hour(5))
    tx = world.m.transaction()
    tx.set_state("Task/1", "status", "done")
    world.clock.set(hour(1))
    done = tx.commit()
    assert str(one(done.outcomes[0].belief).status) == "active"
    assert one(world.m.get("Task/1", "status")).value == "done"


def test_an_absurd_clock_is_refused_before_it_binds_the_memory(world: World) -> None:
    world.state("Task/1", "status", "open")
    world.clock.set(datetime.max.replace(tzinfo=UTC))
    with pytest.raises(InvalidInput, match="clock"):
        world.state("Task/1", "status", "done")
    world.clock.set(hour(9))
    world.state("Task/1", "status", "done")
    assert one(world.m.get("Task/1", "status")).value == "done"


@pytest.mark.parametrize(
    ("said", "value", "stored"),
    [("the car is red", Colour.RED, "red"), ("one is 1", Liar(1), 1), ("so [red]", [Colour.RED], ["red"])],
)
def test_what_is_judged_is_what_is_stored(world: World, said: str, value: object, stored: object) -> None:
    world.clock.set(hour(1))
    source = world.say(said, hour(0))
    with world.m.transaction() as tx:
        tx.propose("Car/1", "colour", value, evidence=source.quote(said))  # type: ignore[arg-type]
    assert one(world.m.get("Car/1", "colour")).value == stored


def test_texts_of_every_kind_name_the_same_things(world: World) -> None:
    store, kind = world.store, Colour.RED
    memory = store.memory(kind)
    memory.observe(kind, speaker=kind, at=hour(0), channel=kind)
    with memory.transaction(label=kind) as tx:
        tx.set_state((kind, kind), kind, 1)
    assert one(store.memory("red").get("red/red", "red")).value == 1


def test_intervals_are_judged_in_real_time_across_a_fold(world: World) -> None:
    zone = ZoneInfo("America/New_York")
    source = world.say("it is red", hour(0))
    early, late = datetime(2025, 11, 2, 1, 30, tzinfo=zone), datetime(2025, 11, 2, 1, 15, fold=1, tzinfo=zone)
    world.clock.set(hour(1))
    with world.m.transaction(on_reject="skip") as tx:
        forward = tx.propose("A/1", "x", "red", evidence=source.quote("red"), valid_from=early, valid_to=late)
        backward = tx.propose("A/2", "x", "red", evidence=source.quote("red"), valid_from=late, valid_to=early)
    assert forward.admitted
    assert backward.verdict.reasons == ("bad_interval",)


def test_a_provisional_id_is_nobody_elses(world: World) -> None:
    """A belief that was read before it was committed cannot lend its id to what others commit meanwhile."""
    world.clock.set(hour(1))
    source = world.say("red blue", hour(0))
    tx = world.m.transaction()
    tx.propose("A/1", "x", "red", evidence=source.quote("red"))
    mine = one(tx.get("A/1", "x"))
    world.tell("Other/1", "secret", "blue", hour(0.5))
    tx.propose("B/1", "y", "red", evidence=source.quote("red"), derived_from=[mine])
    with pytest.raises(Rejected) as caught:
        tx.commit()
    assert caught.value.reasons == ("derived_from_unknown",)


def test_a_forged_time_is_not_believed(world: World) -> None:
    world.clock.set(hour(9))
    source = world.say("red", hour(0))
    forged = Source(id=source.id, speaker="", channel="", at=hour(8))
    with world.m.transaction() as tx:
        tx.propose("A/1", "x", "red", evidence=forged.quote("red"))
    assert one(world.m.get("A/1", "x")).observed_at == hour(0)


def test_a_retraction_that_would_lose_says_so(world: World) -> None:
    """What was observed in June is not taken back as of February: neither silently, nor with success."""
    world.clock.set(hour(9))
    world.tell("P/1", "city", "Paris", hour(6), valid_from=hour(1))
    with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
        tx.retract("P/1", "city", at=hour(2))
    assert caught.value.reasons == ("observed_later",)
    assert one(world.m.get("P/1", "city")).value == "Paris"


def test_what_is_scheduled_can_be_retracted(world: World) -> None:
    world.clock.set(hour(1))
    world.tell("P/1", "city", "Paris", hour(0), valid_from=hour(20))
    with world.m.transaction() as tx:
        tx.retract("P/1", "city")
    world.clock.set(hour(30))
    assert world.m.get("P/1", "city") is None


@pytest.mark.parametrize("how", ["transaction", "snapshot", "log"])
def test_whatever_comes_of_a_store_keeps_it_open(tmp_path: Path, how: str) -> None:
    with memtxn.open(tmp_path / "a.db") as store, store.memory("m").transaction() as tx:
        tx.set_state("A/1", "x", 1)
    memory = memtxn.open(tmp_path / "a.db").memory("m")
    makers: dict[str, Callable[[], Any]] = {
        "transaction": memory.transaction,
        "snapshot": memory.at,
        "log": memory.log,
    }
    held = makers.pop(how)()
    makers.clear()
    del memory
    gc.collect()
    if how == "log":
        assert len(list(held)) == 1
    else:
        assert held.get("A/1", "x").value == 1


def test_all_of_a_request_belongs_to_its_idempotency_key(world: World) -> None:
    world.clock.set(hour(2))
    source = world.say("red", hour(0))
    world.state("B/1", "x", 1)
    relied = one(world.m.get("B/1", "x"))
    for based_on, on_reject in (((), "abort"), ((relied,), "abort"), ((), "skip")):
        tx = world.m.transaction(idempotency_key="k", on_reject=on_reject)  # type: ignore[arg-type]
        tx.propose("A/1", "x", "red", evidence=source.quote("red"), based_on=based_on)
        if (based_on, on_reject) == ((), "abort"):
            tx.commit()
        else:
            with pytest.raises(memtxn.IdempotencyMismatch):
                tx.commit()


def test_the_clock_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="clock"):
        memtxn.open(tmp_path / "a.db", clock=5)  # type: ignore[arg-type]
