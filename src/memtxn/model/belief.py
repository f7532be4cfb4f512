"""Belief: an immutable version of what a memory holds to be so, and the names of its states."""

from __future__ import annotations

from datetime import datetime
from enum import IntEnum, StrEnum

import msgspec

from memtxn.model.codec import Json, canonical
from memtxn.model.exact import one_line
from memtxn.model.key import Key
from memtxn.model.source import Citation

_SHOWN = 80
"""Characters of a value that a prompt shows."""


class BeliefType(IntEnum):
    """What kind of statement a belief is. The numbers stand in journals and never change."""

    FACT = 1
    GOAL = 2
    COMMITMENT = 3
    PREFERENCE = 4
    HYPOTHESIS = 5
    DERIVED = 6
    RETRACTION = 7  # the version that says: from here on, nothing. Not a belief anybody reads.


TYPE_NAMES = {kind: kind.name.lower() for kind in BeliefType}
"""The names by which types are asked for and shown."""


class State(IntEnum):
    """The stored states of 2 · *Life of a belief*. The numbers stand in journals and never change."""

    PROPOSED = 0
    ADMITTED = 1
    QUARANTINED = 2
    REJECTED = 3
    RETRACTED = 4
    REVOKED = 5
    ARCHIVED = 6
    ERASED = 7


class Status(StrEnum):
    """What a belief is at an instant: computed from its state and the timeline, never stored."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    SCHEDULED = "scheduled"
    EXPIRED = "expired"
    RETRACTED = "retracted"
    QUARANTINED = "quarantined"
    REVOKED = "revoked"
    ARCHIVED = "archived"
    ERASED = "erased"


class Belief(msgspec.Struct, frozen=True, kw_only=True):
    """One admitted version. What follows ``type`` is projected as of the snapshot it was read from.

    ``valid_to`` is where the belief stops being the visible one (None: it does not), ``superseded_by`` the id
    of the belief that stands after it, ``version`` the version of the key's timeline (0 = never existed),
    which ``expected_version`` compares with. ``context_id`` is the id of its transaction. ``suspect``: something
    that it was derived from, or that its transaction had read, was undone or revoked since.

    One that was erased for good has the status ``erased`` in every snapshot that shows it, no value and no
    evidence.
    """

    id: str
    entity_type: str
    entity_id: str
    attribute: str
    value: Json
    confidence: float
    observed_at: datetime
    valid_from: datetime
    evidence: tuple[Citation, ...]
    derived_from: tuple[str, ...]
    context_id: str
    created_at: datetime
    type: str
    status: Status
    valid_to: datetime | None
    superseded_by: str | None
    version: int
    suspect: bool = False

    def __repr__(self) -> str:
        if self.status is Status.ERASED:
            return f"<memtxn.Belief {one_line(str(self.key))} erased, {self.id}>"
        since = f"{self.status} since {self.valid_from:%Y-%m-%d %H:%M:%S} UTC"
        return told("Belief", self.key, self.value, f", {since}, {self.id}")

    @property
    def key(self) -> Key:
        """What the belief is about."""
        return Key(self.entity_type, self.entity_id, self.attribute)


def told(what: str, key: Key, value: Json, rest: str) -> str:
    """A statement in one short line, for a prompt."""
    shown = one_line(canonical(value).decode())
    shown = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
    return f"<memtxn.{what} {one_line(str(key))} = {shown}{rest}>"


def belief_type(name: str) -> BeliefType | None:
    """The type of that lower-case name, or None. A retraction cannot be asked for by name."""
    known = BeliefType.__members__.get(name.upper()) if type(name) is str and name.islower() else None
    return None if known is BeliefType.RETRACTION else known
