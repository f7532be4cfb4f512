"""What a recovery says of records that were written upon damaged rows, and that contradict others."""

from __future__ import annotations

import msgspec


class AmendOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=20):
    """Effect ``number`` of record ``seq`` is folded as the packed effect ``op`` instead; empty: not at all."""

    seq: int
    number: int
    op: bytes = b""


class BaseOp(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=21):
    """The digest of all open steps after this record, which amends others: it is not moved on from before."""

    digest: bytes
