"""Contradictions: what records say that cannot be, because whoever planned them saw damaged rows.

Somebody who does not find a key, a source or a refusal gives it a second time; who does not see a state, or what
became of a proposal, changes it again; who sees a step that is none ends it. The first record counts. What a
later one says against it is folded otherwise, or not at all, and the timelines concerned are planned again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from memtxn.core import lifecycle
from memtxn.core.amend import amend_op, amendments_of
from memtxn.core.proof import commitment
from memtxn.model.amend_record import AmendOp
from memtxn.model.belief import State
from memtxn.model.record import (
    BeliefBody,
    BeliefOp,
    Body,
    ClaimOp,
    CloseOp,
    DecisionOp,
    EdgeOp,
    KeyBody,
    KeyOp,
    Kind,
    Op,
    OpenOp,
    PendOp,
    Record,
    RefileOp,
    RefusalBody,
    SettleOp,
    SourceBody,
    SourceOp,
    StateOp,
    SuspectOp,
    decode_body,
    decode_record,
    locate,
    place,
)
from memtxn.model.source import source_id
from memtxn.ports.storage import LATEST, Reader

_Bodies = Mapping[int, Body]


class Contradictions:
    """One way along a journal that is whole, in memory of all that can be contradicted.

    ``lines`` are the keys whose timelines have to be planned again, by their numbers; ``names`` those of all keys
    that count, and ``retired`` the numbers that were given to a key which had one.
    """

    def __init__(self, reader: Reader, mem: int) -> None:
        self.lines: set[int] = set()
        self.retired: set[int] = set()
        self.names: dict[int, str] = {}
        self._reader, self._mem = reader, mem
        self._amended: dict[tuple[int, int], Op | None] = {}
        self._done: set[tuple[int, int]] = set()
        self._kids: dict[str, int] = {}
        self._same: dict[int, int] = {}
        self._sources: dict[str, int] = {}
        self._refusals: dict[bytes, int] = {}
        self._places: dict[int, int] = {}
        self._filed: dict[int, int] = {}
        self._states: dict[int, State] = {}
        self._once: set[tuple[object, ...]] = set()
        self._waiting: set[tuple[int, int]] = set()
        self._open: dict[tuple[int, int, int], set[int]] = {}
        self._ways: dict[type[Op], Callable[[Any, Record, _Bodies], Op | None]] = {
            KeyOp: self._key,
            SourceOp: self._source,
            BeliefOp: self._belief,
            OpenOp: self._opened,
            CloseOp: self._closed,
            StateOp: self._state,
            EdgeOp: self._edge,
            DecisionOp: self._decision,
            ClaimOp: self._claim,
            RefileOp: self._refile,
            PendOp: self._pend,
            SettleOp: self._settle,
            SuspectOp: self._suspect,
        }

    def run(self) -> list[AmendOp]:
        """Follow the journal; the effects that no record has amended yet."""
        for row in self._reader.journal(self._mem, 1, LATEST):
            record = decode_record(row.data)
            bodies = self._bodies(record)
            for number, op in enumerate(record.ops):
                way = self._ways.get(type(op))
                other = way(op, record, bodies) if way else op
                if other != op:
                    self._amended[record.seq, number] = other
            if record.kind is Kind.RECOVER:
                self._done |= amendments_of(record.ops).keys()
                self.lines -= {op.kid for op in record.ops if isinstance(op, OpenOp | CloseOp)}
        return [amend_op(at, op) for at, op in self._amended.items() if at not in self._done]

    def standing(self, kid: int) -> bool:
        """Whether any step of a key stands open."""
        return any(open_ for (key, _, _), open_ in self._open.items() if key == kid)

    def _bodies(self, record: Record) -> _Bodies:
        whole: dict[int, Body] = {}
        for row in self._reader.bodies(self._mem, record.seq):
            if (
                row.ord < len(record.commitments)
                and commitment(row.salt, row.data) == record.commitments[row.ord]
            ):
                try:
                    whole[row.ord] = decode_body(row.data)
                except msgspec.MsgspecError:
                    continue
        return whole

    # -- what is named ---------------------------------------------------------------------------------

    def _key(self, op: KeyOp, _: Record, bodies: _Bodies) -> Op | None:
        body = bodies.get(op.ord)
        if isinstance(body, KeyBody):
            first = self._kids.setdefault(body.name, op.kid)
            if first != op.kid:
                self._same[op.kid] = first
                self.retired.add(op.kid)
                self.lines.add(first)
                return None
            self.names[op.kid] = body.name
        return op

    def _source(self, op: SourceOp, record: Record, bodies: _Bodies) -> Op | None:
        body = bodies.get(op.ord)
        if isinstance(body, SourceBody):
            where = place(record.seq, op.ord)
            named = source_id(body.channel, body.speaker, body.at, body.ref, body.content)
            first = self._sources.setdefault(named, where)
            if first != where:
                self._places[where] = first
                return None
        return op

    def _decision(self, op: DecisionOp, record: Record, bodies: _Bodies) -> Op | None:
        seq, ord_ = locate(op.place)
        body = bodies.get(ord_) if seq == record.seq else None
        if not isinstance(body, RefusalBody):
            return op
        return DecisionOp(self._refusals.setdefault(body.fingerprint, op.place), op.outcome)

    # -- beliefs ---------------------------------------------------------------------------------------

    def _kid(self, kid: int, bid: int) -> int:
        return self._filed.get(bid, kid)

    def _place(self, where: int) -> int:
        return self._places.get(where, where)

    def _belief(self, op: BeliefOp, record: Record, bodies: _Bodies) -> Op | None:
        bid, kid, body = place(record.seq, op.ord), self._same.get(op.kid, op.kid), bodies.get(op.ord)
        if isinstance(body, BeliefBody):
            kid = self._kids.get(body.name, kid)
        if kid != op.kid:
            self.lines |= {kid, op.kid}
        self._filed[bid] = kid
        return msgspec.structs.replace(op, kid=kid, source=self._place(op.source))

    def _state(self, op: StateOp, *_: object) -> Op | None:
        bid, kid = self._place(op.bid), self._kid(op.kid, op.bid)
        if not lifecycle.reachable(self._states.get(bid, State.ADMITTED), op.state):
            self.lines.add(kid)
            return None
        self._states[bid] = op.state
        return StateOp(kid, bid, op.state)

    def _suspect(self, op: SuspectOp, *_: object) -> Op | None:
        return SuspectOp(self._kid(op.kid, op.bid), self._place(op.bid), op.suspect)

    def _edge(self, op: EdgeOp, *_: object) -> Op | None:
        return EdgeOp(self._place(op.parent), op.child)

    def _claim(self, op: ClaimOp, *_: object) -> Op | None:
        return self._first(
            ("claim", op.rule, op.bid), ClaimOp(op.rule, self._kid(op.kid, op.bid), op.bid, op.ord)
        )

    def _refile(self, op: RefileOp, *_: object) -> Op | None:
        return self._first(("refile", op.bid), RefileOp(self._kid(op.kid, op.bid), op.bid, op.slot, op.ord))

    def _first(self, sign: tuple[object, ...], op: Op) -> Op | None:
        if sign in self._once:
            return None
        self._once.add(sign)
        return op

    # -- steps and proposals ---------------------------------------------------------------------------

    def _opened(self, op: OpenOp, record: Record, *_: object) -> Op | None:
        stand = self._open.setdefault((op.kid, op.slot, op.vf), set())
        if stand or (op.bid and self._filed.get(op.bid) != op.kid):
            self.lines.add(op.kid)
        stand.add(record.seq)
        return op

    def _closed(self, op: CloseOp, *_: object) -> Op | None:
        stand = self._open.get((op.kid, op.slot, op.vf), set())
        if op.s0 not in stand:
            self.lines.add(op.kid)
            return None
        stand.discard(op.s0)
        return op

    def _pend(self, op: PendOp, record: Record, *_: object) -> Op | None:
        self._waiting.add((op.place, record.seq))
        return op

    def _settle(self, op: SettleOp, *_: object) -> Op | None:
        if (op.place, op.since) not in self._waiting:
            return None
        self._waiting.discard((op.place, op.since))
        return op
