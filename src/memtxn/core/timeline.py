"""The timeline of a key: a step function from valid time to a version or nothing. It does not know the clock.

At each instant the greatest contender whose validity contains it is shown. Inserting one more contender is
therefore a comparison at each instant with what is shown there, and the order in which contenders arrive does
not matter (P7).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import TypeAlias

import msgspec

from memtxn.core.proof import commitment
from memtxn.model.belief import BeliefType
from memtxn.model.record import BeliefBody, decode_body
from memtxn.model.rows import VersionRow
from memtxn.model.source import authority_class
from memtxn.model.time import FOREVER


class Step(msgspec.Struct, frozen=True):
    """From ``vf`` on, this version is shown (None: nothing)."""

    vf: int
    shown: VersionRow | None


Interval: TypeAlias = tuple[int, int, VersionRow | None]
"""In which a version is shown: its start, its end, and what follows."""
_Tie: TypeAlias = tuple[str, bytes, bytes, int, int]
_BEGIN = attrgetter("vf")


def retracts(version: VersionRow) -> bool:
    """Whether the version says that nothing holds."""
    return version.belief.type is BeliefType.RETRACTION


def beats(challenger: VersionRow, shown: VersionRow | None, *, protected: bool = False) -> bool:
    """Whether a contender wins over what is shown.

    The order is (the class of the source's authority if the attribute is protected, ν, a retraction over an
    assertion, the source's time, its ordinal, the given proposal id, the canonical bytes, the interval): never a
    counter, never a chance id.
    """
    return _Contender(challenger, protected).beats(_Contender(shown, protected))


class _Contender:
    """A version with its rank. What decides between equal ranks is read when it must be, and once."""

    __slots__ = ("_tie", "rank", "version")

    def __init__(self, version: VersionRow | None, protected: bool) -> None:
        self.version = version
        self.rank = () if version is None else _rank(version, protected)
        self._tie: _Tie | None = None

    @property
    def tie(self) -> _Tie:
        if self._tie is None:
            self._tie = _tie(self.version)
        return self._tie

    def beats(self, other: _Contender) -> bool:
        return self.rank > other.rank if self.rank != other.rank else self.tie > other.tie


class Timeline:
    """The timeline of one slot, growing in place.

    It may be a part of a timeline, if it begins with the step that covers the ``vf`` of all that is inserted
    (or with the first step of all) and goes on to the end. A first step that shows nothing therefore stays: in
    a part it ends what was shown before.

    An insertion compares the newcomer's rank with each step that it overlaps, and changes only those where it
    wins: a late fact costs next to nothing, however long the timeline is.

    ``protected``: authority comes before time.
    """

    def __init__(self, steps: Sequence[Step] = (), *, protected: bool = False) -> None:
        self.steps = list(steps)
        self._protected = protected
        self._contenders = [_Contender(step.shown, protected) for step in steps]
        self._ranks = [contender.rank for contender in self._contenders]

    def insert(self, new: VersionRow) -> None:
        """Let one more version contend."""
        start, end, mine = new.belief.vf, new.belief.vt, _Contender(new, self._protected)
        self._reach(start)
        first, last = _covering(self.steps, start), bisect_left(self.steps, end, key=_BEGIN)
        overlapped = enumerate(self._ranks[first:last], first)
        won = [at for at, rank in overlapped if rank <= mine.rank and mine.beats(self._contenders[at])]
        for begin, stop in reversed(_runs(won)):
            self._show(mine, start, end, begin, stop)

    def _reach(self, start: int) -> None:
        """Begin no later than that; a first step that shows nothing moves there."""
        if not self.steps or start < self.steps[0].vf:
            empty = bool(self.steps) and self.steps[0].shown is None
            self._splice(0, int(empty), [(start, _Contender(None, self._protected))])

    def _show(self, mine: _Contender, start: int, end: int, begin: int, stop: int) -> None:
        """Show a contender on ``[start, end)`` in the steps ``begin <= at < stop``, cutting the outer ones."""
        after, _ = _after(self.steps, stop - 1)
        tail = [(end, self._contenders[stop - 1])] if end < after else []
        cut = self.steps[begin].vf < start
        self._splice(begin + cut, stop, [(max(start, self.steps[begin].vf), mine), *tail])

    def _splice(self, begin: int, stop: int, put: list[tuple[int, _Contender]]) -> None:
        self.steps[begin:stop] = [Step(vf, contender.version) for vf, contender in put]
        self._contenders[begin:stop] = [contender for _, contender in put]
        self._ranks[begin:stop] = [contender.rank for _, contender in put]


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Rising numbers as ranges of neighbours."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number:
            runs[-1] = (runs[-1][0], number + 1)
        else:
            runs.append((number, number + 1))
    return runs


def insert(steps: Sequence[Step], new: VersionRow) -> list[Step]:
    """The timeline, or part of one, with one more contender."""
    line = Timeline(steps)
    line.insert(new)
    return line.steps


def timeline(versions: Iterable[VersionRow], *, protected: bool = False) -> list[Step]:
    """The timeline of all contenders of a key and slot, from nothing."""
    line = Timeline(protected=protected)
    for version in versions:
        line.insert(version)
    return line.steps


def step_at(steps: Sequence[Step], t: int) -> VersionRow | None:
    """What stands at a valid instant, be it a retraction; None for nothing."""
    at = _covering(steps, t)
    return steps[at].shown if at >= 0 else None


def shown_at(steps: Sequence[Step], t: int) -> VersionRow | None:
    """What is shown at a valid instant; None for nothing and for a retraction."""
    shown = step_at(steps, t)
    return None if shown is None or retracts(shown) else shown


def intervals(steps: Sequence[Step]) -> dict[int, list[Interval]]:
    """For each version, by its place, the intervals in which it is shown, in order."""
    found: dict[int, list[Interval]] = {}
    for at, step in enumerate(steps):
        if step.shown is not None:
            found.setdefault(step.shown.belief.bid, []).append((step.vf, *_after(steps, at)))
    return found


def interval_at(steps: Sequence[Step], t: int) -> Interval:
    """The interval of the step that covers a valid instant."""
    at = _covering(steps, t)
    return steps[at].vf, *_after(steps, at)


def _covering(steps: Sequence[Step], t: int) -> int:
    """The number of the last step that has begun; -1 for none."""
    return bisect_right(steps, t, key=_BEGIN) - 1


def _after(steps: Sequence[Step], at: int) -> tuple[int, VersionRow | None]:
    """Where a step ends, and what follows."""
    return (steps[at + 1].vf, steps[at + 1].shown) if at + 1 < len(steps) else (FOREVER, None)


def _rank(version: VersionRow, protected: bool) -> tuple[int, ...]:
    row = version.belief
    rank = (row.nu, row.type is BeliefType.RETRACTION, row.source_at, row.source_ordinal)
    return (authority_class(row.authority), *rank) if protected else rank


def whole_body(version: VersionRow) -> BeliefBody | None:
    """The body of a version; None when it is missing or not the one that was committed to."""
    if version.salt is None or version.data is None:
        return None
    if commitment(version.salt, version.data) != version.belief.commitment:
        return None
    body = decode_body(version.data)
    return body if isinstance(body, BeliefBody) else None


def _tie(version: VersionRow | None) -> _Tie:
    """What decides between equal ranks. A version whose body is damaged loses, so that it can be replaced."""
    body = None if version is None else whole_body(version)
    if version is None or body is None:
        return ("", b"", b"", 0, 0)
    return (body.proposal or "", body.value, version.data or b"", version.belief.vf, version.belief.vt)
