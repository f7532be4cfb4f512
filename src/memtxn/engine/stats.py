"""Stats: counting a memory, and a store."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import msgspec

from memtxn.engine.receipts import Records
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import NewerFormat, Unreadable
from memtxn.model.record import BeliefOp, DecisionOp, Outcome, Record, RefusalBody, decode_record
from memtxn.model.rows import JournalRow
from memtxn.model.stats import MemoryStats, StoreStats
from memtxn.model.time import from_micros
from memtxn.ports.storage import LATEST, Counts, Reader

_UNREADABLE = "unreadable"
_MANY = 2**62
"""All that wait are counted."""


def memory_stats(runtime: Runtime, ledger: Ledger) -> MemoryStats:
    """Count a memory in one moment of it. The storage counts rows; what they did stands in the records alone."""
    with runtime.storage.read() as reader:
        mem = ledger.mem(reader)
        counts = reader.counts(mem)
        tally = _Tally(reader, mem)
        for row in reader.journal(mem, 1, LATEST):
            tally.add(row)
        waiting = reader.waiting_count(mem, ledger.now(), _MANY)
        return msgspec.structs.replace(tally.stats(counts), pending=waiting)


def store_stats(runtime: Runtime, tenant: int, read_only: str | None) -> StoreStats:
    """Count a store: what it takes on its disk, and what all memories of a tenant hold."""
    facts = runtime.storage.facts()
    with runtime.storage.read() as reader:
        beliefs = [reader.counts(row.mem).beliefs for row in reader.every_memory(tenant) if not row.erased]
    total = sum(beliefs)
    return StoreStats(
        path=facts.path,
        format=facts.format,
        versions=facts.versions,
        memories=len(beliefs),
        beliefs=total,
        file_bytes=facts.file_bytes,
        log_bytes=facts.log_bytes,
        bytes_per_belief=(facts.file_bytes + facts.log_bytes) / total if total else None,
        read_only=read_only,
    )


class _Tally:
    """What the records of a memory say that they did."""

    def __init__(self, reader: Reader, mem: int) -> None:
        self._reader, self._mem, self._records = reader, mem, Records(reader, mem)
        self._refused: dict[int, Outcome] = {}
        self._of_key: dict[str, dict[int, int]] = {}
        self._kinds: Counter[str] = Counter()
        self._outcomes: Counter[str] = Counter()
        self._first: JournalRow | None = None
        self._last: JournalRow | None = None

    def add(self, row: JournalRow) -> None:
        self._first, self._last = self._first or row, row
        record = _decoded(row)
        if record is None:
            self._kinds[_UNREADABLE] += 1
            return
        self._kinds[record.kind.name.lower()] += 1
        for op in record.ops:
            if isinstance(op, BeliefOp):
                self._outcomes[op.outcome.name] += 1
            elif isinstance(op, DecisionOp):
                self._refused[op.place] = op.outcome

    def _reasons(self) -> Counter[str]:
        """The codes of all refusals, and their outcomes. Identical ones stand in the journal once."""
        reasons: Counter[str] = Counter()
        for where, outcome in self._refused.items():
            body = self._refusal(where)
            times = 1 if body is None else self._times(body.name, where)
            self._outcomes[outcome.name] += times
            erased = body is None and self._reader.erased(self._mem, where)
            unread = ("erased" if erased else _UNREADABLE,)
            for code in unread if body is None else dict.fromkeys(body.verdict.reasons):
                reasons[code] += times
        return reasons

    def _refusal(self, where: int) -> RefusalBody | None:
        try:
            body = self._records.body(where)
        except (Unreadable, NewerFormat):
            return None
        return body if isinstance(body, RefusalBody) else None

    def _times(self, name: str, where: int) -> int:
        """How often a refusal came; of each key they are read once."""
        if name not in self._of_key:
            self._of_key[name] = {row.place: times for row, times in self._reader.refusals(self._mem, name)}
        return self._of_key[name].get(where, 1)

    def stats(self, counts: Counts) -> MemoryStats:
        first, last, refusals = self._first, self._last, self._reasons()
        return MemoryStats(
            seq=last.seq if last else 0,
            records=counts.records,
            keys=counts.keys,
            beliefs=counts.beliefs,
            retractions=counts.retractions,
            sources=counts.sources,
            declarations=counts.declarations,
            first=_time(first),
            last=_time(last),
            kinds=dict(self._kinds),
            outcomes=dict(self._outcomes),
            refusals=dict(refusals.most_common()),
        )


def _time(row: JournalRow | None) -> datetime | None:
    """When a record was recorded; None when there is none, or its time is damaged."""
    try:
        return from_micros(row.at) if row else None
    except Unreadable:
        return None


def _decoded(row: JournalRow) -> Record | None:
    try:
        return decode_record(row.data)
    except (msgspec.MsgspecError, NewerFormat):
        return None
