"""Operations on one key: `get`, `history`, `why`, `why_not`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Protocol

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.reads import Reads
from memtxn.engine.scopes import Scope
from memtxn.errors import NotFound
from memtxn.interfaces.inputs import Ask
from memtxn.interfaces.operations.operation import Operation
from memtxn.model.belief import Belief, Status
from memtxn.model.codec import canonical
from memtxn.model.explanation import Explanation
from memtxn.model.key import Entity, Key

BRIEF = 160
"""Characters that a message shows of a value."""


class AsOf(Protocol):
    """What says as of when to read."""

    @property
    def seq(self) -> int | None:
        """As of which record."""

    @property
    def recorded(self) -> datetime | None:
        """As of which recorded time."""

    @property
    def valid(self) -> datetime | None:
        """At which valid instant."""


def view_of(memory: Memory, asked: AsOf) -> Reads:
    """The memory itself, or the snapshot that was asked for."""
    if asked.seq is None and asked.recorded is None and asked.valid is None:
        return memory
    return memory.at(seq=asked.seq, recorded=asked.recorded, valid=asked.valid)


class NoLonger(NotFound):
    """nothing is believed there at that time"""  # noqa: D415  # a message, like all of memtxn.errors

    advice = "Ask for the history to see every version, and why to see who said so"


class NotYet(NotFound):
    """nothing was known of it then"""  # noqa: D415  # a message, like all of memtxn.errors

    advice = "Ask as of a later record or time; valid alone asks what held at a time, as is known now"


@contextmanager
def as_of(
    memory: Memory, seq: int | None, recorded: datetime | None, about: tuple[Entity, str] | None = None
) -> Iterator[None]:
    """What is not found as of a moment before there was any record, or any of a key, is a NotYet that says so."""
    try:
        yield
    except NoLonger:
        raise
    except NotFound as error:
        first = None if seq is None and recorded is None else _first(memory, about)
        if first is not None and first.is_after(seq, recorded):
            raise NotYet(f"{first.of} is of seq {first.seq}, recorded {utc(first.at)}") from None
        raise error from None


class _First(msgspec.Struct, frozen=True):
    """The first record of something."""

    of: str
    seq: int
    at: datetime | None

    def is_after(self, seq: int | None, recorded: datetime | None) -> bool:
        """Whether a moment lies before it."""
        if seq is not None:
            return seq < self.seq
        return recorded is not None and self.at is not None and recorded < self.at


def _first(memory: Memory, about: tuple[Entity, str] | None) -> _First | None:
    """The first version of a key; without one, the first record of the memory."""
    versions = [] if about is None else memory.history(*about)
    if about is not None and versions:
        seqs = [(int(one.id.partition(".")[0]), one.created_at) for one in versions]
        return _First(f"the first version of {Key.of(*about)}", *min(seqs))
    entry = next(memory.log(oldest_first=True), None)
    return None if entry is None else _First("the first record", entry.seq, entry.at)


def _of(memory: Memory, asked: Ask) -> AbstractContextManager[None]:
    return as_of(memory, asked.seq, asked.recorded, (asked.entity, asked.attribute))


def _get(memory: Memory, asked: Ask) -> Belief | list[Belief]:
    with _of(memory, asked):
        return _shown(memory, asked)


def _shown(memory: Memory, asked: Ask) -> Belief | list[Belief]:
    view, key = view_of(memory, asked), Key.of(asked.entity, asked.attribute)
    shown = view.get(asked.entity, asked.attribute)
    if shown is None or shown == []:
        versions = view.history(asked.entity, asked.attribute)
        if not versions:
            raise NotFound(f"no belief about {key}")
        standing = [belief for belief in versions if belief.status not in _TAKEN_BACK]
        raise NoLonger(_last_of(key, standing) if standing else _taken_back(view, versions[-1]))
    return shown


_TAKEN_BACK = {
    Status.REVOKED: "was taken back",
    Status.QUARANTINED: "was put aside",
    Status.ERASED: "was erased",
}
_BY = {"undo": "was undone", "revoke": "was revoked", "rollback": "was rolled back", "erase": "was erased"}


def _taken_back(view: Reads, last: Belief) -> str:
    """By which record what was believed last was taken back, and because of what."""
    accounts = view.why((last.entity_type, last.entity_id), last.attribute).accounts
    by = next((one.repaired for one in accounts if one.id == last.id), None)
    how = _TAKEN_BACK[last.status]
    said = str(last.key) if last.status is Status.ERASED else _said(last.key, last)
    if by is None:
        return f"{said} {how}"
    waits = last.status is Status.QUARANTINED
    rests = f", on which it rests by {by.rests_on}" if by.rests_on not in (None, by.target) else ""
    of = f"{f'{by.what} of ' if waits else ''}{by.sort} {by.target}".strip()
    return f"{said} {how if waits else _BY.get(by.what, how)} by record {by.record.seq} ({of}{rests})"


def _last_of(key: Key, versions: list[Belief]) -> str:
    """Why none of a key's versions shows: what is to be said of the one that held last, or comes first."""
    to_come = [belief for belief in versions if belief.status is Status.SCHEDULED]
    held = [belief for belief in versions if belief not in to_come and belief.valid_to != belief.valid_from]
    if to_come and not held:
        first = min(to_come, key=lambda belief: belief.valid_from)
        return f"{_said(key, first)} holds only from {utc(first.valid_from)} on"
    last = max(held or versions, key=lambda belief: belief.valid_to or belief.valid_from)
    how = "is retracted, from" if last.status is Status.RETRACTED else "held only until"
    return f"{_said(key, last)} {how} {utc(last.valid_to)}{' on' if last.status is Status.RETRACTED else ''}"


def _said(key: Key, belief: Belief) -> str:
    text = canonical(belief.value).decode()
    return f"{key} = {text if len(text) <= BRIEF else text[:BRIEF] + '…'}"


def utc(moment: datetime | None) -> str:
    """A moment to the second, for a message."""
    return "an unknown time" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def _history(memory: Memory, asked: Ask) -> list[Belief]:
    with _of(memory, asked):
        versions = view_of(memory, asked).history(asked.entity, asked.attribute)
        if not versions:
            raise NotFound(f"no belief about {Key.of(asked.entity, asked.attribute)}")
        return versions


def _why(memory: Memory, asked: Ask) -> Explanation:
    with _of(memory, asked):
        return view_of(memory, asked).why(asked.entity, asked.attribute)


def _why_not(memory: Memory, asked: Ask) -> Explanation:
    with as_of(memory, asked.seq, asked.recorded):
        explanation = view_of(memory, asked).why_not(asked.entity, asked.attribute)
        if not explanation.accounts:
            raise NotFound(f"no refusal of {explanation.key}")
        return explanation


GET = Operation(
    name="get",
    summary="Show what is believed, now or as of a record or a time.",
    scope=Scope.READ,
    read_only=True,
    input=Ask,
    output=Belief | list[Belief],
    run=_get,
)
HISTORY = Operation(
    name="history",
    summary="Show every version that was ever believed.",
    scope=Scope.READ,
    read_only=True,
    input=Ask,
    output=list[Belief],
    run=_history,
)
WHY = Operation(
    name="why",
    summary="Explain a belief: its quote, its verdict, its transaction, what it replaced.",
    scope=Scope.READ,
    read_only=True,
    input=Ask,
    output=Explanation,
    run=_why,
)
WHY_NOT = Operation(
    name="why_not",
    summary="Explain what was refused, by which rule and on which evidence.",
    scope=Scope.READ,
    read_only=True,
    input=Ask,
    output=Explanation,
    run=_why_not,
)
