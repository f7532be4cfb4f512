"""Tables *growth*: a commit costs what it changes and a read a logarithm, however much is believed.

One memory grows to a million beliefs; then the same questions go to it and to smaller ones, in turn, in one run.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import memtxn
from benchmarks.life import SEED, Life, key
from benchmarks.measure import Timing, at_most, table
from benchmarks.memories import many_memories
from benchmarks.resources import MB, file_size, log_size, resident
from benchmarks.workload import START, Clock

FULL, QUICK = 1_000_000, 10_000
SMALLEST = 1_000
TOGETHER = 10
ALONE = 1_000
READS = 2_000
COMMITS = 300
FLAT = 1.2
BYTES = 1_000.0
RESIDENT, RESIDENT_GROWTH = 300.0, 20.0
LOG = 64.0


def main() -> bool:
    """Print the tables at full size, which takes a quarter of an hour."""
    return run(FULL)


def quick() -> bool:
    """Print the tables at a size for every day."""
    return run(QUICK)


def run(size: int) -> bool:
    """Print the tables up to so many beliefs; False when more is kept on disk or in memory than may be."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        largest = Grown(folder, size, stack)
        bounded = largest.grow()
        sizes = [SMALLEST * 10**power for power in range(9) if SMALLEST * 10**power < size]
        smaller = [Grown(folder, each, stack) for each in sizes]
        for grown in smaller:
            grown.fill(grown.size)
        _in_turn([*smaller, largest])
        stack.close()
        return many_memories(folder, size // 10) and bounded


class Tenth(NamedTuple):
    """What a tenth of the growth has cost: microseconds per commit, megabytes."""

    beliefs: int
    wall: float
    cpu: float
    process: float
    alone: float
    bytes: float
    log: float
    resident: float


class Grown:
    """A memory in a file of its own, and the life that it has had."""

    def __init__(self, folder: Path, size: int, stack: ExitStack) -> None:
        self.size, self._clock = size, Clock()
        self.path = folder / f"{size}.db"
        self._life = Life(self._clock)
        store = stack.enter_context(memtxn.open(self.path, clock=self._clock))
        self.memory = store.memory("bench")
        self._chance = Random(SEED)

    def fill(self, beliefs: int, commit: Callable[[Callable[[], object]], object] | None = None) -> float:
        """Commit until so many beliefs are there; the longest log that was seen, in megabytes."""
        longest, commits = 0.0, 0
        while self._life.beliefs < beliefs:
            run = partial(self._life.commit, self.memory, TOGETHER)
            run() if commit is None else commit(run)
            commits += 1
            if commits % 20 == 0:
                longest = max(longest, log_size(self.path))
        return longest

    def grow(self) -> bool:
        """Grow in ten steps and print what each has cost."""
        tenths = [self._tenth(self.size * step // 10) for step in range(1, 11)]
        rows: list[list[object]] = [list(tenth) for tenth in tenths]
        first, last = tenths[0], tenths[-1]
        ratios: list[object] = ["last ÷ first"]
        ratios += [at_most(last[at] / first[at], FLAT) for at in range(1, 5)]
        longest = max(tenth.log for tenth in tenths)
        growth = last.resident - first.resident
        figures = [
            at_most(last.bytes, BYTES),
            at_most(longest, LOG),
            at_most(last.resident, RESIDENT),
            at_most(growth, RESIDENT_GROWTH),
        ]
        rows.append([*ratios, *figures[:3]])
        columns = ["beliefs", "10: wall µs", "CPU µs", "all CPU µs", "1: wall µs", "B/belief", "log MB", "RSS MB"]
        table(f"growth: one memory up to {self.size:,} beliefs", columns, rows)
        life = self._life
        print(f"{dict(life.counted)}; {life.keys:,} keys; sources of {life.text_bytes / life.counted.total():.0f} bytes")
        print(f"RSS from the first tenth to the last: {growth:+.1f} MB ({figures[3]})")
        return all(figure.held for figure in figures)

    def _tenth(self, beliefs: int) -> Tenth:
        together, alone = Timing(), Timing()
        begun, commits = process_time(), self.last_seq()
        longest = self.fill(beliefs - min(ALONE, self.size // 100), together.time)
        process = (process_time() - begun) / (self.last_seq() - commits) * 1e6
        while self._life.beliefs < beliefs:
            alone.time(self.commit_one)
        longest = max(longest, log_size(self.path))
        size = file_size(self.path) * MB / self._life.beliefs
        return Tenth(beliefs, together.p50, together.cpu50, process, alone.p50, size, longest, resident())

    def last_seq(self) -> int:
        """The number of records."""
        return self.memory.at().seq

    # -- what is timed -------------------------------------------------------------------------------

    def commit_one(self) -> object:
        """One belief more."""
        return self._life.commit(self.memory, 1)

    def commit_ten(self) -> object:
        """Ten beliefs more."""
        return self._life.commit(self.memory, TOGETHER)

    def get(self) -> object:
        """A key, now."""
        return self.memory.get(*self._key())

    def get_in_transaction(self) -> object:
        """A key, in a transaction that is given up."""
        tx = self.memory.transaction()
        found = tx.get(*self._key())
        tx.rollback()
        return found

    def get_at_seq(self) -> object:
        """A key, as of any record."""
        return self.memory.at(seq=self._chance.randrange(1, self.last_seq())).get(*self._key())

    def get_at_recorded(self) -> object:
        """A key, as of any recorded time."""
        span = (self._clock.moment - START) * self._chance.random()
        return self.memory.at(recorded=START + span).get(*self._key())

    def get_at_valid(self) -> object:
        """A key, as of any valid instant."""
        span = (self._clock.moment - START) * self._chance.random()
        return self.memory.at(valid=START + span).get(*self._key())

    def history(self) -> object:
        """All versions of a key."""
        return self.memory.history(*self._key())

    def find(self) -> object:
        """All that is believed of one entity."""
        (entity_type, entity_id), _ = self._key()
        return self.memory.find(entity_type, entity_id)

    def _key(self) -> tuple[tuple[str, str], str]:
        return key(self._chance.randrange(self._life.keys))


QUESTIONS: tuple[tuple[str, Callable[[Grown], object], int], ...] = (
    ("get", Grown.get, READS),
    ("get in a transaction", Grown.get_in_transaction, READS),
    ("at(seq) and get", Grown.get_at_seq, READS),
    ("at(recorded) and get", Grown.get_at_recorded, READS),
    ("at(valid) and get", Grown.get_at_valid, READS),
    ("history", Grown.history, READS),
    ("find one entity", Grown.find, READS),
    ("commit of 1", Grown.commit_one, COMMITS),
    ("commit of 10", Grown.commit_ten, COMMITS),
)


def _in_turn(memories: Sequence[Grown]) -> None:
    """Ask each memory the same, one after the other, so that a neighbour on the machine slows them all."""
    smallest, largest = memories[0].size, memories[-1].size
    goals = {"commit of 1": FLAT, "commit of 10": FLAT}
    logarithmic = math.log(largest) / math.log(smallest)
    rows: list[list[object]] = []
    for what, ask, times in QUESTIONS:
        timings = [Timing() for _ in memories]
        for _ in range(times):
            for timing, grown in zip(timings, memories, strict=True):
                timing.time(partial(ask, grown))
        p50 = [timing.p50 for timing in timings]
        cpu = timings[-1].cpu50 / timings[0].cpu50
        goal = goals.get(what, logarithmic)
        rows.append([what, *p50, at_most(p50[-1] / p50[0], goal), at_most(cpu, goal)])
    columns = ["p50, µs", *(f"at {grown.size:,}" for grown in memories), f"{largest:,} ÷ {smallest:,}", "CPU"]
    table("growth: the same question to memories of different sizes, in turn", columns, rows)
