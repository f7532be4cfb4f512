"""Case: one proposal with all that the rules may look at, and what a rule is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.attribute import Attribute, attribute_of
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.governed import governing_cues
from memtxn.core.admission.locate import Located, locate
from memtxn.core.admission.pattern import Pattern, pattern_of
from memtxn.core.admission.showing import Showing, Spoken, showings, verbatim
from memtxn.core.admission.terms import NO_TERMS, Terms
from memtxn.model.policy import Policy
from memtxn.model.proposal import Draft
from memtxn.model.provision import NO_TREATMENT, Treatment
from memtxn.model.verdict import Finding


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules judge. Everything derived is worked out once, before the first rule.

    ``located`` belongs to the draft's evidence, in its order, up to the policy's limit. ``pattern`` has no
    units for a value that is too large. ``showing`` is how the evidence shows the value, the way that is being
    judged; None when no piece of evidence shows it. ``spoken`` is the same if it is one in words: what the rules
    of language look at. ``cues`` are those that govern the value there.
    """

    draft: Draft
    analyses: Mapping[str, Analysis]
    now: int
    policy: Policy
    located: tuple[Located, ...]
    pattern: Pattern
    terms: Terms = NO_TERMS
    treatment: Treatment = NO_TREATMENT
    attribute: Attribute
    showing: Showing | None = None
    spoken: Spoken | None = None
    cues: tuple[Mark, ...] = ()

    def showings(self) -> Iterator[Showing]:
        """The ways in which the evidence shows the value."""
        return showings(self.draft, self.located, self.pattern, self.terms)

    def verbatim(self) -> Iterator[Spoken]:
        """The places where the value stands word for word."""
        return verbatim(self.draft, self.located, self.pattern)

    def shown(self, showing: Showing) -> Case:
        """The case with one way in which the evidence shows the value."""
        if not isinstance(showing, Spoken):
            return msgspec.structs.replace(self, showing=showing)
        languages, packs = showing.sentence.grammar.languages, showing.analysis.packs
        attribute = attribute_of(self.draft.key.attribute, self.terms, languages, packs)
        cues = governing_cues(self.draft.key, attribute, showing, asks=self.asks)
        return msgspec.structs.replace(self, showing=showing, spoken=showing, attribute=attribute, cues=cues)

    @property
    def asks(self) -> bool:
        """Whether the value is what somebody asks for, not what somebody states."""
        return self.terms.speech_act == "request"


class Rule(Protocol):
    """One condition of admission: its name, and what it finds in a case.

    A rule is pure and never raises; it admits what it has nothing to say about. A rule after ``fields`` may
    rely on what that one demands. One that is in `gate.TEXT_RULES` is asked of each showing.
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
    terms: Terms = NO_TERMS,
    treatment: Treatment = NO_TREATMENT,
) -> Case:
    """The case of a draft: its evidence looked up, its value taken apart."""
    evidence = draft.evidence[: policy.evidence_limit]
    return Case(
        draft=draft,
        analyses=analyses,
        now=now,
        policy=policy,
        located=tuple([locate(one, analyses, limit=policy.source_limit) for one in evidence]),
        pattern=pattern_of(draft.value) if len(draft.canonical) <= policy.value_limit else Pattern(),
        terms=terms,
        treatment=treatment,
        attribute=attribute_of(draft.key.attribute, terms),
    )
