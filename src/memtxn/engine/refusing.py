"""Refusals as a transaction is told of them: by the gate before the commit, or by a constraint inside it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from memtxn.core.admission import Judgement, constraint_broken
from memtxn.core.constraints import Broken
from memtxn.engine.constraints import Violated, violation_of
from memtxn.engine.stage import Stager
from memtxn.engine.workbench import Bench
from memtxn.errors import ConstraintViolated, Rejected
from memtxn.model.constraint import Violation
from memtxn.model.exact import one_line
from memtxn.model.proposal import Proposal
from memtxn.model.receipt import ProposalOutcome
from memtxn.model.record import BeliefBody, Outcome
from memtxn.model.verdict import Decision, Verdict

_SENTENCE = 300
"""Characters of what a rule said that an error repeats."""


def rejected(tx_id: str, bench: Bench) -> Rejected:
    """The error for a transaction of which proposals were refused by the gate."""
    refused = [proposal for proposal, _ in bench.refused()]
    first = refused[0]
    detail = f"{first.key}: {', '.join(first.verdict.reasons)}"
    more = f" (and {len(refused) - 1} more)" if len(refused) > 1 else ""
    outcomes = [_refusal(proposal) for proposal in refused]
    return Rejected(detail + more, said=said(first.verdict), tx_id=tx_id, outcomes=outcomes)


def said(verdict: Verdict) -> str:
    """The sentence of the finding that decided: safe to print, and no longer than a message should be."""
    sentences = (one.detail for one in verdict.trace if one.counts and one.decision is verdict.decision)
    text = one_line(next(sentences, "")).rstrip(".")
    return text if len(text) <= _SENTENCE else f"{text[: _SENTENCE - 1]}…"


def violated(tx_id: str, bench: Bench, faults: Violated, *, may_read: bool) -> ConstraintViolated:
    """The error for one of which proposals were refused by a constraint.

    Whoever may not read is not told what stands against them.
    """
    refused = [_refusal(proposal) for proposal, _ in bench.refused()]
    told = violations_of(faults, may_read=may_read)
    return ConstraintViolated(tx_id=tx_id, outcomes=refused, violations=told)


def violations_of(faults: Violated, *, may_read: bool) -> list[Violation]:
    """What stands against what; to whoever may not read, only under which constraint."""
    told = [violation_of(fault) for fault in faults.faults]
    if may_read:
        return told
    return [Violation(constraint=one.constraint, code=one.code, detail=one.code) for one in told]


def refuse(bench: Bench, stager: Stager, faults: Violated, *, may_read: bool, rest_stands: bool) -> None:
    """Take proposals that would break a constraint for refused, each with a finding for each constraint.

    If the rest is to stand, only those which would break it whatever becomes of the others that are to blame.
    """
    numbers = _first(faults.faults) if rest_stands else {fault.item for fault in faults.faults}
    for number in sorted(numbers):
        mine = [fault for fault in faults.faults if fault.item == number]
        findings = tuple(
            constraint_broken(one.code, one.rule.body.name, one.detail if may_read else "it would not hold")
            for one in mine
        )
        proposal, body = bench.proposals[number], bench.items[number].sealed.body
        citations = body.citations if isinstance(body, BeliefBody) else ()
        verdict = Verdict.of(proposal.verdict.trace + findings)
        refused = msgspec.structs.replace(proposal, verdict=verdict)
        bench.refuse(number, refused, stager.refused(refused, Judgement(verdict, citations)))


def _first(faults: Sequence[Broken]) -> set[int]:
    """The proposals to refuse before the rest is judged anew: never none.

    A check that fails blames all, for it does not say which; else, of those that stand in each other's way, the
    last proposal goes.
    """
    blamed = {fault.item for fault in faults}
    alone = {fault.item for fault in faults if blamed.isdisjoint(fault.others)}
    checked = {fault.item for fault in faults if fault.code == "check_failed"}
    return alone or checked or {max(blamed)}


def _refusal(proposal: Proposal) -> ProposalOutcome:
    verdict = proposal.verdict
    outcome = Outcome.REJECT if verdict.decision is Decision.REJECT else Outcome.QUARANTINE
    return ProposalOutcome(outcome=outcome, reasons=verdict.reasons, verdict=verdict)
