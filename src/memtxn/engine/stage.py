"""Staging: what a caller proposes, checked for misuse, judged by the gate, and turned into numbers.

All of it happens in the caller's thread and takes no lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec

from memtxn.core.admission import Judgement, in_shadow, judge, vouched
from memtxn.core.proof import fingerprint, value_hash
from memtxn.core.rules import Rules
from memtxn.core.workspace import Item
from memtxn.engine.mistakes import no_beliefs, no_evidence
from memtxn.engine.opinions import checked
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.sources import Known, check_count, check_share
from memtxn.engine.terms import terms_of, treatment_of
from memtxn.errors import InvalidInput
from memtxn.model.belief import Belief, BeliefType, belief_type
from memtxn.model.codec import canonical, check_text, parse
from memtxn.model.exact import brief, exact_items, exact_text
from memtxn.model.key import Key
from memtxn.model.opinion import Opinion
from memtxn.model.proposal import Draft, Proposal
from memtxn.model.record import BeliefBody, KeyBody, RefusalBody, place
from memtxn.model.source import Citation, Evidence, Source
from memtxn.model.time import end_to_micros, from_micros, in_utc, to_micros
from memtxn.model.verdict import Decision, Finding, Verdict

Given = str | Belief
ID_LIMIT = 256
"""Bytes that a proposal's given id may have."""
QUOTE_LIMIT = 2000
"""Characters that a refusal keeps of a quote that its source does not hold."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of `propose`, as they were given."""

    key: Key
    value: object
    evidence: object
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    confidence: float = 1.0
    type: str = "fact"
    derived_from: list[Given] | tuple[Given, ...] = ()
    expected_version: int | None = None
    id: str | None = None
    retracts: bool = False
    stated: bool = False
    opinions: tuple[Opinion, ...] = ()


def draft_of(wish: Wish) -> Draft:
    """A well-formed draft. What is merely wrong the rules will say; misuse raises InvalidInput."""
    evidence = _evidence(wish.evidence)
    observed = evidence[0].source.at if wish.observed_at is None and evidence else wish.observed_at
    kind = exact_text(wish.type) or ""
    if belief_type(kind) is None:
        raise InvalidInput(f"type {brief(wish.type)} is none of {', '.join(_TYPES)}")
    encoded = canonical(wish.value)
    return Draft(
        key=wish.key,
        value=parse(encoded),  # never the caller's object: what is judged is what is stored
        canonical=encoded,
        evidence=evidence,
        observed_at=in_utc(observed, "observed_at"),
        valid_from=in_utc(wish.valid_from, "valid_from"),
        valid_to=in_utc(wish.valid_to, "valid_to"),
        confidence=check_share(wish.confidence, "confidence"),
        type=kind,
        derived_from=_belief_ids(wish.derived_from),
        id=None if wish.id is None else check_text(wish.id, "id", limit=ID_LIMIT),
        retracts=wish.retracts,
        stated=wish.stated,
        opinions=wish.opinions,
    )


_TYPES = tuple(kind.name.lower() for kind in BeliefType if kind is not BeliefType.RETRACTION)


def draft_of_refusal(body: RefusalBody, source: Callable[[str], Source]) -> Draft:
    """The draft that was put aside, on its sources as they now are known."""
    cited = [evidence_of(source(citation.source_id), citation) for citation in body.citations]
    quoted = [source(source_id).quote(text) for source_id, text in body.quotes]
    return Draft(
        key=Key.from_name(body.name),
        value=parse(body.value),
        canonical=body.value,
        evidence=(*cited, *quoted),
        observed_at=_moment(body.observed_at),
        valid_from=_moment(body.valid_from),
        valid_to=_moment(body.valid_to),
        confidence=body.confidence,
        type=body.type,
        derived_from=body.derived_from,
        id=body.proposal if body.given else None,
        retracts=body.retracts,
        stated=body.stated,
    )


def evidence_of(source: Source, citation: Citation) -> Evidence:
    """The evidence that was found there."""
    if citation.pointer is not None:
        return source.pointer(citation.pointer)
    return source.span(citation.start, citation.end)


def _moment(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)


def asked(wish: Wish, draft: Draft) -> tuple[object, ...]:
    """A wish as it was given, in a form that is equal when it is asked again (P15).

    Opinions are no part of it: a model that is asked again may be a little less sure.
    """
    times = (wish.observed_at, wish.valid_from, wish.valid_to)
    return (
        draft.key.name,
        draft.canonical,
        [(piece.source.id, _quoted(piece), brief(piece.occurrence)) for piece in draft.evidence],
        [None if moment is None else to_micros(moment) for moment in times],
        draft.confidence,
        draft.type,
        draft.derived_from,
        draft.id,
        wish.expected_version,
    )


def version_of(given: object) -> int | None:
    """The version that a proposal compares with, if any. Raises InvalidInput."""
    return None if given is None else check_count(given, "expected_version")


def _evidence(given: object) -> tuple[Evidence, ...]:
    pieces = () if given is None else (given,) if type(given) is Evidence else exact_items(given)
    if pieces is None:
        raise InvalidInput(no_evidence(given))
    for piece in pieces:
        if type(piece) is not Evidence or type(piece.source) is not Source or type(piece.source.id) is not str:
            raise InvalidInput(no_evidence(piece))
        check_text(piece.source.id, "evidence: source id", limit=ID_LIMIT)
        to_micros(piece.source.at, "evidence: at")
    return tuple(piece for piece in pieces if isinstance(piece, Evidence))


def _belief_ids(given: object) -> tuple[str, ...]:
    items = exact_items(given)
    if items is None:
        raise InvalidInput(no_beliefs(given, "derived_from"))
    return tuple(map(_belief_id, items))


def _belief_id(given: object) -> str:
    if type(given) is Source:
        raise InvalidInput(no_beliefs(given, "derived_from"))
    named = exact_text(given.id if type(given) is Belief else given)
    if named is None or place_of(named) is None:
        said = brief(given if named is None else named)
        raise InvalidInput(f"derived_from: {said} is no belief and no belief's id, such as '12.0'")
    return named


def place_of(public: str) -> int | None:
    """The place of a belief's public id, or None when that is none."""
    seq, dot, ord_ = public.partition(".")
    if not dot or not (seq.isascii() and seq.isdecimal() and ord_.isascii() and ord_.isdecimal()):
        return None
    return place(int(seq), int(ord_)) if len(seq) < 13 and len(ord_) < 7 else None


class Stager:
    """Judges the drafts of one transaction and seals them."""

    def __init__(
        self, runtime: Runtime, ledger: Ledger, principal: str, *, rules: Rules, risk: str | None = None
    ) -> None:
        self._runtime, self._ledger, self._principal = runtime, ledger, principal
        self._declared, self._risk = rules, risk

    def opinions(self, given: object) -> tuple[Opinion, ...]:
        """The opinions of verifiers that this store had made. Raises InvalidInput for any other."""
        return checked(self._runtime.digest_key, given)

    def judge(
        self, draft: Draft, known: Mapping[str, Known], proposal_id: str, extra: tuple[Finding, ...]
    ) -> tuple[Proposal, Judgement]:
        """Run the gate; ``extra`` are findings that need more than text.

        Where nothing is to be taken back there is no value to judge, and what the rules say of none helps nobody.
        """
        analyses = {source_id: found.analysis for source_id, found in known.items()}
        policy, key, sources = self._runtime.policy, draft.key, [one.source for one in known.values()]
        treatment = treatment_of(policy, key, draft.type, sources, self._risk)
        judgement = judge(
            draft,
            analyses,
            now=self._ledger.now(),
            policy=policy,
            treatment=treatment,
            terms=terms_of(self._declared, policy, key, draft.type),
            rules=self._runtime.rules,
        )
        aimless = any(found.code == "nothing_to_retract" for found in extra)
        verdict = Verdict.of(extra if aimless else extra + judgement.verdict.trace)
        if treatment.verifier:
            verdict = vouched(verdict, draft, judgement.citations)
        judgement = msgspec.structs.replace(judgement, verdict=verdict)
        if policy.mode == "shadow":
            judgement = in_shadow(draft, judgement, analyses)
        return Proposal(id=draft.id or proposal_id, draft=draft, verdict=judgement.verdict), judgement

    def refused(self, proposal: Proposal, judgement: Judgement, expected_version: int | None = None) -> Item:
        """A proposal that was not admitted, with all that explains it, and what a confirmation needs."""
        name, seal = proposal.key.name, self._runtime.seal
        return Item(
            name=name,
            sealed=seal(self._refusal(proposal, judgement, expected_version)),
            name_body=seal(KeyBody(name)),
            verdict=proposal.verdict,
        )

    def admitted(
        self,
        proposal: Proposal,
        judgement: Judgement,
        source: Source,
        *,
        authority: float,
        many: bool,
        expected_version: int | None,
        value: bytes,
    ) -> Item:
        """An admitted proposal as numbers. ``source`` is the stored source of its first evidence.

        ``authority`` is that of the weakest of its sources: nobody gains any by citing one more.
        """
        draft, seal = proposal.draft, self._runtime.seal
        citations = tuple(citation for citation in judgement.citations if citation is not None)
        nu = end_to_micros(draft.observed_at)
        return Item(
            name=draft.key.name,
            sealed=seal(_belief_body(proposal, citations, value)),
            name_body=seal(KeyBody(draft.key.name)),
            verdict=proposal.verdict,
            nu=nu,
            vf=nu if draft.valid_from is None else to_micros(draft.valid_from),
            vt=end_to_micros(draft.valid_to),
            source_at=to_micros(source.at),
            source_ordinal=source.ordinal,
            type=_stored_type(draft),
            authority=round(authority * 1000),
            source_ids=tuple(dict.fromkeys(citation.source_id for citation in citations)),
            parents=tuple(where for where in map(place_of, draft.derived_from) if where is not None),
            vhash=value_hash(self._runtime.digest_key, value) if many else None,
            expected_version=expected_version,
        )

    def _refusal(self, proposal: Proposal, judgement: Judgement, expected_version: int | None) -> RefusalBody:
        draft, waits = proposal.draft, proposal.verdict.decision is Decision.QUARANTINE
        pairs = list(zip(draft.evidence, judgement.citations, strict=True))
        missing = [piece for piece, found in pairs if found is None][: self._runtime.policy.evidence_limit]
        quotes = tuple((piece.source.id, _quoted(piece)) for piece in missing)
        citations = tuple(found for _, found in pairs if found is not None)
        mark = refusal_mark(self._principal, proposal, citations, quotes, expected_version)
        return RefusalBody(
            name=draft.key.name,
            value=draft.canonical if waits else _shortened(draft, self._runtime.policy.value_limit),
            type=draft.type,
            citations=citations,
            quotes=quotes,
            verdict=proposal.verdict,
            proposal=proposal.id,
            fingerprint=fingerprint(self._runtime.digest_key, *mark),
            observed_at=_micros(draft.observed_at),
            retracts=draft.retracts,
            confidence=draft.confidence,
            valid_from=_micros(draft.valid_from),
            valid_to=_micros(draft.valid_to),
            derived_from=draft.derived_from,
            expected_version=expected_version,
            given=draft.id is not None,
            stated=draft.stated,
        )


def refusal_mark(
    principal: str,
    proposal: Proposal,
    citations: tuple[Citation, ...],
    quotes: tuple[tuple[str, str], ...],
    expected_version: int | None = None,
) -> tuple[object, ...]:
    """What identical refusals have in common. What would be admitted otherwise waits by itself."""
    draft, verdict = proposal.draft, proposal.verdict
    name, codes = draft.key.name, verdict.reasons
    parts = (principal, name, draft.canonical, citations, quotes, codes, draft.type, draft.retracts)
    if verdict.decision is not Decision.QUARANTINE:
        return parts
    times = (_micros(draft.observed_at), _micros(draft.valid_from), _micros(draft.valid_to))
    return (*parts, times, draft.confidence, draft.derived_from, expected_version, draft.id)


def _micros(moment: datetime | None) -> int | None:
    return None if moment is None else to_micros(moment)


def _belief_body(proposal: Proposal, citations: tuple[Citation, ...], value: bytes) -> BeliefBody:
    draft = proposal.draft
    return BeliefBody(
        name=draft.key.name,
        value=value,
        citations=citations,
        confidence=draft.confidence,
        trace=tuple(map(_kept, proposal.verdict.trace)),
        derived_from=draft.derived_from,
        proposal=draft.id,
        type=_stored_type(draft),
    )


def _kept(finding: Finding) -> Finding | str:
    """A finding as a belief keeps it: of a rule that passed in silence, the name."""
    silent = finding.decision is Decision.ADMIT and not (finding.detail or finding.spans or finding.code)
    return finding.rule if silent else finding


def _stored_type(draft: Draft) -> BeliefType:
    return BeliefType.RETRACTION if draft.retracts else BeliefType[draft.type.upper()]


def _shortened(draft: Draft, limit: int) -> bytes:
    """A refused value as it is kept: of one over the limit, its beginning as text."""
    if len(draft.canonical) <= limit:
        return draft.canonical
    written = draft.value.encode() if isinstance(draft.value, str) else draft.canonical
    return canonical(written[:QUOTE_LIMIT].decode("utf-8", "ignore") + "…")


def _quoted(piece: Evidence) -> str:
    """What was given as evidence, as text that any storage can carry."""
    shown: object = piece.quote if piece.pointer is None else piece.pointer
    if shown is None:
        return f"{brief(piece.start)}:{brief(piece.end)}"
    text = shown[:QUOTE_LIMIT] if type(shown) is str else brief(shown)
    return text.encode("utf-8", "backslashreplace").decode()[:QUOTE_LIMIT]
