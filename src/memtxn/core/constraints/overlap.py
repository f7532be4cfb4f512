"""NoOverlap: a new belief of a key does not cut into the interval of another value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtxn.core.constraints.state import Broken, Segment, State, spans, told, value_shown
from memtxn.core.replan import value_of
from memtxn.core.rules import Standing
from memtxn.core.timeline import Timeline, retracts
from memtxn.model.key import Key
from memtxn.model.rows import VersionRow
from memtxn.model.time import end_from_micros, from_micros


def broken(one: Standing, state: State, segments: Sequence[Segment]) -> Iterator[Broken]:
    """``interval_overlaps``: the interval that each proposal claims, against what its key shows before it.

    What stands already never overlaps: a belief that was cut short ends where the next one begins.
    """
    names = {segment.name: None for segment in segments if segment.item >= 0}
    for name in state.touched or names:
        if one.about(Key.from_name(name)):
            yield from _of_key(one, state, name)


def _of_key(one: Standing, state: State, name: str) -> Iterator[Broken]:
    """The proposals of a key, one after another as they were made."""
    protected = state.look.protected(name)
    lines = {slot: Timeline(steps, protected=protected) for slot, steps in state.before(name).items()}
    for number, slot, version in items_of(state, name):
        if not retracts(version):
            other = _in_the_way(lines, version)
            if other is not None:
                yield _fault(one, number, name, *other)
        lines.setdefault(slot, Timeline(protected=protected)).insert(version)


def items_of(state: State, name: str) -> Iterator[tuple[int, int, VersionRow]]:
    """(number, slot, version) of the proposals for a key, in the order in which they were made."""
    for number, outcome in enumerate(state.plan.outcomes if state.plan else ()):
        if outcome.version is not None and outcome.item.name == name:
            yield number, outcome.version.belief.slot, outcome.version


def _in_the_way(lines: dict[int, Timeline], version: VersionRow) -> tuple[VersionRow, int, int] | None:
    """What is shown within the interval that a version claims and is of another value, and where."""
    mine, row = value_of(version), version.belief
    for line in lines.values():
        for start, end, shown in spans(line.steps):
            if shown is not None and start < row.vt and row.vf < end and value_shown(shown) not in (None, mine):
                return shown, start, end
    return None


def _fault(one: Standing, number: int, name: str, other: VersionRow, start: int, end: int) -> Broken:
    until = end_from_micros(end)
    span = f"from {from_micros(start).isoformat()}" + (f" to {until.isoformat()}" if until else " on")
    detail = f"{Key.from_name(name)} is {told(value_of(other))} {span}"
    return Broken(one, "interval_overlaps", number, detail, (name,), (other.belief.bid,))
