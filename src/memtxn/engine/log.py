"""The log: the journal's records as people read them, one at a time and in bounded memory.

Every text is checked against its commitment before it is shown; damage is named where it stands, and the
rest still reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import TypeAlias

import msgspec

from memtxn.core.proof import commitment
from memtxn.core.workspace import Scan
from memtxn.engine.about import About
from memtxn.engine.links import Links
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import NewerFormat, Unreadable
from memtxn.model.belief import BeliefType, State
from memtxn.model.codec import Json, parse
from memtxn.model.effect import Phase
from memtxn.model.erase_record import EraseBody
from memtxn.model.exact import exact_flag, exact_limit
from memtxn.model.key import Key
from memtxn.model.keyop import RekeyOp
from memtxn.model.logentry import Change, LogEntry
from memtxn.model.record import (
    DEFAULT_PRINCIPAL,
    BeliefBody,
    BeliefOp,
    Body,
    ConstrainOp,
    ConstraintBody,
    ContextBody,
    DecisionOp,
    DeclarationBody,
    DeclareOp,
    GuardOp,
    Kind,
    Op,
    Outcome,
    Record,
    RecoverOp,
    RefusalBody,
    RepairBody,
    SettleOp,
    SourceBody,
    SourceOp,
    StateOp,
    SuspectOp,
    TypeBody,
    decode_body,
    decode_record,
    locate,
    place,
    public_id,
)
from memtxn.model.rows import BodyRow, JournalRow
from memtxn.model.source import source_id
from memtxn.model.time import from_micros
from memtxn.ports.storage import LATEST, Reader

BodyAt: TypeAlias = Callable[[int], Body | None]
"""The body at a place, or None when it is missing or damaged."""

_PAGE = 64
"""Records that are read at once."""


def log(
    runtime: Runtime,
    ledger: Ledger,
    span: tuple[int | None, int | None, int | None],
    *,
    oldest_first: bool,
    about: Scan | None,
    links: bool,
) -> Iterator[LogEntry]:
    """The newest records of ``span`` (first, last, limit), of those about a range of keys; see `Memory.log`."""
    first, last, limit = map(exact_limit, span, ("first", "last", "limit"))
    oldest_first, links = exact_flag(oldest_first, "oldest_first"), exact_flag(links, "links")
    with runtime.storage.read() as reader:
        mem = ledger.mem(reader)
        head = max(reader.head(mem).seq, reader.seq_at(mem, LATEST)) if mem else 0
        named = None if about is None else About(reader, mem, about)
    end = head if last is None else min(last, head)
    begin = first or 1
    telling = _Telling(ledger, mem, named, links)
    if named is None:
        begin = max(begin, 1 if limit is None else end - limit + 1)
        return telling.each(begin, end, oldest_first=oldest_first)
    if limit is None or not oldest_first:
        return islice(telling.each(begin, end, oldest_first=oldest_first), limit)
    return _reversed(islice(telling.each(begin, end, oldest_first=False), limit))


def _reversed(newest: Iterator[LogEntry]) -> Iterator[LogEntry]:
    yield from reversed(list(newest))


# -- one after the other -------------------------------------------------------------------------------
# Each entry has its own moment of the storage: records never change, and no reader is held meanwhile. The ledger
# keeps the store open.


class _Telling:
    """Tells records one after the other, in either order."""

    def __init__(self, ledger: Ledger, mem: int, about: About | None, links: bool) -> None:
        self._ledger, self._mem, self._about, self._links = ledger, mem, about, links

    def each(self, begin: int, end: int, *, oldest_first: bool) -> Iterator[LogEntry]:
        """The records of a range, and the lack of some."""
        page = _oldest if oldest_first else _newest
        while begin <= end:
            with self._ledger.runtime.storage.read() as reader:
                rows = page(reader, self._mem, begin, end)
                wanted = {row.seq for row in rows if isinstance(row, LogEntry) or self._is_wanted(reader, row)}
            for row in rows:
                if row.seq in wanted:
                    yield row if isinstance(row, LogEntry) else self._told(row.seq)
            last = rows[-1]
            through = last.through if isinstance(last, LogEntry) else None
            begin, end = (begin, last.seq - 1) if not oldest_first else ((through or last.seq) + 1, end)

    def _is_wanted(self, reader: Reader, row: JournalRow) -> bool:
        if self._about is None:
            return True
        record = _decoded(row)
        return record is None or self._about.concerns(record, _Bodies(reader, self._mem).at)

    def _told(self, seq: int) -> LogEntry:
        with self._ledger.runtime.storage.read() as reader:
            key = self._ledger.runtime.digest_key
            links = Links(reader, self._mem, key) if self._links else None
            entry = entry_of(reader, self._mem, seq, links)
        return entry if self._about is None else self._about.part(entry)


def _newest(reader: Reader, mem: int, begin: int, end: int) -> Sequence[JournalRow | LogEntry]:
    """The last records of a range without a gap, newest first; or the gap at its end."""
    last = _last(reader, mem, begin, end)
    if last < end:
        return [_missing(last + 1, end)]
    rows = list(reader.journal(mem, max(begin, end - _PAGE + 1), end))[::-1]
    return [row for back, row in enumerate(rows) if row.seq == end - back] or [_missing(end, end)]


def _oldest(reader: Reader, mem: int, begin: int, end: int) -> Sequence[JournalRow | LogEntry]:
    """The first records of a range without a gap, or the gap at its beginning."""
    first = _first(reader, mem, begin, end)
    if first is None or first.seq > begin:
        return [_missing(begin, end if first is None else first.seq - 1)]
    rows = list(reader.journal(mem, begin, min(end, begin + _PAGE - 1)))
    return [row for ahead, row in enumerate(rows) if row.seq == begin + ahead] or [_missing(begin, begin)]


def _first(reader: Reader, mem: int, begin: int, end: int) -> JournalRow | None:
    return next(iter(reader.journal(mem, begin, end)), None)


def _last(reader: Reader, mem: int, begin: int, end: int) -> int:
    """The last record of a range, however wide the gap before its end is; ``begin - 1`` if there is none."""
    found = begin - 1
    middle = end
    while begin <= end:
        row = _first(reader, mem, middle, end)
        if row is None:
            end = middle - 1
        else:
            found = row.seq
            begin = found + 1
        middle = (begin + end) // 2
    return found


def _missing(seq: int, through: int) -> LogEntry:
    return LogEntry(kind="missing", seq=seq, through=through)


# -- one record ----------------------------------------------------------------------------------------


def entry_of(reader: Reader, mem: int, seq: int, links: Links | None = None) -> LogEntry:
    """A record that is there; with what its beliefs replaced when there are ``links`` to find that by."""
    row = _first(reader, mem, seq, seq)
    if row is None:  # a damaged index shows it to one question and not to the other
        return _missing(seq, seq)
    record = _decoded(row)
    if record is None:
        return LogEntry(kind="unreadable", seq=seq, at=_time(row), tx_id=row.tx.hex())
    bodies = _Bodies(reader, mem).at
    context = bodies(place(seq, record.context)) if record.context >= 0 else None
    changes = [with_erasure(reader, mem, record, op, _linked(record, op, bodies, links)) for op in record.ops]
    if record.kind in REPAIRS:
        changes.insert(0, repair_of(record, bodies))
    return LogEntry(
        kind=record.kind.name.lower(),
        seq=seq,
        at=_time(row),
        tx_id=row.tx.hex(),
        principal=_principal(record, context),
        label=context.label if isinstance(context, ContextBody) else None,
        changes=tuple(change for change in changes if change is not None),
    )


def _linked(record: Record, op: Op, bodies: BodyAt, links: Links | None) -> Change | None:
    change = change_of(record, op, bodies)
    if links is None or change is None or not isinstance(op, BeliefOp) or not change.readable:
        return change
    body = bodies(place(record.seq, op.ord))
    assert isinstance(body, BeliefBody)
    link = links.of(record, op, body)
    replaced = tuple(public_id(version.belief.bid) for version in link.replaced)
    return msgspec.structs.replace(change, replaced=replaced, stands=link.stands)


def with_erasure(reader: Reader, mem: int, record: Record, op: Op, change: Change | None) -> Change | None:
    """The change, which says so when its text was erased."""
    if change is None or change.readable:
        return change
    return msgspec.structs.replace(change, erased=bool(reader.erased(mem, _place(record, op))))


def _place(record: Record, op: Op) -> int:
    """Where the text of an effect stands; -1 when it has none."""
    if isinstance(op, DecisionOp | SettleOp):
        return op.place
    if isinstance(op, StateOp | SuspectOp):
        return op.bid
    ord_ = getattr(op, "ord", None)
    return -1 if ord_ is None else place(record.seq, ord_)


def _decoded(row: JournalRow) -> Record | None:
    try:
        return decode_record(row.data)
    except (msgspec.MsgspecError, NewerFormat):
        return None


def _time(row: JournalRow) -> datetime | None:
    """The recorded time; None when damage has put it beyond all calendars."""
    try:
        return from_micros(row.at)
    except Unreadable:
        return None


def _principal(record: Record, context: Body | None) -> str | None:
    """Who acted; None when the body that says so is damaged."""
    if isinstance(context, ContextBody):
        return context.principal
    return DEFAULT_PRINCIPAL if record.context < 0 else None


class _Bodies:
    """The bodies of records that match their commitments, by place; the last record is remembered."""

    def __init__(self, reader: Reader, mem: int) -> None:
        self._reader, self._mem = reader, mem
        self._kept: tuple[int, dict[int, Body]] = (0, {})

    def at(self, where: int) -> Body | None:
        """The body at a place, or None when it is missing or damaged."""
        seq, ord_ = locate(where)
        if self._kept[0] != seq:
            self._kept = (seq, self._of(seq))
        return self._kept[1].get(ord_)

    def _of(self, seq: int) -> dict[int, Body]:
        row = next(iter(self._reader.journal(self._mem, seq, seq)), None)
        record = None if row is None else _decoded(row)
        if record is None:
            return {}
        found = {body.ord: _body(record, body) for body in self._reader.bodies(self._mem, seq)}
        return {ord_: body for ord_, body in found.items() if body is not None}


def _body(record: Record, row: BodyRow) -> Body | None:
    known = 0 <= row.ord < len(record.commitments)
    if not known or commitment(row.salt, row.data) != record.commitments[row.ord]:
        return None
    try:
        return decode_body(row.data)
    except msgspec.MsgspecError:
        return None


def change_of(record: Record, op: Op, bodies: BodyAt) -> Change | None:  # noqa: PLR0911  # a table of effects
    """What an effect means to a reader; None for the bookkeeping that follows from the others."""
    if isinstance(op, StateOp | SuspectOp):
        return _fate(op, bodies) if record.kind in (*REPAIRS, Kind.GUARD) else None
    match op:
        case SourceOp():
            return _source(bodies(place(record.seq, op.ord)), place(record.seq, op.ord))
        case BeliefOp():
            return _belief(op, place(record.seq, op.ord), bodies)
        case DecisionOp():
            return _refusal(op, bodies)
        case SettleOp():
            return _settled(op, bodies(op.place))
        case DeclareOp():
            return _declaration(bodies(place(record.seq, op.ord)))
        case ConstrainOp():
            return _constraint(bodies(place(record.seq, op.ord)))
        case RecoverOp():
            rows: dict[str, Json] = {"restored": op.restored, "removed": op.removed}
            return Change(what="RECOVER", id=op.part.name.lower(), value=rows)
        case GuardOp():
            return None if op.phase is Phase.UNDER else _guard(op, bodies(place(record.seq, record.context)))
        case RekeyOp():
            return Change(what="REKEY", id=op.new.hex(), value={"before": op.old.hex()})
    return None


def _source(body: Body | None, where: int) -> Change:
    if not isinstance(body, SourceBody):
        return Change(what="SOURCE", id=public_id(where), readable=False)
    return Change(
        what="SOURCE",
        id=source_id(body.channel, body.speaker, body.at, body.ref, body.content),
        value=parse(body.content) if body.structured else None,
        text=None if body.structured else body.content.decode(),
        speaker=body.speaker,
        channel=body.channel,
    )


def _belief(op: BeliefOp, where: int, bodies: BodyAt) -> Change:
    body, what, retracts = bodies(where), op.outcome.name, op.type is BeliefType.RETRACTION
    if not isinstance(body, BeliefBody):
        return Change(what=what, id=public_id(where), retracts=retracts, readable=False)
    return Change(
        what=what,
        id=public_id(where),
        key=Key.from_name(body.name),
        value=parse(body.value),
        reasons=body.verdict.reasons,
        waived_by=body.verdict.waived_by,
        retracts=retracts,
    )


def _refusal(op: DecisionOp, bodies: BodyAt) -> Change:
    body, what = bodies(op.place), op.outcome.name
    if not isinstance(body, RefusalBody):
        return Change(what=what, readable=False)
    return Change(
        what=what,
        id=public_id(op.place) if op.outcome is Outcome.QUARANTINE else None,
        key=Key.from_name(body.name),
        value=parse(body.value),
        reasons=body.verdict.reasons,
        retracts=body.retracts,
    )


def _settled(op: SettleOp, body: Body | None) -> Change:
    what = "CONFIRM" if op.state is State.ADMITTED else "DENY"
    if not isinstance(body, RefusalBody):
        return Change(what=what, id=public_id(op.place), readable=False)
    return Change(
        what=what,
        id=public_id(op.place),
        key=Key.from_name(body.name),
        value=parse(body.value),
        reasons=body.verdict.reasons,
        retracts=body.retracts,
    )


REPAIRS = frozenset({Kind.UNDO, Kind.REVOKE, Kind.ERASE})
"""Records that say what becomes of others."""

_FATE = dict.fromkeys(State, "RESTORE") | {
    State.REVOKED: "FALL",
    State.QUARANTINED: "ASIDE",
    State.ERASED: "ERASED",
}
"""What happened to a belief, by the state that a repair gives it."""


def _fate(op: StateOp | SuspectOp, bodies: BodyAt) -> Change:
    """What happened to a belief or a source of an earlier record."""
    marked = "SUSPECT" if isinstance(op, SuspectOp) and op.suspect else "CLEAR"
    what, where = _FATE[op.state] if isinstance(op, StateOp) else marked, op.bid
    body = bodies(where)
    if isinstance(body, SourceBody):
        return msgspec.structs.replace(_source(body, where), what=f"{what}_SOURCE")
    if isinstance(op, StateOp) and op.kid == 0:
        what = f"{what}_SOURCE"
    if not isinstance(body, BeliefBody):
        return Change(what=what, id=public_id(where), readable=False)
    retracts = body.type is BeliefType.RETRACTION
    key, value = Key.from_name(body.name), parse(body.value)
    return Change(what=what, id=public_id(where), key=key, value=value, retracts=retracts)


def repair_of(record: Record, bodies: BodyAt) -> Change:
    """What a record undoes, revokes or erases."""
    stated = (bodies(place(record.seq, ord_)) for ord_ in range(len(record.commitments)))
    body = next((one for one in stated if isinstance(one, RepairBody | EraseBody)), None)
    if isinstance(body, EraseBody):
        return Change(what="ERASE", id=body.target or None, value=body.sort, text=body.reason)
    if body is None:
        return Change(what=record.kind.name, readable=False)
    return Change(what=record.kind.name, id=body.target, value=body.sort)


def _guard(op: GuardOp, context: Body | None) -> Change:
    if not isinstance(context, ContextBody):
        return Change(what="GUARD", value=op.phase.name.lower(), readable=False)
    return Change(what="GUARD", id=context.label, value=op.phase.name.lower())


def _declaration(body: Body | None) -> Change:
    if isinstance(body, TypeBody):
        return Change(what="DECLARE", key=Key(body.entity_type, "*", "*"), value=_said_of_type(body))
    if not isinstance(body, DeclarationBody):
        return Change(what="DECLARE", readable=False)
    key = Key(body.entity_type, "*", body.attribute)
    said: dict[str, Json] = {"cardinality": "many" if body.many else "one"}
    said |= {"type": body.type} if body.type else {}
    said |= {"enum": [parse(value) for value in body.enum]} if body.enum else {}
    said |= {"protected": True} if body.protected else {}
    for name in ("speech_act", "polarity", "unit"):
        said |= {name: getattr(body, name)} if getattr(body, name) is not None else {}
    said |= {"kind": "event"} if body.event else {}
    said |= {name: list(getattr(body, name)) for name in ("licenses", "words") if getattr(body, name)}
    said |= {"synonyms": [list(words) for words in body.synonyms]} if body.synonyms else {}
    return Change(what="DECLARE", key=key, value=said)


def _said_of_type(body: TypeBody) -> dict[str, Json]:
    said: dict[str, Json] = {"owned_by": body.owner} if body.owner else {}
    said |= {} if body.person is None else {"person": body.person}
    said |= {"binding": "named"} if body.named else {}
    return said | ({"aliases": {entity: list(names) for entity, names in body.aliases}} if body.aliases else {})


def _constraint(body: Body | None) -> Change:
    if not isinstance(body, ConstraintBody):
        return Change(what="CONSTRAIN", readable=False)
    return Change(what="DROP" if body.dropped else "CONSTRAIN", id=body.name, value=body.sort)
