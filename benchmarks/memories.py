"""Many memories in one store, one belief each: their number costs nobody anything."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

import memtxn
from benchmarks.measure import Timing, at_most, table
from benchmarks.resources import MB, file_size, log_size, resident
from benchmarks.workload import START, Clock, fact, remember

TIMES = 500
FLAT = 1.2
GROWTH = 5.0


def many_memories(folder: Path, size: int) -> bool:
    """Print what so many memories cost; False when opening them leaves something behind."""
    crowds = [Crowd(folder / f"memories{each}.db", each) for each in (size // 100, size // 10, size)]
    for crowd in crowds[:-1]:
        crowd.fill(crowd.size)
    largest = crowds[-1]
    _grown(largest)
    _in_turn(crowds)
    held = _opened(largest)
    for crowd in crowds:
        crowd.store.close()
    return held


class Crowd:
    """A store of so many memories."""

    def __init__(self, path: Path, size: int) -> None:
        self.path, self.size, self.made = path, size, 0
        self.store = memtxn.open(path, clock=Clock())
        self._chance = Random(size)

    def fill(self, size: int, timing: Timing | None = None) -> None:
        """Make memories until there are so many."""
        while self.made < size:
            if timing is None:
                self.first_commit()
            else:
                timing.time(self.first_commit)

    def name(self) -> tuple[str, str]:
        """The labels of one of them."""
        return "user", str(self._chance.randrange(self.made))

    # -- what is timed -------------------------------------------------------------------------------

    def first_commit(self) -> object:
        """The first belief of a new memory, which makes it."""
        self.made += 1
        return remember(self.store.memory("user", str(self.made - 1)), self.made)

    def later_commit(self) -> object:
        """One belief more in a memory that is there."""
        return remember(self.store.memory(*self.name()), self.made, at=START, turn=self._chance.getrandbits(40))

    def memory(self) -> object:
        """The object, which reads nothing yet."""
        return self.store.memory(*self.name())

    def get(self) -> object:
        """A belief of a memory that was just opened."""
        labels = self.name()
        return self.store.memory(*labels).get(("Meeting", fact(int(labels[1]) + 1).client), "start_time")


QUESTIONS: tuple[tuple[str, Callable[[Crowd], object]], ...] = (
    ("store.memory(…)", Crowd.memory),
    ("and get", Crowd.get),
    ("and one belief more", Crowd.later_commit),
    ("a new memory's first belief", Crowd.first_commit),
)


def _grown(crowd: Crowd) -> None:
    """Fill it in ten steps and print what each has cost."""
    rows: list[list[object]] = []
    timings = [Timing() for _ in range(10)]
    for step, timing in enumerate(timings, 1):
        crowd.fill(crowd.size * step // 10, timing)
        size = file_size(crowd.path) * MB / crowd.made
        rows.append([str(crowd.made), timing.p50, timing.cpu50, size, log_size(crowd.path), resident()])
    first, last = timings[0], timings[-1]
    rows.append(["last ÷ first", last.p50 / first.p50, last.cpu50 / first.cpu50, "", "", ""])
    columns = ["memories", "wall µs", "CPU µs", "B/memory", "log MB", "RSS MB"]
    table(f"growth: {crowd.size:,} memories, one commit of one belief each", columns, rows)


def _in_turn(crowds: Sequence[Crowd]) -> None:
    sizes = [crowd.size for crowd in crowds]
    rows: list[list[object]] = []
    for what, ask in QUESTIONS:
        timings = [Timing() for _ in crowds]
        for _ in range(TIMES):
            for timing, crowd in zip(timings, crowds, strict=True):
                timing.time(partial(ask, crowd))
        p50 = [timing.p50 for timing in timings]
        cpu = timings[-1].cpu50 / timings[0].cpu50
        goal = round(math.log(sizes[-1]) / math.log(sizes[0]), 2) if ask is Crowd.get else FLAT
        rows.append([what, *p50, at_most(p50[-1] / p50[0], goal), at_most(cpu, goal)])
    columns = ["p50, µs", *(f"of {size:,}" for size in sizes), f"{sizes[-1]:,} ÷ {sizes[0]:,}", "CPU"]
    table("growth: one memory of many, in turn", columns, rows)


def _opened(crowd: Crowd) -> bool:
    """Open every memory, read in it, drop it; print what is left. Then keep them all, for their price."""
    before, rounds = resident(), [resident()]
    for _ in range(3):
        for _ in range(crowd.size):
            crowd.get()
        gc.collect()
        rounds.append(resident())
    kept = [crowd.store.memory(*crowd.name()) for _ in range(crowd.size)]
    price = (resident() - rounds[-1]) * MB / len(kept)
    growth = at_most(rounds[-1] - rounds[1], GROWTH)
    rows: list[list[object]] = [
        ["RSS before, MB", before],
        *(
            [f"after {number} × {crowd.size:,} opened, read in and dropped", rounds[number]]
            for number in (1, 2, 3)
        ),
        ["growth from the first round to the last", growth],
        [f"bytes of each object, {len(kept):,} kept", price],
    ]
    table("growth: memories that are opened and dropped", ["what", "MB"], rows)
    return growth.held
