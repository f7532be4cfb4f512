"""The fold: what a journal means. It applies effects and judges nothing (P1).

`rows_of` turns one record into the rows that it writes. A commit hands them to the storage, a verification
folds them with `Fold` and compares: the same rows, used again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from memtxn.core.proof import value_hash
from memtxn.core.rules import TYPE_ITSELF
from memtxn.model.amend_record import AmendOp, BaseOp
from memtxn.model.constraint import UNIQUE
from memtxn.model.effect import Part
from memtxn.model.erase_record import EraseOp
from memtxn.model.keyop import RekeyOp
from memtxn.model.record import (
    BeliefBody,
    BeliefOp,
    Body,
    ClaimOp,
    CloseOp,
    ConstrainOp,
    ConstraintBody,
    DecisionOp,
    DeclarationBody,
    DeclareOp,
    EdgeOp,
    GuardOp,
    HashBody,
    KeyBody,
    KeyOp,
    Op,
    OpenOp,
    Outcome,
    PendOp,
    Record,
    RecoverOp,
    RefileOp,
    RefusalBody,
    SettleOp,
    SourceBody,
    SourceOp,
    StateOp,
    SuspectOp,
    TypeBody,
    locate,
    place,
)
from memtxn.model.rows import (
    BeliefRow,
    ClaimRow,
    CloseRow,
    ConstraintRow,
    DeclarationRow,
    EdgeRow,
    ErasedRow,
    FoldRow,
    FoldRows,
    KeyRow,
    PendingRow,
    ReadRow,
    RefileRow,
    RefusalRow,
    SettledRow,
    SourceRow,
    StateRow,
    StepRow,
    SuspectRow,
)
from memtxn.model.source import source_id
from memtxn.model.time import FOREVER

Bodies: TypeAlias = Mapping[int, Body]
"""The bodies of one record by ord. One that is missing leaves out the rows that need its text."""


READS_SINCE = 2
"""The format of records from which on the storage knows who read a key."""


def rows_of(record: Record, bodies: Bodies, digest_key: bytes) -> FoldRows:
    """All rows that a record writes into the folds, each once: two effects may say the same.

    ``digest_key`` makes the value hashes of many-valued attributes, which stand in no record.
    """
    made: dict[type, list[FoldRow | CloseRow]] = {kind: [] for kind in _FIELDS.values()}
    for op in record.ops:
        row = _MADE[type(op)](op, record, bodies, digest_key)
        if row is not None:
            made[type(row)].append(row)
    if record.fmt >= READS_SINCE:
        made[ReadRow] += [ReadRow(kid, record.seq) for kid, _ in record.reads]
    return FoldRows(
        **{field: tuple(dict.fromkeys(made[kind])) for field, kind in _FIELDS.items() if made[kind]}  # type: ignore[arg-type]
    )


_FIELDS: dict[str, type] = {
    "keys": KeyRow,
    "beliefs": BeliefRow,
    "closed": CloseRow,
    "steps": StepRow,
    "states": StateRow,
    "edges": EdgeRow,
    "sources": SourceRow,
    "refusals": RefusalRow,
    "declarations": DeclarationRow,
    "constraints": ConstraintRow,
    "claims": ClaimRow,
    "refiled": RefileRow,
    "pending": PendingRow,
    "settled": SettledRow,
    "suspects": SuspectRow,
    "reads": ReadRow,
    "erased": ErasedRow,
}


PARTS: dict[type, Part] = {
    KeyRow: Part.KEY,
    BeliefRow: Part.BELIEF,
    StepRow: Part.STEP,
    CloseRow: Part.END,
    StateRow: Part.STATE,
    EdgeRow: Part.EDGE,
    SourceRow: Part.SOURCE,
    RefusalRow: Part.REFUSAL,
    DeclarationRow: Part.DECLARATION,
    ConstraintRow: Part.CONSTRAINT,
    ClaimRow: Part.CLAIM,
    RefileRow: Part.REFILE,
    PendingRow: Part.PENDING,
    SettledRow: Part.SETTLED,
    SuspectRow: Part.SUSPECT,
    ReadRow: Part.READ,
    ErasedRow: Part.ERASED,
}
"""The kinds of fold rows as a recovery counts them."""


# -- one effect ----------------------------------------------------------------------------------------
# Called for every effect of a journal that is verified: what is made of it, of its record, of the bodies that it
# names, and of the digest key.


def _belief(op: BeliefOp, record: Record, bodies: Bodies, digest_key: bytes) -> BeliefRow:
    body = bodies.get(op.ord) if op.slot else None
    return BeliefRow(
        op.kid,
        place(record.seq, op.ord),
        op.slot,
        op.nu,
        op.vf,
        op.vt,
        op.source_at,
        op.source_ordinal,
        op.type,
        op.authority,
        op.source,
        record.commitments[op.ord],
        value_hash(digest_key, body.value) if isinstance(body, BeliefBody) else None,
    )


def _opened(op: OpenOp, record: Record, *_: object) -> StepRow:
    return StepRow(op.kid, op.slot, op.vf, record.seq, FOREVER, op.bid, op.ver)


def _closed(op: CloseOp, record: Record, *_: object) -> CloseRow:
    return CloseRow(op.kid, op.slot, op.vf, op.s0, record.seq)


def _state(op: StateOp, record: Record, *_: object) -> StateRow:
    return StateRow(op.kid, op.bid, record.seq, op.state)


def _edge(op: EdgeOp, *_: object) -> EdgeRow:
    return EdgeRow(op.parent, op.child)


def _pending(op: PendOp, record: Record, *_: object) -> PendingRow:
    return PendingRow(op.place, record.seq, op.expires)


def _settled(op: SettleOp, record: Record, *_: object) -> SettledRow:
    return SettledRow(op.place, op.since, record.seq, op.state)


def _suspect(op: SuspectOp, record: Record, *_: object) -> SuspectRow:
    return SuspectRow(op.kid, op.bid, record.seq, op.suspect)


def _erased(op: EraseOp, record: Record, *_: object) -> ErasedRow:
    return ErasedRow(op.first, op.last, record.seq)


# The rows whose content is text: they are derived from the body, and gone with it.


def _source(op: SourceOp, record: Record, bodies: Bodies, _: bytes) -> SourceRow | None:
    body = bodies.get(op.ord)
    if not isinstance(body, SourceBody):
        return None
    identity = source_id(body.channel, body.speaker, body.at, body.ref, body.content)
    return SourceRow(identity, place(record.seq, op.ord))


def _key(op: KeyOp, _: Record, bodies: Bodies, __: bytes) -> KeyRow | None:
    body = bodies.get(op.ord)
    return KeyRow(op.kid, body.name) if isinstance(body, KeyBody) else None


def _refusal(op: DecisionOp, record: Record, bodies: Bodies, _: bytes) -> RefusalRow | None:
    """A repeat points to the body of an earlier record, which wrote the row."""
    seq, ord_ = locate(op.place)
    body = bodies.get(ord_) if seq == record.seq else None
    return RefusalRow(body.fingerprint, body.name, op.place) if isinstance(body, RefusalBody) else None


def _declaration(op: DeclareOp, record: Record, bodies: Bodies, _: bytes) -> DeclarationRow | None:
    body = bodies.get(op.ord)
    if isinstance(body, TypeBody):  # what is said of the type itself stands under no attribute
        return DeclarationRow(body.entity_type, TYPE_ITSELF, record.seq, many=False)
    if not isinstance(body, DeclarationBody):
        return None
    return DeclarationRow(body.entity_type, body.attribute, record.seq, body.many)


def _constraint(op: ConstrainOp, record: Record, bodies: Bodies, _: bytes) -> ConstraintRow | None:
    body = bodies.get(op.ord)
    if not isinstance(body, ConstraintBody):
        return None
    return ConstraintRow(body.name, record.seq, body.sort == UNIQUE, body.dropped)


def _claim(op: ClaimOp, _: Record, bodies: Bodies, __: bytes) -> ClaimRow | None:
    body = bodies.get(op.ord)
    return ClaimRow(op.rule, body.hash, op.kid, op.bid) if isinstance(body, HashBody) else None


def _refiled(op: RefileOp, _: Record, bodies: Bodies, __: bytes) -> RefileRow | None:
    body = bodies.get(op.ord)
    return RefileRow(op.kid, op.bid, op.slot, body.hash) if isinstance(body, HashBody) else None


def _nothing(*_: object) -> None:
    """It says what was done, and writes no row."""


_MADE: dict[type[Op], Callable[..., FoldRow | CloseRow | None]] = {
    SourceOp: _source,
    KeyOp: _key,
    BeliefOp: _belief,
    OpenOp: _opened,
    CloseOp: _closed,
    StateOp: _state,
    EdgeOp: _edge,
    DecisionOp: _refusal,
    DeclareOp: _declaration,
    ConstrainOp: _constraint,
    ClaimOp: _claim,
    RefileOp: _refiled,
    PendOp: _pending,
    SettleOp: _settled,
    RecoverOp: _nothing,
    AmendOp: _nothing,
    BaseOp: _nothing,
    SuspectOp: _suspect,
    GuardOp: _nothing,
    RekeyOp: _nothing,
    EraseOp: _erased,
}


def op_of(row: BeliefRow, ord_: int, outcome: Outcome) -> BeliefOp:
    """The effect that files a version: what a record says of the row, which `rows_of` makes of it again."""
    return BeliefOp(
        ord=ord_,
        kid=row.kid,
        slot=row.slot,
        nu=row.nu,
        vf_after=row.vf - row.nu,
        vt_after=None if row.vt == FOREVER else row.vt - row.vf,
        source_after=row.source_at - row.nu,
        source_ordinal=row.source_ordinal,
        type=row.type,
        authority=row.authority,
        source=row.source,
        outcome=outcome,
    )


def facts(rows: FoldRows) -> Iterator[tuple[type[Any], Iterator[tuple[Any, ...]]]]:
    """What must stand in the storage because of one record, kind by kind, each row as the tuple of its columns.

    A storage holds exactly the facts of all records, each once and in whatever order, and `Reader.written`
    tells them. So what supersedes something earlier is a fact of its own, which says nothing that its record
    does not say: a step is told as it was opened, for ever, and its end apart.
    """
    for field, kind in _FIELDS.items():
        found = getattr(rows, field)
        if found:
            yield kind, map(msgspec.structs.astuple, found)


class Fold:
    """The folds of a memory, built record by record in memory."""

    def __init__(self) -> None:
        self._rows: dict[FoldRow, None] = {}
        self._open: dict[tuple[int, int, int, int], StepRow] = {}
        self._waiting: set[tuple[int, int]] = set()

    def apply(self, rows: FoldRows) -> None:
        """Fold the rows of the next record.

        Raises:
            ValueError: it closes a step that does not stand open, or settles a proposal that does not wait.
        """
        for closed in rows.closed:
            step = self._open.pop((closed.kid, closed.slot, closed.vf, closed.s0), None)
            if step is None:
                raise ValueError(f"step {closed.kid}/{closed.slot} at {closed.vf} is not open")
            self._rows[StepRow(step.kid, step.slot, step.vf, step.s0, closed.s1, step.bid, step.ver)] = None
        for opened in rows.steps:
            self._open[opened.kid, opened.slot, opened.vf, opened.s0] = opened
        for settled in rows.settled:
            if (settled.place, settled.since) not in self._waiting:
                raise ValueError(f"proposal {settled.place} does not wait since record {settled.since}")
            self._waiting.discard((settled.place, settled.since))
        self._waiting.update((entered.place, entered.seq) for entered in rows.pending)
        for field in _FIELDS:
            if field not in ("closed", "steps"):
                self._rows.update(dict.fromkeys(getattr(rows, field)))

    def rows(self) -> Iterator[FoldRow]:
        """Every row of every fold."""
        yield from self._rows
        yield from self._open.values()
