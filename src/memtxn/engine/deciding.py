"""Deciding: somebody confirms or denies what waits, in a transaction of its own."""

from __future__ import annotations

import msgspec

from memtxn.core import lifecycle
from memtxn.core.admission import channel_not_allowed, confirmed, observed_later, quarantined_for, target_missing
from memtxn.core.lifecycle import Move
from memtxn.core.workspace import Workspace
from memtxn.engine.commit import commit
from memtxn.engine.conflicts import Session
from memtxn.engine.constraints import Violated
from memtxn.engine.desk import Desk
from memtxn.engine.explain import Library
from memtxn.engine.quarantine import Entry, waiting_entry
from memtxn.engine.refusing import said, violations_of
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.scopes import Scope, Scopes
from memtxn.engine.sight import Sight
from memtxn.engine.sources import KnownSources
from memtxn.engine.stage import Stager, draft_of_refusal
from memtxn.engine.workbench import Bench, Opening, Options
from memtxn.errors import Conflict, ConstraintViolated, OwnProposal, StillPending, Unreadable
from memtxn.model.belief import State
from memtxn.model.proposal import Draft, Proposal
from memtxn.model.receipt import ProposalOutcome, Receipt
from memtxn.model.record import Outcome, RefusalBody, SettleOp, locate, public_id
from memtxn.model.source import Source
from memtxn.model.time import to_micros
from memtxn.model.verdict import Decision, Finding, Verdict


class Deciding:
    """One decision of a principal about what waits: a transaction of its own."""

    def __init__(
        self, runtime: Runtime, ledger: Ledger, known: KnownSources, scopes: Scopes, opening: Opening, reason: str
    ) -> None:
        self._runtime, self._ledger, self._known, self._opening = runtime, ledger, known, opening
        self._principal, self._scopes, self._reason = scopes.principal, scopes, reason or None
        self._begin(risk=None)

    def _begin(self, risk: str | None) -> None:
        """With nothing staged. What is confirmed is judged and recorded at the risk at which it was proposed."""
        self._options = Options(
            scopes=self._scopes, label=self._reason, on_reject="abort", risk=risk, idempotency_key=None
        )
        self._bench = Bench(self._runtime, self._opening, self._options, self._runtime.ids(16))

    def deny(self, asked: object) -> Receipt:
        """Reject what waits. Raises: see `Memory.deny`."""
        with self._runtime.storage.read() as reader:
            entry = self._mine(Library(reader, self._ledger.mem(reader)), asked)
        return self._settle(entry, Move.DENY, self._bench.to_decide())

    def confirm(self, asked: object) -> Receipt:
        """Admit what waits, on today's rules. Raises: see `Memory.confirm`."""
        with self._runtime.storage.read() as reader:
            library = Library(reader, self._ledger.mem(reader))
            entry = self._mine(library, asked)
            body = _whole(entry)
            kept = library.kept(locate(entry.row.place)[0], _cited(body))
        self._begin(risk=entry.risk)
        for source, content in kept:
            if self._known.get(source.id) is None:
                self._bench.observe(source, content)
        sight = self._sight()
        desk = self._desk(sight)
        draft = draft_of_refusal(body, self._source)
        extra = self._against(sight, draft)
        proposal, judgement = desk.judged(draft, entry.id, extra)
        shown = quarantined_for(body.verdict)
        verdict = confirmed(proposal.verdict, shown, self._principal)
        if verdict.decision is not Decision.ADMIT:
            raise _still_pending(entry, proposal, verdict)
        admitted = msgspec.structs.replace(proposal, verdict=verdict)
        self._bench.add(admitted, desk.item(admitted, judgement, body.expected_version, draft.canonical))
        return self._settle(entry, Move.CONFIRM, self._bench.to_commit(sight.to_validate()))

    def _mine(self, library: Library, asked: object) -> Entry:
        """What waits, and is not this principal's own. Raises OwnProposal, and what `waiting_entry` raises."""
        entry = waiting_entry(library, asked, self._ledger.now())
        if entry.by is not None and entry.by.principal == self._principal:
            raise OwnProposal(principal=self._principal)
        return entry

    def _settle(self, entry: Entry, move: Move, workspace: Workspace) -> Receipt:
        """Commit, if it still waits then."""
        state = lifecycle.after(State.QUARANTINED, move)
        assert state is not None
        settled = (SettleOp(entry.row.place, entry.row.seq, state),)
        try:
            return commit(self._runtime, self._ledger, msgspec.structs.replace(workspace, settled=settled))
        except Conflict as conflict:
            if not self._options.scopes.allows(Scope.READ):
                conflict.relied_on = conflict.current = ()
            raise
        except Violated as faults:
            may_read = self._options.scopes.allows(Scope.READ)
            raise ConstraintViolated(violations=violations_of(faults, may_read=may_read)) from None

    def _against(self, sight: Sight, draft: Draft) -> tuple[Finding, ...]:
        """What stands against it besides the rules: it takes back what is gone, or may not be stated any more."""
        found = _taken_back(sight, draft) if draft.retracts else ()
        channels = {piece.source.channel for piece in draft.evidence} if draft.stated else set()
        forbidden = [one for one in sorted(channels) if not self._runtime.policy.may_state(one)]
        return (*found, *map(channel_not_allowed, forbidden))

    def _source(self, source_id: str) -> Source:
        known = self._bench.known.get(source_id) or self._known.get(source_id)
        if known is None:
            raise Unreadable(f"source {source_id} is missing or damaged")
        return known.source

    def _sight(self) -> Sight:
        return Sight(self._runtime, self._ledger, Session(), self._opening, self._options, self._bench)

    def _desk(self, sight: Sight) -> Desk:
        stager = Stager(
            self._runtime, self._ledger, self._principal, rules=self._opening.rules, risk=self._options.risk
        )
        return Desk(self._runtime, self._ledger, self._known, self._opening, stager, sight, self._bench)


def _whole(entry: Entry) -> RefusalBody:
    if entry.body is None or entry.by is None:
        where = public_id(entry.row.place)
        raise Unreadable(f"proposal {where} is damaged, or who proposed it, so that it can only be denied")
    return entry.body


def _cited(body: RefusalBody) -> frozenset[str]:
    """The ids of the sources that a proposal cites."""
    return frozenset(one.source_id for one in body.citations) | {source_id for source_id, _ in body.quotes}


def _taken_back(sight: Sight, draft: Draft) -> tuple[Finding, ...]:
    """What stands against a retraction by now."""
    target = sight.target(draft)
    if target is None:
        return (target_missing(draft.key),)
    early = draft.observed_at is not None and to_micros(draft.observed_at) < to_micros(target.observed_at)
    return (observed_later(draft.key),) if early else ()


def _still_pending(entry: Entry, proposal: Proposal, verdict: Verdict) -> StillPending:
    """The error that names what has come up besides what the confirmation waives."""
    against = tuple(dict.fromkeys(found.code for found in verdict.trace if found.counts))
    outcome = Outcome.REJECT if verdict.decision is Decision.REJECT else Outcome.QUARANTINE
    refused = ProposalOutcome(outcome=outcome, reasons=against, verdict=verdict)
    told = f"{public_id(entry.row.place)}, {proposal.key}: {', '.join(against)}"
    return StillPending(told, said=said(verdict), outcomes=[refused])
