"""Operations that write: `observe`, `propose` and `retract`."""

from __future__ import annotations

import msgspec

from memtxn.engine.memory import Memory
from memtxn.engine.scopes import Scope
from memtxn.engine.transaction import Transaction
from memtxn.errors import InvalidInput
from memtxn.interfaces.inputs import Cite, Observe, Propose, Retract
from memtxn.interfaces.operations.operation import Operation
from memtxn.model.codec import Json
from memtxn.model.receipt import Receipt
from memtxn.model.source import Evidence, Source


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
        tx.propose(
            given.entity,
            given.attribute,
            given.value,
            evidence=_evidences(memory, tx, given.evidence),
            observed_at=given.observed_at,
            valid_from=given.valid_from,
            valid_to=given.valid_to,
            confidence=given.confidence,
            type=given.type,
            expected_version=given.expected_version,
        )
        return tx.commit()


def _retract(memory: Memory, given: Retract) -> Receipt:
    with memory.transaction(label=given.label) as tx:
        evidence = _evidences(memory, tx, given.evidence) or None
        tx.retract(given.entity, given.attribute, at=given.at, evidence=evidence, value=given.value)
        return tx.commit()


def _evidences(memory: Memory, tx: Transaction, cites: tuple[Cite, ...]) -> tuple[Evidence, ...]:
    return tuple(_evidence(memory, tx, cite) for cite in cites)


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
RETRACT = Operation(
    name="retract",
    summary="Say that what is believed is no longer so, in a transaction of its own.",
    scope=Scope.PROPOSE,
    read_only=False,
    input=Retract,
    output=Receipt,
    run=_retract,
)
