"""Times of every time zone: one moment each, however it was written, kept and given back to the microsecond."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from memtxn import InvalidInput, Rejected
from tests.promises.hostile import TIMES, Zone
from tests.promises.world import World, hour, one

LOS_ANGELES, SHANGHAI = ZoneInfo("America/Los_Angeles"), ZoneInfo("Asia/Shanghai")

MOMENTS: dict[str, tuple[datetime, datetime]] = {
    "before summer time": (
        datetime(2024, 3, 10, 1, 59, 59, 999_999, tzinfo=LOS_ANGELES),
        datetime(2024, 3, 10, 9, 59, 59, 999_999, tzinfo=UTC),
    ),
    "in the hour that is left out": (
        datetime(2024, 3, 10, 2, 30, tzinfo=LOS_ANGELES),
        datetime(2024, 3, 10, 10, 30, tzinfo=UTC),
    ),
    "in the hour that is left out, from its end": (
        datetime(2024, 3, 10, 2, 30, fold=1, tzinfo=LOS_ANGELES),
        datetime(2024, 3, 10, 9, 30, tzinfo=UTC),
    ),
    "in the hour that comes twice, first": (
        datetime(2024, 11, 3, 1, 30, tzinfo=LOS_ANGELES),
        datetime(2024, 11, 3, 8, 30, tzinfo=UTC),
    ),
    "in the hour that comes twice, again": (
        datetime(2024, 11, 3, 1, 30, fold=1, tzinfo=LOS_ANGELES),
        datetime(2024, 11, 3, 9, 30, tzinfo=UTC),
    ),
    "Shanghai today": (datetime(2024, 7, 1, 8, tzinfo=SHANGHAI), datetime(2024, 7, 1, tzinfo=UTC)),
    "Shanghai in summer": (
        datetime(1990, 7, 1, 9, tzinfo=SHANGHAI),
        datetime(1990, 7, 1, tzinfo=UTC),
    ),
    "Shanghai, the hour that came twice": (
        datetime(1990, 9, 16, 1, 30, fold=1, tzinfo=SHANGHAI),
        datetime(1990, 9, 15, 17, 30, tzinfo=UTC),
    ),
    "Shanghai by the sun": (
        datetime(1890, 1, 1, 8, 5, 43, tzinfo=SHANGHAI),
        datetime(1890, 1, 1, tzinfo=UTC),
    ),
    "an offset of seconds and microseconds": (
        datetime(2024, 1, 1, tzinfo=timezone(timedelta(hours=-3, seconds=7, microseconds=11))),
        datetime(2024, 1, 1, 2, 59, 52, 999_989, tzinfo=UTC),
    ),
    "almost a day ahead": (
        datetime(2024, 1, 1, 23, 59, tzinfo=timezone(timedelta(hours=23, minutes=59))),
        datetime(2024, 1, 1, tzinfo=UTC),
    ),
    "the first moment": (datetime.min.replace(tzinfo=UTC), datetime(1, 1, 1, tzinfo=UTC)),
    "the year 1 in the west": (
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=-14))),
        datetime(1, 1, 1, 14, tzinfo=UTC),
    ),
    "a zone of one's own": (
        datetime(2024, 1, 1, tzinfo=Zone(timedelta(hours=1))),
        datetime(2023, 12, 31, 23, tzinfo=UTC),
    ),
}
LATE = datetime.max.replace(tzinfo=UTC)


@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_is_one_moment(world: World, name: str) -> None:
    given, meant = MOMENTS[name]
    source = world.m.observe("tea", speaker="ann", at=given)
    assert source.at == meant
    assert source.at.tzinfo is UTC
    assert world.m.observe("tea", speaker="ann", at=meant) == source
    with world.m.transaction() as tx:
        proposal = tx.propose("A/1", "x", "tea", evidence=source.quote("tea"), valid_to=LATE)
        tx.propose("A/2", "x", "tea", evidence=source.quote("tea"), observed_at=given, valid_from=given)
    assert proposal.draft.observed_at == meant
    assert world.m.history("A/2", "x")[0].valid_from == meant
    assert world.m.at(valid=given).get("A/1", "x") == world.m.at(valid=meant).get("A/1", "x")
    assert one(world.m.at(valid=given).get("A/2", "x")).observed_at == meant
    assert world.m.verify().ok


def test_the_hour_that_comes_twice_is_two_hours(world: World) -> None:
    """What was said in the second one is newer, though its clock may say less."""
    world.clock.set(datetime(2026, 1, 1, tzinfo=UTC))
    for word, minute, fold in (("early", 45, 0), ("late", 15, 1)):
        at = datetime(2024, 11, 3, 1, minute, fold=fold, tzinfo=LOS_ANGELES)
        source = world.m.observe(word, speaker="ann", at=at)
        with world.m.transaction() as tx:
            tx.propose("A/1", "x", word, evidence=source.quote(word))
    assert one(world.m.get("A/1", "x")).value == "late"
    between = datetime(2024, 11, 3, 1, 50, tzinfo=LOS_ANGELES)
    assert one(world.m.at(valid=between).get("A/1", "x")).value == "early"


def test_the_last_moment_is_an_end_like_any_other(world: World) -> None:
    world.clock.set(hour(2))
    source = world.say("tea", hour(1))
    with world.m.transaction() as tx:
        tx.propose("A/1", "x", "tea", evidence=source.quote("tea"), valid_to=LATE)
    assert one(world.m.get("A/1", "x")).valid_to == LATE
    assert world.m.at(valid=LATE).get("A/1", "x") is None
    with pytest.raises(Rejected), world.m.transaction() as tx:
        tx.propose("A/2", "x", "tea", evidence=source.quote("tea"), valid_from=LATE, valid_to=LATE)


def test_what_a_zone_says_first_counts(world: World) -> None:
    """A proposal keeps the moment, and does not ask the caller's zone again."""
    world.clock.set(hour(30))
    changing = Zone(timedelta(0), timedelta(0), timedelta(hours=23))
    source = world.say("tea", hour(1))
    with world.m.transaction() as tx:
        at = datetime(2026, 1, 1, 5, tzinfo=changing)
        proposal = tx.propose("A/1", "x", "tea", evidence=source.quote("tea"), observed_at=at)
    assert one(world.m.get("A/1", "x")).observed_at == proposal.draft.observed_at == hour(5)


@pytest.mark.parametrize("name", TIMES)
def test_the_clock_tells_the_time_or_nothing_is_written(world: World, name: str) -> None:
    world.state("A/1", "x", 1)
    before, clock = world.journal(), world.clock
    world.clock = TIMES[name]  # type: ignore[assignment]
    world.open()
    for use in (lambda: world.state("A/1", "x", 2), lambda: world.m.get("A/1", "x")):
        with pytest.raises(InvalidInput, match="clock"):
            use()
    world.clock = clock
    world.open()
    assert world.journal() == before
    world.state("A/1", "x", 3)
    assert world.m.verify().ok
