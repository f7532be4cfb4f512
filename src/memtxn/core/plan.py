"""plan_commit: what a transaction will change, decided purely.

It sees a workspace (what was proposed and judged) and a view (what the storage holds now), and answers with
effects or with a refusal. The engine only fetches the one and writes the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from memtxn.core import lifecycle
from memtxn.core.fold import op_of
from memtxn.core.proof import Element
from memtxn.core.rules import Rules
from memtxn.core.timeline import Step, Timeline, retracts, shown_at, whole_body
from memtxn.core.workspace import (
    CommitPlan,
    Item,
    Moved,
    PlannedLine,
    PlannedOutcome,
    Refusal,
    Replan,
    Sealed,
    StagedSource,
    Workspace,
)
from memtxn.errors import Unreadable
from memtxn.model.belief import State
from memtxn.model.effect import Phase
from memtxn.model.record import (
    FORMAT,
    ClaimOp,
    CloseOp,
    ConstrainOp,
    ConstraintBody,
    DecisionOp,
    DeclareOp,
    EdgeOp,
    GuardOp,
    KeyOp,
    Kind,
    Op,
    OpenOp,
    Outcome,
    PendOp,
    Record,
    RefileOp,
    SourceOp,
    StateOp,
    place,
)
from memtxn.model.rows import (
    BeliefRow,
    BodyRow,
    KeyRequest,
    KeyView,
    StepView,
    VersionRow,
    View,
    ViewRequest,
)
from memtxn.model.time import FOREVER
from memtxn.model.verdict import Decision

NOTHING_MOVED = Moved()

Claims: TypeAlias = Mapping[int, Sequence[tuple[int, Sealed]]]
NO_CLAIMS: Claims = {}


def request_of(workspace: Workspace) -> ViewRequest:
    """What must be known to plan a workspace."""
    since: dict[tuple[str, bytes | None], int | None] = {(name, None): None for name, _ in workspace.reads}
    for item in workspace.items:
        if item.admitted:
            known = since.get((item.name, item.vhash))
            since[item.name, item.vhash] = item.vf if known is None else min(known, item.vf)
    return ViewRequest(
        tx=workspace.tx,
        idem=workspace.idem,
        keys=tuple(KeyRequest(name, start, vhash) for (name, vhash), start in since.items()),
        sources=tuple(
            {source_id: None for item in workspace.items for source_id in item.source_ids}
            | {source.id: None for source in workspace.sources}
        ),
        records=True,
    )


def plan_commit(
    workspace: Workspace,
    request: ViewRequest,
    view: View,
    at: int,
    moved: Moved = NOTHING_MOVED,
    claims: Claims = NO_CLAIMS,
) -> CommitPlan | Refusal:
    """The effects of a workspace on a view, recorded at ``at`` (microseconds, after the head's).

    ``claims`` are, for each item by its number, the rules that have to find its belief, with the hashes by which
    they do.
    """
    return _refusal(workspace, request, view, moved) or planned(workspace, request, view, at, claims)


def planned(
    workspace: Workspace, request: ViewRequest, view: View, at: int, claims: Claims = NO_CLAIMS
) -> CommitPlan:
    """The effects of a workspace whatever has changed since: what it would show."""
    return _Plan(workspace, request, view, at, claims).run()


def _refusal(workspace: Workspace, request: ViewRequest, view: View, moved: Moved) -> Refusal | None:
    """The first thing that the transaction relied on and that is no longer so.

    Keys that it did not rely on may have changed: what it proposes for them contends with what is there now.
    """
    versions = {wanted.name: known.ver for wanted, known in zip(request.keys, view.keys, strict=True)}
    expected = [(name, ver) for name, ver in workspace.reads]
    expected += [
        (item.name, item.expected_version)
        for item in workspace.items
        if item.admitted and item.expected_version is not None
    ]
    for name, version in expected:
        if versions[name] != version:
            return Refusal(name, version, versions[name])
    for change in moved.keys:
        return Refusal(change.name, change.before, change.after)
    if moved.rules is not None:
        return _redeclared(workspace, moved.rules)
    return None


def _redeclared(workspace: Workspace, rules: Rules) -> Refusal | None:
    """Another declaration of an attribute, or of an entity type, that the transaction has to do with."""
    before, now = workspace.rules, rules
    concerned = sorted(
        ".".join(one) for one in workspace.attributes() if before.attributes.get(one) != now.attributes.get(one)
    )
    concerned += sorted(one for one in workspace.types() if before.types.get(one) != now.types.get(one))
    return Refusal(declaration=concerned[0]) if concerned else None


class _Slot:
    """The timeline of one slot while it is being planned."""

    def __init__(self, kid: int, known: KeyView, slot: int, *, protected: bool) -> None:
        self.kid, self.slot, self.ver = kid, slot, known.ver
        self.before = known.steps
        self.line = Timeline([Step(step.vf, step.shown) for step in known.steps], protected=protected)
        self.steps: Sequence[Step] = self.line.steps

    def settle(self) -> None:
        """Nothing more contends: the steps are shared by all outcomes of the slot."""
        self.steps = tuple(self.line.steps)

    def planned(self, name: str) -> PlannedLine:
        """What the commit makes of it."""
        before = tuple(Step(step.vf, step.shown) for step in self.before)
        return PlannedLine(name, self.slot, before, tuple(self.steps))

    def changes(self) -> tuple[list[StepView], list[Step]]:
        """The steps that no longer stand, and those that now do."""
        old = {(step.vf, _bid(step.shown)) for step in self.before}
        new = {(step.vf, _bid(step.shown)) for step in self.steps}
        gone = [step for step in self.before if (step.vf, _bid(step.shown)) not in new]
        return gone, [step for step in self.steps if (step.vf, _bid(step.shown)) not in old]


class _Plan:
    """The state of one planning."""

    def __init__(self, workspace: Workspace, request: ViewRequest, view: View, at: int, claims: Claims) -> None:
        self.workspace, self.view, self.at, self.claims = workspace, view, at, claims
        self.seq = view.head.seq + 1
        self.known = {
            (wanted.name, wanted.vhash): found for wanted, found in zip(request.keys, view.keys, strict=True)
        }
        self.kids = {wanted.name: found.kid for wanted, found in zip(request.keys, view.keys, strict=True)}
        self.keys = view.head.keys
        self.slots: dict[tuple[str, bytes | None], _Slot] = {}
        self.sealed: list[Sealed] = []
        self.ops: list[Op] = []
        self.sources = dict(view.sources)
        self.vers: dict[str, int] = {}
        self.ended: set[int] = set()
        self.refusals: dict[bytes, int] = {}

    def run(self) -> CommitPlan:
        context = self.write(self.workspace.context) if self.workspace.context else -1
        if self.workspace.guard:
            self.ops.append(GuardOp(Phase.UNDER, self.workspace.guard))
        for source in self.workspace.sources:
            self.source(source)
        outcomes = [self.item(number, item) for number, item in enumerate(self.workspace.items)]
        self.ops += self.workspace.settled
        self.repaired()
        self.ops += [self.stated(sealed) for sealed in self.workspace.declarations]
        for claim in self.workspace.claims:
            self.claim(claim.rule or self.seq, claim.kid, claim.bid, claim.hash)
        gone, come = self.steps()
        for replan in self.workspace.replans:
            self.replanned(replan, gone, come)
        return CommitPlan(
            record=self.record(context),
            bodies=tuple(BodyRow(ord_, seal.salt, seal.data) for ord_, seal in enumerate(self.sealed)),
            decoded={ord_: seal.body for ord_, seal in enumerate(self.sealed)},
            outcomes=tuple(self.settled(outcome) for outcome in outcomes),
            gone=tuple(gone),
            come=tuple(come),
            keys=self.keys,
            lines=tuple(slot.planned(name) for (name, _), slot in self.slots.items()),
            replans=self.workspace.replans,
        )

    def repaired(self) -> None:
        """What is undone or revoked: a body that says so, and what becomes of beliefs and of what waited."""
        wanted = self.workspace
        if wanted.repair is not None:
            self.write(wanted.repair)
        self.ops += [*wanted.states, *wanted.marks, *wanted.erased]
        self.ops += [PendOp(where, min(self.at + wanted.patience, FOREVER)) for where in wanted.reopened]

    def stated(self, sealed: Sealed) -> Op:
        """The effect of a declaration or of a constraint."""
        ord_ = self.write(sealed)
        return ConstrainOp(ord_) if isinstance(sealed.body, ConstraintBody) else DeclareOp(ord_)

    def claim(self, rule: int, kid: int, bid: int, hash_: Sealed) -> None:
        """Let a constraint find a belief."""
        self.ops.append(ClaimOp(rule, kid, bid, self.write(hash_)))

    def replanned(self, replan: Replan, gone: list[Element], come: list[Element]) -> None:
        """Put the timeline that another declaration gives a key in place of the one it had."""
        kid, ver = replan.kid, replan.ver + 1
        self.ops += [RefileOp(kid, one.bid, one.slot, self.write(one.hash)) for one in replan.refiled]
        self.ops += [CloseOp(kid, step.slot, step.vf, step.s0) for step in replan.gone]
        self.ops += [OpenOp(kid, step.slot, step.vf, _bid(step.shown), ver) for step in replan.come]
        gone += [_element(kid, step.slot, step.vf, step.shown) for step in replan.gone]
        come += [_element(kid, step.slot, step.vf, step.shown) for step in replan.come]

    def source(self, source: StagedSource) -> None:
        """Write a staged source unless the memory has it; a decision keeps it without observing it."""
        if source.id not in self.sources:
            ord_ = self.write(source.sealed)
            self.sources[source.id] = place(self.seq, ord_)
            if self.workspace.kind is Kind.COMMIT:
                self.ops.append(SourceOp(ord_))

    def item(self, number: int, item: Item) -> PlannedOutcome:
        return self.belief(number, item) if item.admitted else self.refused(item)

    def refused(self, item: Item) -> PlannedOutcome:
        outcome = Outcome.REJECT if item.verdict.decision is Decision.REJECT else Outcome.QUARANTINE
        where, first = (
            item.refused_at or self.refusals.get(item.fingerprint),
            item.fingerprint not in self.refusals,
        )
        if where is None:
            where = place(self.seq, self.write(item.sealed))
        self.refusals[item.fingerprint] = where
        self.ops.append(DecisionOp(where, outcome))
        if item.enters and first:
            self.ops.append(PendOp(where, min(self.at + self.workspace.patience, FOREVER)))
        return PlannedOutcome(item, outcome)

    def belief(self, number: int, item: Item) -> PlannedOutcome:
        """Give a new version its place, let it contend, and say what became of it."""
        ord_ = self.write(item.sealed)
        version = self.version(item, ord_)
        slot = self.slot(item, version.belief.bid)
        row = msgspec.structs.replace(version.belief, kid=slot.kid, slot=slot.slot)
        version = msgspec.structs.replace(version, belief=row)
        moment = max(self.workspace.instant, row.vf)
        prior, ended = shown_at(slot.steps, moment), shown_at(slot.steps, row.vf)
        slot.line.insert(version)
        outcome = _outcome(prior, shown_at(slot.steps, moment), version, moment)
        self.ops.append(op_of(row, ord_, outcome))
        self.ops += [EdgeOp(parent, row.bid) for parent in self.parents(item)]
        self.ops += self.retracted(ended, slot, version)
        for rule, hash_ in self.claims.get(number, ()):
            self.claim(rule, slot.kid, row.bid, hash_)
        return PlannedOutcome(item, outcome, version)

    def retracted(self, ended: VersionRow | None, slot: _Slot, version: VersionRow) -> list[Op]:
        """The change of state of the belief that a retraction ends; once in a record."""
        if not retracts(version) or ended is None or shown_at(slot.steps, version.belief.vf) is not None:
            return []
        if ended.belief.bid in self.ended:
            return []
        self.ended.add(ended.belief.bid)
        state = lifecycle.after(ended.state, lifecycle.Move.RETRACT)
        return [StateOp(slot.kid, ended.belief.bid, state)] if state else []

    def version(self, item: Item, ord_: int) -> VersionRow:
        source = self.source_at(item.source_ids[0])
        return version_of(item, place(self.seq, ord_), source, self.workspace.tx, self.at)

    def source_at(self, source_id: str) -> int:
        """The place of a cited source. Raises Unreadable when the memory has lost it."""
        if source_id not in self.sources:
            raise Unreadable(f"source {source_id} is missing")
        return self.sources[source_id]

    def slot(self, item: Item, bid: int) -> _Slot:
        """The slot that a new belief contends in; a new value of a many-valued key opens one of its own."""
        if (item.name, item.vhash) not in self.slots:
            known = self.known[item.name, item.vhash]
            slot = bid if known.slot is None else known.slot
            protected = self.workspace.rules.protected(item.name)
            self.slots[item.name, item.vhash] = _Slot(self.kid(item), known, slot, protected=protected)
        return self.slots[item.name, item.vhash]

    def kid(self, item: Item) -> int:
        """The number of the item's key, which is given out at its first use."""
        if not self.kids[item.name]:
            self.keys += 1
            self.kids[item.name] = self.keys
            self.ops.append(KeyOp(self.keys, self.write(item.name_body)))
        return self.kids[item.name]

    def parents(self, item: Item) -> tuple[int, ...]:
        return (*map(self.source_at, item.source_ids[1:]), *item.parents)

    def steps(self) -> tuple[list[Element], list[Element]]:
        """Close and open steps; return the elements of the digest that go and come."""
        gone: list[Element] = []
        come: list[Element] = []
        for (name, _), slot in self.slots.items():
            slot.settle()
            closed, opened = slot.changes()
            self.ops += [CloseOp(slot.kid, slot.slot, step.vf, step.s0) for step in closed]
            self.ops += [OpenOp(slot.kid, slot.slot, s.vf, _bid(s.shown), slot.ver + 1) for s in opened]
            gone += [_element(slot.kid, slot.slot, step.vf, step.shown) for step in closed]
            come += [_element(slot.kid, slot.slot, step.vf, step.shown) for step in opened]
            if opened:
                self.vers[name] = slot.ver + 1
        return gone, come

    def settled(self, outcome: PlannedOutcome) -> PlannedOutcome:
        """The outcome with the timeline and version that its key has in the end."""
        if outcome.version is None:
            return outcome
        slot = self.slots[outcome.item.name, outcome.item.vhash]
        ver = self.vers.get(outcome.item.name, slot.ver)
        return msgspec.structs.replace(outcome, steps=slot.steps, ver=ver)

    def record(self, context: int) -> Record:
        return Record(
            fmt=FORMAT,
            kind=self.workspace.kind,
            seq=self.seq,
            at=self.at,
            tx=self.workspace.tx,
            policy=self.workspace.policy,
            context=context,
            idem=self.workspace.idem,
            commitments=tuple(sealed.commitment for sealed in self.sealed),
            ops=tuple(self.ops),
            reads=tuple((self.kids[name], ver) for name, ver in self.workspace.reads if self.kids[name]),
        )

    def write(self, sealed: Sealed) -> int:
        """Take a body into the record; return its ord."""
        self.sealed.append(sealed)
        return len(self.sealed) - 1


def version_of(item: Item, bid: int, source: int, tx: bytes, at: int) -> VersionRow:
    """An item as the version of its key that it becomes, not yet filed under a key and slot."""
    row = BeliefRow(
        kid=0,
        bid=bid,
        slot=0,
        nu=item.nu,
        vf=item.vf,
        vt=item.vt,
        source_at=item.source_at,
        source_ordinal=item.source_ordinal,
        type=item.type,
        authority=item.authority,
        source=source,
        commitment=item.sealed.commitment,
        vhash=item.vhash,
    )
    return VersionRow(row, State.ADMITTED, tx, at, item.sealed.salt, item.sealed.data)


def _outcome(prior: VersionRow | None, later: VersionRow | None, version: VersionRow, moment: int) -> Outcome:
    """ADD, SUPERSEDE or NOOP, from what was shown before and is shown now.

    Judged at the transaction's instant, or when a scheduled fact begins.
    """
    if prior is None or moment >= version.belief.vt:
        return Outcome.ADD
    if not retracts(version) and _value(prior) == _value(version):
        return Outcome.NOOP
    return Outcome.ADD if later is not None and later.belief.bid == prior.belief.bid else Outcome.SUPERSEDE


def _value(version: VersionRow) -> bytes | None:
    body = whole_body(version)
    return None if body is None else body.value


def _bid(shown: VersionRow | None) -> int:
    return shown.belief.bid if shown else 0


def _element(kid: int, slot: int, vf: int, shown: VersionRow | None) -> Element:
    commitment = shown.belief.commitment if shown else b""
    return (kid, slot, vf, _bid(shown), commitment)
