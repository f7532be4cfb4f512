"""Tables *growth*: a commit costs what it changes and a read a logarithm, however much is believed.

One memory grows to a million beliefs; then the same questions go to it and to smaller ones, in turn, in one run.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import memtxn
from benchmarks.life import SEED, Life, key
from benchmarks.measure import Timing, at_most, table
from benchmarks.memories import many_memories
from benchmarks.resources import MB, file_size, log_size, pages_counted, resident
from benchmarks.workload import START, Clock

FULL, QUICK = 1_000_000, 10_000
SIZES = [1_000, 10_000, 100_000]
TOGETHER = 10
EVERY = 20
ALONE = 1_000
READS = 2_000
COMMITS = 300
READERS = 32
FLAT = 1.2
BYTES = 1_000.0
RESIDENT, RESIDENT_GROWTH = 300.0, 15.0
LOG = 64.0


def main() -> bool:
    """Print the tables at full size, which takes from a quarter of an hour to most of one."""
    return run(FULL)


def quick() -> bool:
    """Print the tables at a size for every day."""
    return run(QUICK)


def run(size: int) -> bool:
    """Print the tables up to so many beliefs; False when more is kept on disk or in memory than may be."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with ExitStack() as stack:
            pages = stack.enter_context(pages_counted())
            largest = _made(folder, size, stack)
            held = _grow(largest, folder)
            sizes = [each for each in SIZES if each < size]
            smaller = [_made(folder, each, stack) for each in sizes]
            for grown in smaller:
                grown.fill(grown.size)
            _in_turn([*smaller, largest])
            _touched([*smaller, largest], pages)
            held = _read_by_many(largest) and held
        return many_memories(folder, size // 10) and held


def _made(folder: Path, size: int, stack: ExitStack) -> Grown:
    grown = Grown(folder / f"{size}.db", size)
    stack.enter_context(grown.store)
    return grown


def _grow(grown: Grown, folder: Path) -> bool:
    """Let it grow in ten steps, print what each has cost, and say whether what is kept is within bounds."""
    tenths = []
    for number in range(1, 11):
        with closing(Grown(folder / f"beside{number}.db", SIZES[0])) as small:
            small.fill(small.size)
            tenths.append(grown.tenth(number, small))
    first, last = tenths[0], tenths[-1]
    columns = [
        "beliefs",
        "10: µs",
        "× small",
        "CPU µs",
        "× small",
        "process",
        "1: µs",
        "B each",
        "log MB",
        "RSS MB",
    ]
    table(f"growth: one memory up to {grown.size:,} beliefs", columns, tenths)
    bounds = {
        "bytes on disk per belief, with its source": at_most(last.bytes, BYTES),
        "the longest log, MB": at_most(max(tenth.log for tenth in tenths), LOG),
        "RSS, MB": at_most(max(tenth.resident for tenth in tenths), RESIDENT),
        "RSS, last tenth - first, MB": at_most(last.resident - first.resident, RESIDENT_GROWTH),
    }
    ratios = {
        "commit of 10, × a small memory: last tenth ÷ first": at_most(last.beside / first.beside, FLAT),
        "the same in CPU": at_most(last.beside_cpu / first.beside_cpu, FLAT),
    }
    table("growth: its bounds", ["what", "measured"], list((ratios | bounds).items()))
    print(grown.told())
    return all(figure.held for figure in bounds.values())


class Tenth(NamedTuple):
    """What a tenth of the growth has cost: microseconds per commit, megabytes.

    ``beside`` and ``beside_cpu``: times those of a memory that stays small, in turn with it.
    """

    beliefs: str
    wall: float
    beside: float
    cpu: float
    beside_cpu: float
    process: float
    alone: float
    bytes: float
    log: float
    resident: float


class Grown:
    """A memory in a file of its own, and the life that it has had."""

    def __init__(self, path: Path, size: int) -> None:
        self.size, self.path, self._clock = size, path, Clock()
        self._life, self._chance = Life(self._clock), Random(SEED)
        self.store = memtxn.open(path, clock=self._clock)
        self.memory = self.store.memory("bench")

    def fill(self, beliefs: int) -> None:
        """Commit until so many beliefs are there."""
        while self._life.beliefs < beliefs:
            self.commit_ten()

    def told(self) -> str:
        """What the memory was told."""
        life, counted = self._life, ", ".join(f"{count:,} {kind}" for kind, count in self._life.counted.items())
        return f"{counted}; {life.keys:,} keys; sources of {life.text_bytes / life.counted.total():.0f} bytes"

    def tenth(self, number: int, beside: Grown) -> Tenth:
        """Grow by a tenth, mostly by ten beliefs in a commit; now and then a memory that is small does so too."""
        together, small, alone = Timing(), Timing(), Timing()
        beliefs, longest, begun = self.size * number // 10, 0.0, process_time()
        while self._life.beliefs < beliefs - min(ALONE, self.size // 100):
            together.time(self.commit_ten)
            if len(together.wall) % EVERY == 0:
                small.time(beside.commit_ten)
                longest = max(longest, log_size(self.path))
        process = (process_time() - begun) / (len(together.wall) + len(small.wall)) * 1e6
        while self._life.beliefs < beliefs:
            alone.time(self.commit_one)
        return Tenth(
            beliefs=f"{beliefs:,}",
            wall=together.p50,
            beside=together.p50 / small.p50,
            cpu=together.cpu50,
            beside_cpu=together.cpu50 / small.cpu50,
            process=process,
            alone=alone.p50,
            bytes=file_size(self.path) * MB / self._life.beliefs,
            log=max(longest, log_size(self.path)),
            resident=resident(),
        )

    def close(self) -> None:
        """Close its store."""
        self.store.close()

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
    logarithmic = round(math.log(largest) / math.log(smallest), 2)
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


def _touched(memories: Sequence[Grown], pages: Callable[[], int]) -> None:
    """The same questions; counted, for a machine may take longer over a page that it has to fetch."""
    goal = round(math.log(memories[-1].size) / math.log(memories[0].size), 2)
    rows: list[list[object]] = []
    for what, ask, times in QUESTIONS:
        touched = [_pages_of(partial(ask, grown), times // 10, pages) for grown in memories]
        rows.append([what, *touched, at_most(touched[-1] / touched[0], goal)])
    columns = ["pages, mean", *(f"at {grown.size:,}" for grown in memories), "last ÷ first"]
    table("growth: pages of the file that each looks at", columns, rows)


def _pages_of(ask: Callable[[], object], times: int, pages: Callable[[], int]) -> float:
    before = pages()
    for _ in range(times):
        ask()
    return (pages() - before) / times


def _read_by_many(grown: Grown) -> bool:
    """Let many threads read at once, each on a connection of its own, and print what that keeps in memory."""

    def read(_: int) -> None:
        for _ in range(READS):
            grown.find()

    rows: list[list[object]] = [["before", resident()]]
    with ThreadPoolExecutor(READERS) as threads:
        for _ in threads.map(read, range(READERS)):
            pass
    figure = at_most(resident(), RESIDENT)
    rows.append([f"after {READERS} threads have read {READS:,} entities each", figure])
    table("growth: RSS of many readers, MB", ["when", "MB"], rows)
    return figure.held
