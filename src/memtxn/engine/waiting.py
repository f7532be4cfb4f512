"""What waits for somebody to confirm or deny it: asked inside the commit, so that each is decided once."""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.core.workspace import Item
from memtxn.engine.explain_record import committed
from memtxn.engine.receipts import Records
from memtxn.errors import NotFound, NotWaiting, QuotaExceeded
from memtxn.model.belief import State
from memtxn.model.record import SettleOp, public_id
from memtxn.model.rows import PendingRow, SettledRow
from memtxn.model.time import from_micros, utc_text
from memtxn.ports.storage import Reader

DECIDED = {State.ADMITTED: "confirmed", State.REJECTED: "denied"}
"""What was done to a proposal, by what it became. Any other state is damage."""


def last_wait(reader: Reader, mem: int, where: int) -> tuple[PendingRow | None, SettledRow | None]:
    """The last time that the proposal at a place has waited, and what became of it."""
    waits = reader.pending(mem, where)
    return waits[-1] if waits else (None, None)


def has_lapsed(reader: Reader, mem: int, where: int, at: int) -> bool:
    """Whether it neither waits at that time nor was decided: it may wait again."""
    row, settled = last_wait(reader, mem, where)
    return row is None or (settled is None and row.expires <= at)


def still_waiting(reader: Reader, mem: int, where: int, at: int) -> PendingRow:
    """The entry of what waits at that time.

    Raises:
        NotWaiting: it was decided, or has expired. NotFound: it never waited.
    """
    row, settled = last_wait(reader, mem, where)
    if row is None:
        raise NotFound(f"no proposal {public_id(where)} waits; memory.pending() lists those that do")
    if settled is not None:
        raise _decided(reader, mem, settled)
    if row.expires <= at:
        when = utc_text(from_micros(row.expires))
        raise NotWaiting(f"{public_id(where)} expired at {when}", proposal=public_id(where), state="expired")
    return row


def check_waiting(reader: Reader, mem: int, settled: Sequence[SettleOp], at: int) -> None:
    """Make sure that what is to be settled waits. Raises NotWaiting, NotFound."""
    for op in settled:
        row = still_waiting(reader, mem, op.place, at)
        if row.seq != op.since:
            raise NotWaiting(f"{public_id(op.place)} expired, and waits anew", proposal=public_id(op.place))


def check_room(reader: Reader, mem: int, items: Sequence[Item], at: int, quota: int) -> None:
    """Make sure that what comes to wait has room. Raises QuotaExceeded."""
    entering = len({item.fingerprint for item in items if item.enters})
    if not entering:
        return
    count = reader.waiting_count(mem, at, quota)
    if count + entering > quota:
        told = f"pending_quota is {quota}, {count} wait, and {entering} more would: confirm or deny some"
        raise QuotaExceeded(told, quota="pending_quota", limit=quota, count=count)


def _decided(reader: Reader, mem: int, settled: SettledRow) -> NotWaiting:
    """Who decided what, and in which record."""
    by, where = committed(Records(reader, mem), settled.seq), public_id(settled.place)
    state = DECIDED.get(settled.state, "decided")
    return NotWaiting(
        f"{where} was {state} by {by.principal} in record {by.seq}",
        proposal=where,
        state=state,
        principal=by.principal,
        seq=by.seq,
        tx_id=by.tx_id,
    )
