"""Running an erasure: one durable record that deletes the texts, and then the scrubbing of files.

All texts are looked through before the write lock is taken, and those that came meanwhile inside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from memtxn.core.proof import origin
from memtxn.core.repair import Fall
from memtxn.engine.declared import rules_of
from memtxn.engine.erase.known import erase_ops
from memtxn.engine.erase.meant import Found, Meant, found, going
from memtxn.engine.erase.mend import Erasing, intent_of, settled
from memtxn.engine.erase.reach import not_reached
from memtxn.engine.erase.rows import changed_rows
from memtxn.engine.erase.search import Needles, Search, Wanted, quotes_of, texts_of
from memtxn.engine.erase.whole import whole_plan
from memtxn.engine.explain_record import committed
from memtxn.engine.follow import check_head
from memtxn.engine.guard.turn import turn
from memtxn.engine.receipts import record_of
from memtxn.engine.repair.gate import Gate
from memtxn.engine.repair.graph import SOURCE, Stored
from memtxn.engine.repair.report import Telling
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.sealing import BODIES_LIMIT, sealed_entry
from memtxn.engine.sources import id_of
from memtxn.errors import NotFound, OutcomeUnknown, StorageError, TransactionTooLarge
from memtxn.model.belief import State
from memtxn.model.erasure import ErasureProof, ErasureReport
from memtxn.model.key import Key
from memtxn.model.record import BeliefBody, BeliefOp, Body, SourceBody, SourceOp, public_id
from memtxn.model.repair import RepairReport
from memtxn.model.rows import Entry, FoldRow, MemoryRow
from memtxn.ports.storage import LATEST, Reader, Writer

PATIENCE = 1.0
"""Seconds that files are waited for which somebody else reads or writes."""


class Erasure:
    """One erasure by a principal."""

    def __init__(self, runtime: Runtime, ledger: Ledger, principal: str, reason: str) -> None:
        self._runtime, self._ledger, self._principal, self._reason = runtime, ledger, principal, reason
        self._gate = Gate(runtime, ledger, principal)
        self._tx, self._under = runtime.ids(16), ledger.under
        self._search: Search | None = None

    def run(self, wanted: Meant, *, dry_run: bool) -> ErasureReport:
        """Erase what is meant. Raises: see `Memory.erase`."""
        with self._runtime.storage.read() as reader:
            first, _ = self._planned(reader, wanted)
        if dry_run or not first.changed:
            pending = not dry_run and not self._runtime.storage.scrubbed
            return msgspec.structs.replace(
                first, tx_id=None, seq=None, dry_run=dry_run, proof=None, pending=pending
            )
        self._runtime.writing_key()
        try:
            at, report = self._runtime.durably(lambda writer: self._written(writer, wanted))
        except OutcomeUnknown as unknown:
            at, report = 0, self._looked_up(first, unknown)
        self._ledger.passed(at)
        done = self._runtime.storage.scrub(PATIENCE)
        reach = not_reached(self._runtime.storage)
        return msgspec.structs.replace(report, pending=not done, not_reached=reach)

    def _written(self, writer: Writer, wanted: Meant) -> tuple[int, ErasureReport]:
        mem = self._ledger.mem(writer)
        done, guard = writer.committed(mem, self._tx), 0
        if done is None:
            guard = turn(self._runtime, writer, mem, writer.head(mem), self._under)
        head = writer.head(mem)
        check_head(self._runtime, writer, mem, head)
        report, made = self._planned(writer, wanted, guard)
        if done is not None or made is None:  # an interrupted leader wrote it, or somebody else did the same
            return head.at, msgspec.structs.replace(report, tx_id=self._tx.hex() if done else None, seq=done)
        row = self._ledger.find(writer)
        assert row is not None
        lacking: list[FoldRow] = []
        foreign: list[FoldRow] = []
        if wanted.sort != "memory" and self._search is not None:
            records = Stored(writer, mem, rules_of(writer, mem, LATEST), self._gate).records
            lacking, foreign = changed_rows(records, self._search.places, self._runtime.digest_key)
        writer.append(mem, made)
        writer.erase(mem, made.fold.erased, lacking, foreign)
        return made.head.at, msgspec.structs.replace(report, proof=self._proof(row, head.link, made))

    def _planned(self, reader: Reader, wanted: Meant, guard: int = 0) -> tuple[ErasureReport, Entry | None]:
        mem = self._ledger.mem(reader)
        if not mem:
            raise NotFound("no records: there is nothing to erase")
        report = ErasureReport(target=wanted.said, sort=wanted.sort, reason=self._reason)
        if wanted.sort == "memory":
            entry, texts = whole_plan(self._runtime, reader, mem, self._tx, self._principal, self._reason)
            seq = entry.head.seq
            return msgspec.structs.replace(report, tx_id=self._tx.hex(), seq=seq, texts=texts), entry
        graph = Stored(reader, mem, rules_of(reader, mem, LATEST), self._gate)
        it = self._found(graph, wanted)
        fallen = going(graph, it.bonds, [where for _, where in it.sources if where])
        search = self._searched(graph, it, fallen)
        report = msgspec.structs.replace(report, target=it.said, sort=it.sort)
        if not search.places:
            return self._nothing(graph, it, report), None
        return self._made(graph, it, fallen, search, report, guard)

    def _found(self, graph: Stored, wanted: Meant) -> Found:
        """What is meant; a source that was never observed may have been kept with what was refused."""
        try:
            return found(graph, wanted)
        except NotFound:
            if len(wanted.id) != 32:
                raise
            it = Found("source", wanted.id.lower(), sources=((wanted.id.lower(), 0),))
            if not self._searched(graph, it, {}).places:
                raise
            return it

    # -- what goes ---------------------------------------------------------------------------------------

    def _searched(self, graph: Stored, it: Found, fallen: dict[int, Fall]) -> Search:
        """The texts that go. What was looked through before the lock was taken counts, if the same goes."""
        bodies = {bid: graph.body(bid) for bid in fallen}
        wanted = Wanted(
            sources=frozenset(id_ for id_, _ in it.sources if id_),
            beliefs=frozenset(fallen),
            names=frozenset(it.names),
            said=frozenset((body.name, body.value) for body in bodies.values()),
            places=frozenset(it.places),
        )
        if self._search is None or self._search.wanted != wanted:
            self._search = Search(wanted, self._needles(graph, it, bodies))
        self._search.run(graph.reader, graph.mem, graph.reader.head(graph.mem).seq)
        return self._search

    def _needles(self, graph: Stored, it: Found, bodies: dict[int, BeliefBody]) -> Needles:
        sources = [graph.records.body(where) for _, where in it.sources if where]
        known: list[Body] = [*bodies.values(), *(one for one in sources if one is not None)]
        return Needles([*texts_of(known), *self._quotes(sources, bodies.values()), *_parts(it.names)])

    def _quotes(self, sources: list[Body | None], beliefs: Iterable[BeliefBody]) -> Iterator[str]:
        spans = [(one.start, one.end) for body in beliefs for one in body.citations]
        for source in sources:
            if isinstance(source, SourceBody):
                yield from quotes_of(source, spans)

    def _made(
        self,
        graph: Stored,
        it: Found,
        fallen: dict[int, Fall],
        search: Search,
        report: ErasureReport,
        guard: int,
    ) -> tuple[ErasureReport, Entry]:
        sources = self._sources(graph, search)
        intent = intent_of(fallen, [where for where, observed in sources.items() if observed])
        intent.settled = settled(graph.reader, graph.mem, search.refusals)
        head = graph.reader.head(graph.mem)
        mending = Erasing(self._runtime, self._ledger, graph, it, search, (self._principal, self._reason), guard)
        at = max(self._runtime.now(), head.at + 1)
        plan = mending.plan(intent, self._tx, "", at)
        if len(plan.bodies) > BODIES_LIMIT:
            raise TransactionTooLarge(f"a record holds at most {BODIES_LIMIT} texts: erase a part at a time")
        telling = Telling(mending, intent, RepairReport(what="erase", target=it.said, sort=it.sort))
        told = telling.of(plan, at)
        made = msgspec.structs.replace(
            report,
            tx_id=self._tx.hex(),
            seq=plan.record.seq,
            erased=telling.erased(),
            sources=tuple(dict.fromkeys(self._named(graph, where) for where in sources)),
            keys=tuple(Key.from_name(name) for name in it.names),
            refusals=tuple(map(public_id, search.refusals)),
            texts=len(search.places),
            waits=told.waits,
            restored=told.restored,
            shows=told.shows,
            may_still_mention=tuple(search.mentions),
            more_mentions=search.more,
            unsearched=search.left_out,
        )
        return made, sealed_entry(self._runtime, head, plan)

    def _sources(self, graph: Stored, search: Search) -> dict[int, bool]:
        """The places of the sources that go, and whether they were observed, or only kept with a refusal."""
        return {where: isinstance(graph.op(where), SourceOp) for where in search.sources}

    def _named(self, graph: Stored, where: int) -> str:
        body = graph.records.body(where)
        return id_of(body) if isinstance(body, SourceBody) else public_id(where)

    # -- what is told ------------------------------------------------------------------------------------

    def _nothing(self, graph: Stored, it: Found, report: ErasureReport) -> ErasureReport:
        """Nothing is left to erase: by whom it was."""
        op = graph.op(it.place) if it.place else None
        filed = [(op.kid if isinstance(op, BeliefOp) else SOURCE, it.place)]
        states = graph.reader.states(graph.mem, filed, LATEST) if it.place else []
        seqs = [row.seq for row in states if row.state is State.ERASED]
        before = committed(graph.records, seqs[-1]) if seqs else None
        told = f"record {before.seq} by {before.principal} did it" if before else "nothing of it is left"
        return msgspec.structs.replace(report, detail=f"there is nothing to erase: {told}", before=before)

    def _proof(self, row: MemoryRow, previous: bytes, entry: Entry) -> ErasureProof:
        places = {} if self._search is None else self._search.places
        return ErasureProof(
            memory=origin(row).hex(),
            seq=entry.head.seq,
            record=entry.journal.data.hex(),
            previous=previous.hex(),
            link=entry.head.link.hex(),
            tag=entry.head.tag.hex(),
            erased=tuple((public_id(where), one.hex()) for where, one in sorted(places.items())),
        )

    def _looked_up(self, report: ErasureReport, unknown: OutcomeUnknown) -> ErasureReport:
        """The truth about a record that was sent and not answered (P14)."""
        tx_id = self._tx.hex()
        try:
            with self._runtime.storage.read() as reader:
                mem = self._ledger.mem(reader)
                seq = reader.committed(mem, self._tx)
                done = seq is not None and bool(erase_ops(record_of(reader, mem, seq)))
        except StorageError as error:
            raise OutcomeUnknown(f"{unknown.detail}; {error.detail}", tx_id=tx_id) from error
        if not done:
            raise StorageError(f"nothing was erased: {unknown.detail}") from unknown
        return msgspec.structs.replace(report, seq=seq)


def _parts(names: Iterable[str]) -> Iterator[str]:
    """What of the names of keys says who is meant."""
    for name in names:
        yield Key.from_name(name).entity_id
