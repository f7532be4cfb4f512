"""Async-like callers: asyncio tasks that each commit through ``asyncio.to_thread``, on pools of 8 and 64 threads.

One task on one thread is what they are compared with. A wait counts from the task's call, so it includes the
queue before the pool.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.crowd import WAITS, Crowd
from benchmarks.layers import INJECTED, TRUE, opened
from benchmarks.measure import table
from benchmarks.workload import remember

SIZES = ((1, 1), (64, 8), (64, 64))
"""(tasks, threads of the pool)"""

ROUNDS = 2
SECONDS = 1.0


class _Place(NamedTuple):
    crowd: Crowd
    threads: int


def main(folder: Path) -> None:
    """Print the table."""
    table(
        "write by asyncio tasks",
        [
            "flush, tasks on threads",
            "commits/s",
            "× one task",
            "commits/flush",
            "slowest / mean",
            *WAITS,
        ],
        [row for flush in (TRUE, INJECTED) for row in _rows(folder, flush)],
    )


def _rows(folder: Path, flush: str) -> list[list[object]]:
    places, counts = [], []
    with ExitStack() as stack:
        for tasks, threads in SIZES:
            path = folder / f"callers-{flush[0]}{tasks}-{threads}.db"
            memory, flushed = stack.enter_context(opened(path, flush))
            places.append(_Place(Crowd(tasks, partial(remember, memory)), threads))
            remember(memory, 0)
            counts.append((flushed, flushed()))
        for _ in range(ROUNDS):
            for place in places:
                asyncio.run(_run(place))
        shared = [
            place.crowd.done / (flushed() - at) for place, (flushed, at) in zip(places, counts, strict=True)
        ]
    alone = places[0].crowd.rate
    return [_row(flush, place, alone, share) for place, share in zip(places, shared, strict=True)]


def _row(flush: str, place: _Place, alone: float, share: float) -> list[object]:
    crowd = place.crowd
    label = f"{flush}, {crowd.callers} on {place.threads}"
    return [label, crowd.rate, crowd.rate / alone, share, crowd.slowest, *crowd.shown_waits()]


async def _run(place: _Place) -> None:
    crowd = place.crowd
    before = crowd.done
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(place.threads))
    crowd.begin(SECONDS)
    await asyncio.gather(*(_work(crowd, caller) for caller in range(crowd.callers)))
    crowd.end(before)


async def _work(crowd: Crowd, caller: int) -> None:
    while crowd.goes_on():
        await asyncio.to_thread(crowd.once, caller, time.perf_counter())
