"""Rule 11, authority: whether these sources may say this, as the provisions of the policy have it."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.reasons import reject
from memtxn.model.verdict import Finding

NAME = "authority"
_PASSED = Finding(NAME)

SELF_ATTESTED = "self_attested"
"""The code of a finding that admits: whoever makes the proposal has made a source of it too."""


class Authority:
    """Every cited source must be allowed to speak there, and be of the authority that is asked for.

    Every one: else a quote that is true and says nothing would lend its authority to another. Which of two
    beliefs wins is decided later, on the timeline.
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``permission_denied``, ``authority_too_low``."""
        asked, key = case.treatment, case.draft.key
        if not asked.allow:
            channels = ", ".join(asked.channels)
            problem = f"policy lets no source of channel {channels} speak of {key.entity_type}.{key.attribute}"
            return reject(NAME, "permission_denied", problem)
        if asked.weakest < asked.min_authority:
            problem = f"policy asks for authority {asked.min_authority:g}, and one source has {asked.weakest:g}"
            return reject(NAME, "authority_too_low", problem)
        if asked.self_attested:
            return Finding(NAME, code=SELF_ATTESTED, detail="Whoever proposes it has made its source too.")
        return _PASSED
