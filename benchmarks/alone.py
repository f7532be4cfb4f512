"""A writer alone: one durable belief and ten in one transaction, against the two floors of `floors`.

What the rules and the sources cost stands apart: *stage* is observe, quote and propose (admission), *commit* all
the rest, from the beginning of the transaction to its durable end. "Ten cost at most twice one" is said of the
commits. Nothing else runs in the process; every belief is on a fresh key and has a source of its own.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import memtxn
from benchmarks import floors
from benchmarks.measure import Timing, at_most, table
from benchmarks.workload import Clock, stage

ROUNDS = 1000
WARM_UP = 200


class _Costs:
    """The timings of one size of transaction."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.whole, self.staged, self.same, self.two = (Timing() for _ in range(4))

    @property
    def commit(self) -> float:
        """The median of what is not staging, in microseconds."""
        pairs = zip(self.whole.wall, self.staged.wall, strict=True)
        rest = Timing([whole - staged for whole, staged in pairs])
        return rest.p50


def main(folder: Path) -> None:
    """Print the table."""
    one, ten = (_measured(folder, count) for count in (1, 10))
    table(
        "write alone: p50 of one transaction, µs (wall / cpu)",
        ["beliefs", "memtxn", "of it staging", "F_same", "F₂"],
        [[costs.count, *map(_both, (costs.whole, costs.staged, costs.same, costs.two))] for costs in (one, ten)],
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


def _both(timing: Timing) -> str:
    return f"{timing.p50:,.0f} / {timing.cpu50:,.0f}"


def _measured(folder: Path, count: int) -> _Costs:
    commits = floors.traced_rows(folder / f"trace{count}.db", count, ROUNDS + WARM_UP)
    gc.collect()
    gc.freeze()  # the floors' rows are the benchmark's own burden: no collection walks over them
    costs, cold = _Costs(count), _Costs(count)
    with memtxn.open(folder / f"ours{count}.db", clock=Clock()) as store:
        memory = store.memory("bench")
        same = floors.same(folder / f"same{count}.db", like=folder / f"ours{count}.db")
        two = floors.two(folder / f"two{count}.db")
        for number, statements in enumerate(commits):
            timed = costs if number >= WARM_UP else cold
            timed.whole.time(partial(_remember, memory, number * count, count, timed.staged.time))
            timed.same.time(partial(floors.run, same, statements))
            timed.two.time(partial(floors.two_rows, two, number * count, count))
    gc.unfreeze()
    same.close()
    two.close()
    return costs


def _remember(
    memory: memtxn.Memory, first: int, count: int, timed: Callable[[Callable[[], object]], None]
) -> None:
    """The workload's transaction, its staging timed within the whole."""
    with memory.transaction() as tx:
        timed(partial(stage, tx, first, count))
