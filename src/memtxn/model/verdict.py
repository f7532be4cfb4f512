"""Verdict: what the admission rules said of one proposal, rule by rule."""

from __future__ import annotations

from enum import IntEnum

import msgspec


class Decision(IntEnum):
    """The three answers of a rule and of the whole gate. The greater one beats the smaller one."""

    ADMIT = 0
    QUARANTINE = 1
    REJECT = 2


class Finding(msgspec.Struct, frozen=True, array_like=True):
    """What one rule found: its decision, the reason code if it did not admit, and what it looked at.

    ``spans`` are (start, end) in characters of the cited source's original text; ``detail`` is a sentence
    that a person, or a model, can act on.
    """

    rule: str
    decision: Decision = Decision.ADMIT
    code: str = ""
    detail: str = ""
    spans: tuple[tuple[int, int], ...] = ()


class Verdict(msgspec.Struct, frozen=True, array_like=True):
    """The gate's answer: the decision, the codes of all rules that did not admit, and the trace of every rule."""

    decision: Decision
    trace: tuple[Finding, ...] = ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Reason codes, those of the deciding class first, each class in the order of the rules."""
        against = [finding for finding in self.trace if finding.decision is not Decision.ADMIT]
        against.sort(key=lambda finding: -finding.decision)
        return tuple(dict.fromkeys(finding.code for finding in against))

    @property
    def code(self) -> str:
        """The reason code that decided, or ``""`` when the proposal was admitted."""
        return self.reasons[0] if self.reasons else ""

    @staticmethod
    def of(trace: tuple[Finding, ...]) -> Verdict:
        """REJECT beats QUARANTINE beats ADMIT."""
        return Verdict(max((finding.decision for finding in trace), default=Decision.ADMIT), trace)
