"""Who wrote a record, and when: what every account ends with."""

from __future__ import annotations

from memtxn.engine.receipts import Records
from memtxn.model.explanation import Committed
from memtxn.model.record import DEFAULT_PRINCIPAL, ContextBody, place
from memtxn.model.time import from_micros

_UNKNOWN = "?"


def committed(records: Records, seq: int) -> Committed:
    """Who wrote a record, and when. Raises Unreadable when it is missing or damaged."""
    record = records.record(seq)
    context = None if record.context < 0 else records.body(place(seq, record.context))
    unnamed = ContextBody(DEFAULT_PRINCIPAL if record.context < 0 else _UNKNOWN)
    named = context if isinstance(context, ContextBody) else unnamed
    return Committed(
        tx_id=record.tx.hex(),
        seq=seq,
        recorded_at=from_micros(record.at),
        principal=named.principal,
        label=named.label,
    )
