"""Killing a process inside a commit: it is really killed, where it was asked for, and nothing is torn."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from memtxn.interfaces.cli.demo.kills import COMMITS, Killed, Point, Said, kill
from memtxn.interfaces.cli.demo.victim import Trap
from memtxn.testkit.faultvfs import Event
from tests.interfaces.demo.given import SOURCE

STATE = {
    Point.FIRST: "before",
    Point.MIDDLE: "before",
    Point.TORN: "before",
    Point.WRITTEN: "after",
    Point.SYNCED: "after",
}
"""What stands in the file: the transaction is there once its last page is written whole."""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> dict[Point, Killed]:
    """One victim for each point."""
    folder = tmp_path_factory.mktemp("killed")
    return {point: kill(folder, point) for point in Point}


@pytest.mark.parametrize("point", Point, ids=lambda point: point.name)
def test_the_victim_is_killed_and_its_file_is_whole(point: Point, killed: dict[Point, Killed]) -> None:
    one = killed[point]
    assert one.returncode == -signal.SIGKILL
    assert one.acknowledged == one.kept == COMMITS - 1
    assert one.state == STATE[point]
    assert one.verified
    assert one.ok


def test_it_dies_where_it_says(killed: dict[Point, Killed]) -> None:
    where = {point: one.where for point, one in killed.items()}
    total = int(where[Point.FIRST].removeprefix("write 1/"))
    assert total > 4
    assert where[Point.MIDDLE] == f"write {total // 2 + 1}/{total}"
    assert where[Point.TORN] == f"write {total}/{total}, half"
    assert where[Point.WRITTEN] == f"after write {total}"
    assert where[Point.SYNCED] == "after the sync"


def test_the_victim_says_what_it_has_done(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "memtxn.interfaces.cli.demo.victim", str(tmp_path / "v.db"), "FIRST"]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(command, capture_output=True, timeout=60, check=False, env=environment)
    said = [msgspec.json.decode(line, type=Said) for line in done.stdout.splitlines()]
    assert [one.what for one in said] == ["begun", "acknowledged"] * (COMMITS - 1) + ["begun", "dying"]
    assert said[-2].tx not in {one.tx for one in said if one.what == "acknowledged"}


# -- the judge -----------------------------------------------------------------------------------------

GOOD = Killed(
    point=Point.MIDDLE,
    returncode=-signal.SIGTERM if os.name == "nt" else -signal.SIGKILL,
    where="write 9/16",
    acknowledged=COMMITS - 1,
    kept=COMMITS - 1,
    state="before",
    outcome="not committed",
    verified=True,
)

BAD: dict[str, dict[str, object]] = {
    "ended by itself": {"returncode": 0},
    "failed by itself": {"returncode": 1},
    "lost an acknowledged one": {"kept": COMMITS - 2},
    "never came to the last one": {"acknowledged": COMMITS - 2, "kept": COMMITS - 2},
    "acknowledged the last one": {"acknowledged": COMMITS, "kept": COMMITS},
    "torn": {"state": "torn"},
    "there, but denied": {"state": "after"},
    "not there, but promised": {"outcome": "committed"},
    "damaged": {"verified": False},
}


def test_a_good_end_is_good() -> None:
    assert GOOD.ok
    assert msgspec.structs.replace(GOOD, state="after", outcome="committed").ok


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_end_is_seen(fault: str) -> None:
    assert not msgspec.structs.replace(GOOD, **BAD[fault]).ok


def test_a_trap_that_is_not_armed_lets_everything_pass() -> None:
    trap = Trap("none.db", Point.FIRST)
    trap.commit(last=False)
    for after in (False, True):
        trap(Event("write", "wal", after, 0, 4096))
        trap(Event("sync", "wal", after))
    assert trap.writes == 1


def test_an_armed_trap_minds_the_log_alone() -> None:
    trap = Trap("none.db", Point.FIRST)
    trap.commit(last=True)
    for after in (False, True):
        trap(Event("write", "db", after, 0, 4096))
        trap(Event("sync", "other", after))
    assert trap.writes == 0
