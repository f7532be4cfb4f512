"""NoOverlap: a new belief of a key does not cut into the interval of another value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from memtxn.core.constraints.state import Broken, Segment, State, spans, told, value_shown
from memtxn.core.replan import value_of
from memtxn.core.rules import Standing
from memtxn.core.timeline import Timeline, retracts
from memtxn.model.key import Key
from memtxn.model.rows import VersionRow
from memtxn.model.time import end_from_micros, from_micros, utc_text

InTheWay: TypeAlias = tuple[VersionRow, int, int]
"""What is shown, from when and until when."""


def broken(one: Standing, state: State, segments: Sequence[Segment]) -> Iterator[Broken]:
    """``interval_overlaps``: the interval that each proposal claims, against what its key shows before it.

    What stands already overlaps only where a key shows several values: a belief that was cut short ends where the
    next one begins.
    """
    if state.plan is None:
        yield from _at_once(one, segments, None)
        return
    for name in state.touched:
        if one.about(Key.from_name(name)):
            yield from _of_key(one, state, name)
    came = [segment for segment in state.replanned if one.about(segment.key) and segment.now is not None]
    names = {segment.name: None for segment in came}
    yield from _at_once(one, [segment for name in names for segment in state.will_show(name)], came)


def _at_once(one: Standing, shown: Sequence[Segment], came: Sequence[Segment] | None) -> Iterator[Broken]:
    """Of each key the first two values that are shown at the same time, if one of them came (None: all did)."""
    new: dict[int, list[Segment]] = {}
    for segment in came or ():
        new.setdefault(_bid(segment), []).append(segment)
    for name, group in groupby(sorted(shown, key=attrgetter("name", "start")), attrgetter("name")):
        beside: list[Segment] = []
        for segment in group:
            beside = [other for other in beside if other.end > segment.start]
            others = (
                other
                for other in beside
                if other.value != segment.value and (came is None or _came(new, other, segment))
            )
            other = next(others, None)
            if other is not None and other.now is not None:
                yield _fault(one, {}, -1, name, (other.now, other.start, other.end))
                break
            beside.append(segment)


def _came(new: Mapping[int, Sequence[Segment]], *both: Segment) -> bool:
    """Whether one of two segments is new where they meet."""
    start, end = max(one.start for one in both), min(one.end for one in both)
    return any(part.start < end and start < part.end for one in both for part in new.get(_bid(one), ()))


def _bid(segment: Segment) -> int:
    return segment.now.belief.bid if segment.now else 0


def _of_key(one: Standing, state: State, name: str) -> Iterator[Broken]:
    """The proposals of a key, one after another as they were made."""
    protected = state.look.protected(name)
    lines = {slot: Timeline(steps, protected=protected) for slot, steps in state.before(name).items()}
    for number, slot, version in items_of(state, name):
        if not retracts(version):
            other = _in_the_way(lines, version)
            if other is not None:
                yield _fault(one, state.new, number, name, other)
        lines.setdefault(slot, Timeline(protected=protected)).insert(version)


def items_of(state: State, name: str) -> Iterator[tuple[int, int, VersionRow]]:
    """(number, slot, version) of the proposals for a key, in the order in which they were made."""
    for number, outcome in enumerate(state.plan.outcomes if state.plan else ()):
        if outcome.version is not None and outcome.item.name == name:
            yield number, outcome.version.belief.slot, outcome.version


def _in_the_way(lines: dict[int, Timeline], version: VersionRow) -> InTheWay | None:
    """What is shown within the interval that a version claims and is of another value, and where."""
    mine, row = value_of(version), version.belief
    for line in lines.values():
        for start, end, shown in spans(line.steps):
            if shown is not None and start < row.vt and row.vf < end and value_shown(shown) not in (None, mine):
                return shown, start, end
    return None


def _fault(one: Standing, new: Mapping[int, int], number: int, name: str, way: InTheWay) -> Broken:
    other, start, end = way
    until = end_from_micros(end)
    span = f"from {utc_text(from_micros(start))}" + (f" to {utc_text(until)}" if until else " on")
    detail = f"{Key.from_name(name)} is {told(value_of(other))} {span}"
    bid = other.belief.bid
    others = (new[bid],) if bid in new else ()
    return Broken(one, "interval_overlaps", number, detail, (name,), (bid,), others)
