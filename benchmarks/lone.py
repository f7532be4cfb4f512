"""What the queue costs a writer who is alone: the committer against a bare block of the storage, in turn.

Both write to the same memory of the same open store; only ``Committer.submit`` differs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

import memtxn
from benchmarks.measure import Timing, at_most, table
from benchmarks.workload import Clock, remember
from memtxn.engine.committer import Committer
from memtxn.engine.store import Store
from memtxn.ports.storage import Storage, Writer

ROUNDS = 1500
Done = TypeVar("Done")


class _Bare(Committer):
    """No queue: a block for each."""

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage)
        self._own = storage

    def submit(self, run: Callable[[Writer], Done]) -> Done:
        with self._own.write() as writer:
            return run(writer)


def main(folder: Path) -> None:
    """Print the table."""
    queued, bare = Timing(), Timing()
    with memtxn.open(folder / "lone.db", clock=Clock()) as store:
        runtime = store._runtime
        without = Store(msgspec.structs.replace(runtime, committer=_Bare(runtime.storage)))
        pairs = ((queued, store.memory("bench")), (bare, without.memory("bench")))
        for number in range(ROUNDS):
            order = pairs if number % 2 else pairs[::-1]
            for turn, (timing, memory) in enumerate(order):
                timing.time(partial(remember, memory, 2 * number + turn))
    table(
        "write alone: through the queue, and in a bare block",
        ["p50 of one belief, µs", "queue", "bare block", "queue / bare"],
        [
            ["wall", queued.p50, bare.p50, at_most(queued.p50 / bare.p50, 1.05)],
            ["cpu", queued.cpu50, bare.cpu50, queued.cpu50 / bare.cpu50],
        ],
    )
