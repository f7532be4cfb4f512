"""Verdict: what the admission rules said of one proposal, rule by rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum

import msgspec

from memtxn.model.exact import one_line

SHADOW = "shadow"
"""What the shadow policy overrules findings by."""
BY_VERIFIER = "verifier:"
"""How the name begins by which a model overrules them."""
BY_POLICY = "policy"
"""What a finding is waived by when a provision says that it does not count."""


class Decision(IntEnum):
    """The three answers of a rule and of the whole gate. The greater one beats the smaller one."""

    ADMIT = 0
    QUARANTINE = 1
    REJECT = 2


class Finding(msgspec.Struct, frozen=True, array_like=True):
    """What one rule found: its decision, the reason code if it did not admit, and what it looked at.

    ``spans`` are (start, end) in characters of the cited source's original text; ``detail`` is a sentence
    that a person, or a model, can act on. ``waived`` names what overruled the decision (``shadow``: the policy
    of that name; ``verifier:`` and a model; else the principal who confirmed it), and is empty when it counts.
    """

    rule: str
    decision: Decision = Decision.ADMIT
    code: str = ""
    detail: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    waived: str = ""

    @property
    def counts(self) -> bool:
        """Whether the finding stands against the proposal and was not overruled."""
        return self.decision is not Decision.ADMIT and not self.waived


class Verdict(msgspec.Struct, frozen=True, array_like=True):
    """The gate's answer: the decision, the codes of all rules that did not admit, and the trace of every rule.

    Findings that were overruled keep their codes: an admitted proposal with ``reasons`` is one that was let in
    all the same, and ``waived_by`` says by whom.
    """

    decision: Decision
    trace: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        against = (one for one in self.trace if one.code)
        told = ", ".join(f"{one.rule} {one.code}" + (" waived" if one.waived else "") for one in against)
        return f"<memtxn.Verdict {one_line(': '.join(filter(None, (self.decision.name, told))))}>"

    def __str__(self) -> str:
        return "\n".join(one_line(line) for line in (self.decision.name, *trace_lines(self.trace)))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Reason codes, those of the deciding class first, each class in the order of the rules."""
        against = [finding for finding in self.trace if finding.decision is not Decision.ADMIT]
        against.sort(key=lambda finding: -finding.decision)
        return tuple(dict.fromkeys(finding.code for finding in against))

    @property
    def waived_by(self) -> tuple[str, ...]:
        """Whatever overruled findings: the shadow policy, a verifier, or who confirmed the proposal."""
        return tuple(dict.fromkeys(finding.waived for finding in self.trace if finding.waived))

    @property
    def code(self) -> str:
        """The reason code that decided, or ``""`` when the proposal was admitted."""
        return self.reasons[0] if self.reasons and self.decision is not Decision.ADMIT else ""

    @staticmethod
    def of(trace: tuple[Finding, ...]) -> Verdict:
        """REJECT beats QUARANTINE beats ADMIT. What was overruled does not count."""
        admit = Decision.ADMIT
        counting = [one.decision for one in trace if one.decision is not admit and not one.waived]
        return Verdict(max(counting) if counting else admit, trace)


def waived(verdict: Verdict, codes: Collection[str], *, by: str) -> Verdict:
    """The verdict with its findings of these codes overruled."""
    return Verdict.of(
        tuple(
            msgspec.structs.replace(finding, waived=by) if finding.counts and finding.code in codes else finding
            for finding in verdict.trace
        )
    )


def trace_lines(trace: Sequence[Finding]) -> list[str]:
    """What the rules said, as lines: those that did not pass, those that tell how, and how many passed."""
    passed = sum(not finding.code for finding in trace)
    lines = [finding_line(finding) for finding in trace if finding.code or finding.detail]
    return [*lines, f"  {passed} {'rule' if passed == 1 else 'rules'} passed"] if trace else lines


def finding_line(finding: Finding) -> str:
    """What a rule said, as a line."""
    answer = f"{finding.decision.name} {finding.code}" if finding.code else "pass"
    if finding.waived:
        answer += f", {in_spite(finding.waived)}"
    detail = f": {finding.detail}" if finding.detail else ""
    return f"  rule         {finding.rule}: {answer}{detail}"


def in_spite(waived: str) -> str:
    """Who overruled a finding, in words."""
    if waived == SHADOW:
        return f"admitted all the same by the {waived} policy"
    if waived == BY_POLICY:
        return "admitted all the same by a provision of the policy"
    return f"{'overruled' if waived.startswith(BY_VERIFIER) else 'confirmed'} by {waived}"
