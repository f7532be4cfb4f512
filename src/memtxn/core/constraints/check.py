"""Check: what a function of the harness says of the part of the memory that a commit changes."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Coroutine, Generator, Iterator, Sequence

from memtxn.core.constraints.state import Broken, Segment, State
from memtxn.core.rules import Standing
from memtxn.errors import MemtxnError
from memtxn.model.belief import Belief
from memtxn.model.constraint import Predicate
from memtxn.model.key import Key, name_prefix
from memtxn.model.time import from_micros, utc_text

SAID_LIMIT = 500
"""Characters that are kept of what a function says."""


def broken(one: Standing, state: State, segments: Sequence[Segment]) -> Iterator[Broken]:
    """``check_failed``: the function, at each instant at which what it is shown changes.

    Only within what a commit changes. All proposals that change what it was shown then are to blame, for it does
    not say which.
    """
    groups: dict[str, list[Segment]] = {}
    for segment in segments:
        if one.about(segment.key):
            groups.setdefault(_shown_with(one, segment), []).append(segment)
    for group, mine in groups.items():
        names = [group] if one.body.scope == "key" else state.names(group)
        yield from _of_group(one, state, [name for name in names if one.about(Key.from_name(name))], mine)


def _shown_with(one: Standing, segment: Segment) -> str:
    """The key, or the beginning of the names of all keys, that the function is shown."""
    match one.body.scope:
        case "key":
            return segment.name
        case "entity":
            return name_prefix(segment.key.entity_type, segment.key.entity_id)
        case "type":
            return name_prefix(segment.key.entity_type, None)
    return name_prefix(None, None)


def _of_group(one: Standing, state: State, names: Sequence[str], mine: Sequence[Segment]) -> Iterator[Broken]:
    predicate, blamed = state.look.predicate(one.body), set[int]()
    for instant in _instants(state, names, mine):
        beliefs = state.shown(names, instant)
        problem = _problem(_asked(one, predicate, beliefs))
        if not problem:
            continue
        detail = f"{problem} (at {utc_text(from_micros(instant))})"
        rows = tuple(
            row.belief.bid for _, row in state.versions(names, instant) if row.belief.bid not in state.new
        )
        here = [segment for segment in mine if segment.start <= instant < segment.end]
        items = {segment.item for segment in here}
        shows = next((segment.now.belief.bid for segment in here if segment.now), 0)
        for segment in here:
            if segment.item not in blamed:
                blamed.add(segment.item)
                others = tuple(items - {segment.item})
                yield Broken(one, "check_failed", segment.item, detail, (segment.name,), rows, others, shows)


def _asked(one: Standing, predicate: Predicate, beliefs: list[Belief]) -> object:
    """The answer of a function. What it raises is its own, and must not look like an error of ours."""
    try:
        return predicate(beliefs)
    except (MemtxnError, OverflowError) as error:
        raise RuntimeError(f"the function of check {one.body.name!r} raised {error!r}") from error


def _problem(answer: object) -> str:
    """What the answer of a function says is wrong; empty when all is well."""
    if isinstance(answer, Coroutine | Generator):
        answer.close()
    if isinstance(answer, Awaitable | AsyncGenerator | Generator):
        return "its function is no plain function: it answers before it has run"
    if isinstance(answer, str) and answer:
        return answer.encode("utf-8", "backslashreplace").decode()[:SAID_LIMIT]
    return "" if answer is None or answer else "it does not hold"


def _instants(state: State, names: Sequence[str], mine: Sequence[Segment]) -> list[int]:
    """Where what is shown changes, within the parts that the commit changes."""
    starts = {step.vf for name in names for steps in state.after(name).values() for step in steps}
    inside = {vf for vf in starts for segment in mine if segment.start <= vf < segment.end}
    return sorted(inside | {segment.start for segment in mine})
