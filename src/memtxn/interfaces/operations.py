"""The one table of operations. Every skin (command line, HTTP, MCP) is made from it.

An operation that finds nothing raises NotFound, so that all skins tell an empty answer in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Generic, TypeVar

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.reads import Reads
from memtxn.engine.scopes import Scope
from memtxn.engine.transaction import Transaction
from memtxn.errors import InvalidInput, NotFound
from memtxn.interfaces.inputs import Ask, Cite, Input, Log, Observe, Propose, Verify
from memtxn.model.belief import Belief, Status
from memtxn.model.codec import Json, canonical
from memtxn.model.explanation import Explanation
from memtxn.model.key import Key
from memtxn.model.logentry import LogEntry
from memtxn.model.receipt import Receipt, Report
from memtxn.model.source import Evidence, Source

NO_RECORDS = "no records"
"""The detail of the NotFound about a memory that is empty."""

BRIEF = 160
"""Characters that a message shows of a value."""

I = TypeVar("I", bound=Input)  # noqa: E741  # input and output
O = TypeVar("O")  # noqa: E741


class Operation(msgspec.Struct, Generic[I, O], frozen=True, kw_only=True):
    """One thing that can be asked of a memory. ``output`` is the type that ``run`` answers with.

    ``scope`` is what the memory's principal must have been granted; the memory itself sees to it.
    """

    name: str
    summary: str
    scope: Scope
    read_only: bool
    input: type[I]
    output: object
    run: Callable[[Memory, I], O]


# -- writing -------------------------------------------------------------------------------------------


def _observe(memory: Memory, given: Observe) -> Source:
    return _seen(memory, given)


def _seen(place: Memory | Transaction, given: Observe) -> Source:
    """Observe in a memory, or stage in a transaction."""
    who, when, ref = given.speaker, given.at, given.ref
    if given.text is not None and given.value is msgspec.UNSET:
        return place.observe(given.text, speaker=who, at=when, channel=_or(given.channel, "user"), ref=ref)
    if given.text is None and given.value is not msgspec.UNSET:
        value: Json = given.value
        return place.observe_json(value, speaker=who, at=when, channel=_or(given.channel, "tool"), ref=ref)
    raise InvalidInput("observe either a text or a JSON value")


def _or(channel: str | None, default: str) -> str:
    return default if channel is None else channel


def _propose(memory: Memory, given: Propose) -> Receipt:
    with memory.transaction(label=given.label) as tx:
        evidence = tuple(_evidence(memory, tx, cite) for cite in given.evidence)
        if given.retract:
            _retract(tx, given, evidence)
        else:
            _state(tx, given, evidence)
        return tx.commit()


def _state(tx: Transaction, given: Propose, evidence: tuple[Evidence, ...]) -> None:
    tx.propose(
        given.entity,
        given.attribute,
        given.value,
        evidence=evidence,
        observed_at=given.observed_at,
        valid_from=given.valid_from,
        valid_to=given.valid_to,
        confidence=given.confidence,
        type=given.type,
        expected_version=given.expected_version,
    )


def _retract(tx: Transaction, given: Propose, evidence: tuple[Evidence, ...]) -> None:
    meant = (given.valid_from, given.valid_to, given.confidence, given.type, given.expected_version)
    if meant != (None, None, 1.0, "fact", None):
        raise InvalidInput("a retraction takes evidence and a time; no validity, confidence, type or version")
    tx.retract(given.entity, given.attribute, at=given.observed_at, evidence=evidence or None, value=given.value)


def _evidence(memory: Memory, tx: Transaction, cite: Cite) -> Evidence:
    source = _cited(memory, tx, cite)
    if cite.quote is not None and cite.pointer is not None:
        raise InvalidInput("evidence is either a quote or a pointer")
    if cite.quote is not None:
        return source.quote(cite.quote, cite.occurrence)
    if cite.pointer is not None or source.text is None:
        return source.pointer(cite.pointer or "")
    return source.span(0, len(source.text))


def _cited(memory: Memory, tx: Transaction, cite: Cite) -> Source:
    if cite.source is not None and cite.observe is None:
        return memory.source(cite.source)
    if cite.observe is not None and cite.source is None:
        return _seen(tx, cite.observe)
    raise InvalidInput("evidence names either a stored source or one to observe")


# -- reading -------------------------------------------------------------------------------------------


def _view(memory: Memory, asked: Ask) -> Reads:
    """The memory itself, or the snapshot that was asked for."""
    if asked.seq is None and asked.recorded is None and asked.valid is None:
        return memory
    return memory.at(seq=asked.seq, recorded=asked.recorded, valid=asked.valid)


class NoLonger(NotFound):
    """nothing is believed there at that time"""  # noqa: D415  # a message, like all of memtxn.errors

    advice = "Ask for the history to see every version, and why to see who said so"


def _get(memory: Memory, asked: Ask) -> Belief | list[Belief]:
    view, key = _view(memory, asked), Key.of(asked.entity, asked.attribute)
    shown = view.get(asked.entity, asked.attribute)
    if shown is None or shown == []:
        versions = view.history(asked.entity, asked.attribute)
        raise NoLonger(_last_of(key, versions)) if versions else NotFound(f"no belief about {key}")
    return shown


def _last_of(key: Key, versions: list[Belief]) -> str:
    """Why none of a key's versions shows: what is to be said of the one that held last, or comes first."""
    to_come = [belief for belief in versions if belief.status is Status.SCHEDULED]
    held = [belief for belief in versions if belief not in to_come and belief.valid_to != belief.valid_from]
    if to_come and not held:
        first = min(to_come, key=lambda belief: belief.valid_from)
        return f"{_said(key, first)} holds only from {_utc(first.valid_from)} on"
    last = max(held or versions, key=lambda belief: belief.valid_to or belief.valid_from)
    how = "is retracted, from" if last.status is Status.RETRACTED else "held only until"
    return f"{_said(key, last)} {how} {_utc(last.valid_to)}{' on' if last.status is Status.RETRACTED else ''}"


def _said(key: Key, belief: Belief) -> str:
    text = canonical(belief.value).decode()
    return f"{key} = {text if len(text) <= BRIEF else text[:BRIEF] + '…'}"


def _utc(moment: datetime | None) -> str:
    return "an unknown time" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def _history(memory: Memory, asked: Ask) -> list[Belief]:
    versions = _view(memory, asked).history(asked.entity, asked.attribute)
    if not versions:
        raise NotFound(f"no belief about {Key.of(asked.entity, asked.attribute)}")
    return versions


def _why(memory: Memory, asked: Ask) -> Explanation:
    return _view(memory, asked).why(asked.entity, asked.attribute)


def _why_not(memory: Memory, asked: Ask) -> Explanation:
    explanation = _view(memory, asked).why_not(asked.entity, asked.attribute)
    if not explanation.accounts:
        raise NotFound(f"no refusal of {explanation.key}")
    return explanation


def _log(memory: Memory, asked: Log) -> Iterator[LogEntry]:
    _check_exists(memory)
    return memory.log(asked.first, asked.last, limit=asked.limit, oldest_first=asked.oldest_first)


def _verify(memory: Memory, asked: Verify) -> Report:
    report = memory.verify(asked.check)
    if report.ok and report.seq == 0:
        _check_exists(memory)
    return report


def _check_exists(memory: Memory) -> None:
    """A misspelt label must not look like a success: a memory comes into being with its first record."""
    if is_empty(memory):
        raise NotFound(NO_RECORDS)


def is_empty(memory: Memory) -> bool:
    """Whether a memory has no record: nobody wrote to it, or its name is misspelt."""
    return next(memory.log(limit=1), None) is None


# -- the table -----------------------------------------------------------------------------------------

OBSERVE = Operation(
    name="observe",
    summary="Keep what was seen, as a source to quote from.",
    scope=Scope.PROPOSE,
    read_only=False,
    input=Observe,
    output=Source,
    run=_observe,
)
PROPOSE = Operation(
    name="propose",
    summary="Propose a belief on evidence, in a transaction of its own.",
    scope=Scope.PROPOSE,
    read_only=False,
    input=Propose,
    output=Receipt,
    run=_propose,
)
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
LOG = Operation(
    name="log",
    summary="List the journal's records, newest first.",
    scope=Scope.READ,
    read_only=True,
    input=Log,
    output=Iterator[LogEntry],
    run=_log,
)
VERIFY = Operation(
    name="verify",
    summary="Check that the journal, the beliefs and the proofs agree.",
    scope=Scope.READ,
    read_only=True,
    input=Verify,
    output=Report,
    run=_verify,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (OBSERVE, PROPOSE, GET, HISTORY, WHY, WHY_NOT, LOG, VERIFY)
"""Every operation. A skin that lacks one fails a test."""
