"""Export: a memory as lines that stand by themselves, record by record in the order of the journal.

Each record has its own moment of the storage: records never change, and no reader is held meanwhile. In memory
are one record and what it cites, the history of one key, and the statuses of some more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import cast

import msgspec

from memtxn.core.admission.pointer import Nowhere, resolve
from memtxn.core.repair import GONE
from memtxn.engine.explain import Life, life_of
from memtxn.engine.gone import gone_beliefs, gone_sources
from memtxn.engine.history import history_of
from memtxn.engine.receipts import Records
from memtxn.engine.runtime import Ledger
from memtxn.engine.sources import id_of, source_of
from memtxn.engine.stage import place_of
from memtxn.errors import Unreadable
from memtxn.model.belief import TYPE_NAMES, BeliefType
from memtxn.model.codec import Json, parse
from memtxn.model.declaration import declaration_of
from memtxn.model.entitytype import type_declaration_of
from memtxn.model.key import Key, labels_of
from memtxn.model.lines import (
    FORMAT_NAME,
    FORMAT_VERSION,
    UNSET,
    BeliefLine,
    Cite,
    ConstraintLine,
    DeclarationLine,
    Header,
    KindLine,
    RefusalLine,
    RetractionLine,
    SourceLine,
    TypeLine,
)
from memtxn.model.record import (
    BeliefBody,
    BeliefOp,
    Body,
    ConstrainOp,
    ConstraintBody,
    DecisionOp,
    DeclarationBody,
    DeclareOp,
    Op,
    Record,
    RefusalBody,
    SourceBody,
    SourceOp,
    TypeBody,
    locate,
    place,
    public_id,
)
from memtxn.model.source import Citation, Source
from memtxn.model.time import FOREVER, end_from_micros, from_micros
from memtxn.ports.storage import Reader

STATUSES = 250_000
"""Beliefs whose status is kept; that of a key whose history is not among them is worked out again."""

Exported = dict[str, Json]

_json = msgspec.json.Encoder()


OnUnreadable = Callable[[Unreadable], object]


class Exporting(msgspec.Struct, frozen=True, kw_only=True):
    """Also what was refused, or not; ``left_out`` is told of what cannot be read (None: it is raised)."""

    refusals: bool = False
    left_out: OnUnreadable | None = None


def export(ledger: Ledger, options: Exporting) -> Iterator[Exported]:
    """The header, then a line for each declaration, source, belief and retraction. See `Memory.export`."""
    with ledger.runtime.storage.read() as reader:
        mem = ledger.mem(reader)
        last = reader.head(mem).seq if mem else 0
    return _lines(ledger, mem, last, options)


def _lines(ledger: Ledger, mem: int, last: int, options: Exporting) -> Iterator[Exported]:
    now = ledger.now()
    yield _plain(
        Header(
            format=FORMAT_NAME,
            version=FORMAT_VERSION,
            memory=labels_of(ledger.name),
            seq=last,
            exported_at=from_micros(now),
        )
    )
    statuses = _Statuses(mem, last, now)
    for seq in range(1, last + 1):
        with ledger.runtime.storage.read() as reader:
            lines = list(_Page(reader, mem, seq, statuses, options).lines())
        yield from map(_plain, lines)


def _plain(line: Header | KindLine) -> Exported:
    return cast("Exported", parse(_json.encode(line)))


class _Statuses:
    """The statuses of beliefs at the moment of the export, key by key; the longest unused are let go."""

    def __init__(self, mem: int, n: int, t: int) -> None:
        self._mem, self.n, self._t = mem, n, t
        self._known: OrderedDict[str, dict[str, str]] = OrderedDict()
        self._size = 0

    def of(self, reader: Reader, name: str, belief_id: str) -> str:
        """The status of a belief of the key of that name."""
        if name not in self._known:
            history = history_of(reader, self._mem, name, self.n, self._t)
            self._known[name] = {belief.id: belief.status.value for belief in history.beliefs}
            self._size += len(self._known[name])
            while self._size > STATUSES and len(self._known) > 1:
                self._size -= len(self._known.popitem(last=False)[1])
        self._known.move_to_end(name)
        if belief_id not in self._known[name]:
            raise Unreadable(f"belief {belief_id} of {name} is missing")
        return self._known[name][belief_id]

    def life_of(self, reader: Reader, where: int) -> Life | None:
        """What became of the proposal at a place, if it was put aside."""
        return life_of(reader, self._mem, where, self.n, self._t)


class _Page:
    """The lines of one record."""

    def __init__(self, reader: Reader, mem: int, seq: int, statuses: _Statuses, options: Exporting) -> None:
        self._reader, self._mem, self._seq, self._statuses = reader, mem, seq, statuses
        self._options = options
        self._records = Records(reader, mem)
        self._staged: dict[str, Source] | None = None

    def lines(self) -> Iterator[KindLine]:
        """A line for each effect that says something. Raises Unreadable for what is not left out."""
        try:
            record = self._records.record(self._seq)
        except Unreadable as error:
            self._leave_out(error)
            return
        at, gone = from_micros(record.at), self._gone(record)
        for op in record.ops:
            if isinstance(op, BeliefOp | SourceOp) and place(self._seq, op.ord) in gone:
                continue
            try:
                line = self._line(record, op)
            except Unreadable as error:
                self._leave_out(error)
                continue
            if line is not None:
                yield msgspec.structs.replace(line, seq=self._seq, recorded_at=at)

    def _gone(self, record: Record) -> set[int]:
        """What of a record was undone, revoked or put aside by the moment of the export: it is not written."""
        filed = [(op.kid, place(self._seq, op.ord)) for op in record.ops if isinstance(op, BeliefOp)]
        filed += [(0, place(self._seq, op.ord)) for op in record.ops if isinstance(op, SourceOp)]
        rows = self._reader.states(self._mem, filed, self._statuses.n) if filed else []
        states = {row.bid: row.state for row in rows}
        return {where for where, state in states.items() if state in GONE}

    def _standing(self, citations: Sequence[Citation]) -> Iterator[Citation]:
        """Those whose sources are not revoked or erased; what one alone bears out is not exported at all."""
        places = {one.source_id: self._reader.source(self._mem, one.source_id) for one in citations}
        lost = gone_sources(self._reader, self._mem, filter(None, places.values()))
        erased = next(self._reader.erasures(self._mem), None) is not None
        for one in citations:
            where = places[one.source_id]
            if where not in lost and not (where is None and erased and one.source_id not in self._kept()):
                yield one

    def _parents(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Those beliefs that are still believed."""
        places = {one: place_of(one) or 0 for one in ids}
        lost = gone_beliefs(self._reader, self._mem, places.values()) if places else ()
        return tuple(one for one in ids if places[one] not in lost)

    def _leave_out(self, error: Unreadable) -> None:
        if self._options.left_out is None:
            raise error
        self._options.left_out(Unreadable(f"record {self._seq}: {error.detail}"))

    def _line(self, record: Record, op: Op) -> KindLine | None:
        match op:
            case SourceOp():
                return _source(self._body(place(self._seq, op.ord)))
            case BeliefOp():
                return self._belief(op, place(self._seq, op.ord))
            case DeclareOp():
                body = self._body(place(self._seq, op.ord))
                return type_line(body) if isinstance(body, TypeBody) else declaration_line(body)
            case ConstrainOp():
                return constraint_line(self._body(place(self._seq, op.ord)))
            case DecisionOp() if (
                self._options.refusals
                and locate(op.place)[0] == record.seq
                and not self._reader.erased(self._mem, op.place)
            ):  # else it is a repeat
                return self._refusal(op)
        return None

    def _body(self, where: int) -> Body:
        body = self._records.body(where)
        if body is None:
            raise Unreadable(f"a text of record {self._seq} ({public_id(where)}) is missing or damaged")
        return body

    # -- proposals ---------------------------------------------------------------------------------------

    def _belief(self, op: BeliefOp, where: int) -> BeliefLine | RetractionLine:
        body = self._body(where)
        if not isinstance(body, BeliefBody):
            raise Unreadable(f"belief {public_id(where)} has lost its body")
        key, begin = Key.from_name(body.name), None if op.vf == op.nu else from_micros(op.vf)
        evidence = tuple(map(self._cite, self._standing(body.citations)))
        if op.type is BeliefType.RETRACTION:
            return RetractionLine(
                entity=key.entity,
                attribute=key.attribute,
                value=parse(body.value),
                evidence=evidence,
                observed_at=from_micros(op.nu),
                valid_from=begin,
                reasons=body.verdict.reasons,
            )
        return BeliefLine(
            id=public_id(where),
            entity=key.entity,
            attribute=key.attribute,
            value=parse(body.value),
            evidence=evidence,
            observed_at=from_micros(op.nu),
            valid_from=begin,
            valid_to=None if op.vt == FOREVER else end_from_micros(op.vt),
            confidence=body.confidence,
            type=TYPE_NAMES[op.type],
            derived_from=self._parents(body.derived_from),
            proposal=body.proposal,
            status=self._status(body.name, public_id(where)),
            reasons=body.verdict.reasons,
        )

    def _status(self, name: str, belief_id: str) -> str:
        """Its status; none when another version of its key cannot be read, and what can be is wanted."""
        try:
            return self._statuses.of(self._reader, name, belief_id)
        except Unreadable:
            if self._options.left_out is None:
                raise
        return ""

    def _refusal(self, op: DecisionOp) -> RefusalLine:
        body = self._body(op.place)
        if not isinstance(body, RefusalBody):
            raise Unreadable(f"refusal {public_id(op.place)} has lost its body")
        key, life = Key.from_name(body.name), self._statuses.life_of(self._reader, op.place)
        missing = (Cite(source=source_id, quote=quote) for source_id, quote in body.quotes)
        return RefusalLine(
            id=body.proposal,
            entity=key.entity,
            attribute=key.attribute,
            value=parse(body.value),
            evidence=(*map(self._cite, body.citations), *missing),
            observed_at=None if body.observed_at is None else from_micros(body.observed_at),
            type=body.type,
            retracts=body.retracts,
            decision=op.outcome.name.lower() if life is None else life.status,
            reasons=body.verdict.reasons,
        )

    # -- evidence ------------------------------------------------------------------------------------------

    def _cite(self, citation: Citation) -> Cite:
        source = self._cited(citation.source_id)
        if citation.pointer is not None:
            return Cite(source=citation.source_id, quote=_pointed(source, citation), pointer=citation.pointer)
        words = (source.text or "")[citation.start : citation.end]
        return Cite(source=citation.source_id, quote=words, start=citation.start, end=citation.end)

    def _cited(self, source_id: str) -> Source:
        """A source that was observed, or one that a decision of this record keeps."""
        where = self._reader.source(self._mem, source_id)
        if where is not None:
            body = self._body(where)
            if isinstance(body, SourceBody) and id_of(body) == source_id:
                return source_of(body)
        elif source_id in self._kept():
            return self._kept()[source_id]
        raise Unreadable(f"source {source_id} is missing or damaged")

    def _kept(self) -> dict[str, Source]:
        if self._staged is None:
            bodies: Sequence[Body] = list(self._records.bodies(self._seq).values())
            self._staged = {id_of(body): source_of(body) for body in bodies if isinstance(body, SourceBody)}
        return self._staged


def _pointed(source: Source, citation: Citation) -> str | None:
    """The text that a pointer leads to; of another value there are no words."""
    try:
        found = resolve(source.value, citation.pointer or "")
    except Nowhere as error:
        raise Unreadable(f"source {source.id} is damaged: {error}") from error
    return found if isinstance(found, str) else None


def _source(body: Body) -> SourceLine:
    if not isinstance(body, SourceBody):
        raise Unreadable("a source has lost its body")
    source = source_of(body)
    return SourceLine(
        id=source.id,
        speaker=source.speaker,
        channel=source.channel,
        at=source.at,
        text=source.text,
        document=source.value if source.text is None else UNSET,
        authority=source.authority,
        ref=source.ref,
        ordinal=source.ordinal,
    )


def declaration_line(body: Body) -> DeclarationLine:
    """The line of what was declared of an attribute. Raises Unreadable for a body that is none."""
    if not isinstance(body, DeclarationBody):
        raise Unreadable("a declaration has lost its body")
    said = declaration_of(body, 0)
    return DeclarationLine(
        entity_type=said.entity_type,
        attribute=said.attribute,
        cardinality=said.cardinality,
        type=said.type,
        enum=said.enum,
        synonyms=said.synonyms,
        protected=said.protected,
        speech_act=said.speech_act,
        polarity=said.polarity,
        event=body.event,
        unit=said.unit,
        licenses=said.licenses,
        words=said.words,
    )


def type_line(body: TypeBody) -> TypeLine:
    """The line of what was declared of an entity type."""
    said = type_declaration_of(body, 0)
    return TypeLine(
        entity_type=said.entity_type,
        owned_by=said.owned_by,
        person=said.person,
        binding=said.binding,
        aliases=said.aliases,
    )


def constraint_line(body: Body) -> ConstraintLine:
    """The line of a constraint. Raises Unreadable for a body that is none."""
    if not isinstance(body, ConstraintBody):
        raise Unreadable("a constraint has lost its body")
    return msgspec.convert(msgspec.structs.asdict(body), ConstraintLine)
