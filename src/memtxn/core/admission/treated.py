"""Treated: what policy makes of a finding. It may weigh how the evidence bears a value out, and no more."""

from __future__ import annotations

import msgspec

from memtxn.core.admission.reasons import REASONS, SUPPORT
from memtxn.errors import InvalidInput
from memtxn.model.policy import Policy
from memtxn.model.provision import Treatment
from memtxn.model.verdict import BY_POLICY, Decision, Finding

GUARDS = frozenset(REASONS) - SUPPORT
"""Codes that no policy decides about: they keep whole what is stored, or say who may write it."""


def treated(finding: Finding, treatment: Treatment) -> Finding:
    """The finding as it counts: as its rule has it, unless a provision decides otherwise about its code."""
    if finding.decision is Decision.ADMIT or not treatment.decisions or finding.code not in SUPPORT:
        return finding
    decided = treatment.decisions.get(finding.code, finding.decision)
    if decided is Decision.ADMIT:
        return msgspec.structs.replace(finding, waived=BY_POLICY)
    return finding if decided is finding.decision else msgspec.structs.replace(finding, decision=decided)


def checked(policy: Policy) -> Policy:
    """The policy itself. Raises InvalidInput when a provision decides about a code that is not open to it."""
    for number, provision in enumerate(policy.provisions, 1):
        for code in provision.decisions:
            if code not in SUPPORT:
                problem = "counts under every policy" if code in GUARDS else "does not exist"
                raise InvalidInput(f"policy provisions: {number}: the code {code!r} {problem}")
    return policy
