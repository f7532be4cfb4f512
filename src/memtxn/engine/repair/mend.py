"""Mend: from what falls and stands again to the record of effects that makes it so.

What shows again must not break a constraint: what would is put aside, and waits (P12). So a revocation always
succeeds.
"""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.core.admission.reasons import quarantine
from memtxn.core.constraints import Broken, broken
from memtxn.core.lifecycle import reachable
from memtxn.core.plan import plan_commit, request_of
from memtxn.core.proof import fingerprint
from memtxn.core.repair import KeyState, mended, untaken
from memtxn.core.workspace import CommitPlan, Item, Refusal, Replan, Sealed, Workspace
from memtxn.engine.constraints import Looking, violation_of
from memtxn.engine.repair.graph import SOURCE, Stored
from memtxn.engine.repair.intent import Change, Intent, untaken_of
from memtxn.engine.repair.target import Target
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import Unreadable
from memtxn.model.belief import TYPE_NAMES, BeliefType, State
from memtxn.model.constraint import IMMUTABLE, Predicate, Violation
from memtxn.model.record import (
    DEFAULT_PRINCIPAL,
    BeliefOp,
    ConstraintBody,
    ContextBody,
    KeyBody,
    Kind,
    RefusalBody,
    RepairBody,
    StateOp,
    SuspectOp,
    public_id,
)
from memtxn.model.rows import KeyRequest, View, ViewRequest
from memtxn.model.time import FOREVER
from memtxn.model.verdict import Verdict
from memtxn.ports.storage import LATEST

ASIDE = {
    "derived_from_revoked": "what it was derived from is no longer believed",
    "constraint_on_fallback": "it would show again and break a constraint",
}
"""Why something is put aside, with what a finding says of it."""


class Asking(Looking):
    """What constraints ask of the storage. A check whose function is not known here is taken to fail."""

    def predicate(self, check: ConstraintBody) -> Predicate:
        """The function of a check; one that fails when it is not known."""
        known = self._ledger.checks.get(check.name, {}).get(check)
        return known or (lambda _beliefs: "its function is not known to this store")


class Mending:
    """The making of one record of repair on one moment of the storage."""

    def __init__(
        self,
        runtime: Runtime,
        ledger: Ledger,
        graph: Stored,
        target: Target,
        kind: Kind,
        principal: str,
        guard: int = 0,
    ) -> None:
        self.runtime, self.ledger, self.graph, self.target = runtime, ledger, graph, target
        self.kind, self.principal, self.guard = kind, principal, guard
        self.reader, self.mem = graph.reader, graph.mem
        self.keys: dict[str, KeyState] = {}
        self.broken: tuple[Violation, ...] = ()
        self.made: CommitPlan | None = None
        self.look = Asking(runtime, ledger, self.reader, self.mem, graph.rules)

    def plan(self, intent: Intent, tx: bytes, cascade: str, at: int) -> CommitPlan:
        """The record, once nothing that it shows again breaks a constraint. ``intent`` grows by what it takes."""
        self._untake(intent)
        while True:
            workspace = self._workspace(intent, tx, cascade)
            view = self._view(workspace)
            plan = plan_commit(workspace, request_of(workspace), view, at)
            assert not isinstance(plan, Refusal)
            blamed = self._blamed(plan, intent)
            if not blamed:
                self.made = plan
                return plan
            intent.changes |= blamed
            for bid in blamed:
                intent.marks.pop(bid, None)

    def key(self, name: str) -> KeyState:
        """A key as it stands; read once."""
        if name not in self.keys:
            (known,) = self.reader.view(self.mem, ViewRequest(b"", None, (KeyRequest(name),)), LATEST).keys
            rules = self.graph.rules
            self.keys[name] = KeyState(
                name,
                tuple(self.reader.steps(self.mem, name, LATEST)),
                known.ver,
                tuple(self.reader.versions(self.mem, name, LATEST)),
                {row.bid: row.slot for row in self.reader.refiled(self.mem, name)},
                rules.many(name),
                rules.protected(name),
            )
        return self.keys[name]

    # -- what falls back ------------------------------------------------------------------------------

    def _untake(self, intent: Intent) -> None:
        """What a retraction had ended that falls is no longer retracted."""
        for name, ended in untaken_of(self.graph, intent).items():
            states = {bid: change.state for bid, change in intent.changes.items()}
            for bid, state in untaken(self.key(name), ended, states, {seq for _, seq in ended}).items():
                bond = self.graph.bond(bid)
                assert bond is not None
                intent.changes[bid] = Change(bond, state, "restored")

    def _blamed(self, plan: CommitPlan, intent: Intent) -> dict[int, Change]:
        """What has to be put aside so that the constraints hold; of two that clash the first that is found."""
        constraints = [one for one in self.graph.rules.constraints if one.body.sort != IMMUTABLE]
        if not constraints or not plan.replans:
            return {}
        found: dict[int, Change] = {}
        left: list[Broken] = []
        for fault in broken(plan, constraints, self.look):
            bid = _to_blame(fault, plan)
            bond = self.graph.bond(bid) if bid else None
            if bond is None or (
                bid in intent.changes and intent.changes[bid].because == "constraint_on_fallback"
            ):
                left.append(fault)
            elif bid not in found and not any(row in found for row in fault.rows):
                found[bid] = Change(bond, State.QUARANTINED, "constraint_on_fallback")
        self.broken = tuple(map(violation_of, left))
        return found

    # -- the record -----------------------------------------------------------------------------------

    def _view(self, workspace: Workspace) -> View:
        return self.reader.view(self.mem, request_of(workspace), LATEST)

    def _workspace(self, intent: Intent, tx: bytes, cascade: str) -> Workspace:
        states = {bid: change.state for bid, change in intent.changes.items()}
        head = self.reader.head(self.mem)
        return Workspace(
            tx=tx,
            instant=self.runtime.now(),
            policy=self.runtime.policy_fingerprint,
            context=self._context(),
            kind=self.kind,
            items=tuple(self._waiting(change, tx) for change in intent.changes.values() if _waits(change)),
            since=head.seq,
            declared=head.declared,
            rules=self.graph.rules,
            replans=self._replans(intent, states),
            patience=self.runtime.policy.quarantine_expiry,
            settled=tuple(intent.settled.values()),
            repair=self._stated(intent, cascade),
            states=tuple(self._states(intent)),
            marks=tuple(SuspectOp(bond.kid, bond.bid, mark) for bond, mark, _ in intent.marks.values()),
            reopened=tuple(intent.reopened),
            guard=self.guard,
        )

    def _context(self) -> Sealed | None:
        return None if self.principal == DEFAULT_PRINCIPAL else self.runtime.seal(ContextBody(self.principal))

    def _stated(self, intent: Intent, cascade: str) -> Sealed:
        """The text that says what this record does."""
        causes = [(bid, change.cause) for bid, change in intent.changes.items()]
        causes += [(bid, cause) for bid, (_, mark, cause) in intent.marks.items() if mark]
        return self.runtime.seal(RepairBody(self.target.id, self.target.sort, cascade, tuple(causes)))

    def _states(self, intent: Intent) -> list[StateOp]:
        ops = [StateOp(SOURCE, where, state) for where, state in intent.sources.items()]
        for bid, change in intent.changes.items():
            before = self.graph.state(change.bond.kid, bid)
            if before is not change.state:
                assert reachable(before, change.state), (before, change.state)
                ops.append(StateOp(change.bond.kid, bid, change.state))
        return ops

    def _replans(self, intent: Intent, states: dict[int, State]) -> tuple[Replan, ...]:
        names = dict.fromkeys(change.bond.name for change in intent.changes.values())
        found = (mended(self.key(name), states) for name in names)
        return tuple(one for one in found if one is not None)

    def _waiting(self, change: Change, tx: bytes) -> Item:
        """What is put aside as a proposal that waits; it cites and says what the belief did."""
        bond, op = change.bond, self.graph.op(change.bond.bid)
        if not isinstance(op, BeliefOp):
            raise Unreadable(f"belief {public_id(bond.bid)} is missing")
        body = self.graph.body(bond.bid)
        finding = quarantine("repair", change.because, ASIDE[change.because].capitalize())
        verdict = Verdict.of((finding, *body.verdict.trace))
        refusal = RefusalBody(
            name=bond.name,
            value=body.value,
            type=TYPE_NAMES[BeliefType.FACT if op.type is BeliefType.RETRACTION else op.type],
            citations=body.citations,
            quotes=(),
            verdict=verdict,
            proposal=public_id(bond.bid),
            fingerprint=fingerprint(self.runtime.digest_key, tx, bond.bid),
            observed_at=op.nu,
            retracts=op.type is BeliefType.RETRACTION,
            confidence=body.confidence,
            valid_from=op.vf,
            valid_to=None if op.vt == FOREVER else op.vt,
            derived_from=body.derived_from,
        )
        seal = self.runtime.seal
        return Item(name=bond.name, sealed=seal(refusal), name_body=seal(KeyBody(bond.name)), verdict=verdict)


def _waits(change: Change) -> bool:
    return change.state is State.QUARANTINED and change.because in ASIDE


def _to_blame(fault: Broken, plan: CommitPlan) -> int:
    """The belief without which a constraint would hold: what shows again, or what refers to what is gone."""
    if fault.shows:
        return fault.shows
    if fault.code == "still_referenced":
        return fault.rows[0] if fault.rows else 0
    if fault.code != "interval_overlaps":
        return 0
    came = _came(plan, fault.names)
    return next((row for row in fault.rows if row in came), came[-1] if came else 0)


def _came(plan: CommitPlan, names: Sequence[str]) -> list[int]:
    """What shows in these keys where it did not before, in the order in which it was recorded."""
    shown = (step.shown for one in plan.replans if one.name in names for step in one.come)
    return sorted({version.belief.bid for version in shown if version is not None})
