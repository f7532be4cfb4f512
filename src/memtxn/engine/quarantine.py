"""Quarantine: proposals that were put aside wait here, until somebody else than their proposer decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from memtxn.core.admission import quarantined_for
from memtxn.core.workspace import Scan
from memtxn.engine.explain import Library, evidence_told
from memtxn.engine.explain_record import committed
from memtxn.engine.stage import place_of
from memtxn.engine.waiting import last_wait, still_waiting
from memtxn.errors import InvalidInput, NotFound, Unreadable
from memtxn.model.codec import check_text, parse
from memtxn.model.exact import brief
from memtxn.model.explanation import Committed
from memtxn.model.key import Key
from memtxn.model.pending import Pending
from memtxn.model.record import (
    ContextBody,
    DecisionOp,
    RefusalBody,
    locate,
    place,
    public_id,
)
from memtxn.model.rows import PendingRow
from memtxn.model.time import FOREVER, end_from_micros, from_micros
from memtxn.ports.storage import Reader

Place: TypeAlias = int
_EVER = -(2**63)
_TX_DIGITS = 32
_NAMED = 512
"""Bytes of the text by which a proposal is named."""


class Entry(msgspec.Struct, frozen=True):
    """What waits: its row, what was proposed, and who proposed it when (None: that is damaged), at which risk."""

    row: PendingRow
    body: RefusalBody | None
    by: Committed | None
    risk: str | None = None

    @property
    def id(self) -> str:
        """What it is called: what the engine called it, or its place."""
        return public_id(self.row.place) if self.body is None or self.body.given else self.body.proposal


def pending(reader: Reader, mem: int, scan: Scan, now: int, *, expired: bool) -> list[Pending]:
    """What waits in a range of keys, the first to expire first; or what nobody decided in time."""
    library = Library(reader, mem)
    rows = list(reader.waiting(mem, now, FOREVER))
    if expired:
        rows = [row for row in reader.waiting(mem, _EVER, now) if last_wait(reader, mem, row.place)[0] == row]
    entries = (_entry(library, row) for row in rows)
    told = (one for one in entries if one.body is None or scan.covers(one.body.name))
    return [_told(library, one, expired=expired) for one in told]


def _entry(library: Library, row: PendingRow) -> Entry:
    """What waits, with its texts. They stand in the record that proposed it first; it may wait again since."""
    try:
        body, record = library.records.body(row.place), library.records.record(row.seq)
    except Unreadable:
        return Entry(row, None, None)
    context = library.records.body(place(row.seq, record.context)) if record.context >= 0 else ContextBody("")
    refusal = body if isinstance(body, RefusalBody) else None
    if not isinstance(context, ContextBody):
        return Entry(row, refusal, None)
    return Entry(row, refusal, committed(library.records, row.seq), context.risk)


def _told(library: Library, entry: Entry, *, expired: bool) -> Pending:
    row, body = entry.row, entry.body
    told = Pending(
        id=entry.id,
        place=public_id(row.place),
        proposed_by=None if entry.by is None else entry.by.principal,
        proposed_at=None if entry.by is None else entry.by.recorded_at,
        expires_at=end_from_micros(row.expires),
        expired=expired,
        readable=body is not None and entry.by is not None,
    )
    if body is None:
        return told
    times = {one.place: count for one, count in library.records.reader.refusals(library.records.mem, body.name)}
    return msgspec.structs.replace(
        told,
        key=Key.from_name(body.name),
        value=parse(body.value),
        type=body.type,
        retracts=body.retracts,
        reasons=quarantined_for(body.verdict),
        evidence=evidence_told(library, locate(row.place)[0], body),
        verdict=body.verdict,
        observed_at=None if body.observed_at is None else from_micros(body.observed_at),
        valid_from=None if body.valid_from is None else from_micros(body.valid_from),
        valid_to=None if body.valid_to is None else from_micros(body.valid_to),
        confidence=body.confidence,
        derived_from=body.derived_from,
        proposal=body.proposal,
        times=times.get(row.place, 1),
    )


def waiting_entry(library: Library, asked: object, now: int) -> Entry:
    """What waits under that name.

    Raises:
        InvalidInput: it is no name, or that of several. NotFound: nothing of that name ever waited. NotWaiting.
    """
    reader, mem = library.records.reader, library.records.mem
    text = check_text(asked, "the id of a proposal", limit=_NAMED)
    where = _place_named(library, text, now)
    return _entry(library, still_waiting(reader, mem, where, now))


def _place_named(library: Library, text: str, now: int) -> Place:
    """The place of a proposal by its place, by the id that the engine gave it, or by its proposer's own."""
    where = place_of(text)
    if where is not None:
        return where
    by_id = list(_in_transaction(library, text))
    if by_id:
        return by_id[0]
    waiting = (_entry(library, row) for row in library.records.reader.waiting(library.records.mem, now, FOREVER))
    named = [one.row.place for one in waiting if one.body is not None and one.body.proposal == text]
    if not named:
        raise NotFound(f"no proposal {brief(text)} waits; memory.pending() lists those that do")
    if len(named) > 1:
        places = ", ".join(map(public_id, named))
        raise InvalidInput(f"{brief(text)} is what several proposals are called: name one by its place, {places}")
    return named[0]


def _in_transaction(library: Library, text: str) -> Iterator[Place]:
    """The proposal of a transaction by the id that the engine gave it: ``<transaction>/<number>``."""
    tx, slash, number = text.partition("/")
    if not slash or len(tx) != _TX_DIGITS or not number.isdecimal():
        return
    try:
        seq = library.records.reader.committed(library.records.mem, bytes.fromhex(tx))
    except ValueError:
        return
    ops = library.records.record(seq).ops if seq is not None else ()
    for op in (one for one in ops if isinstance(one, DecisionOp)):
        body = library.records.body(op.place)
        if isinstance(body, RefusalBody) and body.proposal == text and not body.given:
            yield op.place
