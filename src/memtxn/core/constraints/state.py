"""What a constraint is judged on: the memory as a commit would leave it, and what the commit changes in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from memtxn.core.replan import value_of
from memtxn.core.rules import Standing
from memtxn.core.timeline import Step, retracts, shown_at, step_at, whole_body
from memtxn.core.workspace import CommitPlan, PlannedLine
from memtxn.model.belief import Belief
from memtxn.model.constraint import Predicate
from memtxn.model.key import Key
from memtxn.model.rows import ClaimView, VersionRow
from memtxn.model.time import FOREVER

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

    def predicate(self, name: str) -> Predicate:
        """The function of a check. Raises CheckUnknown."""

    def belief(self, name: str, version: VersionRow) -> Belief:
        """A version as a check is shown it."""


class Segment(msgspec.Struct, frozen=True):
    """A part of a timeline, from ``start`` up to ``end``, that shows ``now`` instead of ``was``.

    ``item`` is the number of the proposal that does so (-1: none, it stands there already).
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

    ``names`` and ``rows`` are the keys and the places of beliefs that ``detail`` tells of.
    """

    rule: Standing
    code: str
    item: int
    detail: str
    names: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()


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
        for line in plan.lines if plan else ():
            self._planned.setdefault(line.name, []).append(line)

    @property
    def touched(self) -> Iterable[str]:
        """The names of the keys that the plan proposes for."""
        return self._planned.keys()

    @property
    def new(self) -> set[int]:
        """The places of the beliefs that the plan adds."""
        outcomes = self.plan.outcomes if self.plan else ()
        return {one.belief.bid for one in outcomes if one.belief is not None}

    def before(self, name: str) -> Lines:
        """The timelines of a key as they are."""
        if name not in self._before:
            self._before[name] = self.look.lines(name)
        return self._before[name]

    def after(self, name: str) -> Lines:
        """The timelines of a key as they will be."""
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
        for steps in self.before(name).values():
            for start, end, shown in spans(steps):
                if end > now and value_shown(shown) is not None:
                    yield Segment(name, max(start, now), end, None, shown)

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


def segments_of(plan: CommitPlan) -> list[Segment]:
    """What a plan changes, key by key and in order of time."""
    items = {one.belief.bid: number for number, one in enumerate(plan.outcomes) if one.belief is not None}
    return [segment for line in plan.lines for segment in _segments(line, items)]


def _segments(line: PlannedLine, items: Mapping[int, int]) -> Iterator[Segment]:
    starts = sorted({step.vf for step in (*line.before, *line.after)})
    for start, end in zip(starts, [*starts[1:], FOREVER], strict=True):
        was, now = step_at(line.before, start), step_at(line.after, start)
        if now is not None and (was is None or was.belief.bid != now.belief.bid):
            yield Segment(line.name, start, end, was, now, items.get(now.belief.bid, -1))
