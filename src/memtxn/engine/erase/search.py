"""Search: which texts go with what is erased, and which that stay may say the same: one look through all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from memtxn.engine.sources import id_of
from memtxn.engine.verify.texts import Texts
from memtxn.errors import NewerFormat
from memtxn.model.codec import Json, canonical, parse
from memtxn.model.erase_record import EraseBody, EraseOp
from memtxn.model.erasure import Mention
from memtxn.model.key import Key
from memtxn.model.record import (
    BeliefBody,
    Body,
    ClaimOp,
    ConstraintBody,
    ContextBody,
    DeclarationBody,
    HashBody,
    KeyBody,
    Record,
    RefileOp,
    RefusalBody,
    RepairBody,
    SourceBody,
    TypeBody,
    decode_body,
    decode_record,
    place,
    public_id,
)
from memtxn.model.rows import JournalRow
from memtxn.ports.storage import Reader

MENTIONS = 1_000
"""Texts that a report names."""

NEEDLES = 256
"""Texts that are looked for, the longest first."""

SHORTEST = 4
"""Bytes that a text must have to be looked for: a shorter one stands everywhere."""

_STATED = 3
"""Members of what a program states: an entity, an attribute, and what is said of it."""

_CONTENT = BeliefBody | SourceBody | RefusalBody


class Wanted(msgspec.Struct, frozen=True):
    """What goes: sources by id, beliefs by place, names of keys, and refusals of what is (name, value)."""

    sources: frozenset[str]
    beliefs: frozenset[int]
    names: frozenset[str]
    said: frozenset[tuple[str, bytes]]
    places: frozenset[int] = frozenset()


class Needles:
    """Texts to look for, as they stand in bodies: plainly, or written in JSON."""

    def __init__(self, texts: Iterable[str]) -> None:
        encoded = {text.encode() for text in texts} | {canonical(text)[1:-1] for text in texts}
        known = sorted((one for one in encoded if len(one) >= SHORTEST), key=lambda one: (-len(one), one))
        self._all, self.left_out = known[:NEEDLES], max(0, len(known) - NEEDLES)

    def stand_in(self, data: bytes) -> bool:
        """Whether any of them does."""
        return any(one in data for one in self._all)


class Search:
    """What was found so far: the places that go, as ranges, and what may still mention them."""

    def __init__(self, wanted: Wanted, needles: Needles) -> None:
        self.wanted, self._needles = wanted, needles
        self.ranges: list[EraseOp] = []
        self.places: dict[int, bytes] = {}
        self.refusals: list[int] = []
        self.sources: list[int] = []
        self.mentions: list[Mention] = []
        self.left_out = needles.left_out
        self.more = 0
        self.through = 0
        self._slot = 0
        self._last = -1

    def run(self, reader: Reader, mem: int, last: int) -> None:
        """Look through the records that were not looked through yet, up to this one."""
        texts = Texts(reader, mem) if self.through == 0 else None
        for row in reader.journal(mem, self.through + 1, last):
            record = _decoded(row)
            found = texts.of(row.seq) if texts is not None else None
            if found is None:
                found = [(row.seq, body.ord, body.salt, body.data) for body in reader.bodies(mem, row.seq)]
            if record is not None:
                self._record(record, {ord_: data for _, ord_, _, data in found})
        self.through = last

    def _record(self, record: Record, datas: Mapping[int, bytes]) -> None:
        bodies = {ord_: body for ord_, data in datas.items() if (body := _body(data)) is not None}
        gone = {ord_ for ord_, body in bodies.items() if self._goes(record, ord_, body)}
        gone |= {op.ord for op in record.ops if isinstance(op, ClaimOp | RefileOp) and self._hashes(op, bodies)}
        if record.context in bodies and _context_goes(bodies, gone, bodies[record.context]):
            gone.add(record.context)
        for ord_ in range(len(record.commitments)):
            if ord_ in gone:
                self._take(record, ord_, bodies[ord_])
            elif ord_ in bodies:
                self._look(place(record.seq, ord_), bodies[ord_], datas[ord_])
            self._slot += 1

    def _hashes(self, op: ClaimOp | RefileOp, bodies: Mapping[int, Body]) -> bool:
        return op.bid in self.wanted.beliefs and isinstance(bodies.get(op.ord), HashBody)

    def _goes(self, record: Record, ord_: int, body: Body) -> bool:
        wanted = self.wanted
        if place(record.seq, ord_) in wanted.places:
            return True
        match body:
            case SourceBody():
                return self._source_goes(body)
            case BeliefBody():
                return place(record.seq, ord_) in wanted.beliefs
            case RefusalBody():
                return self._refusal_goes(body)
            case KeyBody():
                return body.name in wanted.names
            case RepairBody():
                return body.target in wanted.sources
        return False

    def _source_goes(self, body: SourceBody) -> bool:
        """One that is meant; and the source of what a program stated of a key, which says nothing else."""
        wanted = self.wanted
        if wanted.sources and id_of(body) in wanted.sources:
            return True
        stated = statement_of(body)
        return stated is not None and (stated[0] in wanted.names or stated in wanted.said)

    def _refusal_goes(self, body: RefusalBody) -> bool:
        """What was refused on the evidence of a source goes with it, and what said the same of a key."""
        wanted = self.wanted
        cited = {one.source_id for one in body.citations} | {source for source, _ in body.quotes}
        return (
            body.name in wanted.names
            or (body.name, body.value) in wanted.said
            or not cited.isdisjoint(wanted.sources)
        )

    def _take(self, record: Record, ord_: int, body: Body) -> None:
        where = place(record.seq, ord_)
        self.places[where] = record.commitments[ord_]
        if isinstance(body, RefusalBody):
            self.refusals.append(where)
        elif isinstance(body, SourceBody):
            self.sources.append(where)
        if self._last == self._slot - 1 and self.ranges:
            self.ranges[-1] = EraseOp(self.ranges[-1].first, where)
        else:
            self.ranges.append(EraseOp(where, where))
        self._last = self._slot

    def _look(self, where: int, body: Body, data: bytes) -> None:
        why = self._why(body, data)
        if not why or isinstance(body, HashBody):
            return
        if len(self.mentions) == MENTIONS:
            self.more += 1
            return
        key = Key.from_name(body.name) if isinstance(body, KeyBody | BeliefBody | RefusalBody) else None
        self.mentions.append(Mention(id=public_id(where), sort=_sort(body), why=why, key=key))

    def _why(self, body: Body, data: bytes) -> str:
        if isinstance(body, BeliefBody) and any(one.source_id in self.wanted.sources for one in body.citations):
            return "cites"
        return "text" if self._needles.stand_in(data) else ""


_SORTS: dict[type, str] = {
    SourceBody: "source",
    BeliefBody: "belief",
    RefusalBody: "refusal",
    KeyBody: "key",
    DeclarationBody: "declaration",
    TypeBody: "declaration",
    ConstraintBody: "constraint",
    ContextBody: "label",
    RepairBody: "label",
    EraseBody: "reason",
}


def _sort(body: Body) -> str:
    return _SORTS[type(body)]


def _context_goes(bodies: Mapping[int, Body], gone: set[int], context: Body) -> bool:
    """Who wrote a record goes with all of it, and with some of it when more than a name is said."""
    content = {ord_ for ord_, body in bodies.items() if isinstance(body, _CONTENT)}
    if not content & gone or not isinstance(context, ContextBody):
        return False
    return content <= gone or context.label is not None or context.request is not None


def _decoded(row: JournalRow) -> Record | None:
    try:
        return decode_record(row.data)
    except (msgspec.MsgspecError, NewerFormat):
        return None


def _body(data: bytes) -> Body | None:
    try:
        return decode_body(data)
    except (msgspec.MsgspecError, TypeError):
        return None


def texts_of(bodies: Iterable[Body]) -> Iterator[str]:
    """What is to be looked for: the words of sources, and the values of beliefs."""
    for body in bodies:
        if isinstance(body, SourceBody):
            yield from _leaves(parse(body.content)) if body.structured else [body.content.decode().strip()]
        elif isinstance(body, BeliefBody):
            yield from _leaves(parse(body.value))


def _leaves(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value.strip()
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)


def statement_of(body: SourceBody) -> tuple[str, bytes] | None:
    """The name of the key and the value of what a program stated (`Transaction.set_state`); None for the rest."""
    said = parse(body.content) if body.structured else None
    if not isinstance(said, dict) or len(said) != _STATED:
        return None
    entity, attribute = said.pop("entity", None), said.pop("attribute", None)
    parts = [*entity, attribute] if isinstance(entity, list) else []
    if len(parts) != _STATED or not all(isinstance(one, str) for one in parts):
        return None
    (value,) = said.values()
    return Key(*map(str, parts)).name, canonical(value)


def quotes_of(body: SourceBody, citations: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The words of a source that beliefs cite."""
    if not body.structured:
        text = body.content.decode()
        yield from (text[start:end] for start, end in citations)
