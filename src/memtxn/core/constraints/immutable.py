"""Immutable: what was once believed of a key never becomes another value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtxn.core.constraints.overlap import items_of
from memtxn.core.constraints.state import Broken, Lines, Segment, State, spans, told, value_shown
from memtxn.core.replan import value_of
from memtxn.core.rules import Standing
from memtxn.core.timeline import retracts
from memtxn.model.key import Key
from memtxn.model.rows import VersionRow


def broken(one: Standing, state: State, segments: Sequence[Segment]) -> Iterator[Broken]:
    """``immutable``: each proposal against the value that its key shows last, before it or in it.

    That is the value which it ever showed, but for what was over when the constraint was stated.
    """
    if state.plan is None:
        yield from _already(one, segments)
        return
    for name in state.touched:
        if one.about(Key.from_name(name)):
            yield from _of_key(one, state, name)
    yield from _redeclared(one, state)


def _of_key(one: Standing, state: State, name: str) -> Iterator[Broken]:
    lasting = _last(state.before(name))
    for number, _, version in items_of(state, name):
        if lasting is None:
            lasting = None if retracts(version) else version
        elif retracts(version) or value_of(version) != value_of(lasting):
            yield _fault(one, state, number, name, lasting)


def _last(lines: Lines) -> VersionRow | None:
    """What these timelines show last."""
    shown = [
        (end, start, version)
        for steps in lines.values()
        for start, end, version in spans(steps)
        if version is not None and not retracts(version)
    ]
    return max(shown, key=lambda span: span[:2])[2] if shown else None


def _redeclared(one: Standing, state: State) -> Iterator[Broken]:
    """Of what another declaration changes: another value that comes, or the value that goes, for nothing."""
    for segment in state.replanned:
        lasting = _last(state.before(segment.name)) if one.about(segment.key) else None
        if lasting is None:
            continue
        if segment.now is None:
            odd = value_shown(segment.was) == value_of(lasting) and _empty_in(state, segment)
        else:
            odd = value_of(segment.now) != value_of(lasting)
        if odd:
            yield _fault(one, state, -1, segment.name, lasting)


def _empty_in(state: State, segment: Segment) -> bool:
    """Whether the key will show nothing somewhere in a segment."""
    shown = sorted(
        (start, end)
        for steps in state.after(segment.name).values()
        for start, end, version in spans(steps)
        if version is not None and not retracts(version)
    )
    reached = segment.start
    for start, end in shown:
        if start > reached:
            break
        reached = max(reached, end)
    return reached < segment.end


def _already(one: Standing, segments: Sequence[Segment]) -> Iterator[Broken]:
    """Of what stands: a key that shows two values from now on."""
    first: dict[str, Segment] = {}
    for segment in segments:
        before = first.setdefault(segment.name, segment)
        if before.now is not None and before.value != segment.value:
            yield Broken(
                one, "immutable", -1, _detail(segment.name, before.now), (segment.name,), _rows(before.now)
            )


def _fault(one: Standing, state: State, number: int, name: str, lasting: VersionRow) -> Broken:
    bid = lasting.belief.bid
    others = (state.new[bid],) if bid in state.new else ()
    return Broken(one, "immutable", number, _detail(name, lasting), (name,), _rows(lasting), others)


def _detail(name: str, lasting: VersionRow) -> str:
    return f"{Key.from_name(name)} is {told(value_of(lasting))}, and never becomes anything else"


def _rows(lasting: VersionRow) -> tuple[int, ...]:
    return (lasting.belief.bid,)
