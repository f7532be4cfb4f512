"""Judging cases: directly by the gate, or through a store as a caller would; and counting what came of it.

Both ways must say the same. The direct way needs no storage and is a hundred times as fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from memtxn.core.admission import Analysis, Rule, analyse, judge, not_as_declared
from memtxn.core.admission.cues.pack import Pack
from memtxn.core.admission.gate import RULES
from memtxn.core.admission.terms import NO_TERMS, Terms
from memtxn.engine.sources import Seen as Observed
from memtxn.engine.sources import source_of, text_body
from memtxn.engine.stage import Wish, draft_of
from memtxn.engine.store import Store
from memtxn.engine.terms import terms_of
from memtxn.model.key import Key
from memtxn.model.policy import Policy
from memtxn.model.proposal import Draft
from memtxn.model.source import Source
from memtxn.model.time import to_micros
from memtxn.model.verdict import Decision, Finding, Verdict
from memtxn.testkit.cases import WrittenCase, rules_of
from memtxn.testkit.dialogues import AFTER
from memtxn.testkit.fakes import FakeClock

DEFAULT_POLICY = Policy()
_UNQUOTED = "quote_not_in_source"


class Judged(msgspec.Struct, frozen=True):
    """A case and what the gate said of it."""

    case: WrittenCase
    admitted: bool
    verdict: Verdict

    @property
    def right(self) -> bool:
        """Whether it was judged as expected."""
        return self.admitted == self.case.admits

    @property
    def said(self) -> str:
        """The decision, with the code of a refusal."""
        return " ".join(filter(None, (self.verdict.decision.name, self.verdict.code)))


class Score(msgspec.Struct, frozen=True):
    """How many cases of a kind there are, and how many of them were judged as expected."""

    made: int
    right: int

    @property
    def share(self) -> float:
        """The share that was judged as expected; 1 of nothing."""
        return self.right / self.made if self.made else 1.0


def judged_directly(
    case: WrittenCase,
    *,
    policy: Policy = DEFAULT_POLICY,
    rules: Sequence[Rule] = RULES,
    packs: tuple[Pack, ...] = (),
) -> Judged:
    """Judge a case by the gate alone, just after its source was seen. ``packs`` are cues of one's own.

    Raises:
        InvalidInput: a text over a limit, or else what no transaction takes.
    """
    source = observed(case, policy)
    draft, declared = drafted(case, source), rules_of(case)
    extra = not_as_declared(draft.key, declared.declared_of(draft.key), draft.value)
    terms = terms_of(declared, policy, draft.key, draft.type)
    found = gate(draft, source, analyse(source, packs), terms=terms, policy=policy, rules=rules)
    verdict = Verdict.of(extra + found.trace)
    return Judged(case, verdict.decision is Decision.ADMIT, verdict)


def observed(case: WrittenCase, policy: Policy = DEFAULT_POLICY) -> Source:
    """The source of a case, as a transaction makes it. Raises InvalidInput."""
    seen = Observed(
        speaker=case.source.speaker,
        at=case.source.at,
        channel=case.source.channel,
        authority=None,
        ref=None,
        ordinal=0,
    )
    return source_of(text_body(case.source.text, seen, policy))


def drafted(case: WrittenCase, source: Source) -> Draft:
    """The proposal of a case, as a transaction makes it. Raises InvalidInput."""
    key, evidence = Key.of(case.key[:2], case.key[2]), source.quote(case.quote)
    return draft_of(Wish(key=key, value=case.value, evidence=evidence, type=case.type))


def gate(
    draft: Draft,
    source: Source,
    analysis: Analysis,
    *,
    terms: Terms = NO_TERMS,
    policy: Policy = DEFAULT_POLICY,
    rules: Sequence[Rule] = RULES,
) -> Verdict:
    """What the gate says of a draft, just after its source was seen: the one place that calls it."""
    key, now = draft.key, to_micros(source.at + AFTER)
    treatment = policy.treatment(source.channel, key.entity_type, key.attribute, draft.type)
    analyses = {source.id: analysis}
    return judge(draft, analyses, now=now, policy=policy, treatment=treatment, terms=terms, rules=rules).verdict


def judged_in(store: Store, clock: FakeClock, case: WrittenCase, *, place: str = "") -> Judged:
    """Judge a case through the public interface of a store that runs on this clock.

    ``place`` is the label of the memory, which must be empty; by default the case's id.

    Raises:
        InvalidInput: what no transaction takes. StorageError.
    """
    clock.set(case.source.at + AFTER)
    seen, memory = case.source, store.memory("audit", place or case.id)
    if case.declared:
        memory.declare(case.key[0], case.key[2], **case.declared)
    if case.declared_type:
        memory.declare_type(case.key[0], **case.declared_type)
    tx = memory.transaction(on_reject="skip")
    source = tx.observe(seen.text, speaker=seen.speaker, at=seen.at, channel=seen.channel)
    proposal = tx.propose(
        case.key[:2], case.key[2], case.value, evidence=source.quote(case.quote), type=case.type
    )
    tx.commit()
    return Judged(case, memory.get(case.key[:2], case.key[2]) is not None, proposal.verdict)


# -- counting --------------------------------------------------------------------------------------------


def scores(judged: Iterable[Judged], kind: Callable[[Judged], str]) -> dict[str, Score]:
    """The scores of each kind, in the order of their names."""
    made, right = Counter[str](), Counter[str]()
    for one in judged:
        made[kind(one)] += 1
        right[kind(one)] += one.right
    return {name: Score(made[name], right[name]) for name in sorted(made)}


def confusion(judged: Iterable[Judged]) -> dict[str, dict[str, int]]:
    """How often each code (``ADMIT``: none) answered what had to be admitted, and what had to be refused."""
    counts: dict[str, Counter[str]] = {}
    for one in judged:
        counts.setdefault(one.verdict.code or "ADMIT", Counter())[one.case.expect] += 1
    return {code: dict(counts[code]) for code in sorted(counts, key=lambda code: -counts[code].total())}


class Step(msgspec.Struct, frozen=True):
    """What one rule said: the words it looked at, and why."""

    rule: str
    decision: str
    code: str
    detail: str
    on: tuple[str, ...]


class Mistake(msgspec.Struct, frozen=True):
    """A case that was judged otherwise than expected, with all that a reader needs to see why."""

    id: str
    lang: str
    family: str
    speaker: str
    text: str
    quote: str
    key: tuple[str, str, str]
    value: Any
    type: str
    expected: str
    got: str
    code: str
    why: str
    trace: tuple[Step, ...]


class Audited(msgspec.Struct, frozen=True):
    """What came of cases: scores by language and by family, answers by code, and the mistakes.

    ``unquoted`` names the cases that had to be refused, and were because their quote does not stand in their
    source: perhaps it is mistyped, and nothing was learnt of what the case is about.
    """

    cases: int
    languages: dict[str, Score]
    families: dict[str, Score]
    confusion: dict[str, dict[str, int]]
    mistakes: tuple[Mistake, ...]
    unquoted: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every case was judged as expected."""
        return not self.mistakes


def audited(judged: Sequence[Judged]) -> Audited:
    """Count what came of cases."""
    return Audited(
        cases=len(judged),
        languages=scores(judged, lambda one: f"{one.case.lang or '-'} {one.case.expect}"),
        families=scores(judged, lambda one: f"{one.case.expect} {one.case.family or '-'}"),
        confusion=confusion(judged),
        mistakes=tuple(mistake(one) for one in judged if not one.right),
        unquoted=tuple(one.case.id for one in judged if one.right and one.verdict.code == _UNQUOTED),
    )


def mistake(one: Judged) -> Mistake:
    """A case as a mistake to read. Of its trace, the rules that said something."""
    case = one.case
    return Mistake(
        id=case.id,
        lang=case.lang,
        family=case.family,
        speaker=case.source.speaker,
        text=case.source.text,
        quote=case.quote,
        key=case.key,
        value=case.value,
        type=case.type,
        expected=case.expect,
        got=one.verdict.decision.name,
        code=one.verdict.code,
        why=case.why,
        trace=tuple(
            _step(finding, case.source.text)
            for finding in one.verdict.trace
            if finding.code or finding.detail or finding.spans
        ),
    )


def _step(finding: Finding, text: str) -> Step:
    on = tuple(text[start:end] for start, end in finding.spans)
    return Step(finding.rule, finding.decision.name, finding.code, finding.detail, on)
