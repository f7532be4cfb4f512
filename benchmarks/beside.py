"""Beside the others, on the same facts in the same run: one durable fact, and eight threads on one open store.

The same facts go to every store in turn, ten in a row. The threads then have each store to themselves, one thread
and eight in turn. Whatever a store acknowledged is looked up at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.account import Account, account, listed
from benchmarks.crowd import Crowd
from benchmarks.measure import Timing, table
from benchmarks.peers import Opened, Peer
from benchmarks.peers.bare import BARE
from benchmarks.workload import KEYS

FACTS = 200
IN_A_ROW = 10
THREADS = 8
TURNS = 2
SECONDS = 0.75
HALF = KEYS // 2


class _Threads(NamedTuple):
    one: Crowd
    many: Crowd
    kept: Account


def main(folder: Path, peers: Sequence[Peer]) -> None:
    """Print the table."""
    alone = _alone(folder, peers)
    threads = [_threads(folder, peer) for peer in peers]
    floor = alone[peers.index(BARE)].p50
    table(
        f"write beside the others: one durable fact, and {THREADS} threads on one open store",
        ["store", "p50, µs", "× F₂", "1 thread/s", f"{THREADS} threads/s", "gain", "lost", "phantoms", "errors"],
        [
            [peer.name, timing.p50, timing.p50 / floor, *_cells(crowds)]
            for peer, timing, crowds in zip(peers, alone, threads, strict=True)
        ],
    )


def _cells(threads: _Threads) -> list[object]:
    one, many = threads.one, threads.many
    return [one.rate, many.rate, many.rate / one.rate, *threads.kept, listed(many.failures)]


def _alone(folder: Path, peers: Sequence[Peer]) -> list[Timing]:
    timings = [Timing() for _ in peers]
    place = folder / "beside"
    place.mkdir()
    with ExitStack() as stack:
        stores: list[Opened] = [stack.enter_context(peer.open(place)) for peer in peers]
        for first in range(0, FACTS, IN_A_ROW):
            for timing, store in zip(timings, stores, strict=True):
                for number in range(first, first + IN_A_ROW):
                    timing.time(partial(store.remember, number))
    return timings


def _threads(folder: Path, peer: Peer) -> _Threads:
    place = folder / "threads"
    place.mkdir(exist_ok=True)
    with peer.open(place) as store:
        one = Crowd(1, store.remember, peer.errors, range(HALF))
        many = Crowd(THREADS, store.remember, peer.errors, range(HALF, KEYS))
        for _ in range(TURNS):
            for crowd in (one, many):
                crowd.run(SECONDS)
    with peer.open(place) as store:
        return _Threads(one, many, account(one.acknowledged | many.acknowledged, store))
