"""Explaining: from a belief or a refusal back to the words, the rules and the transaction."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec

from memtxn.core.admission.pointer import resolve
from memtxn.engine.erase.known import lost
from memtxn.engine.excerpts import in_context
from memtxn.engine.explain_record import committed
from memtxn.engine.history import History, last_ended, scheduled
from memtxn.engine.receipts import Records
from memtxn.engine.repair.told import repaired
from memtxn.engine.sources import id_of, source_of
from memtxn.engine.stage import place_of
from memtxn.errors import Unreadable
from memtxn.model.belief import Belief, State, Status
from memtxn.model.codec import canonical, parse
from memtxn.model.explanation import Account, Committed, Explanation, Quoted, Replaced
from memtxn.model.key import Key
from memtxn.model.record import (
    BeliefBody,
    RefusalBody,
    SettleOp,
    SourceBody,
    locate,
    place,
    public_id,
)
from memtxn.model.rows import VersionRow
from memtxn.model.source import Citation, Source
from memtxn.model.time import end_from_micros, from_micros
from memtxn.model.verdict import Verdict
from memtxn.ports.storage import Reader

_UNKNOWN = "?"
_SOURCES = 16
_GONE = (Status.REVOKED, Status.QUARANTINED, Status.ERASED)
_TOLD = 3
"""Beliefs that were taken back of which an account is given."""


def explain_belief(reader: Reader, mem: int, key: Key, history: History) -> Explanation:
    """Account for what a key shows and for what was taken back; when it shows nothing, for what showed last.

    Then for what was undone, revoked or put aside, the newest first.
    """
    library, replaced = Library(reader, mem), _Gone(history)
    shown = [belief for belief in history.beliefs if belief.status is Status.ACTIVE]
    accounts = [_belief(library, belief, replaced) for belief in shown]
    accounts += [_retraction(library, slot, version, replaced) for slot, version in history.retractions]
    if not shown:
        accounts += [_belief(library, belief, replaced) for belief in _unshown(history, replaced)]
    gone = [belief for belief in history.beliefs if belief.status in _GONE]
    accounts += [_belief(library, belief, replaced) for belief in gone[: -_TOLD - 1 : -1]]
    return Explanation(key=key, question="why", accounts=tuple(accounts))


def _unshown(history: History, replaced: _Gone) -> Sequence[Belief]:
    """Of a key that shows nothing: what the retractions in effect ended, else what held last, or begins first.

    Never merely what was recorded last: a late fact may stand anywhere in time.
    """
    ended = [belief for slot, version in history.retractions for belief in replaced.retracted(slot, version)[-1:]]
    left = [belief for belief in history.beliefs if belief.status not in _GONE]
    return ended or last_ended(left) or scheduled(left)[:1] or left[-1:]


def explain_refusals(reader: Reader, mem: int, key: Key, n: int, now: int) -> Explanation:
    """Account for every refused proposal of a key, the newest first, as of record ``n`` and that time."""
    library = Library(reader, mem)
    rows = [(row, times) for row, times in reader.refusals(mem, key.name) if locate(row.place)[0] <= n]
    told = ((row.place, _refusal(library, row.place, times)) for row, times in reversed(rows))
    accounts = tuple(_lived(library, account, where, n, now) for where, account in told)
    return Explanation(key=key, question="why_not", accounts=accounts)


class Life(msgspec.Struct, frozen=True):
    """What became of a proposal that was put aside: waiting, ``confirmed``, ``denied`` or ``expired``.

    ``settled`` is the record that decided it (0: none did).
    """

    status: str
    expires: int
    settled: int = 0


def life_of(reader: Reader, mem: int, where: int, n: int, now: int) -> Life | None:
    """The life of the proposal at a place, as of a record and a time; None: it was not put aside."""
    waits = [(row, end) for row, end in reader.pending(mem, where) if row.seq <= n]
    if not waits:
        return None
    row, end = waits[-1]
    if end is not None and end.seq <= n:
        return Life("confirmed" if end.state is State.ADMITTED else "denied", row.expires, end.seq)
    return Life("expired" if row.expires <= now else "quarantine", row.expires)


def _lived(library: Library, account: Account, where: int, n: int, now: int) -> Account:
    """The account with what became of a proposal that was put aside."""
    life = life_of(library.records.reader, library.records.mem, where, n, now)
    if life is None:
        return account
    return msgspec.structs.replace(
        account,
        status=life.status,
        place=public_id(where),
        expires_at=end_from_micros(life.expires),
        settled=committed(library.records, life.settled) if life.settled else None,
    )


class _Gone:
    """What of a history was replaced, by what replaced it."""

    def __init__(self, history: History) -> None:
        self.n = history.n
        self._by_successor: dict[str, list[Belief]] = {}
        self._taken_back: dict[int, list[Belief]] = {}
        for belief, slot in zip(history.beliefs, history.slots, strict=True):
            if belief.superseded_by is not None:
                self._by_successor.setdefault(belief.superseded_by, []).append(belief)
            if belief.status is Status.RETRACTED:
                self._taken_back.setdefault(slot, []).append(belief)

    def superseded(self, by: Belief) -> Sequence[Belief]:
        """The beliefs that gave way to this one."""
        return self._by_successor.get(by.id, ())

    def retracted(self, slot: int, by: VersionRow) -> Sequence[Belief]:
        """The beliefs that this retraction, which is in effect, ended in its slot; what held last is the last.

        It ends what stood when it began, and after a while in which something else held, that as well.
        """
        since = from_micros(by.belief.vf)
        ended = [(one.valid_to, one.valid_to != one.valid_from, one) for one in self._taken_back.get(slot, ())]
        mine = [it for it in ended if it[0] is not None and (it[0] == since or (it[1] and it[0] > since))]
        return [one for *_, one in sorted(mine, key=lambda it: (it[1], it[0]))]


class Library:
    """The records and sources that one answer reads; each record once, each body when it is needed."""

    def __init__(self, reader: Reader, mem: int) -> None:
        self.records = Records(reader, mem)
        self._staged: tuple[int, dict[str, int]] = (0, {})
        self._made: OrderedDict[int, Source] = OrderedDict()

    def source(self, seq: int, source_id: str) -> Source | None:
        """A source that was observed, or one of that record (a decision keeps what was staged).

        A damaged source hides its own words, not the account of who used it.
        """
        where = self.records.reader.source(self.records.mem, source_id)
        stored = None if where is None else self._at(where)
        if stored is not None and stored.id == source_id:
            return stored
        same = self._staged_in(seq).get(source_id)
        return None if same is None else self._at(same)

    def kept(self, seq: int, ids: Collection[str]) -> list[tuple[Source, SourceBody]]:
        """Those of these sources that stand in a record, whether it observed them or only keeps them."""
        bodies = (self.records.body(where) for one, where in self._staged_in(seq).items() if one in ids)
        return [(source_of(body), body) for body in bodies if isinstance(body, SourceBody)]

    def lost(self, seq: int, source_id: str) -> bool:
        """Of a source that `source` does not tell: whether it was known, so that its text was damaged.

        One that came with that record is no longer known by its id when its text is gone: it may be any text.
        """
        if self.records.reader.source(self.records.mem, source_id) is not None:
            return True
        return len(self.records.bodies(seq)) < len(self.records.record(seq).commitments)

    def was_erased(self, source_id: str) -> bool:
        """Of a source that `source` does not tell: whether its text was erased.

        Its id, which is a hash of it, went with it; one that is damaged is still known by its id.
        """
        records = self.records
        known = records.reader.source(records.mem, source_id) is not None
        return not known and next(iter(records.reader.erasures(records.mem)), None) is not None

    def _at(self, where: int) -> Source | None:
        """The source at a place, made once; a few of them are kept."""
        if where not in self._made:
            try:
                body = self.records.body(where)
            except Unreadable:
                return None
            if not isinstance(body, SourceBody):
                return None
            self._made[where] = source_of(body)
            if len(self._made) > _SOURCES:
                self._made.popitem(last=False)
        self._made.move_to_end(where)
        return self._made[where]

    def _staged_in(self, seq: int) -> dict[str, int]:
        """The places of the sources of a record, by id; the last record's are remembered."""
        if self._staged[0] != seq:
            bodies = self.records.bodies(seq).items()
            ids = {id_of(body): place(seq, ord_) for ord_, body in bodies if isinstance(body, SourceBody)}
            self._staged = (seq, ids)
        return self._staged[1]


def _belief(library: Library, belief: Belief, replaced: _Gone) -> Account:
    gone, where = replaced.superseded(belief), place_of(belief.id) or 0
    account = _account(library, where, belief.status, belief.observed_at, gone)
    if belief.status not in _GONE and not belief.suspect:
        return account
    return msgspec.structs.replace(account, repaired=repaired(library.records, where, replaced.n))


def _retraction(library: Library, slot: int, version: VersionRow, replaced: _Gone) -> Account:
    """Who took a value back. It replaces the belief that it ended."""
    row = version.belief
    return _account(library, row.bid, "retraction", from_micros(row.nu), replaced.retracted(slot, version))


def _account(library: Library, where: int, status: str, observed_at: datetime, gone: Sequence[Belief]) -> Account:
    seq, _ = locate(where)
    body = library.records.body(where)
    if status == Status.ERASED:
        body = BeliefBody("", b"null", (), 0.0, ())
    if not isinstance(body, BeliefBody):
        raise lost(library.records.reader, library.records.mem, where, "belief")
    return Account(
        id=public_id(where),
        value=parse(body.value),
        status=status,
        observed_at=observed_at,
        evidence=_told(library, seq, cited(library, seq, body.citations), body.verdict),
        findings=body.verdict.trace,
        transaction=committed(library.records, seq),
        replaced=tuple(_replaced(other) for other in gone),
        place=public_id(where),
        proposed=_proposed(library, seq),
    )


def _proposed(library: Library, seq: int) -> Committed | None:
    """Who proposed what a record confirms, when that can still be read."""
    settled = [op for op in library.records.record(seq).ops if isinstance(op, SettleOp)]
    try:
        return committed(library.records, locate(settled[0].place)[0]) if settled else None
    except Unreadable:
        return None


def _refusal(library: Library, where: int, times: int) -> Account:
    seq, _ = locate(where)
    body = library.records.body(where)
    if not isinstance(body, RefusalBody):
        raise lost(library.records.reader, library.records.mem, where, "refusal")
    return Account(
        id=body.proposal,
        value=parse(body.value),
        status=body.verdict.decision.name.lower(),
        observed_at=None if body.observed_at is None else from_micros(body.observed_at),
        evidence=evidence_told(library, seq, body),
        findings=body.verdict.trace,
        transaction=committed(library.records, seq),
        times=times,
    )


def _told(library: Library, seq: int, evidence: tuple[Quoted, ...], verdict: Verdict) -> tuple[Quoted, ...]:
    """The evidence among the words around it."""
    return in_context(evidence, verdict.trace, lambda source_id: library.source(seq, source_id))


def evidence_told(library: Library, seq: int, body: RefusalBody) -> tuple[Quoted, ...]:
    """The evidence of a refused proposal among the words around it."""
    return _told(library, seq, refused_evidence(library, seq, body), body.verdict)


def cited(library: Library, seq: int, citations: Sequence[Citation]) -> tuple[Quoted, ...]:
    """The citations of record ``seq`` with the words that stand there. A source that is damaged says ``?``."""
    quoted = []
    for citation in citations:
        source = library.source(seq, citation.source_id)
        text = _UNKNOWN if source is None else _words(source, citation)
        damaged = source is None and not library.was_erased(citation.source_id)
        piece = _quoted(source, citation.source_id, text, citation=citation, damaged=damaged)
        quoted.append(msgspec.structs.replace(piece, erased=source is None and not damaged))
    return tuple(quoted)


def refused_evidence(library: Library, seq: int, body: RefusalBody) -> tuple[Quoted, ...]:
    """The evidence of a refused proposal: the quotes that were found, then those that were not."""
    missing = (_missing(library, seq, source_id, text) for source_id, text in body.quotes)
    return (*cited(library, seq, body.citations), *missing)


def _missing(library: Library, seq: int, source_id: str, text: str) -> Quoted:
    """A quote that was not found when its source could still be read, or whose source nobody ever knew."""
    source = library.source(seq, source_id)
    damaged = source is None and library.lost(seq, source_id)
    return _quoted(source, source_id, text, found=False, damaged=damaged)


def _words(source: Source, citation: Citation) -> str:
    """What a source says at a citation."""
    if citation.pointer is not None:
        return canonical(resolve(source.value, citation.pointer)).decode()
    return (source.text or "")[citation.start : citation.end]


def _quoted(
    source: Source | None,
    source_id: str,
    text: str,
    *,
    found: bool = True,
    damaged: bool = False,
    citation: Citation | None = None,
) -> Quoted:
    in_text = citation is not None and citation.pointer is None
    return Quoted(
        source_id=source_id,
        text=text,
        found=found,
        damaged=damaged,
        speaker=source.speaker if source else None,
        channel=source.channel if source else None,
        at=source.at if source else None,
        start=citation.start if citation and in_text else None,
        end=citation.end if citation and in_text else None,
        pointer=citation.pointer if citation else None,
    )


def _replaced(belief: Belief) -> Replaced:
    return Replaced(id=belief.id, value=belief.value, status=belief.status, observed_at=belief.observed_at)
