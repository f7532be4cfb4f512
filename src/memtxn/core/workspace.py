"""What a transaction wants, and what planning makes of it: the values that go in and out of `plan_commit`."""

from __future__ import annotations

import msgspec

from memtxn.core.proof import Element
from memtxn.core.timeline import Step
from memtxn.model.belief import BeliefType
from memtxn.model.record import Body, Kind, Outcome, Record, RefusalBody
from memtxn.model.rows import BeliefRow, BodyRow
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
    is the place of an earlier identical refusal.
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

    @property
    def admitted(self) -> bool:
        """Whether the rules let it pass."""
        return self.verdict.decision is Decision.ADMIT

    @property
    def fingerprint(self) -> bytes:
        """The keyed hash that identical refusals share; empty for a belief."""
        return self.sealed.body.fingerprint if isinstance(self.sealed.body, RefusalBody) else b""


class Workspace(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a transaction wants, prepared without a lock.

    ``instant`` is its own time, ``reads`` the versions of the keys it relied on, ``scanned`` the seq that it
    scanned the memory at (None: it did not), ``declared`` the seq of the declarations that it knew.
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
    scanned: int | None = None
    declared: int = 0


class Refusal(msgspec.Struct, frozen=True):
    """Why the transaction cannot be applied to what is there now: somebody changed what it relied on.

    ``what`` is a key's name, or says in words what else has moved from ``expected`` to ``actual``.
    """

    what: str
    is_key: bool
    expected: int
    actual: int


class PlannedOutcome(msgspec.Struct, frozen=True):
    """What will become of one item; for a belief: its row, and the timeline of its slot afterwards."""

    item: Item
    outcome: Outcome
    belief: BeliefRow | None = None
    steps: tuple[Step, ...] = ()
    ver: int = 0


class CommitPlan(msgspec.Struct, frozen=True):
    """A record and what goes with it; ``gone`` and ``come`` move the digest."""

    record: Record
    bodies: tuple[BodyRow, ...]
    decoded: dict[int, Body]
    outcomes: tuple[PlannedOutcome, ...]
    gone: tuple[Element, ...]
    come: tuple[Element, ...]
    keys: int
