"""Rule 2, time: nobody observed the future, and an interval begins before it ends."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.reasons import reject
from memtxn.model.time import span_text, to_micros, utc_text
from memtxn.model.verdict import Finding

NAME = "time"
_PASSED = Finding(NAME)


class Time:
    """ν ≤ now + tolerance, and valid_from < valid_to when both are known (valid_from is ν unless given)."""

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``future_observation`` or ``bad_interval``, the first that applies."""
        draft = case.draft
        if draft.observed_at is None:  # the fields rule has refused it
            return _PASSED
        ahead = to_micros(draft.observed_at) - case.now
        if ahead > case.policy.future_tolerance:
            problem = f"the observation lies {span_text(ahead)} in the future"
            return reject(NAME, "future_observation", problem)
        begin = draft.valid_from or draft.observed_at
        if draft.valid_to is not None and to_micros(begin) >= to_micros(draft.valid_to):
            problem = f"the belief would hold from {utc_text(begin)} to {utc_text(draft.valid_to)}"
            return reject(NAME, "bad_interval", problem)
        return _PASSED
