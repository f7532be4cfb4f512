"""Immutable: what was once believed of a key never becomes another value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtxn.core.constraints.overlap import items_of
from memtxn.core.constraints.state import Broken, Segment, State, spans, told, value_shown
from memtxn.core.replan import value_of
from memtxn.core.rules import Standing
from memtxn.core.timeline import retracts
from memtxn.model.key import Key
from memtxn.model.rows import VersionRow


def broken(one: Standing, state: State, segments: Sequence[Segment]) -> Iterator[Broken]:
    """``immutable``: each proposal against the first value that its key ever showed, before it or in it."""
    if state.plan is None:
        yield from _already(one, segments)
        return
    for name in state.touched:
        if one.about(Key.from_name(name)):
            yield from _of_key(one, state, name)


def _of_key(one: Standing, state: State, name: str) -> Iterator[Broken]:
    shown = [version for steps in state.before(name).values() for _, _, version in spans(steps)]
    first: VersionRow | None = next((version for version in shown if value_shown(version) is not None), None)
    for number, _, version in items_of(state, name):
        if first is None:
            first = None if retracts(version) else version
        elif retracts(version) or value_of(version) != value_of(first):
            yield _fault(one, number, name, first)


def _already(one: Standing, segments: Sequence[Segment]) -> Iterator[Broken]:
    """Of what stands: a key that shows two values from now on."""
    first: dict[str, Segment] = {}
    for segment in segments:
        before = first.setdefault(segment.name, segment)
        if before.now is not None and before.value != segment.value:
            yield _fault(one, -1, segment.name, before.now)


def _fault(one: Standing, number: int, name: str, first: VersionRow) -> Broken:
    detail = f"{Key.from_name(name)} is {told(value_of(first))}, and never becomes anything else"
    return Broken(one, "immutable", number, detail, (name,), (first.belief.bid,))
