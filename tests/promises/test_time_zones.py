"""Zones: whatever the machine's and the caller's, times are kept in UTC and their order is that of real time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import memtxn
from memtxn import NaiveDatetime
from memtxn.model.time import from_micros, to_micros
from tests.promises.world import Durable, World, one

ROOT = Path(__file__).parents[2]
ZONES = ["UTC", "America/Los_Angeles", "Asia/Shanghai", "Australia/Lord_Howe"]
CHANGES = {
    "America/Los_Angeles": [datetime(2025, 3, 9, 10, tzinfo=UTC), datetime(2025, 11, 2, 9, tzinfo=UTC)],
    "Asia/Shanghai": [datetime(1991, 4, 13, 18, tzinfo=UTC), datetime(1991, 9, 14, 17, tzinfo=UTC)],
    "Australia/Lord_Howe": [datetime(2025, 4, 5, 15, tzinfo=UTC), datetime(2025, 10, 4, 15, 30, tzinfo=UTC)],
}
"""When the clocks of a zone are changed: forward and back, or back and forward; Lord Howe by half an hour."""

PROGRAM = """
import json, sys, time
from datetime import datetime
from pathlib import Path
import memtxn

path, moments = sys.argv[1], [float(moment) for moment in sys.argv[2:]]
store = memtxn.open(path, clock=lambda: datetime.fromtimestamp(moments[-1] + 60).astimezone())
memory = store.memory("m")
for number, moment in enumerate(moments):
    at = datetime.fromtimestamp(moment).astimezone()  # in the machine's own zone
    turn = memory.observe(f"slot {number}", speaker="ann", at=at)
    with memory.transaction() as tx:
        tx.propose("Meeting/1", "slot", f"slot {number}", evidence=turn.quote(f"slot {number}"))
history = memory.history("Meeting/1", "slot")
print(json.dumps({
    "zone": time.strftime("%z", time.localtime(moments[0])),
    "values": [belief.value for belief in history],
    "status": [str(belief.status) for belief in history],
    "observed": [str(belief.observed_at) for belief in history],
    "ends": [str(belief.valid_to) for belief in history],
    "recorded": [str(belief.created_at) for belief in history],
    "shown": [memory.at(valid=datetime.fromtimestamp(moment).astimezone()).get("Meeting/1", "slot").value
              for moment in moments],
}))
"""


def run(folder: Path, zone: str, moments: Sequence[datetime]) -> dict[str, Any]:
    """What a process of that zone keeps and sees of a meeting moved at these moments."""
    path = folder / f"{zone.replace('/', '-')}.db"
    given = [str(moment.timestamp()) for moment in moments]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path), *given],
        env=os.environ | {"TZ": zone},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("changing", CHANGES)
def test_every_zone_keeps_the_same(tmp_path: Path, changing: str) -> None:
    """Across both changes of the clocks, in steps of a quarter of an hour; each fact replaces the one before."""
    around = [change + timedelta(minutes=15 * step) for change in CHANGES[changing] for step in range(-5, 6)]
    told = {zone: run(tmp_path, zone, around) for zone in ZONES}
    assert len({found.pop("zone") for found in told.values()}) > 1  # the processes were in different zones
    assert all(found == told["UTC"] for found in told.values())
    found = told["UTC"]
    assert found["observed"] == [str(moment) for moment in around]
    assert found["ends"] == [*(str(moment) for moment in around[1:]), "None"]
    assert found["shown"] == found["values"]
    assert found["status"] == ["superseded"] * (len(around) - 1) + ["active"]
    assert all(text.endswith("+00:00") for text in found["recorded"])


def test_what_one_zone_wrote_another_goes_on_with(tmp_path: Path) -> None:
    start = datetime(2025, 11, 2, 8, tzinfo=UTC)
    path = tmp_path / "shared.db"
    for number, zone in enumerate(ZONES):
        moment = start + timedelta(minutes=30 * number)
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(path), str(moment.timestamp())],
            env=os.environ | {"TZ": zone},
            stdout=subprocess.PIPE,
            check=True,
        )
        assert len(json.loads(done.stdout)["observed"]) == number + 1
    with memtxn.open(path) as store:
        observed = [belief.observed_at for belief in store.memory("m").history("Meeting/1", "slot")]
        assert observed == [start + timedelta(minutes=30 * number) for number in range(len(ZONES))]
        assert store.memory("m").verify().ok


def walls(zone: str) -> list[datetime]:
    """What the clocks on the wall say around their changes: skipped times, and repeated ones once and twice."""
    there = ZoneInfo(zone)
    naive = [change.astimezone(there).replace(tzinfo=None) for change in CHANGES[zone]]
    shown = [moment + timedelta(minutes=15 * step) for moment in naive for step in range(-6, 7)]
    return [moment.replace(tzinfo=there, fold=fold) for moment in shown for fold in (0, 1)]


@pytest.mark.parametrize("zone", CHANGES)
def test_order_is_that_of_real_time_not_of_the_wall(world: World, zone: str) -> None:
    """One o'clock comes twice in autumn; what was said in its second coming is later, whoever hears it first."""
    moments = sorted(walls(zone), key=lambda moment: moment.timestamp(), reverse=True)
    world.clock.set(datetime(2026, 1, 1, tzinfo=UTC))
    for moment in moments:
        world.tell("Meeting/1", "slot", str(moment.timestamp()), moment)
    history = sorted(world.m.history("Meeting/1", "slot"), key=lambda belief: belief.observed_at)
    stamps = [belief.observed_at.timestamp() for belief in history]
    assert set(stamps) == {moment.timestamp() for moment in moments}
    for earlier, later in pairwise(sorted(set(stamps))):
        shown = world.m.at(valid=datetime.fromtimestamp(earlier, UTC)).get("Meeting/1", "slot")
        assert float(str(one(shown).value)) == earlier
        assert one(shown).valid_to == datetime.fromtimestamp(later, UTC)
    assert all(belief.observed_at.tzinfo is UTC for belief in history)


@pytest.mark.parametrize("zone", CHANGES)
def test_a_time_is_the_same_in_every_zone(zone: str) -> None:
    for moment in walls(zone):
        stamp = round(moment.timestamp() * 1_000_000)
        assert to_micros(moment) == stamp
        for other in ZONES:
            assert to_micros(from_micros(stamp).astimezone(ZoneInfo(other))) == stamp


def test_the_file_holds_microseconds_of_utc(durable: Durable) -> None:
    """No zone is kept that could be read in another way."""
    moment = datetime(2025, 11, 2, 1, 30, fold=1, tzinfo=ZoneInfo("America/Los_Angeles"))
    durable.tell("Meeting/1", "slot", "late", moment)
    assert durable.sql("SELECT nu FROM belief") == [(round(moment.timestamp() * 1_000_000),)]


TIMES: list[str] = ["observed_at", "valid_from", "valid_to"]


@pytest.mark.parametrize("naive", TIMES)
def test_naive_and_aware_times_never_meet(world: World, naive: str) -> None:
    """A naive time beside aware ones is an error of its own, whichever it is, and nothing is staged."""
    aware = datetime(2025, 11, 2, 1, 30, tzinfo=ZoneInfo("America/Los_Angeles"))
    source = world.say("late", aware)
    times: dict[str, Any] = {name: aware + timedelta(hours=number) for number, name in enumerate(TIMES)}
    times[naive] = times[naive].replace(tzinfo=None)
    tx = world.m.transaction()
    with pytest.raises(NaiveDatetime):
        tx.propose("Meeting/1", "slot", "late", evidence=source.quote("late"), **times)
    assert tx.commit().outcomes == ()
    mixed: list[Any] = [aware.replace(tzinfo=None), datetime(2025, 1, 1)]  # noqa: DTZ001
    for moment in mixed:
        for ask in ({"recorded": moment}, {"valid": moment}, {"recorded": aware, "valid": moment}):
            with pytest.raises(NaiveDatetime):
                world.m.at(**ask)
        with pytest.raises(NaiveDatetime):
            world.say("x", moment)
        with pytest.raises(NaiveDatetime), world.m.transaction() as tx:
            tx.set_state("Meeting/1", "slot", 1, at=moment)
        with pytest.raises(NaiveDatetime), world.m.transaction() as tx:
            tx.retract("Meeting/1", "slot", at=moment)
