"""Refusals as a transaction is told of them: by the gate before the commit, or by a constraint inside it."""

from __future__ import annotations

import msgspec

from memtxn.core.admission import Judgement, constraint_broken
from memtxn.engine.constraints import Violated, violation_of
from memtxn.engine.stage import Stager
from memtxn.engine.workbench import Bench
from memtxn.errors import ConstraintViolated, Rejected
from memtxn.model.constraint import Violation
from memtxn.model.proposal import Proposal
from memtxn.model.receipt import ProposalOutcome
from memtxn.model.record import BeliefBody, Outcome
from memtxn.model.verdict import Decision, Verdict


def rejected(tx_id: str, bench: Bench) -> Rejected:
    """The error for a transaction of which proposals were refused by the gate."""
    refused = [proposal for proposal, _ in bench.refused()]
    first = refused[0]
    detail = f"{first.key}: {', '.join(first.verdict.reasons)}"
    more = f" (and {len(refused) - 1} more)" if len(refused) > 1 else ""
    return Rejected(detail + more, tx_id=tx_id, outcomes=[_refusal(proposal) for proposal in refused])


def violated(tx_id: str, bench: Bench, faults: Violated, *, may_read: bool) -> ConstraintViolated:
    """The error for one of which proposals were refused by a constraint.

    Whoever may not read is not told what stands against them.
    """
    refused = [_refusal(proposal) for proposal, _ in bench.refused()]
    told = [violation_of(fault) for fault in faults.faults]
    if not may_read:
        told = [Violation(constraint=one.constraint, code=one.code, detail=one.code) for one in told]
    return ConstraintViolated(tx_id=tx_id, outcomes=refused, violations=told)


def refuse(bench: Bench, stager: Stager, faults: Violated, *, may_read: bool) -> None:
    """Take the proposals that would break a constraint for refused, each with a finding for each constraint."""
    for number in sorted({fault.item for fault in faults.faults}):
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


def _refusal(proposal: Proposal) -> ProposalOutcome:
    verdict = proposal.verdict
    outcome = Outcome.REJECT if verdict.decision is Decision.REJECT else Outcome.QUARANTINE
    return ProposalOutcome(outcome=outcome, reasons=verdict.reasons, verdict=verdict)
