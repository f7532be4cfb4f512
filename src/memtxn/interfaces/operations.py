"""The one table of operations. Every skin (command line, HTTP, MCP) is made from it.

An operation that finds nothing raises NotFound, so that all skins tell an empty answer in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.reads import Reads
from memtxn.engine.transaction import Transaction
from memtxn.errors import InvalidInput, NotFound
from memtxn.interfaces.inputs import Ask, Cite, Input, Log, Observe, Propose, Verify
from memtxn.model.belief import Belief
from memtxn.model.codec import Json
from memtxn.model.explanation import Explanation
from memtxn.model.key import Key
from memtxn.model.logentry import LogEntry
from memtxn.model.receipt import Receipt, Report
from memtxn.model.source import Evidence, Source

I = TypeVar("I", bound=Input)  # noqa: E741  # input and output
O = TypeVar("O")  # noqa: E741


class Scope(StrEnum):
    """What a caller must be allowed to do."""

    READ = "read"
    PROPOSE = "propose"
    ADMIN = "admin"


class Operation(msgspec.Struct, Generic[I, O], frozen=True, kw_only=True):
    """One thing that can be asked of a memory. ``output`` is the type that ``run`` answers with."""

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


def _get(memory: Memory, asked: Ask) -> Belief | list[Belief]:
    shown = _view(memory, asked).get(asked.entity, asked.attribute)
    if shown is None or shown == []:
        raise NotFound(f"no belief about {Key.of(asked.entity, asked.attribute)}")
    return shown


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
    if next(memory.log(limit=1), None) is None:
        raise NotFound("no records in this memory")


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
    scope=Scope.ADMIN,
    read_only=True,
    input=Verify,
    output=Report,
    run=_verify,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (OBSERVE, PROPOSE, GET, HISTORY, WHY, WHY_NOT, LOG, VERIFY)
"""Every operation. A skin that lacks one fails a test."""
