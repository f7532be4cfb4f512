"""The gate: the ordered chain of rules, and its verdict on a proposal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from memtxn.core.admission import fields
from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.authority import Authority
from memtxn.core.admission.binding import Binding
from memtxn.core.admission.case import Case, Rule, case_of
from memtxn.core.admission.correction import Correction
from memtxn.core.admission.fields import Fields
from memtxn.core.admission.modality import Modality
from memtxn.core.admission.patch import Patch
from memtxn.core.admission.polarity import Polarity
from memtxn.core.admission.quantity import Quantity
from memtxn.core.admission.quote import Quote
from memtxn.core.admission.showing import Showing, Spoken
from memtxn.core.admission.splice import Splice
from memtxn.core.admission.tells import tells
from memtxn.core.admission.terms import NO_TERMS, Terms
from memtxn.core.admission.time import Time
from memtxn.core.admission.treated import treated
from memtxn.core.admission.verified import Verified
from memtxn.model.policy import Policy
from memtxn.model.proposal import Draft
from memtxn.model.provision import NO_TREATMENT, Treatment
from memtxn.model.source import Citation
from memtxn.model.verdict import Decision, Finding, Verdict

TEXT_RULES: tuple[Rule, ...] = (
    Patch(),
    Splice(),
    Polarity(),
    Modality(),
    Quantity(),
    Correction(),
    Binding(),
)
"""Those that are asked of each way in which the evidence shows the value: one way must pass them all."""

RULES: tuple[Rule, ...] = (Fields(), Time(), Quote(), *TEXT_RULES, Authority(), Verified())
"""The order. A new rule is one file and one entry here."""

RULE_NAMES: tuple[str, ...] = tuple(rule.name for rule in RULES)
"""What the policy's fingerprint is made with."""

_TEXT_NAMES = frozenset(rule.name for rule in TEXT_RULES)


class Judgement(msgspec.Struct, frozen=True):
    """The verdict, and for each piece of evidence where it stands (None: it does not)."""

    verdict: Verdict
    citations: tuple[Citation | None, ...]


def judge(
    draft: Draft,
    analyses: Mapping[str, Analysis],
    *,
    now: int,
    policy: Policy,
    treatment: Treatment = NO_TREATMENT,
    terms: Terms = NO_TERMS,
    rules: Sequence[Rule] = RULES,
) -> Judgement:
    """Judge a proposal on the analyses of its sources.

    ``analyses`` are by source id and hold only what is stored or staged; ``now`` is in microseconds; ``terms``
    are what was declared, ``treatment`` what the policy's provisions make of it. All rules run and each leaves
    its finding, except that nothing follows a ``fields`` rule that did not admit. REJECT beats QUARANTINE beats
    ADMIT; within a class the first in order gives the code. Deterministic, and near-linear in the texts.
    """
    case = case_of(draft, analyses, now=now, policy=policy, terms=terms, treatment=treatment)
    citations = [place.citation for place in case.located]
    missing = len(draft.evidence) - len(citations)
    return Judgement(Verdict.of(_trace(case, rules)), (*citations, *[None] * missing))


def _trace(case: Case, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    trace: list[Finding] = []
    text: list[Finding] | None = None
    for rule in rules:
        if rule.name in _TEXT_NAMES:
            if text is None:
                text = _text_findings(case, TEXT_RULES if rules is RULES else _text_rules(rules))
                trace += text
            continue
        finding = rule.judge(case)
        trace.append(treated(finding, case.treatment) if finding.code else finding)
        if finding.decision is not _ADMIT and finding.rule == fields.NAME:
            break
    return tuple(trace)


_ADMIT = Decision.ADMIT


def _text_rules(rules: Sequence[Rule]) -> Sequence[Rule]:
    return [rule for rule in rules if rule.name in _TEXT_NAMES]


def _text_findings(case: Case, rules: Sequence[Rule]) -> list[Finding]:
    """What the text rules find in the first showing that passes them all; if none does, in the nearest one."""
    best: list[Finding] = []
    least: tuple[Decision, int] | None = None
    for showing in case.showings():
        findings = _judged(case.shown(showing), rules)
        against = [one.decision for one in findings if one.decision is not _ADMIT and not one.waived]
        if not against:
            best = _denied(case, showing, rules) or findings
            break
        worst = (max(against), len(against))
        if least is None or worst < least:
            best, least = findings, worst
    return best or _judged(case, rules)


def _denied(case: Case, passed: Showing, rules: Sequence[Rule]) -> list[Finding]:
    """What is found where the value is denied in a clause that names the attribute; nothing if nowhere.

    A clause that passes and does not name it cannot outweigh that: "Iceland is cold. We do not deliver to
    Iceland.".
    """
    if not isinstance(passed, Spoken) or passed.match is not None or _is_all(case, passed):
        return []
    if tells(case, passed):
        return []
    denied: list[Finding] = []
    for showing in case.verbatim():
        if showing.sentence is passed.sentence or not tells(case, showing):
            continue
        findings = _judged(case.shown(showing), rules)
        if all(one.decision is _ADMIT for one in findings):
            return []
        if not denied and any(one.code == "negation_dropped" for one in findings):
            denied = findings
    return denied


def _is_all(case: Case, showing: Spoken) -> bool:
    """Whether the sentence of a value is all the evidence that there is."""
    excerpt, sentence = showing.excerpt, showing.sentence
    return len(case.located) == 1 and sentence.first <= excerpt.first and excerpt.last <= sentence.last


def _judged(case: Case, rules: Sequence[Rule]) -> list[Finding]:
    findings = [rule.judge(case) for rule in rules]
    treatment = case.treatment
    return [treated(finding, treatment) for finding in findings] if treatment.decisions else findings
