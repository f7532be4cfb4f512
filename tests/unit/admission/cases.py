"""What the tests of the gate are made of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from memtxn.core.admission import RULES, Judgement, Rule, analyse, judge
from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.patchtest import Excerpt
from memtxn.model.codec import Json, canonical
from memtxn.model.key import Key
from memtxn.model.policy import Policy
from memtxn.model.proposal import Draft
from memtxn.model.source import Evidence, Source
from memtxn.model.time import to_micros
from memtxn.model.verdict import Finding

AT = datetime(2026, 11, 3, 10, 15, tzinfo=UTC)
NOW = to_micros(AT + timedelta(seconds=1))
POLICY = Policy()
UP_TO_PATCH = RULES[:4]


def said(text: str, name: str = "s1") -> Source:
    return Source(id=name, speaker="alice", channel="user", at=AT, text=text)


def seen(value: Json, name: str = "s1") -> Source:
    return Source(id=name, speaker="build", channel="tool", at=AT, value=value)


def draft(value: Json, *evidence: Evidence, **changes: object) -> Draft:
    fields: dict[str, Any] = {
        "key": Key("Booking", "saturday", "party_size"),
        "value": value,
        "canonical": canonical(value),
        "evidence": evidence,
        "observed_at": AT,
        "valid_from": None,
        "valid_to": None,
        "confidence": 1.0,
        "type": "fact",
    }
    return Draft(**(fields | changes))


def judged(
    value: Json, *evidence: Evidence, policy: Policy = POLICY, rules: Sequence[Rule] = RULES, **changes: object
) -> Judgement:
    """The judgement when all the sources are observed."""
    analyses = {one.source.id: analyse(one.source) for one in evidence}
    return judge(draft(value, *evidence, **changes), analyses, now=NOW, policy=policy, rules=rules)


def code(value: Json, *evidence: Evidence, policy: Policy = POLICY, **changes: object) -> str:
    """The deciding reason code; "" for an admission."""
    return judged(value, *evidence, policy=policy, rules=RULES, **changes).verdict.code


def code_on(text: str, value: Json) -> str:
    """The reason code for a value with the whole text as evidence."""
    return code(value, said(text).span(0, len(text)))


def patched(value: Json, *evidence: Evidence) -> str:
    """The reason code that the rules up to ``patch`` give, when what stands around the value does not count."""
    return judged(value, *evidence, rules=UP_TO_PATCH).verdict.code


def patched_on(text: str, value: Json) -> str:
    """The same with the whole text as evidence."""
    return patched(value, said(text).span(0, len(text)))


def finding(judgement: Judgement, rule: str) -> Finding:
    return next(one for one in judgement.verdict.trace if one.rule == rule)


def excerpt(text: str) -> Excerpt:
    analysis = analyse_text(text)
    return Excerpt(analysis, 0, len(analysis.tokens.texts))
