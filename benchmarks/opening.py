"""Table *opening*: what the three checks of a memory cost, each in a fresh process on a file written before.

Facts with a source each, in transactions of ten to a hundred; every key is told something new again and again,
half of it of the same instant, so that steps are closed as well. Beside the checks stands what no whole check can
do without: SQLite's own check of its file, and every row of the memory read once by bare APSW and thrown away.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Literal

import apsw
import msgspec

import memtxn
from benchmarks.measure import Figure, at_most, table
from benchmarks.workload import KEYS, START, Clock, remember

MB = 1_000_000
_STATUS = Path("/proc/self/status")
FULL, QUICK = (10_000, 100_000, 1_000_000), (10_000, 100_000)
SEED = 20_260_101
RUNS = 3
TAIL_GOAL = 0.020
GOALS = {"digest": 3.5e-6, "full": 12e-6}
"""Seconds for each belief."""
RESIDENT = 64.0
"""Megabytes of a check, at any size: mostly two page caches of 16 MiB, which a small file does not fill."""
LEVELS: tuple[Literal["tail", "digest", "full"], ...] = ("tail", "digest", "full")
TABLES = ("journal", "body", "key", "belief", "step", "state", "edge", "source", "refusal", "declaration")


class Cost(msgspec.Struct, frozen=True):
    """The best wall time in seconds, its CPU seconds (all threads), and the megabytes of memory at most."""

    wall: float
    cpu: float
    resident: float


def main() -> bool:
    """Print the table up to a million beliefs: a quarter of an hour, nearly all of it spent on writing them."""
    return run(FULL)


def quick() -> bool:
    """Print the table up to a hundred thousand."""
    return run(QUICK)


def run(sizes: tuple[int, ...]) -> bool:
    """Print the table; False when a check needs more memory than is allowed at any size."""
    rows: list[list[object]] = []
    held = True
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            path = Path(name) / f"{size}.db"
            write(path, size)
            for what in ("rows", *LEVELS):
                cost = _elsewhere(path, what)
                rows.append(_row(size, what, cost))
                held &= cost.resident <= RESIDENT
            path.unlink()
    columns = ["beliefs", "check", "ms", "CPU ms", "µs/belief", "MB"]
    table(f"check at open, best of {RUNS}", columns, rows)
    return held


def _row(size: int, what: str, cost: Cost) -> list[object]:
    goal = TAIL_GOAL if what == "tail" else GOALS[what] * size if what in GOALS else None
    wall: float | Figure = cost.wall * 1e3 if goal is None else at_most(cost.wall * 1e3, goal * 1e3)
    each = "" if what == "tail" else f"{cost.wall / size * 1e6:.2f}"
    name = "all rows bare, and SQLite's check" if what == "rows" else what
    return [f"{size:,}", name, wall, cost.cpu * 1e3, each, at_most(cost.resident, RESIDENT)]


def write(path: Path, beliefs: int) -> None:
    """Write so many beliefs through the API."""
    random, clock, first = Random(SEED), Clock(), 0
    with memtxn.open(path, clock=clock) as store:
        memory = store.memory("bench")
        while first < beliefs:
            count = min(random.randint(10, 100), beliefs - first)
            at = START + timedelta(hours=first // KEYS // 2)
            remember(memory, first, count, at, turn=first)
            first += count


# -- in a process of its own -----------------------------------------------------------------------------


def _elsewhere(path: Path, what: str) -> Cost:
    command = [sys.executable, "-m", "benchmarks.opening", str(path), what]
    done = subprocess.run(command, check=True, capture_output=True, cwd=Path(__file__).parents[1])
    return msgspec.json.decode(done.stdout, type=Cost)


def measured(path: str, what: str) -> Cost:
    """What a check of that level costs in this process; or ``rows``, bare."""
    if what == "rows":
        return _best(lambda: _bare(path))
    with memtxn.open(path, read_only=True) as store:
        memory = store.memory("bench")
        level = next(level for level in LEVELS if level == what)
        return _best(lambda: memory.verify(level).ok)


def _best(check: Callable[[], bool]) -> Cost:
    before, times = _most_resident(), []
    for _ in range(RUNS):
        cpu, wall = time.process_time(), time.perf_counter()
        if not check():
            raise SystemExit("the memory is not whole")
        times.append((time.perf_counter() - wall, time.process_time() - cpu))
    return Cost(*min(times), _most_resident() - before)


def _bare(path: str) -> bool:
    with closing(apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        for name in TABLES:
            deque(connection.execute(f"SELECT * FROM {name} WHERE mem = 1"), maxlen=0)
        return bool(connection.execute("PRAGMA integrity_check").get == "ok")


def _most_resident() -> float:
    """Megabytes of this process at the most so far. The system's own figure may be that of who started it."""
    if _STATUS.exists():
        return int(_STATUS.read_text().partition("VmHWM:")[2].split()[0]) * 1024 / MB
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most * (1 if sys.platform == "darwin" else 1024) / MB


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(measured(*sys.argv[1:3])))
