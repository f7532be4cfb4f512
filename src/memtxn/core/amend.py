"""Amend: records of which a later one says that some of their effects are folded otherwise, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from memtxn.core.fold import Bodies, rows_of
from memtxn.model.amend_record import AmendOp
from memtxn.model.codec import pack
from memtxn.model.record import Op, Record
from memtxn.model.rows import FoldRows

Amendments: TypeAlias = Mapping[tuple[int, int], bytes]
"""Effects by (record, number) and what stands in their place, packed; nothing where it is empty."""

_op = msgspec.msgpack.Decoder(Op)


def amendments_of(ops: Iterable[Op]) -> dict[tuple[int, int], bytes]:
    """What these effects amend."""
    return {(op.seq, op.number): op.op for op in ops if isinstance(op, AmendOp)}


def amend_op(place: tuple[int, int], op: Op | None) -> AmendOp:
    """The effect by which another one is folded as this one, or not at all."""
    return AmendOp(*place, b"" if op is None else pack(op))


def amended(record: Record, amendments: Amendments) -> Record:
    """A record as it is to be folded."""
    if not any((record.seq, number) in amendments for number in range(len(record.ops))):
        return record
    ops = [
        op if packed is None else _op.decode(packed)
        for number, op in enumerate(record.ops)
        if (packed := amendments.get((record.seq, number))) != b""
    ]
    return msgspec.structs.replace(record, ops=tuple(ops))


def rows_amended(
    record: Record, number: int, packed: bytes, bodies: Bodies, digest_key: bytes
) -> tuple[FoldRows, FoldRows]:
    """What an effect of a record had written, and what stands in its place."""
    alone = msgspec.structs.replace(record, ops=(record.ops[number],), reads=())
    other = msgspec.structs.replace(alone, ops=(_op.decode(packed),) if packed else ())
    return rows_of(alone, bodies, digest_key), rows_of(other, bodies, digest_key)
