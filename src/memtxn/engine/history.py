"""The history of a key: all its versions as of one moment, and the retractions that are in effect."""

from __future__ import annotations

import msgspec

from memtxn.core.project import history_belief
from memtxn.core.timeline import Step
from memtxn.engine.receipts import steps_of
from memtxn.model.belief import Belief, BeliefType
from memtxn.model.rows import VersionRow
from memtxn.ports.storage import Reader


class History(msgspec.Struct, frozen=True):
    """What was ever admitted for a key. ``retractions`` are those that a slot shows at the asked instant."""

    beliefs: tuple[Belief, ...]
    retractions: tuple[VersionRow, ...]


def history_of(reader: Reader, mem: int, name: str, n: int, t: int) -> History:
    """The versions of a key in the order in which they were recorded. Raises Unreadable for a damaged one."""
    versions = {version.belief.bid: version for version in reader.versions(mem, name, n)}
    rows = reader.steps(mem, name, n)
    ver = max((row.ver for row in rows), default=0)
    slots = {slot: steps_of(rows, versions, slot) for slot in sorted({row.slot for row in rows})}
    beliefs = [
        history_belief(version, name, slots.get(version.belief.slot, ()), t, ver)
        for version in versions.values()
        if version.belief.type is not BeliefType.RETRACTION
    ]
    last = [_last(steps, t) for steps in slots.values()]
    in_effect = [one for one in last if one is not None and one.belief.type is BeliefType.RETRACTION]
    return History(tuple(beliefs), tuple(in_effect))


def _last(steps: tuple[Step, ...], t: int) -> VersionRow | None:
    """What the last step that has begun shows, be it a retraction."""
    begun = [step for step in steps if step.vf <= t]
    return begun[-1].shown if begun else None
