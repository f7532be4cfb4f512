"""Claim: what a line says, taken down without saying it to anybody, and the marks by which it is found again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b

import msgspec

from memtxn.core.admission.locate import locate
from memtxn.core.proof import fingerprint
from memtxn.engine.enter import enter
from memtxn.engine.scopes import Scope, Scopes
from memtxn.engine.sources import Known, Seen, json_body, source_of, text_body
from memtxn.engine.stage import Wish, asked, draft_of, refusal_mark
from memtxn.model.belief import BeliefType, belief_type
from memtxn.model.codec import Json, pack
from memtxn.model.key import Entity, Key
from memtxn.model.lines import Line
from memtxn.model.policy import Policy
from memtxn.model.proposal import Draft, Proposal
from memtxn.model.record import BeliefBody
from memtxn.model.rows import BeliefRow
from memtxn.model.source import Citation, Evidence, Source
from memtxn.model.time import end_to_micros, to_micros

Mark = bytes
"""A hash of all that one version says: equal marks, equal versions."""


class Claim(msgspec.Struct, frozen=True):
    """A proposal as a line makes it. ``at``: from when on a retraction without a time of observation holds."""

    draft: Draft
    said: tuple[object, ...]
    observed_at: datetime | None = None
    at: datetime | None = None

    @property
    def name(self) -> str:
        """The name of its key."""
        return self.draft.key.name

    @property
    def cited(self) -> tuple[str, ...]:
        """The ids of the sources that it cites."""
        return tuple(dict.fromkeys(piece.source.id for piece in self.draft.evidence))

    def resting_on(self, parents: tuple[str, ...]) -> Claim:
        """The claim, derived from these beliefs."""
        return msgspec.structs.replace(self, draft=msgspec.structs.replace(self.draft, derived_from=parents))


class Said(msgspec.Struct, frozen=True):
    """What a line brings: the id of its own source, its proposal, or both."""

    source: str | None = None
    claim: Claim | None = None


def heard(line: Line, policy: Policy, scopes: Scopes, *, unsourced: str) -> Said:
    """What a line says. Raises InvalidInput for one that cannot be used, NotPermitted."""
    hearer = _Hearer(policy, scopes)
    enter(hearer, line, (), policy, scopes, unsourced=unsourced)
    return hearer.said


class _Hearer:
    """A door that leads nowhere: it hears one line out and refuses what a transaction calls misuse."""

    def __init__(self, policy: Policy, scopes: Scopes) -> None:
        self._policy, self._scopes = policy, scopes
        self.said = Said()

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
        """A text source."""
        seen = Seen(speaker=speaker, at=at, channel=channel, authority=authority, ref=ref, ordinal=ordinal)
        return self._observed(source_of(text_body(text, seen, self._policy)))

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
        """A JSON source."""
        seen = Seen(speaker=speaker, at=at, channel=channel, authority=authority, ref=ref, ordinal=ordinal)
        return self._observed(source_of(json_body(value, seen, self._policy)))

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
    ) -> None:
        """A belief."""
        wish = Wish(
            key=Key.of(entity, attribute),
            value=value,
            evidence=evidence,
            observed_at=observed_at,
            valid_from=valid_from,
            valid_to=valid_to,
            confidence=confidence,
            type=type,
            derived_from=derived_from,
            id=id,
        )
        self._claimed(wish, None)

    def retract(
        self,
        entity: Entity,
        attribute: str,
        *,
        at: datetime | None,
        observed_at: datetime | None,
        evidence: tuple[Evidence, ...],
        value: Json,
    ) -> None:
        """A retraction."""
        if value is None:
            self._scopes.require(Scope.READ)  # for it tells what was shown
        key = Key.of(entity, attribute)
        wish = Wish(
            key=key, value=value, evidence=evidence, observed_at=observed_at, valid_from=at, retracts=True
        )
        self._claimed(wish, at)

    def _observed(self, source: Source) -> Source:
        self.said = Said(source.id)
        return source

    def _claimed(self, wish: Wish, at: datetime | None) -> None:
        draft = draft_of(wish)
        said = (draft.retracts, *asked(wish, draft))
        self.said = Said(self.said.source, Claim(draft, said, wish.observed_at, at))


# -- marks -----------------------------------------------------------------------------------------------


def citations_of(claim: Claim, known: Mapping[str, Known], policy: Policy) -> tuple[Citation, ...]:
    """Where its evidence stands. What only the shadow policy lets in cites all of its source."""
    analyses = {source_id: found.analysis for source_id, found in known.items()}
    return tuple(
        locate(piece, analyses, limit=policy.source_limit).citation or _whole(known[piece.source.id].source)
        for piece in claim.draft.evidence
    )


def _whole(source: Source) -> Citation:
    return Citation(source.id, pointer="") if source.text is None else Citation(source.id, 0, len(source.text))


def marks_of(claim: Claim, known: Mapping[str, Known], policy: Policy) -> list[Mark]:
    """The marks of the versions that may have come of a claim whose sources are all known."""
    draft, citations = claim.draft, citations_of(claim, known, policy)
    if not citations:
        return []
    said = to_micros(known[draft.evidence[0].source.id].source.at)
    seen = said if claim.observed_at is None else to_micros(claim.observed_at)
    if draft.retracts:
        return list(_retraction_marks(claim, citations, seen))
    kind = belief_type(draft.type)
    begin = seen if draft.valid_from is None else to_micros(draft.valid_from)
    times = (seen, begin, end_to_micros(draft.valid_to))
    rest = (kind, draft.confidence, draft.derived_from, draft.id)
    return [_mark(draft.canonical, citations, times, rest)]


def _retraction_marks(claim: Claim, citations: Sequence[Citation], seen: int) -> Iterator[Mark]:
    """Without a time of observation that was the end itself, or when it was said if that was still to come."""
    begin = seen if claim.at is None else to_micros(claim.at)
    observed = {seen} if claim.observed_at is not None else {begin, min(begin, seen)}
    value = None if claim.draft.value is None else claim.draft.canonical
    for nu in sorted(observed):
        yield _mark(value, citations, (nu, begin, end_to_micros(None)), _RETRACTS)


_RETRACTS = (BeliefType.RETRACTION, 1.0, (), None)


def marks_of_version(row: BeliefRow, body: BeliefBody) -> Iterator[Mark]:
    """The marks of a version. A retraction is found by its value, and by a claim that names none."""
    times = (row.nu, row.vf, row.vt)
    rest = (row.type, body.confidence, body.derived_from, body.proposal)
    yield _mark(body.value, body.citations, times, rest)
    if row.type is BeliefType.RETRACTION:
        yield _mark(None, body.citations, times, rest)


def _mark(
    value: bytes | None, citations: Sequence[Citation], times: Sequence[int], rest: Sequence[object]
) -> Mark:
    return blake2b(pack((value, citations, times, rest)), digest_size=16).digest()


def refusal_fingerprint(
    digest_key: bytes, principal: str, proposal: Proposal, known: Mapping[str, Known], policy: Policy
) -> bytes:
    """The fingerprint under which a proposal's refusal is kept, as staging makes it."""
    draft = proposal.draft
    analyses = {source_id: found.analysis for source_id, found in known.items()}
    within = draft.evidence[: policy.evidence_limit]
    found = [locate(piece, analyses, limit=policy.source_limit).citation for piece in within]
    found += [None] * (len(draft.evidence) - len(found))
    wish = Wish(key=draft.key, value=draft.value, evidence=draft.evidence)
    given = asked(wish, draft)[2]
    quotes = [(one[0], one[1]) for one, at in zip(given, found, strict=True) if at is None]  # type: ignore[call-overload]
    citations = tuple(at for at in found if at is not None)
    mark = refusal_mark(principal, proposal, citations, tuple(quotes[: policy.evidence_limit]))
    return fingerprint(digest_key, *mark)
