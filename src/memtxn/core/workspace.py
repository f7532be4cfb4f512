"""What a transaction wants, and what planning makes of it: the values that go in and out of `plan_commit`."""

from __future__ import annotations

import msgspec

from memtxn.core.proof import Element
from memtxn.core.rules import NO_RULES, Attribute, Rules
from memtxn.core.timeline import Step
from memtxn.model.belief import BeliefType
from memtxn.model.erase_record import EraseOp
from memtxn.model.key import Key
from memtxn.model.record import (
    Body,
    DeclarationBody,
    Kind,
    Outcome,
    Record,
    RefusalBody,
    SettleOp,
    StateOp,
    SuspectOp,
    TypeBody,
)
from memtxn.model.rows import BeliefRow, BodyRow, KeyChange, VersionRow
from memtxn.model.verdict import Decision, Verdict


class Sealed(msgspec.Struct, frozen=True):
    """A body ready to be written: salted, packed and committed to, before any lock is taken."""

    salt: bytes
    data: bytes
    commitment: bytes
    body: Body


class StagedSource(msgspec.Struct, frozen=True):
    """A source that was observed in the transaction."""

    id: str
    sealed: Sealed


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One judged proposal, as numbers. ``sealed`` is a BeliefBody, or a RefusalBody when it was not admitted.

    ``name_body`` is the sealed name of its key, written if this is the key's first use. ``parents`` are the
    places of beliefs that it was derived from. ``vhash`` is given for a many-valued attribute; ``refused_at``
    is the place of an earlier identical refusal, and ``lapsed`` says that this one neither waits any more nor
    was decided.
    """

    name: str
    sealed: Sealed
    name_body: Sealed
    verdict: Verdict
    nu: int = 0
    vf: int = 0
    vt: int = 0
    source_at: int = 0
    source_ordinal: int = 0
    type: BeliefType = BeliefType.FACT
    authority: int = 0
    source_ids: tuple[str, ...] = ()
    parents: tuple[int, ...] = ()
    vhash: bytes | None = None
    expected_version: int | None = None
    refused_at: int | None = None
    lapsed: bool = False

    @property
    def admitted(self) -> bool:
        """Whether the rules let it pass."""
        return self.verdict.decision is Decision.ADMIT

    @property
    def enters(self) -> bool:
        """Whether it comes to wait for somebody to confirm or deny it: unless it does so already, or did."""
        return self.verdict.decision is Decision.QUARANTINE and (self.refused_at is None or self.lapsed)

    @property
    def fingerprint(self) -> bytes:
        """The keyed hash that identical refusals share; empty for a belief."""
        return self.sealed.body.fingerprint if isinstance(self.sealed.body, RefusalBody) else b""


class Scan(msgspec.Struct, frozen=True):
    """A declared range: the keys whose names begin with ``prefix``, of one attribute if one is named."""

    prefix: str
    attribute: str | None = None

    def covers(self, name: str) -> bool:
        """Whether a key of that name belongs to the range."""
        if not name.startswith(self.prefix):
            return False
        return self.attribute is None or Key.from_name(name).attribute == self.attribute


class Claim(msgspec.Struct, frozen=True):
    """A belief that a constraint finds by a hash; ``rule`` is the record of the constraint (0: this one)."""

    kid: int
    bid: int
    hash: Sealed
    rule: int = 0


class Refiled(msgspec.Struct, frozen=True):
    """A belief that from now on belongs to a slot of its value."""

    bid: int
    slot: int
    hash: Sealed


class Replan(msgspec.Struct, frozen=True):
    """A key whose timeline another declaration changes: steps that no longer stand, and those that now do.

    ``ver`` is its version so far; the steps to come stand in order of (slot, vf).
    """

    name: str
    kid: int
    ver: int
    gone: tuple[Placed, ...]
    come: tuple[Placed, ...]
    refiled: tuple[Refiled, ...] = ()


class Placed(msgspec.Struct, frozen=True):
    """A step in its slot; ``s0`` is the record that opened it (0: one that is to come)."""

    slot: int
    vf: int
    shown: VersionRow | None
    s0: int = 0


class Workspace(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a transaction wants, prepared without a lock.

    ``instant`` is its own time, ``since`` the seq of its snapshot, ``reads`` the versions of the keys it relied
    on and ``scans`` the ranges. ``rules`` are the declarations of seq ``declared``, by which it judged.
    ``replans`` are the keys whose timelines another declaration changes, ``claims`` the beliefs that a new
    constraint of this record has to find. What is quarantined waits for ``patience`` microseconds; ``settled`` is
    what waited and does so no longer. ``repair`` says what this record undoes or revokes: ``states`` and
    ``marks`` are what becomes of beliefs and sources by it, ``reopened`` the places of proposals that wait again.
    ``under`` is the transaction that began the guard under which it was prepared, ``guard`` the number of its
    record.
    ``erased`` are the places of texts that go for good.
    """

    tx: bytes
    instant: int
    policy: bytes
    context: Sealed | None = None
    idem: bytes | None = None
    kind: Kind = Kind.COMMIT
    sources: tuple[StagedSource, ...] = ()
    items: tuple[Item, ...] = ()
    declarations: tuple[Sealed, ...] = ()
    reads: tuple[tuple[str, int], ...] = ()
    since: int = 0
    scans: tuple[Scan, ...] = ()
    declared: int = 0
    rules: Rules = NO_RULES
    replans: tuple[Replan, ...] = ()
    claims: tuple[Claim, ...] = ()
    patience: int = 0
    settled: tuple[SettleOp, ...] = ()
    repair: Sealed | None = None
    states: tuple[StateOp, ...] = ()
    marks: tuple[SuspectOp, ...] = ()
    reopened: tuple[int, ...] = ()
    under: bytes | None = None
    guard: int = 0
    erased: tuple[EraseOp, ...] = ()

    def attributes(self) -> set[Attribute]:
        """The attributes that it writes, has read or declares, as (entity type, attribute)."""
        keys = {Key.from_name(name) for name in self.names()}
        bodies = [sealed.body for sealed in self.declarations]
        declared = {(one.entity_type, one.attribute) for one in bodies if isinstance(one, DeclarationBody)}
        return declared | {(key.entity_type, key.attribute) for key in keys}

    def types(self) -> set[str]:
        """The entity types of which it declares something, or proposes something that was judged."""
        bodies = [sealed.body for sealed in self.declarations]
        declared = {body.entity_type for body in bodies if isinstance(body, TypeBody)}
        return declared | {Key.from_name(item.name).entity_type for item in self.items}

    def names(self) -> set[str]:
        """The names of the keys that it writes or has read."""
        return {name for name, _ in self.reads} | {item.name for item in self.items if item.admitted}


class Moved(msgspec.Struct, frozen=True):
    """What has changed since a transaction began: one key of each scanned range, and the declarations."""

    keys: tuple[KeyChange, ...] = ()
    rules: Rules | None = None
    """The rules as they now are; None: nothing was declared meanwhile."""


class Refusal(msgspec.Struct, frozen=True):
    """Why the transaction cannot be applied to what is there now: somebody changed what it relied on.

    The key ``name`` moved from version ``expected`` to ``actual``; or what ``declaration`` says was declared.
    """

    name: str = ""
    expected: int = 0
    actual: int = 0
    declaration: str = ""


class PlannedOutcome(msgspec.Struct, frozen=True):
    """What will become of one item; for a belief: its version, and the timeline of its slot afterwards."""

    item: Item
    outcome: Outcome
    version: VersionRow | None = None
    steps: tuple[Step, ...] = ()
    ver: int = 0

    @property
    def belief(self) -> BeliefRow | None:
        """The numbers of its version."""
        return self.version.belief if self.version else None


class PlannedLine(msgspec.Struct, frozen=True):
    """The timeline of a slot that a commit changes, from where it does so on: before, and afterwards."""

    name: str
    slot: int
    before: tuple[Step, ...]
    after: tuple[Step, ...]


class CommitPlan(msgspec.Struct, frozen=True):
    """A record and what goes with it; ``gone`` and ``come`` move the digest.

    ``lines`` are what its proposals change, ``replans`` what its declarations do.
    """

    record: Record
    bodies: tuple[BodyRow, ...]
    decoded: dict[int, Body]
    outcomes: tuple[PlannedOutcome, ...]
    gone: tuple[Element, ...]
    come: tuple[Element, ...]
    keys: int
    lines: tuple[PlannedLine, ...] = ()
    replans: tuple[Replan, ...] = ()
