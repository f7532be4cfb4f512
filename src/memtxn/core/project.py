"""Projection: a version as of a snapshot, with what depends on the snapshot: status, end, successor."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from memtxn.core.proof import commitment
from memtxn.core.timeline import Interval, Step, interval_at, intervals, retracts, shown_at, step_at
from memtxn.errors import Erased, Unreadable
from memtxn.model.belief import TYPE_NAMES, Belief, BeliefType, State, Status
from memtxn.model.codec import parse
from memtxn.model.key import Key
from memtxn.model.record import BeliefBody, decode_body, public_id
from memtxn.model.rows import VersionRow, VisibleRow
from memtxn.model.time import FOREVER, end_from_micros, from_micros

_FINAL = {
    State.QUARANTINED: Status.QUARANTINED,
    State.REVOKED: Status.REVOKED,
    State.ARCHIVED: Status.ARCHIVED,
    State.ERASED: Status.ERASED,
}


class Standing(msgspec.Struct, frozen=True):
    """Where a version stands: its status, the end of its time (FOREVER: none), its successor (0: none)."""

    status: Status
    until: int
    successor: int = 0


def body_of(version: VersionRow, name: str) -> BeliefBody:
    """The body of a version, if it is the one that was committed to and names the key it was read by.

    Raises:
        Erased. Unreadable: missing, altered, or filed under another key or as another type.
    """
    if version.state is State.ERASED:
        raise Erased(f"belief {public_id(version.belief.bid)} of {name}")
    if version.salt is None or version.data is None:
        raise _unreadable(version, name, "has lost its body")
    if commitment(version.salt, version.data) != version.belief.commitment:
        raise _unreadable(version, name, "does not match its commitment")
    body = decode_body(version.data)
    if not isinstance(body, BeliefBody) or body.name != name:
        raise _unreadable(version, name, "is filed under another key")
    if body.type is not version.belief.type:
        raise _unreadable(version, name, "is filed as another type")
    return body


def _unreadable(version: VersionRow, name: str, fault: str) -> Unreadable:
    return Unreadable(f"belief {public_id(version.belief.bid)} of {name} {fault}")


def visible_belief(row: VisibleRow) -> Belief:
    """The belief that a key shows, as read in one query."""
    if row.version.state is State.ERASED:  # since: it was shown then
        return belief_of(row.version, row.name, _final(row.version), row.ver)
    expires = row.next_vf == row.version.belief.vt
    standing = Standing(Status.ACTIVE, row.next_vf, 0 if expires else row.next_bid)
    return belief_of(row.version, row.name, standing, row.ver)


class Course:
    """The timeline of a slot, indexed once to say of each of its versions where it stands."""

    def __init__(self, steps: Sequence[Step] = ()) -> None:
        self.steps = steps
        self._held = intervals(steps)

    def standing(self, version: VersionRow, t: int) -> Standing:
        """The status of a version at an instant: computed from its state and the timeline."""
        if version.state in _FINAL:
            return _final(version)
        held = self._held.get(version.belief.bid)
        return _held(version, held, t) if held else _shadowed(version, self.steps)


def history_belief(version: VersionRow, name: str, course: Course, t: int, ver: int) -> Belief:
    """A version of a key's history, as of a timeline and a valid instant."""
    return belief_of(version, name, course.standing(version, t), ver)


def shown_belief(steps: Sequence[Step], name: str, t: int, ver: int) -> Belief | None:
    """What a timeline shows at a valid instant."""
    version = shown_at(steps, t)
    if version is None:
        return None
    final = version.state in _FINAL
    standing = _final(version) if final else _held(version, [interval_at(steps, t)], t)
    return belief_of(version, name, standing, ver)


def _final(version: VersionRow) -> Standing:
    return Standing(_FINAL[version.state], version.belief.vt)


def _held(version: VersionRow, held: Sequence[Interval], t: int) -> Standing:
    """Of a version that is shown in some intervals, one of which contains the instant, or not."""
    for start, end, follower in held:
        if start <= t < end:
            return Standing(Status.ACTIVE, end, _successor(version, end, follower))
    if t < held[0][0]:
        _, end, follower = held[0]
        return Standing(Status.SCHEDULED, end, _successor(version, end, follower))
    _, end, follower = [span for span in held if span[1] <= t][-1]
    return _ended(version, end, follower)


def belief_of(version: VersionRow, name: str, standing: Standing, ver: int) -> Belief:
    """The public value of a version. One that was erased has no value. Raises Unreadable (see `body_of`)."""
    row, key = version.belief, Key.from_name(name)
    body = _nothing(name, row.type) if version.state is State.ERASED else body_of(version, name)
    observed = from_micros(row.nu)
    return Belief(
        id=public_id(row.bid),
        entity_type=key.entity_type,
        entity_id=key.entity_id,
        attribute=key.attribute,
        value=parse(body.value),
        confidence=body.confidence,
        observed_at=observed,
        valid_from=observed if row.vf == row.nu else from_micros(row.vf),
        evidence=body.citations,
        derived_from=body.derived_from,
        context_id=version.tx.hex(),
        created_at=from_micros(version.at),
        type=TYPE_NAMES[row.type],
        status=standing.status,
        valid_to=end_from_micros(standing.until),
        superseded_by=public_id(standing.successor) if standing.successor else None,
        version=ver,
        suspect=version.suspect,
    )


def _nothing(name: str, kind: BeliefType) -> BeliefBody:
    """What an erased belief says."""
    return BeliefBody(name, b"null", (), 0.0, (), type=kind)


def _shadowed(version: VersionRow, steps: Sequence[Step]) -> Standing:
    """A version that is shown nowhere: something greater stood there before it came."""
    winner = step_at(steps, version.belief.vf)
    status = Status.RETRACTED if winner is not None and retracts(winner) else Status.SUPERSEDED
    return Standing(status, version.belief.vf, _successor(version, FOREVER, winner))


def _ended(version: VersionRow, end: int, follower: VersionRow | None) -> Standing:
    if follower is not None and retracts(follower):
        return Standing(Status.RETRACTED, end)
    if end == version.belief.vt:
        return Standing(Status.EXPIRED, end)
    return Standing(Status.SUPERSEDED, end, _successor(version, end, follower))


def _successor(version: VersionRow, end: int, follower: VersionRow | None) -> int:
    if follower is None or retracts(follower) or end == version.belief.vt != FOREVER:
        return 0
    return follower.belief.bid
