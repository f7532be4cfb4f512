"""Show: everything about one record, one belief or one source, each by its id or the beginning of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from memtxn.core.project import Course
from memtxn.engine.erase.known import lost
from memtxn.engine.explain import Library, cited, life_of, refused_evidence
from memtxn.engine.explain_record import committed
from memtxn.engine.history import slots_of
from memtxn.engine.links import Links
from memtxn.engine.log import REPAIRS, change_of, repair_of, with_erasure
from memtxn.engine.moment import Moment
from memtxn.engine.receipts import courses_of
from memtxn.engine.sources import source_of
from memtxn.engine.stage import place_of
from memtxn.errors import InvalidInput, NotFound
from memtxn.model.belief import TYPE_NAMES, BeliefType
from memtxn.model.codec import parse
from memtxn.model.exact import brief, exact_text, exact_whole
from memtxn.model.explanation import Quoted, Replaced
from memtxn.model.key import Key
from memtxn.model.logentry import Change
from memtxn.model.record import (
    BeliefBody,
    BeliefOp,
    ContextBody,
    DecisionOp,
    Record,
    RefusalBody,
    SourceBody,
    SourceOp,
    locate,
    place,
    public_id,
)
from memtxn.model.rows import KeyRow, VersionRow
from memtxn.model.shown import ReadKey, Shown, ShownBelief, ShownProposal, ShownRecord, ShownSource
from memtxn.model.source import Source
from memtxn.model.time import end_from_micros, from_micros
from memtxn.model.verdict import Finding
from memtxn.ports.storage import Reader

ID_DIGITS = 32
SHORTEST = 4
"""Digits that the beginning of an id must have."""
_PROPOSED = BeliefOp | DecisionOp
_NAMED = 6
"""Ids that a message names when several begin alike."""


def show(reader: Reader, mem: int, what: object, moment: Moment, now: int, digest_key: bytes) -> Shown:
    """Whatever is called so, as of a moment; ``now`` is the time by which what waits has expired.

    Raises:
        InvalidInput: it is no id, or the beginning of several. NotFound. Unreadable.
    """
    showing = _Showing(reader, mem, moment, now, digest_key)
    seq, text = exact_whole(what), exact_text(what)
    if seq is not None or (text and _is_seq(text, showing.last)):
        return showing.record(int(text or seq or 0))
    if not text:
        raise InvalidInput(f"{brief(what)} is no seq, transaction id, belief id or source id")
    where = place_of(text)
    return showing.at(where, text) if where is not None else showing.named(text)


def _is_seq(text: str, last: int) -> bool:
    """A number is a seq, unless it is too great for one and may be the beginning of an id."""
    digits = text.isascii() and text.isdecimal() and len(text) < ID_DIGITS
    return digits and (len(text) < SHORTEST or int(text) <= last)


class _Showing:
    """One answer, and the records, sources and keys that it reads."""

    def __init__(self, reader: Reader, mem: int, moment: Moment, now: int, digest_key: bytes) -> None:
        self._reader, self._mem, self._moment, self._now = reader, mem, moment, now
        self.last = min(moment.n, reader.head(mem).seq) if mem else 0
        self._library = Library(reader, mem)
        self._links = Links(reader, mem, digest_key)
        self._standings: dict[str, _Standings] = {}

    # -- by which name -------------------------------------------------------------------------------

    def named(self, text: str) -> Shown:
        """The transaction or the source whose id begins so."""
        digits = text.lower()
        if not digits.isalnum() or set(digits) - set("0123456789abcdef") or len(digits) > ID_DIGITS:
            raise InvalidInput(f"{brief(text)} is no seq, transaction id, belief id or source id")
        if len(digits) < SHORTEST:
            raise InvalidInput(f"{brief(text)} is too short: give at least {SHORTEST} digits of an id")
        first, last = digits.ljust(ID_DIGITS, "0"), digits.ljust(ID_DIGITS, "f")
        found = list(islice(self._begin_so(first, last), _NAMED + 1))
        if len(found) > 1:
            raise InvalidInput(f"{brief(text)} is the beginning of {_several(found)}; give more digits")
        for _, what, where in found:
            return self.record(where) if what == "transaction" else self.source(where)
        raise NotFound(f"no record, transaction, belief or source {brief(text)}")

    def _begin_so(self, first: str, last: str) -> Iterator[tuple[str, str, int]]:
        """(id, what it is, its seq or place), each kind in order of id."""
        for tx, seq in self._reader.transactions(self._mem, bytes.fromhex(first), bytes.fromhex(last)):
            if seq <= self.last:
                yield tx.hex(), "transaction", seq
        for row in self._reader.sources(self._mem, first, last):
            if locate(row.place)[0] <= self.last:
                yield row.id, "source", row.place

    def at(self, where: int, text: str) -> Shown:
        """Whatever stands at a place: a belief, a refused proposal, a source."""
        seq, ord_ = locate(where)
        if not 1 <= seq <= self.last:
            raise NotFound(f"no belief {brief(text)}; the last record is {self.last}")
        record = self._library.records.record(seq)
        for op in record.ops:
            if isinstance(op, SourceOp) and op.ord == ord_:
                return self.source(where)
            if _place(record, op) == where:
                return self.belief(record, op)
        raise NotFound(f"no belief {brief(text)} in record {seq}")

    # -- what it is ----------------------------------------------------------------------------------

    def record(self, seq: int) -> ShownRecord:
        """A record, proposal by proposal."""
        if not 1 <= seq <= self.last:
            raise NotFound(f"seq {brief(seq)}; the last record is {self.last}")
        record, records = self._library.records.record(seq), self._library.records
        row = next(iter(self._reader.journal(self._mem, seq, seq)))
        context = records.body(place(seq, record.context)) if record.context >= 0 else None
        proposals = tuple(self._proposal(record, op) for op in record.ops if isinstance(op, _PROPOSED))
        return ShownRecord(
            seq=seq,
            kind=record.kind.name.lower(),
            record=committed(records, seq),
            risk=context.risk if isinstance(context, ContextBody) else None,
            policy=record.policy.hex(),
            link=row.link.hex(),
            keyed=record.idem is not None,
            proposals=proposals,
            reads=tuple(self._reads(record)),
            observed=tuple(self._observed(record)),
            cited=self._sources(seq, (quoted for one in proposals for quoted in one.evidence)),
            others=tuple(self._others(record)),
        )

    def belief(self, record: Record, op: object) -> ShownBelief:
        """A belief, a retraction or a refused proposal."""
        proposal = self._proposal(record, op)
        return ShownBelief(
            proposal=proposal,
            record=committed(self._library.records, record.seq),
            cited=self._sources(record.seq, proposal.evidence),
        )

    def source(self, where: int) -> ShownSource:
        """A source and its record. Raises Unreadable when it is damaged."""
        body = self._library.records.body(where)
        if not isinstance(body, SourceBody):
            raise lost(self._reader, self._mem, where, "source")
        return ShownSource(source=source_of(body), record=committed(self._library.records, locate(where)[0]))

    # -- parts ---------------------------------------------------------------------------------------

    def _proposal(self, record: Record, op: object) -> ShownProposal:
        if isinstance(op, DecisionOp):
            return self._refused(op)
        assert isinstance(op, BeliefOp)
        where = place(record.seq, op.ord)
        retracts, body = op.type is BeliefType.RETRACTION, self._library.records.body(where)
        erased = body is None and bool(self._reader.erased(self._mem, where))
        numbers = ShownProposal(
            id=public_id(where),
            outcome=op.outcome.name,
            status="erased" if erased else "retraction" if retracts else "unreadable",
            type=TYPE_NAMES[op.type],
            retracts=retracts,
            observed_at=from_micros(op.nu),
            valid_from=from_micros(op.vf),
            valid_to=end_from_micros(op.vt),
            readable=False,
        )
        return self._believed(record, op, body, numbers) if isinstance(body, BeliefBody) else numbers

    def _believed(self, record: Record, op: BeliefOp, body: BeliefBody, numbers: ShownProposal) -> ShownProposal:
        """A belief or a retraction whose text is there."""
        if body.name not in self._standings:
            self._standings[body.name] = _Standings(self._reader, self._mem, body.name, self._moment)
        standings = self._standings[body.name]
        told = msgspec.structs.replace(
            numbers,
            key=Key.from_name(body.name),
            value=parse(body.value),
            proposal=body.proposal,
            confidence=body.confidence,
            derived_from=body.derived_from,
            evidence=cited(self._library, record.seq, body.citations),
            findings=body.verdict.trace,
            replaced=tuple(
                replaced
                for version in self._links.of(record, op, body).replaced
                for replaced in self._replaced(version, standings)
            ),
            readable=True,
        )
        return told if numbers.retracts else standings.told(place(record.seq, op.ord), told)

    def _replaced(self, version: VersionRow, standings: _Standings) -> Iterator[Replaced]:
        body = self._library.records.body(version.belief.bid)
        if isinstance(body, BeliefBody):
            id_, value = public_id(version.belief.bid), parse(body.value)
            status = standings.status(version.belief.bid)
            yield Replaced(id=id_, value=value, status=status, observed_at=from_micros(version.belief.nu))

    def _refused(self, op: DecisionOp) -> ShownProposal:
        """A refusal; a repeat of an identical one points to the record of the first."""
        seq, _ = locate(op.place)
        body = self._library.records.body(op.place)
        life = life_of(self._reader, self._mem, op.place, self._moment.n, self._now)
        status = op.outcome.name.lower() if life is None else life.status
        told = ShownProposal(id=public_id(op.place), outcome=op.outcome.name, status=status, readable=False)
        if not isinstance(body, RefusalBody):
            erased = bool(self._reader.erased(self._mem, op.place))
            return msgspec.structs.replace(told, status="erased") if erased else told
        times = {row.place: times for row, times in self._reader.refusals(self._mem, body.name)}
        findings: tuple[Finding, ...] = body.verdict.trace
        return msgspec.structs.replace(
            told,
            key=Key.from_name(body.name),
            value=parse(body.value),
            type=body.type,
            retracts=body.retracts,
            proposal=body.proposal,
            observed_at=None if body.observed_at is None else from_micros(body.observed_at),
            evidence=refused_evidence(self._library, seq, body),
            findings=findings,
            times=times.get(op.place, 1),
            readable=True,
        )

    def _sources(self, seq: int, evidence: Iterable[Quoted]) -> tuple[Source, ...]:
        """The sources that are quoted, each once."""
        ids = dict.fromkeys(quoted.source_id for quoted in evidence)
        found = (self._library.source(seq, source_id) for source_id in ids)
        return tuple(source for source in found if source is not None)

    def _observed(self, record: Record) -> Iterator[Source]:
        for op in record.ops:
            body = self._library.records.body(place(record.seq, op.ord)) if isinstance(op, SourceOp) else None
            if isinstance(body, SourceBody):
                yield source_of(body)

    def _others(self, record: Record) -> Iterator[Change]:
        """What is neither a proposal nor a source; and sources that cannot be read."""
        body = self._library.records.body
        if record.kind in REPAIRS:
            yield repair_of(record, body)
        for op in record.ops:
            change = None if isinstance(op, _PROPOSED) else change_of(record, op, body)
            change = with_erasure(self._reader, self._mem, record, op, change)
            if change is not None and (change.what != "SOURCE" or not change.readable):
                yield change

    def _reads(self, record: Record) -> Iterator[ReadKey]:
        """The read set. Keys have numbers in it, whose names come from a look through the list of keys."""
        wanted = {kid for kid, _ in record.reads}
        names: dict[int, str] = {}
        for row in self._reader.fold(self._mem) if wanted else ():
            if not isinstance(row, KeyRow) or len(names) == len(wanted):
                break
            if row.kid in wanted:
                names[row.kid] = row.name
        for kid, version in record.reads:
            yield ReadKey(key=Key.from_name(names[kid]) if kid in names else None, version=version)


class _Standings:
    """Where the versions of a key stand at a moment."""

    def __init__(self, reader: Reader, mem: int, name: str, moment: Moment) -> None:
        versions = {version.belief.bid: version for version in reader.versions(mem, name, moment.n)}
        courses = courses_of(reader.steps(mem, name, moment.n), versions)
        slots = slots_of(reader, mem, name, list(versions.values()), courses)
        self._found = {
            version.belief.bid: courses.get(slot, Course()).standing(version, moment.t)
            for version, slot in zip(versions.values(), slots, strict=True)
        }

    def told(self, bid: int, told: ShownProposal) -> ShownProposal:
        """What is told of a version, with its status, its end and its successor."""
        standing = self._found.get(bid)
        if standing is None:
            return told
        return msgspec.structs.replace(
            told,
            status=standing.status.value,
            shown_until=end_from_micros(standing.until),
            superseded_by=public_id(standing.successor) if standing.successor else None,
        )

    def status(self, bid: int) -> str:
        """The status of a version."""
        return self._found[bid].status.value if bid in self._found else "unreadable"


def _place(record: Record, op: object) -> int | None:
    """Where the body of a proposal stands."""
    if isinstance(op, BeliefOp):
        return place(record.seq, op.ord)
    return op.place if isinstance(op, DecisionOp) else None


def _several(found: list[tuple[str, str, int]]) -> str:
    named = ", ".join(f"{what} {id_}" for id_, what, _ in found[:_NAMED])
    return f"{named} and more" if len(found) > _NAMED else named
