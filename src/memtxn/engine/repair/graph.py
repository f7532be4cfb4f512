"""The graph of what rests on what, as one reader sees it (`core.repair.Graph`). Each thing is read once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from memtxn.core.fold import READS_SINCE
from memtxn.core.repair import GONE, Bond
from memtxn.core.rules import Rules
from memtxn.engine.erase.known import lost
from memtxn.engine.receipts import Records
from memtxn.engine.repair.gate import Gate
from memtxn.engine.stage import place_of
from memtxn.model.belief import State
from memtxn.model.record import ORD_BITS, BeliefBody, BeliefOp, EdgeOp, SourceOp, locate, place
from memtxn.model.rows import StateRow, StepRow
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Reader

SOURCE = 0
"""The key of what is no belief: the states of sources stand under it."""


class Stored:
    """What rests on what in a memory. ``read_by`` are the records that read beliefs, once `readers` was asked."""

    def __init__(self, reader: Reader, mem: int, rules: Rules, gate: Gate) -> None:
        self.reader, self.mem, self.rules, self._gate = reader, mem, rules, gate
        self.records = Records(reader, mem)
        self.read_by: dict[int, dict[int, None]] = {}
        self._ops: dict[int, dict[int, BeliefOp | SourceOp]] = {}
        self._bonds: dict[int, Bond | None] = {}
        self._places: dict[str, int] = {}
        self._history: dict[tuple[int, int], list[StateRow]] = {}
        self._old: int | None = None

    # -- core.repair.Graph -----------------------------------------------------------------------------

    def children(self, places: Sequence[int]) -> Iterator[Bond]:
        """The beliefs that rest on any of these, in the order in which they were recorded."""
        found = sorted({row.child for row in self.reader.children(self.mem, places)} if places else ())
        yield from self.bonds(found)

    def bond(self, place_: int) -> Bond | None:
        """The belief at a place; None when there is none. Raises Unreadable."""
        if place_ not in self._bonds:
            self._bonds[place_] = self._bond(place_)
        return self._bonds[place_]

    def is_gone(self, place_: int) -> bool:
        """Whether a source or a belief was revoked or put aside before."""
        op = self.op(place_)
        if isinstance(op, BeliefOp):
            return self.state(op.kid, place_) in GONE
        return self.state(SOURCE, place_) is State.REVOKED

    def gone_since(self, place_: int, seq: int) -> bool:
        """Whether what happened to a source or a belief last happened after a record."""
        op = self.op(place_)
        rows = self.history(op.kid if isinstance(op, BeliefOp) else SOURCE, place_)
        return bool(rows) and rows[-1].seq > seq

    def passes(self, bond: Bond, sources: frozenset[int]) -> bool:
        """Whether the gate lets a belief in on the evidence of these sources alone."""
        op, body = self.op(bond.bid), self.body(bond.bid)
        assert isinstance(op, BeliefOp)
        ids = {one.source_id for one in body.citations if self._place(one.source_id) in sources}
        return self._gate.passes(self.reader, self.mem, self.rules, (bond.bid, op, body), frozenset(ids))

    def readers(self, bonds: Sequence[Bond]) -> Iterator[tuple[Bond, Bond]]:
        """(what was read, what was written by whoever had read it)."""
        for span in self.reader.spans(self.mem, [(bond.kid, bond.bid) for bond in bonds]):
            read = self.bond(span.bid)
            assert read is not None
            for seq in self._readers(span):
                if not self._was_shown(read, span, seq):
                    continue
                self.read_by.setdefault(seq, {})[span.bid] = None
                for bond in self.bonds(self.beliefs_of(seq)):
                    yield read, bond

    # -- what it is read from --------------------------------------------------------------------------

    def bonds(self, places: Iterable[int]) -> Iterator[Bond]:
        """The beliefs at these places."""
        wanted = list(places)
        self._look_up([(op.kid, one) for one in wanted if isinstance(op := self.op(one), BeliefOp)])
        for one in wanted:
            bond = self.bond(one)
            if bond is not None:
                yield bond

    def op(self, place_: int) -> BeliefOp | SourceOp | None:
        """The effect that filed the belief or the source at a place. Raises Unreadable for its record."""
        seq, ord_ = locate(place_)
        if seq not in self._ops:
            filed = (op for op in self.records.record(seq).ops if isinstance(op, BeliefOp | SourceOp))
            self._ops[seq] = {op.ord: op for op in filed}
        return self._ops[seq].get(ord_)

    def body(self, bid: int) -> BeliefBody:
        """What a belief says. Raises Unreadable."""
        body = self.records.body(bid)
        if not isinstance(body, BeliefBody):
            raise lost(self.reader, self.mem, bid, "belief")
        return body

    def beliefs_of(self, seq: int) -> list[int]:
        """The places of the beliefs that a record filed."""
        ops = self.records.record(seq).ops
        return [place(seq, op.ord) for op in ops if isinstance(op, BeliefOp)]

    def history(self, kid: int, bid: int) -> list[StateRow]:
        """All changes of state of a belief, or of a source."""
        self._look_up([(kid, bid)])
        return self._history[kid, bid]

    def state(self, kid: int, bid: int, before: int = LATEST) -> State:
        """The state of a belief, or of a source; as of the records before one."""
        rows = [row.state for row in self.history(kid, bid) if row.seq < before]
        return rows[-1] if rows else State.ADMITTED

    def _look_up(self, filed: Sequence[tuple[int, int]]) -> None:
        missing = [one for one in filed if one not in self._history]
        if missing:
            self._history |= {one: [] for one in missing}
            for row in self.reader.states(self.mem, missing, LATEST):
                self._history[row.kid, row.bid].append(row)

    def _bond(self, bid: int) -> Bond | None:
        op = self.op(bid)
        if not isinstance(op, BeliefOp):
            return None
        if self.state(op.kid, bid) is State.ERASED:
            return self._erased(bid, op)
        body = self.body(bid)
        cited = dict.fromkeys(citation.source_id for citation in body.citations)
        return Bond(
            bid,
            op.kid,
            body.name,
            op.type,
            self.state(op.kid, bid),
            tuple(where for where in map(self._place, cited) if where),
            tuple(where for where in map(place_of, body.derived_from) if where is not None),
        )

    def _erased(self, bid: int, op: BeliefOp) -> Bond:
        """What an erased belief rested on: its record says it in numbers."""
        edges = (
            one.parent
            for one in self.records.record(bid >> ORD_BITS).ops
            if isinstance(one, EdgeOp) and one.child == bid
        )
        rested = [where for where in (op.source, *edges) if where]
        sources = tuple(where for where in rested if not isinstance(self.op(where), BeliefOp))
        parents = tuple(where for where in rested if where not in sources)
        return Bond(bid, op.kid, "", op.type, State.ERASED, sources, parents)

    def _place(self, source_id: str) -> int:
        if source_id not in self._places:
            self._places[source_id] = self.reader.source(self.mem, source_id) or 0
        return self._places[source_id]

    # -- who read it -----------------------------------------------------------------------------------

    def _readers(self, span: StepRow) -> list[int]:
        """The records that relied on what a key showed while it showed this: the one that ended it as well."""
        last = LATEST if span.s1 == FOREVER else span.s1
        old = range(span.s0 + 1, min(last, self._before_reads()) + 1)
        found = [seq for seq in old if any(kid == span.kid for kid, _ in self.records.record(seq).reads)]
        return found + self.reader.readers(self.mem, span.kid, span.s0 + 1, last)

    def _was_shown(self, read: Bond, span: StepRow, seq: int) -> bool:
        """Whether a belief showed at an instant that the transaction of a record may have had.

        It saw the version of the key that stands in its read set, so it began after the record that made it.
        """
        rows = self.reader.steps(self.mem, read.name, seq - 1)
        end = next((row.vf for row in rows if row.slot == span.slot and row.vf > span.vf), FOREVER)
        since = self.records.record(max(row.s0 for row in rows)).at if rows else 0
        return span.vf <= self.records.record(seq).at and since < end

    def _before_reads(self) -> int:
        """The last record of a format in which read sets were no fold; 0 for none. Formats never go back."""
        if self._old is None:
            low, high = 0, self.reader.head(self.mem).seq
            while low < high:
                middle = (low + high + 1) // 2
                if self.records.record(middle).fmt < READS_SINCE:
                    low = middle
                else:
                    high = middle - 1
            self._old = low
        return self._old
