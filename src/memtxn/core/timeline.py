"""The timeline of a key: a step function from valid time to a version or nothing. It does not know the clock.

At each instant the greatest contender whose validity contains it is shown. Inserting one more contender is
therefore a comparison at each instant with what is shown there, and the order in which contenders arrive does
not matter (P7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from memtxn.core.proof import commitment
from memtxn.model.belief import BeliefType
from memtxn.model.record import BeliefBody, decode_body
from memtxn.model.rows import VersionRow
from memtxn.model.time import FOREVER


class Step(msgspec.Struct, frozen=True):
    """From ``vf`` on, this version is shown (None: nothing)."""

    vf: int
    shown: VersionRow | None


def retracts(version: VersionRow) -> bool:
    """Whether the version says that nothing holds."""
    return version.belief.type is BeliefType.RETRACTION


def beats(challenger: VersionRow, shown: VersionRow | None) -> bool:
    """Whether a contender wins over what is shown.

    The order is (ν, a retraction over an assertion, the source's time, its ordinal, the given proposal id,
    the canonical bytes): never a counter, never a chance id.
    """
    if shown is None:
        return True
    ours, theirs = _rank(challenger), _rank(shown)
    return ours > theirs if ours != theirs else _tie(challenger) > _tie(shown)


def insert(steps: Sequence[Step], new: VersionRow) -> list[Step]:
    """The timeline with one more contender.

    ``steps`` may be a part of a timeline, if it begins with the step that covers the newcomer's ``vf`` (or
    with the first step of all) and goes on to the end. A first step that shows nothing therefore stays: in a
    part it ends what was shown before.
    """
    start, end = new.belief.vf, new.belief.vt
    result: list[Step] = []
    for vf, shown in _cut(steps, start, end):
        winner = new if start <= vf < end and beats(new, shown) else shown
        if result and _same(result[-1].shown, winner):
            continue
        if result or winner is not None or (steps and vf == steps[0].vf):
            result.append(Step(vf, winner))
    return result


def timeline(versions: Iterable[VersionRow]) -> list[Step]:
    """The timeline of all contenders of a key and slot, from nothing."""
    steps: list[Step] = []
    for version in versions:
        steps = insert(steps, version)
    return steps


def shown_at(steps: Sequence[Step], t: int) -> VersionRow | None:
    """What is shown at a valid instant; None for nothing and for a retraction."""
    shown = None
    for step in steps:
        if step.vf > t:
            break
        shown = step.shown
    return None if shown is None or retracts(shown) else shown


def intervals(steps: Sequence[Step], bid: int) -> Iterator[tuple[int, int, VersionRow | None]]:
    """(start, end, what follows) of each interval in which a version is shown."""
    for index, step in enumerate(steps):
        if step.shown is not None and step.shown.belief.bid == bid:
            after = steps[index + 1] if index + 1 < len(steps) else None
            yield (step.vf, after.vf, after.shown) if after else (step.vf, FOREVER, None)


def _cut(steps: Sequence[Step], start: int, end: int) -> Iterator[tuple[int, VersionRow | None]]:
    """The steps, cut at both ends of an interval, beginning at its start when that is before them all."""
    cuts = [point for point in (start, end) if point != FOREVER]
    shown: VersionRow | None = None
    for step in steps:
        while cuts and cuts[0] < step.vf:
            yield cuts.pop(0), shown
        if cuts and cuts[0] == step.vf:
            cuts.pop(0)
        shown = step.shown
        yield step.vf, shown
    for point in cuts:
        yield point, shown


def _same(one: VersionRow | None, other: VersionRow | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.belief.bid == other.belief.bid


def _rank(version: VersionRow) -> tuple[int, bool, int, int]:
    row = version.belief
    return row.nu, row.type is BeliefType.RETRACTION, row.source_at, row.source_ordinal


def whole_body(version: VersionRow) -> BeliefBody | None:
    """The body of a version; None when it is missing or not the one that was committed to."""
    if version.salt is None or version.data is None:
        return None
    if commitment(version.salt, version.data) != version.belief.commitment:
        return None
    body = decode_body(version.data)
    return body if isinstance(body, BeliefBody) else None


def _tie(version: VersionRow) -> tuple[str, bytes, bytes]:
    """What decides between equal ranks. A version whose body is damaged loses, so that it can be replaced."""
    body = whole_body(version)
    if body is None:
        return ("", b"", b"")
    return (body.proposal or "", body.value, version.data or b"")
