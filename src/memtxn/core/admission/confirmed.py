"""Confirming: somebody who saw what stands against a proposal lets it in all the same.

What they overrule is a quarantine that they were shown, and never a refusal: what has come up since stands.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from memtxn.model.verdict import BY_POLICY, BY_VERIFIER, SHADOW, Decision, Finding, Verdict


def quarantined_for(verdict: Verdict) -> tuple[str, ...]:
    """The codes for which a proposal was put aside, those included that something else had overruled."""
    codes = (found.code for found in verdict.trace if found.decision is Decision.QUARANTINE)
    return tuple(dict.fromkeys(codes))


def confirmed(verdict: Verdict, codes: Collection[str], principal: str) -> Verdict:
    """The verdict with its quarantines of these codes overruled by a principal."""
    name = waiver(principal)
    return Verdict.of(tuple(_waived(found, codes, name) for found in verdict.trace))


def waiver(principal: str) -> str:
    """The name under which a principal overrules: their own, unless that is what a policy or a model goes by."""
    taken = principal in (SHADOW, BY_POLICY) or principal.startswith(BY_VERIFIER)
    return f"principal {principal}" if taken else principal


def _waived(found: Finding, codes: Collection[str], by: str) -> Finding:
    counts = found.counts and found.decision is Decision.QUARANTINE and found.code in codes
    return msgspec.structs.replace(found, waived=by) if counts else found
