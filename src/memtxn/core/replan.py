"""Replan: what another declaration of an attribute makes of the timeline of one of its keys.

It is the timeline that the same versions would have under the new declaration, had it stood from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from memtxn.core.timeline import Step, timeline, whole_body
from memtxn.core.workspace import Placed, Refiled, Replan, Sealed
from memtxn.errors import Unreadable
from memtxn.model.belief import State
from memtxn.model.record import public_id
from memtxn.model.rows import StepRow, VersionRow

CONTENDING = frozenset({State.ADMITTED, State.RETRACTED})
"""Versions in these states contend for their place in the timeline."""


def replan(
    name: str,
    rows: Sequence[StepRow],
    ver: int,
    versions: Sequence[VersionRow],
    filed: Mapping[int, int],
    seal_hash: Callable[[bytes], Sealed],
    *,
    many: bool,
    protected: bool,
) -> Replan | None:
    """The change of a key, or None when its timeline stays as it is.

    ``rows`` are its open steps, ``ver`` its version, ``versions`` all of its versions in order of place,
    ``filed`` the slots of those that were filed anew before; ``seal_hash`` makes the body with the hash of a
    canonical value.

    Raises:
        Unreadable: a version has lost its value.
    """
    known = [version for version in versions if version.state is not State.ERASED]
    slots = _by_value(known, filed) if many else {0: known}
    lines = {
        slot: timeline((one for one in group if one.state in CONTENDING), protected=protected)
        for slot, group in slots.items()
    }
    gone, come = difference(rows, lines, {version.belief.bid: version for version in versions})
    refiled = [
        Refiled(one.belief.bid, slot, seal_hash(value_of(one)))
        for slot, group in slots.items()
        for one in group
        if slot and not one.belief.slot and one.belief.bid not in filed
    ]
    if not gone and not come and not refiled:
        return None
    return Replan(name, versions[0].belief.kid, ver, tuple(gone), tuple(come), tuple(refiled))


def value_of(version: VersionRow) -> bytes:
    """The canonical value of a version. Raises Unreadable when it is lost."""
    body = whole_body(version)
    if body is None:
        raise Unreadable(f"belief {public_id(version.belief.bid)} has lost its value")
    return body.value


def _by_value(versions: Iterable[VersionRow], filed: Mapping[int, int]) -> dict[int, list[VersionRow]]:
    """The versions of each value by its slot: the one that it had before, else the place of its first version."""
    groups: dict[bytes, list[VersionRow]] = {}
    for version in versions:
        groups.setdefault(value_of(version), []).append(version)
    return {
        next(
            filter(None, (one.belief.slot or filed.get(one.belief.bid, 0) for one in group)), group[0].belief.bid
        ): group
        for group in groups.values()
    }


def difference(
    rows: Sequence[StepRow], lines: Mapping[int, Sequence[Step]], versions: Mapping[int, VersionRow]
) -> tuple[list[Placed], list[Placed]]:
    """The steps that go and those that come. If any goes, one comes at least: it carries the new version."""
    wanted = {
        (slot, step.vf, step.shown.belief.bid if step.shown else 0): step
        for slot, line in lines.items()
        for step in line
    }
    stand = {(row.slot, row.vf, row.bid): row for row in rows}
    gone = [_placed(row, versions) for key, row in stand.items() if key not in wanted]
    come = [
        Placed(slot, vf, step.shown) for (slot, vf, bid), step in wanted.items() if (slot, vf, bid) not in stand
    ]
    kept = next((row for key, row in stand.items() if key in wanted), None)
    if gone and not come and kept is not None:
        gone.append(_placed(kept, versions))
        come.append(Placed(kept.slot, kept.vf, versions.get(kept.bid)))
    return gone, come


def _placed(row: StepRow, versions: Mapping[int, VersionRow]) -> Placed:
    return Placed(row.slot, row.vf, versions.get(row.bid), row.s0)
