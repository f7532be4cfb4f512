"""Admission: what may become durable. Analyse a source once, then judge any number of proposals on it."""

from memtxn.core.admission.analysis import Analysis, analyse
from memtxn.core.admission.case import Case, Rule
from memtxn.core.admission.confirmed import confirmed, quarantined_for
from memtxn.core.admission.context import (
    channel_not_allowed,
    constraint_broken,
    not_as_declared,
    observed_later,
    parent_gone,
    parent_unknown,
    source_revoked,
    target_missing,
)
from memtxn.core.admission.gate import RULE_NAMES, RULES, Judgement, judge
from memtxn.core.admission.reasons import REASONS, SUPPORT
from memtxn.core.admission.shadow import in_shadow
from memtxn.core.admission.verified import vouched

__all__ = [
    "REASONS",
    "RULES",
    "RULE_NAMES",
    "SUPPORT",
    "Analysis",
    "Case",
    "Judgement",
    "Rule",
    "analyse",
    "channel_not_allowed",
    "confirmed",
    "constraint_broken",
    "in_shadow",
    "judge",
    "not_as_declared",
    "observed_later",
    "parent_gone",
    "parent_unknown",
    "quarantined_for",
    "source_revoked",
    "target_missing",
    "vouched",
]
