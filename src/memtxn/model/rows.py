"""Rows: a memory as tables, the form in which a storage keeps and returns it.

The journal and its body rows are the authority. All other rows are folds: `core.fold` derives them from the
journal, and a storage may lose them all without losing anything.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from memtxn.model.belief import BeliefType, State
from memtxn.model.record import Record
from memtxn.model.time import FOREVER

BUCKETS = 32
"""Parts of the digest, each a 16-byte sum."""

TENANT_BITS = 40
"""A memory's number is ``tenant << 40 | n``."""


NAMELESS = "erased memory "
"""What the name of a memory that was erased begins with; its number follows. No name of a memory begins so."""


class MemoryRow(msgspec.Struct, frozen=True):
    """A memory: its number (tenant in the high bits), the salted commitment to its name, and the name."""

    mem: int
    salt: bytes
    name: str
    created: int

    @property
    def erased(self) -> bool:
        """Whether all of it was erased: its salt is then the link before its first record (`origin`)."""
        return self.name.startswith(NAMELESS)


class Head(msgspec.Struct, frozen=True):
    """Where a memory stands.

    The last record's seq, time and proofs, the digest of the open steps, the number of keys so far, the seq of
    the last declaration, and the guards that are open (`core.guards`).
    """

    seq: int
    at: int
    digest: bytes
    keys: int
    link: bytes
    tag: bytes
    declared: int
    guards: bytes = b""


class JournalRow(msgspec.Struct, frozen=True):
    """A record as stored: columns to look it up by, the canonical bytes, and its two proofs."""

    seq: int
    at: int
    tx: bytes
    idem: bytes | None
    data: bytes
    link: bytes
    tag: bytes


class BodyRow(msgspec.Struct, frozen=True):
    """A text that a record commits to, with the salt of its commitment."""

    ord: int
    salt: bytes
    data: bytes


# -- folds ---------------------------------------------------------------------------------------------


class KeyRow(msgspec.Struct, frozen=True):
    """The number of a key."""

    kid: int
    name: str


class BeliefRow(msgspec.Struct, frozen=True):
    """One version of a key, as numbers (see BeliefOp), with its commitment.

    ``vhash`` is a keyed hash of the canonical value, kept for attributes that were many-valued when it was
    recorded.
    """

    kid: int
    bid: int
    slot: int
    nu: int
    vf: int
    vt: int
    source_at: int
    source_ordinal: int
    type: BeliefType
    authority: int
    source: int
    commitment: bytes
    vhash: bytes | None = None


class StepRow(msgspec.Struct, frozen=True):
    """A step of the timeline: from valid time ``vf`` on ``bid`` is visible, as records ``[s0, s1)`` have it."""

    kid: int
    slot: int
    vf: int
    s0: int
    s1: int
    bid: int
    ver: int


class StateRow(msgspec.Struct, frozen=True):
    """The stored state of a belief from record ``seq`` on; a belief without such a row is admitted."""

    kid: int
    bid: int
    seq: int
    state: State


class EdgeRow(msgspec.Struct, frozen=True):
    """``child`` rests on ``parent`` (places)."""

    parent: int
    child: int


class SourceRow(msgspec.Struct, frozen=True):
    """Where the source of that content-derived id stands."""

    id: str
    place: int


class RefusalRow(msgspec.Struct, frozen=True):
    """A refused proposal: the name of its key, where it stands, and the keyed hash that repeats of it share."""

    fingerprint: bytes
    name: str
    place: int


class PendingRow(msgspec.Struct, frozen=True):
    """A quarantined proposal, by its place, that waits since record ``seq`` until ``expires``.

    Its codes and its proposer are not here: they decide what a confirmation waives and who may give it, so they
    are read from the journal alone.
    """

    place: int
    seq: int
    expires: int


class SettledRow(msgspec.Struct, frozen=True):
    """The proposal that waited since record ``since`` was settled by record ``seq``: what it became."""

    place: int
    since: int
    seq: int
    state: State


class DeclarationRow(msgspec.Struct, frozen=True):
    """What record ``seq`` declared of an attribute."""

    entity_type: str
    attribute: str
    seq: int
    many: bool


class ConstraintRow(msgspec.Struct, frozen=True):
    """What record ``seq`` said of the constraint of that name; ``unique``: no two keys may show one value."""

    name: str
    seq: int
    unique: bool
    dropped: bool


class RefileRow(msgspec.Struct, frozen=True):
    """A belief that was filed in slot 0 under no hash: when its key is many-valued, it belongs to this slot."""

    kid: int
    bid: int
    slot: int
    vhash: bytes


class ClaimRow(msgspec.Struct, frozen=True):
    """Under the constraint of record ``rule``, the belief is found by a keyed hash of its value."""

    rule: int
    hash: bytes
    kid: int
    bid: int


class SuspectRow(msgspec.Struct, frozen=True):
    """Whether a belief is suspect from record ``seq`` on; one without such a row is not."""

    kid: int
    bid: int
    seq: int
    suspect: bool


class ReadRow(msgspec.Struct, frozen=True):
    """Record ``seq`` relied on what the key showed: the key is in its read set. Of records from format 2 on."""

    kid: int
    seq: int


class ErasedRow(msgspec.Struct, frozen=True):
    """Record ``seq`` erased the body rows at the places from ``first`` to ``last`` (0: the memory's name)."""

    first: int
    last: int
    seq: int


FoldRow: TypeAlias = (
    KeyRow
    | BeliefRow
    | StepRow
    | StateRow
    | EdgeRow
    | SourceRow
    | RefusalRow
    | DeclarationRow
    | ConstraintRow
    | ClaimRow
    | RefileRow
    | PendingRow
    | SettledRow
    | SuspectRow
    | ReadRow
    | ErasedRow
)


class CloseRow(msgspec.Struct, frozen=True):
    """Instruction: the open step at (kid, slot, vf) opened by ``s0`` ends with record ``s1``."""

    kid: int
    slot: int
    vf: int
    s0: int
    s1: int


class FoldRows(msgspec.Struct, frozen=True):
    """All that one record changes in the folds: rows to insert, and steps to close."""

    keys: tuple[KeyRow, ...] = ()
    beliefs: tuple[BeliefRow, ...] = ()
    closed: tuple[CloseRow, ...] = ()
    steps: tuple[StepRow, ...] = ()
    states: tuple[StateRow, ...] = ()
    edges: tuple[EdgeRow, ...] = ()
    sources: tuple[SourceRow, ...] = ()
    refusals: tuple[RefusalRow, ...] = ()
    declarations: tuple[DeclarationRow, ...] = ()
    constraints: tuple[ConstraintRow, ...] = ()
    claims: tuple[ClaimRow, ...] = ()
    refiled: tuple[RefileRow, ...] = ()
    pending: tuple[PendingRow, ...] = ()
    settled: tuple[SettledRow, ...] = ()
    suspects: tuple[SuspectRow, ...] = ()
    reads: tuple[ReadRow, ...] = ()
    erased: tuple[ErasedRow, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """One record ready to be appended, with everything that is written together with it."""

    journal: JournalRow
    record: Record
    bodies: tuple[BodyRow, ...]
    fold: FoldRows
    head: Head


# -- what reads return ---------------------------------------------------------------------------------


class VersionRow(msgspec.Struct, frozen=True):
    """A version with its state as of the asked record, its transaction and recorded time, and its body.

    What was erased since is in that state as of every record. ``salt`` and ``data`` are None when the body row is
    missing.
    """

    belief: BeliefRow
    state: State
    tx: bytes
    at: int
    salt: bytes | None
    data: bytes | None
    suspect: bool = False


class VisibleRow(msgspec.Struct, frozen=True):
    """The version that a slot of a key shows (0: the only one), with the key's version, and the next step.

    Of the next step: its valid time (FOREVER: there is none) and what it shows (0: nothing).
    """

    name: str
    version: VersionRow
    ver: int
    next_vf: int = FOREVER
    next_bid: int = 0
    slot: int = 0


RECORDS_SHOWN = 64
"""Records that are handed out with a view at most."""

RECORD_SHOWN = 16_384
"""Bytes of such a record at most: those of very large transactions are not looked through with each commit."""


class StepView(msgspec.Struct, frozen=True):
    """An open step as `plan_commit` sees it: what it shows (None: nothing) and all that decides who wins."""

    vf: int
    s0: int
    shown: VersionRow | None


class ClaimView(msgspec.Struct, frozen=True):
    """A claiming belief where it is shown: from ``vf`` until the next step of its key and slot."""

    version: VersionRow
    vf: int
    until: int


class KeyChange(msgspec.Struct, frozen=True):
    """A key that has changed: its version as of the asked record (0: there was none), and the newest."""

    name: str
    before: int
    after: int


class KeyRequest(msgspec.Struct, frozen=True):
    """What a plan must know of a key: its version, and the open steps of the slot that it needs.

    The slot is the single one, or for a many-valued attribute the one that holds ``vhash``; its steps are
    wanted from ``since`` on (None: not at all).
    """

    name: str
    since: int | None = None
    vhash: bytes | None = None


class KeyView(msgspec.Struct, frozen=True):
    """What a plan knows of a key and slot.

    ``kid`` is 0 for an unknown key; ``slot`` is None for a value that a many-valued key does not hold yet.
    ``steps`` are in order of ``vf``; the first may begin before.
    """

    kid: int
    ver: int
    slot: int | None
    steps: tuple[StepView, ...] = ()


class ViewRequest(msgspec.Struct, frozen=True):
    """All that planning one transaction needs to know; answered in one query.

    ``records``: also what the journal says of the steps that are wanted, so that they can be compared with it.
    """

    tx: bytes
    idem: bytes | None
    keys: tuple[KeyRequest, ...] = ()
    sources: tuple[str, ...] = ()
    records: bool = False


class View(msgspec.Struct, frozen=True):
    """The answer to a ViewRequest: ``keys[i]`` answers ``request.keys[i]``.

    ``committed`` is the seq of the record that already holds this transaction or idempotency key. If they were
    asked for: ``newest`` are, for each key by its number whose steps are wanted and that is known, the newest
    records that wrote a step and a belief of it (0: none); ``records`` the bytes of these and of those that wrote
    the steps and what they show, of the newest `RECORDS_SHOWN`; None for what is over `RECORD_SHOWN` bytes.
    """

    head: Head
    committed: int | None
    keys: tuple[KeyView, ...] = ()
    sources: dict[str, int] = msgspec.field(default_factory=dict)
    newest: dict[int, tuple[int, int]] = msgspec.field(default_factory=dict)
    records: dict[int, bytes | None] = msgspec.field(default_factory=dict)
