"""Replay: follow a journal from its first record, checking each and folding it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from memtxn.core import lifecycle
from memtxn.core.fold import Fold, rows_of
from memtxn.core.proof import EMPTY_DIGEST, Element, commitment, genesis, link, moved, tag
from memtxn.engine.runtime import Runtime
from memtxn.errors import NewerFormat
from memtxn.model.belief import State
from memtxn.model.record import Body, Kind, Record, decode_body, decode_record, public_id
from memtxn.model.rows import BodyRow, FoldRows, JournalRow, MemoryRow


class Replay:
    """The state of a journal up to the last record that was handed in. ``found`` is told of each fault."""

    def __init__(self, runtime: Runtime, row: MemoryRow, found: Callable[[str, object, str], None]) -> None:
        self.fold = Fold()
        self.records = self.keys = self.declared = 0
        self._runtime, self._found = runtime, found
        self._link = genesis(row.salt, row.name)
        self._digest = EMPTY_DIGEST
        self._seq = self._at = 0
        self._states: dict[int, State] = {}
        self._commitments: dict[int, bytes] = {0: b""}
        self._shown: dict[tuple[int, int, int, int], int] = {}

    def record(self, row: JournalRow, bodies: list[BodyRow]) -> None:
        """Check and fold the next record."""
        self.records += 1
        self._sequence(row)
        if link(self._link, row.data) != row.link:
            self._found("chain", row.seq, "the record does not follow its predecessor")
        self._link = row.link
        record = self._decoded(row)
        if record is not None:
            self._folded(record, self._bodies(record, bodies))
            self._tagged(row)

    def _sequence(self, row: JournalRow) -> None:
        if row.seq != self._seq + 1:
            self._found("sequence", row.seq, f"it comes after {self._seq}")
        if row.at <= self._at:
            self._found("sequence", row.seq, "its recorded time is not later than its predecessor's")
        self._seq, self._at = row.seq, row.at

    def _decoded(self, row: JournalRow) -> Record | None:
        try:
            record = decode_record(row.data)
        except (msgspec.MsgspecError, NewerFormat) as error:
            self._found("chain", row.seq, f"these are no bytes of a record: {error}")
            return None
        if (record.seq, record.at, record.tx, record.idem) != (row.seq, row.at, row.tx, row.idem):
            self._found("chain", row.seq, "the columns do not say what the record says")
        return record

    def _bodies(self, record: Record, rows: list[BodyRow]) -> dict[int, Body]:
        """The bodies that are what the record committed to."""
        stored = {row.ord: row for row in rows}
        for ord_ in stored.keys() - set(range(len(record.commitments))):
            self._found("body", f"{record.seq}.{ord_}", "no record committed to it")
        good: dict[int, Body] = {}
        for ord_, committed in enumerate(record.commitments):
            row = stored.get(ord_)
            if row is None:
                self._found("body", f"{record.seq}.{ord_}", "it is missing")
            elif commitment(row.salt, row.data) != committed:
                self._found("body", f"{record.seq}.{ord_}", "it does not match its commitment")
            else:
                self._body(f"{record.seq}.{ord_}", row, good)
        return good

    def _body(self, where: str, row: BodyRow, good: dict[int, Body]) -> None:
        try:
            good[row.ord] = decode_body(row.data)
        except msgspec.MsgspecError as error:
            self._found("body", where, f"these are no bytes of a body: {error}")

    def _folded(self, record: Record, bodies: dict[int, Body]) -> None:
        try:
            rows = rows_of(record, bodies, self._runtime.digest_key)
        except IndexError:
            self._found("chain", record.seq, "it names a body that it did not commit to")
            return
        try:
            self.fold.apply(rows)
        except ValueError as error:
            self._found("fold", record.seq, str(error))
        self._moved(rows)
        self._lifecycle(rows)
        self.keys += sum(1 for row in rows.keys)
        if record.kind is Kind.DECLARE:
            self.declared = record.seq

    def _moved(self, rows: FoldRows) -> None:
        """Move the digest as the commit did."""
        self._commitments.update({row.bid: row.commitment for row in rows.beliefs})
        gone = [self._element(row.kid, row.slot, row.vf, row.s0) for row in rows.closed]
        self._shown.update({(row.kid, row.slot, row.vf, row.s0): row.bid for row in rows.steps})
        come = [self._element(row.kid, row.slot, row.vf, row.s0) for row in rows.steps]
        self._digest = moved(self._digest, self._runtime.digest_key, gone, come)

    def _element(self, kid: int, slot: int, vf: int, s0: int) -> Element:
        bid = self._shown.get((kid, slot, vf, s0), 0)
        return (kid, slot, vf, bid, self._commitments.get(bid, b"?"))

    def _tagged(self, row: JournalRow) -> None:
        key = self._runtime.tag_key
        if key is not None and tag(key, row.link, self._digest) != row.tag:
            self._found("tag", row.seq, "the tag does not bind the link to the digest of that moment")

    def _lifecycle(self, rows: FoldRows) -> None:
        for row in rows.states:
            before = self._states.get(row.bid, State.ADMITTED)
            if not lifecycle.reachable(before, row.state):
                where = public_id(row.bid)
                self._found("lifecycle", where, f"{before.name} does not become {row.state.name}")
            self._states[row.bid] = row.state
