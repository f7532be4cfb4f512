"""A writer alone: one durable belief and ten in one transaction, against the two floors of `floors`.

What the rules and the sources cost stands apart: *stage* is observe, quote and propose (admission), *commit* all
the rest, from the beginning of the transaction to its durable end. "Ten cost at most twice one" is said of the
commits. Nothing else runs in the process; every belief is on a fresh key and has a source of its own.
"""

from __future__ import annotations

import gc
from functools import partial
from pathlib import Path

import memtxn
from benchmarks import floors
from benchmarks.measure import Timing, at_most, table
from benchmarks.workload import Clock, stage

ROUNDS = 1000
WARM_UP = 200


class _Size:
    """One size of transaction: its files, and what it cost in each."""

    def __init__(self, folder: Path, count: int) -> None:
        self.count = count
        self._commits = floors.traced_rows(folder / f"trace{count}.db", count, ROUNDS + WARM_UP)
        path = folder / f"ours{count}.db"
        self._store = memtxn.open(path, clock=Clock())
        self._memory = self._store.memory("bench")
        self._same, self._two = (
            floors.same(folder / f"same{count}.db", path),
            floors.two(folder / f"two{count}.db"),
        )
        self.forget()

    def forget(self) -> None:
        """Begin to measure anew."""
        self.whole, self.staged, self.same, self.two = (Timing() for _ in range(4))

    def run(self, number: int) -> None:
        """One transaction, and its two floors."""
        first = number * self.count
        self.whole.time(partial(self._remember, first))
        self.same.time(partial(floors.run, self._same, self._commits[number]))
        self.two.time(partial(floors.two_rows, self._two, first, self.count))

    def _remember(self, first: int) -> None:
        """The workload's transaction, its staging timed within the whole."""
        with self._memory.transaction() as tx:
            self.staged.time(partial(stage, tx, first, self.count))

    def close(self) -> None:
        self._store.close()
        self._same.close()
        self._two.close()

    @property
    def commit(self) -> float:
        """The median of what is not staging, in microseconds."""
        pairs = zip(self.whole.wall, self.staged.wall, strict=True)
        rest = Timing([whole - staged for whole, staged in pairs])
        return rest.p50


def main(folder: Path) -> None:
    """Print the tables. Both sizes, and the floors of both, take turns."""
    one, ten = sizes = [_Size(folder, count) for count in (1, 10)]
    gc.collect()
    gc.freeze()  # the floors' rows are the benchmark's own burden: no collection walks over them
    for number in range(WARM_UP + ROUNDS):
        for size in sizes:
            if number == WARM_UP:
                size.forget()
            size.run(number)
    gc.unfreeze()
    for size in sizes:
        size.close()
    _print(one, ten)


def _print(one: _Size, ten: _Size) -> None:
    table(
        "write alone: p50 of one transaction, µs",
        ["beliefs", "memtxn", "of it staging", "F_same", "F₂"],
        [row for size in (one, ten) for row in _rows(size)],
    )
    table(
        "write alone: ratios",
        ["what", "1 belief", "10 beliefs"],
        [
            ["wall / F_same", at_most(one.whole.p50 / one.same.p50, 1.6), ten.whole.p50 / ten.same.p50],
            ["wall / F₂", at_most(one.whole.p50 / one.two.p50, 3.0), ten.whole.p50 / ten.two.p50],
            ["cpu / F_same", at_most(one.whole.cpu50 / one.same.cpu50, 2.2), ten.whole.cpu50 / ten.same.cpu50],
            ["whole / one", "", ten.whole.p50 / one.whole.p50],
            ["commit / one, admission apart", "", at_most(ten.commit / one.commit, 2.0)],
            ["F_same / one, for comparison", "", ten.same.p50 / one.same.p50],
        ],
    )


def _rows(size: _Size) -> list[list[object]]:
    timings = (size.whole, size.staged, size.same, size.two)
    wall = [f"{size.count}, wall", *(timing.p50 for timing in timings)]
    return [wall, [f"{size.count}, cpu", *(timing.cpu50 for timing in timings)]]
