"""Writers in company: 1, 8 and 64 threads of one process, with the true flush and with one that takes 4 ms more.

All write to one memory, each on fresh keys of its own, in transactions of one belief with its source. The sizes
run in turn, a second each, three times over; the rate is the median of the three.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.crowd import WAITS, Crowd
from benchmarks.layers import INJECTED, TRUE, opened
from benchmarks.measure import at_least, table
from benchmarks.workload import remember

SIZES = (1, 8, 64)
ROUNDS = 3
SECONDS = 1.0
SHARED = {8: 6.0, 64: 32.0}
"""Commits that share a flush at the least."""

FASTER = {(TRUE, 8): 1.5, (TRUE, 64): 1.5, (INJECTED, 8): 5.0, (INJECTED, 64): 15.0}
"""What a crowd gets done at the least, as a multiple of one thread."""


def main(folder: Path) -> None:
    """Print the table."""
    table(
        "write in company: threads of one process",
        [
            "flush, threads",
            "commits/s",
            "× one thread",
            "commits/flush",
            "slowest / mean",
            *WAITS,
        ],
        [row for flush in (TRUE, INJECTED) for row in _rows(folder, flush)],
    )


def _rows(folder: Path, flush: str) -> list[list[object]]:
    crowds: list[Crowd] = []
    with ExitStack() as stack:
        flushes = []
        for size in SIZES:
            path = folder / f"company-{flush[0]}{size}.db"
            memory, flushed = stack.enter_context(opened(path, flush))
            crowds.append(Crowd(size, partial(remember, memory)))
            remember(memory, 0)
            flushes.append((flushed, flushed()))
        for _ in range(ROUNDS):
            for crowd in crowds:
                crowd.run(SECONDS)
        shared = [crowd.done / (flushed() - at) for crowd, (flushed, at) in zip(crowds, flushes, strict=True)]
    return [_row(flush, crowd, crowds[0], share) for crowd, share in zip(crowds, shared, strict=True)]


def _row(flush: str, crowd: Crowd, alone: Crowd, share: float) -> list[object]:
    ratio = crowd.rate / alone.rate
    if crowd is alone:
        return [f"{flush}, 1", crowd.rate, "", share, "", *crowd.shown_waits()]
    return [
        f"{flush}, {crowd.callers}",
        crowd.rate,
        at_least(ratio, FASTER[flush, crowd.callers]),
        at_least(share, SHARED[crowd.callers]),
        at_least(crowd.slowest, 0.5),
        *crowd.shown_waits(),
    ]
