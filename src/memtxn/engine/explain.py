"""Explaining: from a belief or a refusal back to the words, the rules and the transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from memtxn.core.admission.pointer import resolve
from memtxn.engine.history import History
from memtxn.engine.receipts import bodies_of, record_of
from memtxn.engine.sources import source_of, stored_source
from memtxn.engine.stage import place_of
from memtxn.errors import Unreadable
from memtxn.model.belief import Belief, Status
from memtxn.model.codec import canonical, parse
from memtxn.model.explanation import Account, Committed, Explanation, Quoted, Replaced
from memtxn.model.key import Key
from memtxn.model.record import (
    DEFAULT_PRINCIPAL,
    BeliefBody,
    Body,
    ContextBody,
    RefusalBody,
    SourceBody,
    locate,
    public_id,
)
from memtxn.model.rows import VersionRow
from memtxn.model.source import Citation, Source
from memtxn.model.time import from_micros
from memtxn.ports.storage import Reader

_UNKNOWN = "?"


def explain_belief(reader: Reader, mem: int, key: Key, history: History) -> Explanation:
    """Account for what a key shows and for what was taken back; when it shows nothing, for its last version."""
    shown = [belief for belief in history.beliefs if belief.status is Status.ACTIVE]
    accounts = [_belief(reader, mem, belief, history.beliefs) for belief in shown]
    accounts += [_retraction(reader, mem, version, history.beliefs) for version in history.retractions]
    if not shown:
        accounts.append(_belief(reader, mem, history.beliefs[-1], history.beliefs))
    return Explanation(key=key, question="why", accounts=tuple(accounts))


def explain_refusals(reader: Reader, mem: int, key: Key, n: int) -> Explanation:
    """Account for every refused proposal of a key, the newest first."""
    rows = [(row, times) for row, times in reader.refusals(mem, key.name) if locate(row.place)[0] <= n]
    accounts = tuple(_refusal(reader, mem, row.place, times) for row, times in reversed(rows))
    return Explanation(key=key, question="why_not", accounts=accounts)


def _belief(reader: Reader, mem: int, belief: Belief, history: Sequence[Belief]) -> Account:
    gone = [other for other in history if other.superseded_by == belief.id]
    return _account(reader, mem, place_of(belief.id) or 0, belief.status, belief.observed_at, gone)


def _retraction(reader: Reader, mem: int, version: VersionRow, history: Sequence[Belief]) -> Account:
    """Who took a value back. It replaces the belief that it ended."""
    ended = from_micros(version.belief.vf)
    gone = [other for other in history if other.status is Status.RETRACTED and other.valid_to == ended]
    return _account(reader, mem, version.belief.bid, "retraction", from_micros(version.belief.nu), gone)


def _account(
    reader: Reader, mem: int, where: int, status: str, observed_at: datetime, gone: Sequence[Belief]
) -> Account:
    seq, ord_ = locate(where)
    bodies = bodies_of(reader, mem, seq)
    body = bodies.get(ord_)
    if not isinstance(body, BeliefBody):
        raise Unreadable(f"belief {public_id(where)} has lost its body")
    return Account(
        id=public_id(where),
        value=parse(body.value),
        status=status,
        observed_at=observed_at,
        evidence=_cited(reader, mem, bodies, body.citations),
        findings=body.verdict.trace,
        transaction=_committed(reader, mem, seq, bodies),
        replaced=tuple(_replaced(other) for other in gone),
    )


def _refusal(reader: Reader, mem: int, where: int, times: int) -> Account:
    seq, ord_ = locate(where)
    bodies = bodies_of(reader, mem, seq)
    body = bodies.get(ord_)
    if not isinstance(body, RefusalBody):
        raise Unreadable(f"refusal {public_id(where)} has lost its body")
    missing = tuple(
        _quoted(_source(reader, mem, bodies, source_id), source_id, text, found=False)
        for source_id, text in body.quotes
    )
    return Account(
        id=body.proposal,
        value=parse(body.value),
        status=body.verdict.decision.name.lower(),
        observed_at=None if body.observed_at is None else from_micros(body.observed_at),
        evidence=_cited(reader, mem, bodies, body.citations) + missing,
        findings=body.verdict.trace,
        transaction=_committed(reader, mem, seq, bodies),
        times=times,
    )


def _cited(
    reader: Reader, mem: int, bodies: Mapping[int, Body], citations: Sequence[Citation]
) -> tuple[Quoted, ...]:
    quoted = []
    for citation in citations:
        source = _source(reader, mem, bodies, citation.source_id)
        text = _UNKNOWN if source is None else _words(source, citation)
        quoted.append(_quoted(source, citation.source_id, text, citation=citation))
    return tuple(quoted)


def _words(source: Source, citation: Citation) -> str:
    """What a source says at a citation."""
    if citation.pointer is not None:
        return canonical(resolve(source.value, citation.pointer)).decode()
    return (source.text or "")[citation.start : citation.end]


def _quoted(
    source: Source | None,
    source_id: str,
    text: str,
    *,
    found: bool = True,
    citation: Citation | None = None,
) -> Quoted:
    in_text = citation is not None and citation.pointer is None
    return Quoted(
        source_id=source_id,
        text=text,
        found=found,
        speaker=source.speaker if source else None,
        channel=source.channel if source else None,
        at=source.at if source else None,
        start=citation.start if citation and in_text else None,
        end=citation.end if citation and in_text else None,
        pointer=citation.pointer if citation else None,
    )


def _source(reader: Reader, mem: int, bodies: Mapping[int, Body], source_id: str) -> Source | None:
    """A source of the same record (a decision keeps what was staged), or one that was observed."""
    here = (source_of(body) for body in bodies.values() if isinstance(body, SourceBody))
    same = next((source for source in here if source.id == source_id), None)
    try:
        return same or stored_source(reader, mem, source_id)
    except Unreadable:  # a damaged source hides its own words, not the account of who used it
        return None


def _committed(reader: Reader, mem: int, seq: int, bodies: Mapping[int, Body]) -> Committed:
    record = record_of(reader, mem, seq)
    context = bodies.get(record.context)
    unnamed = ContextBody(DEFAULT_PRINCIPAL if record.context < 0 else _UNKNOWN)
    named = context if isinstance(context, ContextBody) else unnamed
    return Committed(
        tx_id=record.tx.hex(),
        seq=seq,
        recorded_at=from_micros(record.at),
        principal=named.principal,
        label=named.label,
    )


def _replaced(belief: Belief) -> Replaced:
    return Replaced(id=belief.id, value=belief.value, status=belief.status, observed_at=belief.observed_at)
