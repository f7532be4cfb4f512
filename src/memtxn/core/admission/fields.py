"""Rule 1, fields: the proposal is complete, says something, and keeps within the limits."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.reasons import reject
from memtxn.model.verdict import Finding

NAME = "fields"
_PASSED = Finding(NAME)


class Fields:
    """Key, evidence, time of observation and value are there; sizes are within the policy's limits.

    That the parts of the key are text and not blank is `Key.of`'s promise. No later rule runs when this one
    refuses.
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``too_large``, ``missing_field`` or ``empty_value``, the first that applies."""
        problem = _oversize(case) or _missing(case) or _empty(case)
        return reject(NAME, *problem) if problem else _PASSED


def _oversize(case: Case) -> tuple[str, str] | None:
    size, count = len(case.draft.canonical), len(case.draft.evidence)
    if size > case.policy.value_limit:
        return "too_large", f"the value has {size} bytes; the limit is {case.policy.value_limit}"
    if count > case.policy.evidence_limit:
        return "too_large", f"there are {count} pieces of evidence; the limit is {case.policy.evidence_limit}"
    return None


def _missing(case: Case) -> tuple[str, str] | None:
    if not case.draft.evidence:
        return "missing_field", "evidence is missing"
    if case.draft.observed_at is None:
        return "missing_field", "observed_at is missing"
    return None


def _empty(case: Case) -> tuple[str, str] | None:
    retraction = case.draft.retracts and case.draft.value is None
    if case.pattern.units or retraction:
        return None
    return "empty_value", "the value says nothing"
