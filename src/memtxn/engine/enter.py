"""Entering: one line staged in a transaction, through the same doors as everything else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol

import msgspec

from memtxn.engine.scopes import Scope, Scopes
from memtxn.errors import InvalidInput
from memtxn.model.codec import Json
from memtxn.model.key import Entity, Key
from memtxn.model.lines import UNSET, BeliefLine, Cite, Line, RetractionLine, SourceLine, Statement, Unset
from memtxn.model.policy import Policy
from memtxn.model.proposal import Proposal
from memtxn.model.source import Evidence, Source

UNSOURCED_CHANNEL = "import"
"""The channel of what comes without evidence. Its authority is low by policy."""

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class Door(Protocol):
    """What a line goes through: a transaction, or something that only takes down what is said."""

    def observe(
        self,
        text: str,
        *,
        speaker: str,
        at: datetime,
        channel: str,
        authority: float | None,
        ref: str | None,
        ordinal: int,
    ) -> Source:
        """See `Transaction.observe`."""
        ...

    def observe_json(
        self,
        value: Json,
        *,
        speaker: str,
        at: datetime,
        channel: str,
        authority: float | None = None,
        ref: str | None = None,
        ordinal: int,
    ) -> Source:
        """See `Transaction.observe_json`."""
        ...

    def propose(  # noqa: PLR0913  # all that a line may say
        self,
        entity: Entity,
        attribute: str,
        value: Json,
        *,
        evidence: tuple[Evidence, ...],
        observed_at: datetime | None,
        valid_from: datetime | None,
        valid_to: datetime | None,
        confidence: float,
        type: str,  # noqa: A002
        derived_from: tuple[str, ...],
        id: str | None,  # noqa: A002
    ) -> Proposal | None:
        """See `Transaction.propose`."""
        ...

    def retract(
        self,
        entity: Entity,
        attribute: str,
        *,
        at: datetime | None,
        observed_at: datetime | None,
        evidence: tuple[Evidence, ...],
        value: Json,
    ) -> Proposal | None:
        """See `Transaction.retract`."""
        ...


class Entry(msgspec.Struct, frozen=True):
    """What a line brings: a proposal or not, a source or not; ``unsourced``: a proposal without any evidence."""

    proposes: bool = True
    observes: bool = False
    unsourced: bool = False


def entry_of(line: Line, *, unsourced: str) -> Entry:
    """What a line brings when it can be used."""
    match line:
        case SourceLine() | Statement(entity=None):
            return Entry(proposes=False, observes=True)
        case Statement():
            alone = is_alone(line) and unsourced == UNSOURCED_CHANNEL
            return Entry(observes=_has_source(line), unsourced=alone)
    return Entry()


def enter(
    tx: Door,
    line: Line,
    derived_from: tuple[str, ...],
    policy: Policy,
    scopes: Scopes,
    *,
    unsourced: str,
) -> Proposal | None:
    """Stage a line and return what it proposes. ``derived_from`` are a belief's parents as known here.

    Raises:
        InvalidInput: the line cannot be used.
    """
    match line:
        case SourceLine():
            _source(tx, line, policy, scopes)
        case BeliefLine():
            return _believe(tx, line, derived_from)
        case RetractionLine():
            return _take_back(tx, line)
        case Statement(entity=None):
            _seen(tx, line, policy, scopes)
        case Statement():
            return _stated(tx, line, policy, scopes, unsourced)
    return None


# -- lines of an export ----------------------------------------------------------------------------------


def _source(tx: Door, line: SourceLine, policy: Policy, scopes: Scopes) -> None:
    source = _observe(tx, line, line.speaker, line.at, line.channel, policy, scopes)
    if source.id != line.id:
        raise InvalidInput(f"its id is {line.id[:80]!r}, and that of what it says is {source.id}")


def _believe(tx: Door, line: BeliefLine, derived_from: tuple[str, ...]) -> Proposal | None:
    return tx.propose(
        line.entity,
        line.attribute,
        line.value,
        evidence=_evidence(line.evidence),
        observed_at=line.observed_at,
        valid_from=line.valid_from,
        valid_to=line.valid_to,
        confidence=line.confidence,
        type=line.type,
        derived_from=derived_from,
        id=line.proposal,
    )


def _take_back(tx: Door, line: RetractionLine) -> Proposal | None:
    if line.observed_at is None:
        raise InvalidInput("a retraction needs observed_at")
    return tx.retract(
        line.entity,
        line.attribute,
        at=line.valid_from or line.observed_at,
        observed_at=line.observed_at,
        evidence=_evidence(line.evidence),
        value=line.value,
    )


def _evidence(cites: tuple[Cite, ...]) -> tuple[Evidence, ...]:
    return tuple(_cited(cite) for cite in cites)


def _cited(cite: Cite) -> Evidence:
    """Evidence by the id of its source alone: the gate looks up what is stored under it."""
    source = Source(id=cite.source, speaker="", channel="", at=_LONG_AGO)
    if cite.pointer is not None:
        return source.pointer(cite.pointer)
    if cite.start is not None or cite.end is not None or cite.quote is None:
        return Evidence(source=source, start=cite.start, end=cite.end)
    return source.quote(cite.quote, cite.occurrence)


# -- lines of one's own ----------------------------------------------------------------------------------


def _seen(tx: Door, line: Statement, policy: Policy, scopes: Scopes) -> None:
    """A source alone."""
    asked = (line.attribute, line.value, line.quote, line.pointer, line.evidence, line.retract)
    if asked != (None, UNSET, None, None, (), False):
        raise InvalidInput("it proposes something, and names no entity")
    if not _has_source(line):
        raise InvalidInput("it has neither a text or document nor an entity")
    _own_source(tx, line, policy, scopes)


def _stated(tx: Door, line: Statement, policy: Policy, scopes: Scopes, unsourced: str) -> Proposal | None:
    """A proposal, with or without its source."""
    if line.entity is None or line.attribute is None:
        raise InvalidInput("a proposal names an entity and an attribute")
    if line.value is UNSET and not line.retract:
        raise InvalidInput("a proposal has a value")
    if _has_source(line) and line.evidence:
        raise InvalidInput("a proposal has either a source of its own or cites stored ones as evidence")
    alone = is_alone(line)
    if alone and (line.quote, line.pointer, line.channel, line.ref) != (None, None, None, None):
        raise InvalidInput("quote, pointer, channel and ref belong to a text or document")
    evidence: tuple[Evidence, ...] = _evidence(line.evidence)
    if _has_source(line):
        evidence = (_own_evidence(tx, line, policy, scopes),)
    elif alone and unsourced == UNSOURCED_CHANNEL:
        evidence = (_without_source(tx, line, line.entity, line.attribute, scopes),)
    return _proposed(tx, line, line.entity, line.attribute, evidence)


def _proposed(
    tx: Door, line: Statement, entity: Entity, attribute: str, evidence: tuple[Evidence, ...]
) -> Proposal | None:
    if line.retract:
        return _own_retraction(tx, line, entity, attribute, evidence)
    value: Json = None if isinstance(line.value, Unset) else line.value
    return tx.propose(
        entity,
        attribute,
        value,
        evidence=evidence,
        observed_at=line.observed_at,
        valid_from=line.valid_from,
        valid_to=line.valid_to,
        confidence=line.confidence,
        type=line.type,
        derived_from=line.derived_from,
        id=line.proposal,
    )


def _own_retraction(
    tx: Door, line: Statement, entity: Entity, attribute: str, evidence: tuple[Evidence, ...]
) -> Proposal | None:
    rest = (line.valid_to, line.confidence, line.type, line.derived_from, line.proposal)
    if rest != (None, 1.0, "fact", (), None):
        raise InvalidInput("a retraction has no valid_to, confidence, type, derived_from or proposal id")
    value: Json = None if isinstance(line.value, Unset) else line.value
    at = line.valid_from or line.observed_at
    return tx.retract(entity, attribute, at=at, observed_at=line.observed_at, evidence=evidence, value=value)


def _without_source(tx: Door, line: Statement, entity: Entity, attribute: str, scopes: Scopes) -> Evidence:
    """Evidence that says no more than that it was imported so."""
    when = line.at or line.observed_at
    if when is None or line.value is UNSET:
        raise InvalidInput("without a source it needs a value and a time, `at` or `observed_at`")
    key, field = Key.of(entity, attribute), "retracted" if line.retract else "value"
    value: Json = line.value
    document: dict[str, Json] = {"entity": [*key.entity], "attribute": key.attribute, field: value}
    speaker = line.speaker or scopes.principal
    source = tx.observe_json(document, speaker=speaker, at=when, channel=UNSOURCED_CHANNEL, ordinal=line.ordinal)
    return source.pointer(f"/{field}")


def _own_evidence(tx: Door, line: Statement, policy: Policy, scopes: Scopes) -> Evidence:
    source = _own_source(tx, line, policy, scopes)
    if line.quote is not None and line.pointer is not None:
        raise InvalidInput("evidence is either a quote or a pointer")
    if line.quote is not None:
        return source.quote(line.quote, line.occurrence)
    if line.pointer is not None or source.text is None:
        return source.pointer(line.pointer or "")
    return source.span(0, len(source.text))


def _own_source(tx: Door, line: Statement, policy: Policy, scopes: Scopes) -> Source:
    if line.speaker is None or line.at is None:
        raise InvalidInput("a text or document needs its speaker and the time `at` which it was said")
    channel = line.channel or ("tool" if line.text is None else "user")
    return _observe(tx, line, line.speaker, line.at, channel, policy, scopes)


# -- both ------------------------------------------------------------------------------------------------


def is_alone(line: Line) -> bool:
    """Whether it is a proposal without source or evidence."""
    if not isinstance(line, Statement) or line.entity is None:
        return False
    return not _has_source(line) and not line.evidence


def _has_source(line: Statement) -> bool:
    return line.text is not None or not isinstance(line.document, Unset)


def _observe(
    tx: Door,
    line: SourceLine | Statement,
    speaker: str,
    at: datetime,
    channel: str,
    policy: Policy,
    scopes: Scopes,
) -> Source:
    authority = _authority(line.authority, policy.authority_of(channel), scopes)
    if line.text is not None and isinstance(line.document, Unset):
        return tx.observe(
            line.text,
            speaker=speaker,
            at=at,
            channel=channel,
            authority=authority,
            ref=line.ref,
            ordinal=line.ordinal,
        )
    if line.text is None and not isinstance(line.document, Unset):
        document: Json = line.document
        return tx.observe_json(
            document,
            speaker=speaker,
            at=at,
            channel=channel,
            authority=authority,
            ref=line.ref,
            ordinal=line.ordinal,
        )
    raise InvalidInput("a source is either a text or a document")


def _authority(given: float | None, usual: float, scopes: Scopes) -> float | None:
    """The authority that a line may give its source: only an administrator's file raises it."""
    if given is None or scopes.allows(Scope.ADMIN):
        return given
    return min(given, usual)
