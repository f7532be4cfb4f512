"""What a constraint is judged on: the memory as a commit would leave it, and what the commit changes in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Protocol, TypeAlias

import msgspec

from memtxn.core.replan import value_of
from memtxn.core.rules import Standing
from memtxn.core.timeline import Step, retracts, shown_at, step_at, whole_body
from memtxn.core.workspace import CommitPlan, PlannedLine, Replan
from memtxn.model.belief import Belief
from memtxn.model.constraint import Predicate
from memtxn.model.key import Key
from memtxn.model.record import ConstraintBody
from memtxn.model.rows import ClaimView, VersionRow
from memtxn.model.time import FOREVER

BEGINNING = -(2**63)
"""Before every instant."""

TOLD_LIMIT = 80
"""Characters that a message shows of a value."""

Lines: TypeAlias = Mapping[int, Sequence[Step]]
"""The timelines of a key, by slot."""


class Look(Protocol):
    """What the rules may ask of the memory as it stands before the commit."""

    @property
    def digest_key(self) -> bytes:
        """With which values are hashed."""

    def lines(self, name: str) -> Lines:
        """The timelines of a key; nothing for an unknown one."""

    def names(self, prefix: str) -> Iterable[str]:
        """The names of the keys that begin with ``prefix``."""

    def claims(self, rule: int, hash_: bytes) -> Sequence[ClaimView]:
        """Where the beliefs are shown that a constraint finds by a hash."""

    def protected(self, name: str) -> bool:
        """Whether authority comes before time for a key."""

    def predicate(self, check: ConstraintBody) -> Predicate:
        """The function of a check. Raises CheckUnknown."""

    def belief(self, name: str, version: VersionRow) -> Belief:
        """A version as a check is shown it."""


class Segment(msgspec.Struct, frozen=True):
    """A part of a timeline, from ``start`` up to ``end``, that shows ``now`` instead of ``was``.

    ``item`` is the number of the proposal that does so (-1: none; it stands there already, or another declaration
    does so).
    """

    name: str
    start: int
    end: int
    was: VersionRow | None
    now: VersionRow | None
    item: int = -1

    @property
    def key(self) -> Key:
        """Whose timeline it is."""
        return Key.from_name(self.name)

    @property
    def value(self) -> bytes | None:
        """The canonical value that is now shown; None for nothing."""
        return value_shown(self.now)


class Broken(msgspec.Struct, frozen=True):
    """A constraint that the proposal of that number would break: the reason code, and what stands against it.

    ``names`` and ``rows`` are the keys and the places of beliefs that ``detail`` tells of. ``others`` are the
    other proposals of the plan without which it might not be broken; ``shows`` is the place of the belief that is
    shown and should not be (0: something is not shown that should be).
    """

    rule: Standing
    code: str
    item: int
    detail: str
    names: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    shows: int = 0


def value_shown(version: VersionRow | None) -> bytes | None:
    """The canonical value that a version shows; None when that is nothing. Raises Unreadable."""
    return None if version is None or retracts(version) else value_of(version)


def told(value: bytes) -> str:
    """A canonical value as a message tells of it."""
    text = value.decode()
    return text if len(text) <= TOLD_LIMIT else text[:TOLD_LIMIT] + "…"


def key_name(version: VersionRow) -> str:
    """The name of the key that a version belongs to. Raises Unreadable."""
    value_of(version)
    body = whole_body(version)
    return body.name if body else ""


def spans(steps: Sequence[Step]) -> Iterator[tuple[int, int, VersionRow | None]]:
    """The steps of a timeline with their ends."""
    for at, step in enumerate(steps):
        yield step.vf, steps[at + 1].vf if at + 1 < len(steps) else FOREVER, step.shown


class State:
    """The memory as a plan would leave it; without one, as it is."""

    def __init__(self, look: Look, plan: CommitPlan | None = None) -> None:
        self.look = look
        self.plan = plan
        self._planned: dict[str, list[PlannedLine]] = {}
        self._before: dict[str, Lines] = {}
        self._replans = {one.name: one for one in (plan.replans if plan else ())}
        for line in plan.lines if plan else ():
            self._planned.setdefault(line.name, []).append(line)

    @cached_property
    def touched(self) -> Set[str]:
        """The names of the keys that the plan proposes for, or gives other timelines."""
        return dict.fromkeys([*self._planned, *self._replans]).keys()

    @cached_property
    def kids(self) -> Set[int]:
        """The numbers of the keys that are touched."""
        outcomes = self.plan.outcomes if self.plan else ()
        written = {one.belief.kid for one in outcomes if one.belief is not None}
        return written | {one.kid for one in self._replans.values()}

    @cached_property
    def new(self) -> Mapping[int, int]:
        """The beliefs that the plan adds: the numbers of their proposals, by their places."""
        outcomes = self.plan.outcomes if self.plan else ()
        return {one.belief.bid: number for number, one in enumerate(outcomes) if one.belief is not None}

    @cached_property
    def replanned(self) -> list[Segment]:
        """What other declarations change, key by key."""
        return [
            segment
            for name, one in self._replans.items()
            for segment in _changed(name, self.before(name), moved(self.before(name), one))
        ]

    def proposed(self, prefix: str, but: int) -> tuple[int, ...]:
        """The numbers of the proposals for keys that begin with ``prefix``, without one of them."""
        outcomes = self.plan.outcomes if self.plan else ()
        return tuple(
            number
            for number, one in enumerate(outcomes)
            if number != but and one.belief is not None and one.item.name.startswith(prefix)
        )

    def before(self, name: str) -> Lines:
        """The timelines of a key as they are."""
        if name not in self._before:
            self._before[name] = self.look.lines(name)
        return self._before[name]

    def after(self, name: str) -> Lines:
        """The timelines of a key as they will be."""
        if name in self._replans:
            return moved(self.before(name), self._replans[name])
        lines = dict(self.before(name))
        for line in self._planned.get(name, ()):
            kept = [step for step in lines.get(line.slot, ()) if step.vf < line.after[0].vf]
            lines[line.slot] = [*kept, *line.after]
        return lines

    def names(self, prefix: str) -> list[str]:
        """The names of the keys that begin with ``prefix``, in order."""
        new = {name for name in self._planned if name.startswith(prefix)}
        return sorted({*self.look.names(prefix), *new})

    def standing(self, name: str, now: int) -> Iterator[Segment]:
        """What a key shows from an instant on."""
        return _standing(name, self.before(name), now)

    def will_show(self, name: str, start: int = BEGINNING, end: int = FOREVER) -> Iterator[Segment]:
        """What a key shows once the plan is applied, anywhere between two instants."""
        for steps in self.after(name).values():
            for begin, stop, shown in spans(steps):
                if begin < end and start < stop and value_shown(shown) is not None:
                    yield Segment(name, begin, stop, None, shown)

    def versions(self, names: Iterable[str], t: int) -> Iterator[tuple[str, VersionRow]]:
        """(name, version) of what these keys show at an instant."""
        for name in names:
            for _, steps in sorted(self.after(name).items()):
                version = shown_at(steps, t)
                if version is not None:
                    yield name, version

    def shown(self, names: Iterable[str], t: int) -> list[Belief]:
        """What these keys show at an instant, as a check is shown it."""
        return [self.look.belief(name, version) for name, version in self.versions(names, t)]


def _standing(name: str, lines: Lines, now: int) -> Iterator[Segment]:
    for steps in lines.values():
        for start, end, shown in spans(steps):
            if end > now and value_shown(shown) is not None:
                yield Segment(name, max(start, now), end, None, shown)


def will_stand(name: str, lines: Lines, replan: Replan | None, now: int) -> Iterator[Segment]:
    """What a key with these timelines shows from an instant on, once another declaration has changed them."""
    return _standing(name, lines if replan is None else moved(lines, replan), now)


def moved(lines: Lines, replan: Replan) -> Lines:
    """The timelines that another declaration gives a key in place of these."""
    gone = {(one.slot, one.vf) for one in replan.gone}
    kept: dict[int, list[Step]] = {
        slot: [step for step in steps if (slot, step.vf) not in gone] for slot, steps in lines.items()
    }
    for one in replan.come:
        kept.setdefault(one.slot, []).append(Step(one.vf, one.shown))
    return {slot: sorted(steps, key=attrgetter("vf")) for slot, steps in kept.items()}


def _changed(name: str, before: Lines, after: Lines) -> Iterator[Segment]:
    """Where a key shows something else, in whatever slot: what comes, and what goes."""
    was, now = _by_place(before), _by_place(after)
    for bid in was.keys() | now.keys():
        edges = sorted(
            {edge for start, end, _ in (*was.get(bid, ()), *now.get(bid, ())) for edge in (start, end)}
        )
        for start, end in pairwise(edges):
            old, new = _covering(was.get(bid, ()), start), _covering(now.get(bid, ()), start)
            if (old is None) != (new is None):
                yield Segment(name, start, end, old, new)


def _by_place(lines: Lines) -> dict[int, list[tuple[int, int, VersionRow]]]:
    """Where each belief is shown."""
    found: dict[int, list[tuple[int, int, VersionRow]]] = {}
    for steps in lines.values():
        for start, end, shown in spans(steps):
            if shown is not None and not retracts(shown):
                found.setdefault(shown.belief.bid, []).append((start, end, shown))
    return found


def _covering(some: Iterable[tuple[int, int, VersionRow]], t: int) -> VersionRow | None:
    return next((version for start, end, version in some if start <= t < end), None)


def segments_of(plan: CommitPlan, state: State) -> list[Segment]:
    """What a plan changes, key by key."""
    return [segment for line in plan.lines for segment in _segments(line, state.new)] + state.replanned


def _segments(line: PlannedLine, items: Mapping[int, int]) -> Iterator[Segment]:
    starts = sorted({step.vf for step in (*line.before, *line.after)})
    for start, end in zip(starts, [*starts[1:], FOREVER], strict=True):
        was, now = step_at(line.before, start), step_at(line.after, start)
        silent = now is not None and retracts(now) and (was is None or retracts(was))
        if now is not None and not silent and (was is None or was.belief.bid != now.belief.bid):
            yield Segment(line.name, start, end, was, now, items.get(now.belief.bid, -1))
