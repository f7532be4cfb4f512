"""Case: one proposal with all that the rules may look at, and what a rule is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from memtxn.core.admission.analysis import Analysis, analyse_text
from memtxn.core.admission.locate import Located, locate
from memtxn.core.admission.normal import unseen
from memtxn.core.admission.patchtest import Excerpt, Range, align
from memtxn.core.admission.pattern import Pattern, pattern_of
from memtxn.core.admission.terms import NO_TERMS, Terms
from memtxn.model.codec import canonical
from memtxn.model.policy import Policy
from memtxn.model.proposal import Draft
from memtxn.model.provision import NO_TREATMENT, Treatment
from memtxn.model.verdict import Finding


class Support(msgspec.Struct, frozen=True):
    """How the evidence shows the value: which piece of it, and on which of its tokens.

    ``ranges`` are token ranges of the excerpt's analysis. A pointer to the very value has no excerpt.
    """

    evidence: int
    excerpt: Excerpt | None = None
    ranges: tuple[Range, ...] = ()


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules judge. Everything derived is worked out once, before the first rule.

    ``located`` belongs to the draft's evidence, in its order, up to the policy's limit. ``pattern`` has no
    units for a value that is too large. ``support`` is None when no piece of evidence shows the value.
    ``treatment`` is what the policy's provisions make of it, ``terms`` what was declared of its key.
    """

    draft: Draft
    analyses: Mapping[str, Analysis]
    now: int
    policy: Policy
    located: tuple[Located, ...]
    pattern: Pattern
    support: Support | None
    treatment: Treatment = NO_TREATMENT
    terms: Terms = NO_TERMS


class Rule(Protocol):
    """One condition of admission: its name, and what it finds in a case.

    A rule is pure and never raises; it admits what it has nothing to say about. A rule after ``fields`` may
    rely on what that one demands.
    """

    @property
    def name(self) -> str:
        """The name in traces and in the policy's fingerprint."""
        ...

    def judge(self, case: Case) -> Finding:
        """The finding, under the rule's own name."""
        ...


def case_of(
    draft: Draft,
    analyses: Mapping[str, Analysis],
    *,
    now: int,
    policy: Policy,
    treatment: Treatment = NO_TREATMENT,
    terms: Terms = NO_TERMS,
) -> Case:
    """The case of a draft: its evidence looked up, its value taken apart, the two aligned."""
    evidence = draft.evidence[: policy.evidence_limit]
    located = tuple(locate(one, analyses, limit=policy.source_limit) for one in evidence)
    pattern = pattern_of(draft.value) if len(draft.canonical) <= policy.value_limit else Pattern()
    return Case(
        draft=draft,
        analyses=analyses,
        now=now,
        policy=policy,
        located=located,
        pattern=pattern,
        support=_support(draft, located, pattern) if pattern.units else None,
        treatment=treatment,
        terms=terms,
    )


def _support(draft: Draft, located: tuple[Located, ...], pattern: Pattern) -> Support | None:
    """The first piece of evidence that shows the value."""
    for number, place in enumerate(located):
        if place.citation is None:
            continue
        if place.excerpt is None and canonical(place.pointed) == draft.canonical:
            return Support(number)
        excerpt = excerpt_of(place)
        ranges = align(pattern, excerpt) if excerpt and _nothing_unseen(pattern, place) else None
        if ranges is not None:
            return Support(number, excerpt, ranges)
    return None


def excerpt_of(place: Located) -> Excerpt | None:
    """The tokens that a true piece of evidence quotes; of a pointer, those of the text it points to."""
    if place.excerpt is None and isinstance(place.pointed, str):
        analysis = analyse_text(place.pointed)
        return Excerpt(analysis, 0, len(analysis.tokens.texts))
    return place.excerpt


def _nothing_unseen(pattern: Pattern, place: Located) -> bool:
    """Whether each unseen character of the value stands in the evidence too, in this order.

    They are no tokens; without this test a value could smuggle a hidden text (tags, variation selectors).
    """
    return not pattern.unseen or _is_subsequence(pattern.unseen, unseen_in(place))


def unseen_in(place: Located) -> str:
    """The unseen characters of a true piece of evidence."""
    if place.excerpt is not None and place.citation is not None:
        return place.excerpt.analysis.unseen(place.citation.start, place.citation.end)
    return unseen(place.pointed) if isinstance(place.pointed, str) else ""


def _is_subsequence(sought: str, text: str) -> bool:
    rest = iter(text)
    return all(character in rest for character in sought)
