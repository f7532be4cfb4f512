"""Spare: what a damaged text would say is not known, so the row that was made of it stays as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import msgspec

from memtxn.model.record import (
    BeliefOp,
    ClaimOp,
    ConstrainOp,
    DecisionOp,
    DeclareOp,
    KeyOp,
    Op,
    RefileOp,
    SourceOp,
    decode_record,
    locate,
    place,
)
from memtxn.model.rows import (
    BeliefRow,
    ClaimRow,
    ConstraintRow,
    DeclarationRow,
    KeyRow,
    RefileRow,
    RefusalRow,
    SourceRow,
)
from memtxn.ports.storage import Reader, WrittenRow

Sign: TypeAlias = tuple[object, ...]
"""A row by its kind and by what its record says of it without the text."""


class Spared:
    """The rows of which something stood in texts that are damaged."""

    def __init__(self, signs: Iterable[Sign]) -> None:
        self._signs = set(signs)

    def sift(
        self, lacking: list[WrittenRow], foreign: list[WrittenRow]
    ) -> tuple[list[WrittenRow], list[WrittenRow]]:
        """The rows to restore and to remove, without those that nobody can tell to be wrong."""
        stays = [row for row in foreign if _sign(row) in self._signs]
        hashes = {row.bid: row.vhash for row in stays if isinstance(row, BeliefRow)}
        restored = [_with_hash(row, hashes) for row in lacking]
        kept = {row for row in stays if not isinstance(row, BeliefRow) or row in set(restored)}
        return [row for row in restored if row not in kept], [row for row in foreign if row not in kept]


def spared(reader: Reader, mem: int, bad: set[tuple[int, int]]) -> Spared:
    """Those of damaged texts, each by (seq, ord)."""
    return Spared(sign for seq in {seq for seq, _ in bad} for sign in _signs(reader, mem, seq, bad))


def _signs(reader: Reader, mem: int, seq: int, bad: set[tuple[int, int]]) -> Iterator[Sign]:
    for row in reader.journal(mem, seq, seq):
        record = decode_record(row.data)
        for op in record.ops:
            made = _OF_OPS.get(type(op))
            where, sign = made(op, seq) if made else (0, ())
            if made and locate(where) in bad:
                yield sign


def _sign(row: WrittenRow) -> Sign | None:
    made = _OF_ROWS.get(type(row))
    return (type(row), *made(row)) if made else None


_OF_OPS: dict[type[Op], Callable[[Any, int], tuple[int, Sign]]] = {
    KeyOp: lambda op, seq: (place(seq, op.ord), (KeyRow, op.kid)),
    SourceOp: lambda op, seq: (place(seq, op.ord), (SourceRow, place(seq, op.ord))),
    BeliefOp: lambda op, seq: (place(seq, op.ord), (BeliefRow, place(seq, op.ord))),
    DecisionOp: lambda op, _: (op.place, (RefusalRow, op.place)),
    DeclareOp: lambda op, seq: (place(seq, op.ord), (DeclarationRow, seq)),
    ConstrainOp: lambda op, seq: (place(seq, op.ord), (ConstraintRow, seq)),
    ClaimOp: lambda op, seq: (place(seq, op.ord), (ClaimRow, op.rule, op.kid, op.bid)),
    RefileOp: lambda op, seq: (place(seq, op.ord), (RefileRow, op.kid, op.bid, op.slot)),
}
"""The place of the text that an effect needs, and the sign of the row that is made of it."""

_OF_ROWS: dict[type[WrittenRow], Callable[[Any], Sign]] = {
    KeyRow: lambda row: (row.kid,),
    SourceRow: lambda row: (row.place,),
    BeliefRow: lambda row: (row.bid,),
    RefusalRow: lambda row: (row.place,),
    DeclarationRow: lambda row: (row.seq,),
    ConstraintRow: lambda row: (row.seq,),
    ClaimRow: lambda row: (row.rule, row.kid, row.bid),
    RefileRow: lambda row: (row.kid, row.bid, row.slot),
}


def _with_hash(row: WrittenRow, hashes: dict[int, bytes | None]) -> WrittenRow:
    """A belief with the hash that stood beside it: its record does not say it."""
    known = isinstance(row, BeliefRow) and row.bid in hashes
    return msgspec.structs.replace(row, vhash=hashes[row.bid]) if known else row  # type: ignore[union-attr]
