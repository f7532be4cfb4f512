"""The history of a key: all its versions as of one moment, and the retractions that are in effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from memtxn.core.project import Course, history_belief
from memtxn.core.timeline import step_at
from memtxn.engine.receipts import courses_of
from memtxn.model.belief import Belief, BeliefType, Status
from memtxn.model.rows import VersionRow
from memtxn.ports.storage import Reader

_ENDED = (Status.EXPIRED, Status.RETRACTED)


class History(msgspec.Struct, frozen=True):
    """What was ever admitted for a key, and the slot that each version belongs to as of the asked record.

    ``retractions`` are those that a slot shows at the asked instant; ``n`` is the asked record.
    """

    beliefs: tuple[Belief, ...]
    slots: tuple[int, ...]
    retractions: tuple[tuple[int, VersionRow], ...]
    n: int


def history_of(reader: Reader, mem: int, name: str, n: int, t: int) -> History:
    """The versions of a key in the order in which they were recorded. Raises Unreadable for a damaged one."""
    versions = {version.belief.bid: version for version in reader.versions(mem, name, n)}
    rows = reader.steps(mem, name, n)
    ver = max((row.ver for row in rows), default=0)
    courses = courses_of(rows, versions)
    told = [version for version in versions.values() if version.belief.type is not BeliefType.RETRACTION]
    shown = [(slot, step_at(course.steps, t)) for slot, course in sorted(courses.items())]
    slots = slots_of(reader, mem, name, told, courses)
    nothing = Course()
    return History(
        tuple(
            history_belief(one, name, courses.get(slot, nothing), t, ver)
            for one, slot in zip(told, slots, strict=True)
        ),
        slots,
        tuple((slot, one) for slot, one in shown if one is not None and one.belief.type is BeliefType.RETRACTION),
        n,
    )


def slots_of(
    reader: Reader, mem: int, name: str, versions: Sequence[VersionRow], courses: Mapping[int, Course]
) -> tuple[int, ...]:
    """The slot of each version as of the record that these timelines are of.

    While a key has a timeline of the slot 0 it is single-valued, whatever its attribute was before or after.
    """
    if 0 in courses:
        return (0,) * len(versions)
    filed = {}
    if not all(version.belief.slot for version in versions):
        filed = {row.bid: row.slot for row in reader.refiled(mem, name)}
    return tuple(one.belief.slot or filed.get(one.belief.bid, 0) for one in versions)


def standing_of(reader: Reader, mem: int, name: str, n: int, t: int) -> list[Belief]:
    """What a key shows, what it will show, and when it shows nothing in a slot, what ended there last."""
    history = history_of(reader, mem, name, n, t)
    slots: dict[int, list[Belief]] = {}
    for belief, slot in zip(history.beliefs, history.slots, strict=True):
        slots.setdefault(slot, []).append(belief)
    return [belief for _, beliefs in sorted(slots.items()) for belief in _standing(beliefs)]


def _standing(beliefs: list[Belief]) -> list[Belief]:
    shown = [belief for belief in beliefs if belief.status is Status.ACTIVE]
    return [*([] if shown else last_ended(beliefs)), *shown, *scheduled(beliefs)]


def last_ended(beliefs: Sequence[Belief]) -> list[Belief]:
    """Of beliefs of which none is shown: the one that held last in valid time, if any did.

    One that came after the retraction above it never held: it is taken when nothing else ended.
    """
    ended = [belief for belief in beliefs if belief.status in _ENDED and belief.valid_to is not None]
    held = [belief for belief in ended if belief.valid_to != belief.valid_from] or ended
    return sorted(held, key=lambda belief: belief.valid_to or belief.valid_from)[-1:]


def scheduled(beliefs: Sequence[Belief]) -> list[Belief]:
    """Those that are to begin, the first to begin first."""
    ahead = [belief for belief in beliefs if belief.status is Status.SCHEDULED]
    return sorted(ahead, key=lambda belief: belief.valid_from)
