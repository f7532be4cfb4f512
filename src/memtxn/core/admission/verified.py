"""Rule 12, verifier: what a model said of the claim before the transaction, where policy wants to hear it.

An opinion can keep a proposal out, and it can let one in that the text rules would only have put aside. What a
rule refuses stays refused: a model that reads a text can be talked into anything by that text.
"""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.core.admission.case import Case
from memtxn.core.admission.reasons import SUPPORT, reject
from memtxn.model.opinion import Opinion, subject_of
from memtxn.model.proposal import Draft
from memtxn.model.source import Citation
from memtxn.model.verdict import Decision, Finding, Verdict, waived

NAME = "verifier"
_PASSED = Finding(NAME)

SURE = 0.8
"""From this score on "entailed" lets a proposal in."""
LIKELY = 0.5
"""From this score on "contradicted" keeps one out: a doubt weighs more than an assent."""

WAIVABLE = SUPPORT - {"quote_not_in_source"}
"""What an opinion may overrule. That a quote is true is nothing to have opinions on."""


class Verified:
    """The opinions that the proposal brings. Without any, and where policy admits no verifier, it is silent."""

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``not_entailed`` when a model reads there that the claim is not so."""
        draft = case.draft
        if not draft.opinions:
            return _PASSED
        if not case.treatment.verifier:
            return Finding(NAME, detail="Policy hears no verifier here: the opinion does not count.")
        opinions = _about(draft, [place.citation for place in case.located])
        against = [one for one in opinions if one.label == "contradicted" and one.score >= LIKELY]
        if against:
            return reject(NAME, "not_entailed", f"{_said(against[0])} that the source says otherwise")
        assent = _assent(opinions)
        if assent is not None:
            return Finding(NAME, detail=f"{_said(assent)} that the source says so.")
        told = "No opinion is sure enough." if opinions else "No opinion is about this claim."
        return Finding(NAME, detail=told)


def vouched(verdict: Verdict, draft: Draft, citations: Sequence[Citation | None]) -> Verdict:
    """The verdict with its quarantines of support overruled, if a model is sure that the claim is entailed.

    For proposals for which policy admits a verifier. A verdict with a refusal stays as it is.
    """
    assent = _assent(_about(draft, citations)) if verdict.decision is Decision.QUARANTINE else None
    if assent is None:
        return verdict
    return waived(verdict, WAIVABLE, by=f"{NAME}:{assent.model}")


def _about(draft: Draft, citations: Sequence[Citation | None]) -> list[Opinion]:
    """The opinions that are about this very claim, on one of these pieces of evidence."""
    asked = {subject_of(one, draft.key, draft.canonical, draft.type) for one in citations if one is not None}
    return [one for one in draft.opinions if one.subject in asked]


def _assent(opinions: Sequence[Opinion]) -> Opinion | None:
    """The surest model that assents."""
    sure = [one for one in opinions if one.label == "entailed" and one.score >= SURE]
    return max(sure, key=lambda one: one.score, default=None)


def _said(opinion: Opinion) -> str:
    return f"The model {opinion.model} is {opinion.score:.0%} sure"
