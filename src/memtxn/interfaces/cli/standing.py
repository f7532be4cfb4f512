"""Standing: where a written version stands, when it is not simply what its key shows from now on."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.reads import Reads
from memtxn.errors import MemtxnError
from memtxn.model.belief import Belief, Status
from memtxn.model.codec import Json, canonical
from memtxn.model.key import Key
from memtxn.model.logentry import Change, LogEntry
from memtxn.model.receipt import Receipt

WRITTEN = ("ADD", "SUPERSEDE")
"""Outcomes of which it can be asked."""


class When(StrEnum):
    """When a version is shown, in the words of the command line."""

    NOW = ""
    PAST = "in the past"
    NEVER = "shown at no time"
    LATER = "later"


class Standing(msgspec.Struct, frozen=True):
    """A version's place in time, and the value that its key shows meanwhile (if ``shows``).

    Of a retraction: the value that was taken back, if it was named, and how many others ``remain``.
    """

    when: When = When.NOW
    belief: Belief | None = None
    shows: bool = False
    shown: Json = None
    taken_back: Json = None
    remain: int = 0


PLAIN = Standing()
"""That of a version which its key shows from now on; and of one of which no more is known."""


def standing_of(reads: Reads, key: Key, belief_id: str) -> Standing:
    """Where a version stands for a memory, or for a moment of it.

    Whatever cannot be read (damage is for `verify` to tell) leaves it plain: the record itself is written.
    """
    try:
        shown = reads.get(key.entity, key.attribute)
        every = _every(shown)
        if any(belief.id == belief_id for belief in every):
            return PLAIN
        mine = [one for one in reads.history(key.entity, key.attribute) if one.id == belief_id]
    except MemtxnError:
        return PLAIN
    other = every[0] if every and not isinstance(shown, list) else None
    meanwhile = (other is not None, other.value if other else None)
    return Standing(_when(mine[0]), mine[0], *meanwhile) if mine else PLAIN


def standing_without(reads: Reads, key: Key, taken_back: Json) -> Standing:
    """What a key shows after a retraction: the same all the same, or its other values, or nothing."""
    try:
        shown = reads.get(key.entity, key.attribute)
    except MemtxnError:
        return PLAIN
    every = _every(shown)
    still = [one for one in every if not isinstance(shown, list) or canonical(one.value) == canonical(taken_back)]
    if still:
        return Standing(shows=True, shown=still[0].value)
    return Standing(taken_back=taken_back, remain=len(every))


def standing_after(memory: Memory, key: Key, made: Receipt, taken_back: Json = None) -> Standing:
    """Where stands what the one proposal of a receipt wrote; of a retraction, what is shown all the same."""
    (outcome,) = made.outcomes
    if outcome.belief is None:
        return standing_without(memory, key, taken_back)
    return standing_of(memory, key, outcome.belief.id) if outcome.outcome.name in WRITTEN else PLAIN


def standing_then(memory: Memory, entry: LogEntry, change: Change) -> Standing:
    """Where a change of the log stood right after its record."""
    if change.what not in WRITTEN or change.retracts or change.key is None or change.id is None:
        return PLAIN
    try:
        return standing_of(memory.at(seq=entry.seq), change.key, change.id)
    except MemtxnError:
        return PLAIN


def _every(shown: Belief | list[Belief] | None) -> list[Belief]:
    return shown if isinstance(shown, list) else [] if shown is None else [shown]


def _when(belief: Belief) -> When:
    if belief.status is Status.SCHEDULED:
        return When.LATER
    if belief.valid_to is not None and belief.valid_to <= belief.valid_from:
        return When.NEVER
    return When.PAST
