"""Record: one line of the journal, the only authority. And the body rows that carry every text.

A record is a canonical MessagePack array of numbers, enums, keyed hashes and salted commitments: no text. It
carries *effects*, so folding it needs no rule, no clock and no policy. A text is a body row that the record
commits to and that an erasure can delete without breaking the chain.

A *place* is the number ``seq << 20 | ord`` of a body row: beliefs and sources are known by their place.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

import msgspec

from memtxn.errors import NewerFormat
from memtxn.model.amend_record import AmendOp, BaseOp
from memtxn.model.belief import BeliefType, State
from memtxn.model.codec import pack
from memtxn.model.effect import Part, Phase
from memtxn.model.erase_record import EraseBody, EraseOp
from memtxn.model.keyop import RekeyOp
from memtxn.model.source import Citation
from memtxn.model.time import FOREVER
from memtxn.model.verdict import Finding, Verdict

FORMAT = 2
"""The format of the records of this version; older ones are still read. From 2 on read sets are a fold."""

ORD_BITS = 20

DEFAULT_PRINCIPAL = "local"
"""Of whoever does not say who they are: a record without a context body is theirs."""


class Kind(IntEnum):
    """What a record is. The numbers stand in journals and never change; later kinds are added at the end."""

    COMMIT = 1
    DECISION = 2
    DECLARE = 3
    UNDO = 4
    REVOKE = 5
    RECOVER = 6
    GUARD = 7
    REKEY = 9
    ERASE = 8


class Outcome(IntEnum):
    """What became of one proposal."""

    ADD = 1
    SUPERSEDE = 2
    NOOP = 3
    QUEUED = 4
    REJECT = 5
    QUARANTINE = 6


class SourceOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=1):
    """Body row ``ord`` is a source that was observed."""

    ord: int


class KeyOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=2):
    """First use of a key: number ``kid``, its name in body row ``ord``."""

    kid: int
    ord: int


class BeliefOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=3):
    """Body row ``ord`` is a new version of key ``kid``.

    Times in microseconds: observed ``nu``; valid from ``nu + vf_after`` on, for ``vt_after`` (None: without end);
    the source's own time is ``nu + source_after``. They are kept as distances because most are 0. ``slot`` is 0
    for a single-valued attribute, else the place of the first belief that had this value; ``authority`` is the
    lowest of its sources', in thousandths; ``source`` the place of the first cited source (0: none of its own).
    """

    ord: int
    kid: int
    slot: int
    nu: int
    vf_after: int
    vt_after: int | None
    source_after: int
    source_ordinal: int
    type: BeliefType
    authority: int
    source: int
    outcome: Outcome

    @property
    def vf(self) -> int:
        """Valid from, in microseconds."""
        return self.nu + self.vf_after

    @property
    def vt(self) -> int:
        """Valid to, in microseconds; FOREVER when it has no end."""
        return FOREVER if self.vt_after is None else self.vf + self.vt_after

    @property
    def source_at(self) -> int:
        """The source's own time, in microseconds."""
        return self.nu + self.source_after


class OpenOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=4):
    """S+: from valid time ``vf`` on, belief ``bid`` (0: nothing) is the visible one.

    ``ver`` is the new version of the key.
    """

    kid: int
    slot: int
    vf: int
    bid: int
    ver: int


class CloseOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=5):
    """S-: the step at ``vf`` that was opened by record ``s0`` no longer stands."""

    kid: int
    slot: int
    vf: int
    s0: int


class StateOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=6):
    """T: the stored state of a belief changes, as the life-cycle table allows."""

    kid: int
    bid: int
    state: State


class EdgeOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=7):
    """E: the belief at place ``child`` rests on the source or belief at place ``parent``."""

    parent: int
    child: int


class DecisionOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=8):
    """D: the proposal whose body stands at ``place`` was decided so; changes no state.

    A repeat of an identical refusal points to the body of the first one.
    """

    place: int
    outcome: Outcome


class DeclareOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=9):
    """Body row ``ord`` declares an attribute, or an entity type."""

    ord: int


class ConstrainOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=10):
    """Body row ``ord`` is a constraint, or says that one no longer stands."""

    ord: int


class ClaimOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=11):
    """Under the constraint of record ``rule``, belief ``bid`` is found by the hash in body row ``ord``."""

    rule: int
    kid: int
    bid: int
    ord: int


class RefileOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=12):
    """Belief ``bid``, recorded when its attribute had one value, belongs to a slot and to the hash in ``ord``."""

    kid: int
    bid: int
    slot: int
    ord: int


class PendOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=13):
    """Q: the quarantined proposal whose body stands at ``place`` waits for somebody until ``expires``."""

    place: int
    expires: int


class SettleOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=14):
    """The proposal at ``place``, which waited since record ``since``, waits no longer: what it became.

    A record that confirms one admits its belief too; a record that denies one changes nothing else.
    """

    place: int
    since: int
    state: State


class RecoverOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=16):
    """So many rows of a kind were written anew, and so many removed, before this record; see `Part`."""

    part: Part
    restored: int
    removed: int


class SuspectOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=15):
    """Belief ``bid`` rests on what fell, or was written by somebody who had read that; or so no longer."""

    kid: int
    bid: int
    suspect: bool


class GuardOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=17):
    """G: something about the guard that began with record ``begin``; it changes nothing.

    What it begins with, A₀, is where the memory stood then: the last record ``seq`` and its ``link``, a hash of
    the digest of all open steps, and the number of keys. ``shared``: others go on writing. Zero and empty
    otherwise.
    """

    phase: Phase
    begin: int
    seq: int = 0
    link: bytes = b""
    digest: bytes = b""
    keys: int = 0
    shared: bool = False


Op: TypeAlias = (
    SourceOp
    | KeyOp
    | BeliefOp
    | OpenOp
    | CloseOp
    | StateOp
    | EdgeOp
    | DecisionOp
    | DeclareOp
    | ConstrainOp
    | ClaimOp
    | RefileOp
    | PendOp
    | SettleOp
    | RecoverOp
    | SuspectOp
    | GuardOp
    | RekeyOp
    | EraseOp
    | AmendOp
    | BaseOp
)


class Record(msgspec.Struct, frozen=True, array_like=True):
    """One record. ``commitments[ord]`` belongs to body row ``ord`` of the same seq.

    ``context`` is the body row that names principal and label (-1: the default principal and no label),
    ``policy`` the fingerprint of the policy it was planned with, ``reads`` the read set as (kid, version).
    """

    fmt: int
    kind: Kind
    seq: int
    at: int
    tx: bytes
    policy: bytes
    context: int
    idem: bytes | None
    commitments: tuple[bytes, ...]
    ops: tuple[Op, ...]
    reads: tuple[tuple[int, int], ...] = ()

    def encode(self) -> bytes:
        """The canonical bytes that the chain covers."""
        return pack(self)


# -- body rows -----------------------------------------------------------------------------------------


class ContextBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=1):
    """Who committed and why: the transaction's principal, label, risk, and the hash of a keyed request."""

    principal: str
    label: str | None = None
    risk: str | None = None
    request: bytes | None = None


class SourceBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=2):
    """A source: its text, or the canonical JSON of its value, with all that its id is made from."""

    content: bytes
    structured: bool
    speaker: str
    channel: str
    at: int
    authority: float
    ref: str | None = None
    ordinal: int = 0
    offset: int | None = None  # minutes from UTC of the time as it was given; the id does not depend on it


class KeyBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=3):
    """The name of a key, at its first use."""

    name: str


class BeliefBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=4):
    """What a belief says; also its key and its type, so that a row filed as another is found out.

    ``value`` is canonical JSON; ``proposal`` the id that the caller gave, if any; ``trace`` the finding of each
    rule, of which one that passed in silence is kept by its name alone.
    """

    name: str
    value: bytes
    citations: tuple[Citation, ...]
    confidence: float
    trace: tuple[Finding | str, ...]
    derived_from: tuple[str, ...] = ()
    proposal: str | None = None
    type: BeliefType = BeliefType.FACT

    @property
    def verdict(self) -> Verdict:
        """The verdict by which it was admitted, with the trace of every rule."""
        return Verdict.of(tuple(Finding(kept) if isinstance(kept, str) else kept for kept in self.trace))


class RefusalBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=5):
    """A proposal that was not applied, with all that is needed to explain it: quotes as they were given.

    ``citations`` are those quotes that were found in their sources, ``quotes`` (source id, text) the ones
    that were not. A source that was staged for an aborted transaction stands in a body of the same record.
    ``fingerprint`` is a keyed hash: repeated identical refusals share it. From ``confidence`` on stands what one
    more needs to be admitted after all, when it is confirmed (times in microseconds, None: as the rest implies);
    ``given`` says whether ``proposal`` is an id that the caller chose, ``stated`` whether a program stated it.
    """

    name: str
    value: bytes
    type: str
    citations: tuple[Citation, ...]
    quotes: tuple[tuple[str, str], ...]
    verdict: Verdict
    proposal: str
    fingerprint: bytes
    observed_at: int | None = None
    retracts: bool = False
    confidence: float = 1.0
    valid_from: int | None = None
    valid_to: int | None = None
    derived_from: tuple[str, ...] = ()
    expected_version: int | None = None
    given: bool = False
    stated: bool = False


class DeclarationBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=6):
    """What was declared of an attribute: all of it. ``enum`` holds values as canonical JSON.

    ``synonyms`` are other words for the values of ``enum``, in its order; empty when there are none. None is what
    was not declared.
    """

    entity_type: str
    attribute: str
    many: bool
    type: str | None = None
    enum: tuple[bytes, ...] | None = None
    protected: bool = False
    speech_act: str | None = None
    polarity: int | None = None
    event: bool = False
    unit: str | None = None
    licenses: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    synonyms: tuple[tuple[str, ...], ...] = ()


class ConstraintBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=7):
    """A constraint: its name, which kind of one, and what it is about. ``dropped``: it no longer stands.

    ``entity_type`` and ``attribute`` are empty where it is about all of them; ``target`` is the entity type
    that a reference leads to, ``scope`` how much of the memory the predicate of a check is shown.
    """

    name: str
    sort: str
    entity_type: str = ""
    attribute: str = ""
    target: str = ""
    scope: str = ""
    dropped: bool = False


class HashBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=8):
    """A keyed hash of a value: no text, but equal for equal values, so it is deleted together with them."""

    hash: bytes


class TypeBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=9):
    """What was declared of an entity type: all of it. ``aliases`` are (entity id, its other names).

    ``owner``: whose its entities are when a text names none; ``named``: a text must name them. None is what was
    not declared.
    """

    entity_type: str
    owner: str | None = None
    person: bool | None = None
    named: bool = False
    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()


class RepairBody(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=10):
    """What a record undoes or revokes, and why each belief that it concerns fell, or stands again.

    ``sort`` is what ``target`` names, ``cascade`` how far it was followed; ``causes`` are (belief, what it rested
    on), both places; the latter is 0 for what was meant itself.
    """

    target: str
    sort: str
    cascade: str = ""
    causes: tuple[tuple[int, int], ...] = ()


Body: TypeAlias = (
    ContextBody
    | SourceBody
    | KeyBody
    | BeliefBody
    | RefusalBody
    | DeclarationBody
    | TypeBody
    | ConstraintBody
    | HashBody
    | RepairBody
    | EraseBody
)

_record = msgspec.msgpack.Decoder(Record)
_body: msgspec.msgpack.Decoder[Body] = msgspec.msgpack.Decoder(Body)
_NESTED = "nested deeper than anything that was ever written"


def decode_record(data: bytes) -> Record:
    """The record of canonical bytes.

    Raises:
        NewerFormat: a later version of memtxn wrote it. msgspec.MsgspecError: these are no record's bytes.
    """
    fmt = data[1] if len(data) > 1 else 0  # an array header of one byte, then a small positive number
    if fmt > FORMAT:
        raise NewerFormat(f"record format {fmt}; this version knows up to {FORMAT}")
    try:
        return _record.decode(data)
    except RecursionError as error:
        raise msgspec.DecodeError(_NESTED) from error


def decode_body(data: bytes) -> Body:
    """The body of packed bytes. Raises msgspec.MsgspecError if they are none."""
    try:
        return _body.decode(data)
    except RecursionError as error:
        raise msgspec.DecodeError(_NESTED) from error


def place(seq: int, ord_: int) -> int:
    """The place of body row ``ord_`` of record ``seq``."""
    return seq << ORD_BITS | ord_


def locate(place_: int) -> tuple[int, int]:
    """(seq, ord) of a place."""
    return place_ >> ORD_BITS, place_ & ((1 << ORD_BITS) - 1)


def public_id(place_: int) -> str:
    """The text by which people and programs name the belief at a place: ``"seq.ord"``."""
    seq, ord_ = locate(place_)
    return f"{seq}.{ord_}"
