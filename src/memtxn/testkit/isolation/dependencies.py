"""Dependencies: which transaction must come before which, in any order that explains what was read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from enum import IntFlag
from typing import NamedTuple

from memtxn.testkit.isolation.footprint import Footprint
from memtxn.testkit.isolation.history import Txn
from memtxn.testkit.isolation.versions import NOBODY, Line, Versions


class Sort(IntFlag):
    """Why one comes before the other.

    It appended the value before the other's; the other read what it appended; it read a list, or scanned it,
    that lacks what the other appended; it was over before the other began.
    """

    WW = 1
    WR = 2
    RW = 4
    SCAN_RW = 8
    TIME = 16


DATA = Sort.WW | Sort.WR | Sort.RW | Sort.SCAN_RW


class Dependency(NamedTuple):
    """The transaction ``first`` comes before ``then``, because of a key and the length of a list."""

    first: int
    then: int
    sort: Sort
    key: str = ""
    length: int = 0


def of_writers(key: str, line: Line) -> Iterator[Dependency]:
    """Each one that appended to a key comes after the one before it."""
    last, length = NOBODY, 0
    for length, txn in enumerate(line.order, 1):
        if txn != NOBODY:
            if last not in (NOBODY, txn):
                yield Dependency(last, txn, Sort.WW, key, length)
            last = txn
    for txn in line.unseen:
        if last not in (NOBODY, txn):
            yield Dependency(last, txn, Sort.WW, key, length + 1)


def of_reader(versions: Versions, number: int, footprint: Footprint) -> Iterator[Dependency]:
    """A reader comes after the one whose value it read last, and before the one whose value it missed first."""
    for key, values in footprint.outside.items():
        line, length = versions.lines[key], len(values)
        if not line.has(values):
            continue
        if values and line.order[length - 1] not in (NOBODY, number):
            yield Dependency(line.order[length - 1], number, Sort.WR, key, length)
        sort = Sort.RW if key in footprint.named else Sort.SCAN_RW
        for writer in _missed(line, length):
            if writer != number:
                yield Dependency(number, writer, sort, key, length)


def _missed(line: Line, length: int) -> Iterable[int]:
    """Who appended next to a list of that length."""
    following = (txn for txn in line.order[length:] if txn != NOBODY)
    txn = next(following, NOBODY)
    return line.unseen if txn == NOBODY else (txn,)


class Chain:
    """Who was over before whom began, as a chain of instants, so that it takes few lines whoever overlaps whom.

    The points of the chain are numbered on after the transactions: ``count`` in all.
    """

    def __init__(self, history: Sequence[Txn]) -> None:
        over = [(txn.ended, number) for number, txn in enumerate(history) if txn.ended is not None]
        self._history, self._over = history, sorted(over)
        self.count = len(self._over)

    def edges(self) -> Iterator[tuple[int, int]]:
        """From each transaction to the point where it was over, along the chain, and on to whoever began then."""
        start = len(self._history)
        for place, (_, number) in enumerate(self._over):
            yield number, start + place
            if place:
                yield start + place - 1, start + place
        ends = [ended for ended, _ in self._over]
        for number, txn in enumerate(self._history):
            before = bisect_left(ends, txn.began)
            if before:
                yield start + before - 1, number


def of_time(history: Sequence[Txn], members: Iterable[int]) -> Iterator[Dependency]:
    """Who was over before whom began, among some; what follows from two others is left out."""
    events = [(history[number].began, 0, number) for number in members]
    events += [(ended, 1, number) for _, _, number in events if (ended := history[number].ended) is not None]
    front: list[int] = []
    for _, over, number in sorted(events):
        if over:
            front = [other for other in front if not _is_over(history[other], history[number])] + [number]
        else:
            yield from (Dependency(other, number, Sort.TIME) for other in front)


def _is_over(txn: Txn, other: Txn) -> bool:
    """Whether it was over before the other one began."""
    return txn.ended is not None and txn.ended < other.began
