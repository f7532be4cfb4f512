"""The reading half of the contract: one block, one moment, one connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

import apsw
import msgspec

from memtxn.adapters.storage.sqlite import rows
from memtxn.adapters.storage.sqlite.errors import FOREIGN, translate, translated
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.errors import Closed, Erased, OutcomeUnknown, StorageBusy, StorageError, Unreadable
from memtxn.model.rows import (
    RECORD_SHOWN,
    RECORDS_SHOWN,
    BeliefRow,
    BodyRow,
    ClaimRow,
    ClaimView,
    CloseRow,
    ConstraintRow,
    DeclarationRow,
    EdgeRow,
    ErasedRow,
    FoldRow,
    Head,
    JournalRow,
    KeyChange,
    KeyRow,
    MemoryRow,
    PendingRow,
    ReadRow,
    RefileRow,
    RefusalRow,
    SettledRow,
    SourceRow,
    StateRow,
    StepRow,
    SuspectRow,
    VersionRow,
    View,
    ViewRequest,
    VisibleRow,
)
from memtxn.ports.storage import Columns, Counts, Filed, Shown, Standing, StepKey, Text, WrittenRow


class SQLiteReader:
    """Answers from the transaction that is open on its connection.

    ``settled`` says whether every earlier commit of this storage is known to have happened or not.
    """

    def __init__(self, connection: apsw.Connection, settled: Callable[[], bool]) -> None:
        self._connection: apsw.Connection | None = connection
        self._settled = settled
        self._streams: list[apsw.Cursor] = []

    def end(self) -> apsw.Connection:
        """Die with the block. What still streams ends, for an open cursor would keep the transaction open."""
        connection, self._connection = self._live(), None
        for stream in self._streams:
            stream.close(force=True)
        return connection

    def _live(self) -> apsw.Connection:
        if self._connection is None:
            raise Closed("the block of this reader has ended")
        return self._connection

    def _all(self, name: str, *arguments: object) -> list[Columns]:
        try:
            return self._live().execute(SQL[name], arguments).fetchall()
        except FOREIGN as error:
            raise translate(error) from error

    def _first(self, name: str, *arguments: object) -> Columns | None:
        found = self._all(name, *arguments)
        return found[0] if found else None

    def _stream(self, name: str, *arguments: object) -> Iterator[Columns]:
        with translated():
            stream = self._live().execute(SQL[name], arguments)
            self._streams.append(stream)
            yield from stream

    def memory(self, tenant: int, name: str) -> MemoryRow | None:
        row = self._first("memory", tenant, name)
        return rows.memory(row) if row else None

    def every_memory(self, tenant: int) -> Iterator[MemoryRow]:
        return map(rows.memory, self._stream("every_memory", tenant))

    def key_id(self) -> bytes:
        row = self._first("key_id")
        return row[0] if row and isinstance(row[0], bytes) else b""

    def all_memories(self) -> Iterator[MemoryRow]:
        return map(rows.memory, self._stream("all_memories"))

    def head(self, mem: int) -> Head:
        row = self._first("head", mem)
        if row is None:
            raise self._no_memory(mem)
        return rows.head(row)

    def _no_memory(self, mem: int) -> StorageError:
        """Why a memory has no head."""
        row = self._first("memory_of", mem)
        if row is not None and rows.memory(row).erased:
            return Erased(f"memory {mem}")
        return StorageError(f"there is no memory {mem}")

    def seq_at(self, mem: int, at: int) -> int:
        (row,) = self._all("seq_at", mem, at)
        return rows.number(row)

    def committed(self, mem: int, tx: bytes) -> int | None:
        row = self._first("committed", mem, tx)
        if row is None and not self._settled():
            raise OutcomeUnknown("a commit failed and could not be settled yet", tx_id=tx.hex())
        return rows.number(row) if row else None

    def journal(self, mem: int, first: int, last: int) -> Iterator[JournalRow]:
        return map(rows.journal, self._stream("journal", mem, first, last))

    def bodies(self, mem: int, seq: int) -> list[BodyRow]:
        return [rows.body(row) for row in self._all("bodies", mem, seq)]

    def view(self, mem: int, request: ViewRequest, n: int) -> View:
        keys, sources = rows.view_arguments(request)
        asked = (request.tx, request.idem, sources, request.records, RECORDS_SHOWN, RECORD_SHOWN)
        found = self._all("view", mem, keys, n, *asked)
        if not found or found[0][0] != 0:
            raise self._no_memory(mem)
        return rows.view(found, request)

    def visible(self, mem: int, name: str, n: int, t: int) -> list[VisibleRow]:
        found = self._all("visible", mem, name, n, t, name + "\0")
        return [rows.visible(row) for row in found]

    def scan(self, mem: int, prefix: str, n: int, t: int) -> Iterator[VisibleRow]:
        return map(rows.visible, self._stream("visible", mem, prefix, n, t, rows.successor(prefix)))

    def names(self, mem: int, prefix: str) -> Iterator[str]:
        return map(rows.name, self._stream("names", mem, prefix, rows.successor(prefix)))

    def changed(self, mem: int, prefix: str, n: int) -> Iterator[KeyChange]:
        return map(rows.change, self._stream("changed", mem, prefix, rows.successor(prefix), n))

    def turned(self, mem: int, prefix: str, n: tuple[int, int], t: tuple[int, int]) -> Iterator[str]:
        return map(rows.name, self._stream("turned", mem, prefix, rows.successor(prefix), *n, *t))

    def versions(self, mem: int, name: str, n: int) -> list[VersionRow]:
        return [rows.version(row, row[1]) for row in self._all("versions", mem, name, n)]

    def steps(self, mem: int, name: str, n: int) -> list[StepRow]:
        return [rows.step(row) for row in self._all("steps", mem, name, n)]

    def timelines(self, mem: int, kids: Sequence[int], n: int) -> list[StepRow]:
        return [rows.step(row) for row in self._all("timelines", mem, rows.packed_places(kids), n)]

    def refiled(self, mem: int, name: str) -> list[RefileRow]:
        return [rows.refile(row) for row in self._all("refiled", mem, name)]

    def source(self, mem: int, source_id: str) -> int | None:
        row = self._first("source", mem, rows.packed_id(source_id))
        return rows.number(row) if row else None

    def sources(self, mem: int, first: str, last: str) -> Iterator[SourceRow]:
        ends = (rows.packed_id(first), rows.packed_id(last))
        return map(rows.source, self._stream("sources", mem, *ends))

    def transactions(self, mem: int, first: bytes, last: bytes) -> Iterator[tuple[bytes, int]]:
        return map(rows.transaction, self._stream("transactions", mem, first, last))

    def refusals(self, mem: int, name: str) -> list[tuple[RefusalRow, int]]:
        found = self._all("refusals", mem, name)
        return [(rows.refusal(row[:3]), rows.number(row[3:])) for row in found]

    def pending(self, mem: int, where: int) -> list[tuple[PendingRow, SettledRow | None]]:
        return [rows.entered(row) for row in self._all("pending", mem, where)]

    def waiting(self, mem: int, after: int, until: int) -> Iterator[PendingRow]:
        return map(rows.pending, self._stream("waiting", mem, after, until))

    def waiting_count(self, mem: int, after: int, most: int) -> int:
        (row,) = self._all("waiting_count", mem, after, most + 1)
        return rows.number(row)

    def declarations(self, mem: int, n: int) -> list[DeclarationRow]:
        return [rows.declaration(row) for row in self._all("declarations", mem, n)]

    def constraints(self, mem: int, n: int) -> list[ConstraintRow]:
        return [rows.constraint(row) for row in self._all("constraints", mem, n)]

    def claims(self, mem: int, rule: int, hash_: bytes) -> list[ClaimView]:
        return [rows.claim_view(row) for row in self._all("claims", mem, rule, hash_)]

    def children(self, mem: int, places: Sequence[int]) -> list[EdgeRow]:
        return [rows.edge(row) for row in self._all("children", mem, rows.packed_places(places))]

    def states(self, mem: int, beliefs: Sequence[Filed], n: int) -> list[StateRow]:
        return [rows.state(row) for row in self._all("states", mem, rows.packed_places(beliefs), n)]

    def suspects(self, mem: int, beliefs: Sequence[Filed], n: int) -> list[SuspectRow]:
        return [rows.suspect(row) for row in self._all("suspects", mem, rows.packed_places(beliefs), n)]

    def spans(self, mem: int, beliefs: Sequence[Filed]) -> list[StepRow]:
        return [rows.step(row) for row in self._all("spans", mem, rows.packed_places(beliefs))]

    def readers(self, mem: int, kid: int, first: int, last: int) -> list[int]:
        return [rows.number(row) for row in self._all("readers", mem, kid, first, last)]

    def erasures(self, mem: int) -> Iterator[ErasedRow]:
        return map(rows.erased, self._stream("fold_erased", mem))

    def erased(self, mem: int, where: int) -> int:
        (row,) = self._all("erased_by", mem, where)
        return rows.number(row)

    def counts(self, mem: int) -> Counts:
        (row,) = self._all("counts", mem)
        return rows.counts(row)

    def fold(self, mem: int) -> Iterator[FoldRow]:
        for name, row_of in _FOLDS.values():
            yield from map(row_of, self._stream(name, mem))

    def texts(self, mem: int) -> Iterator[Text]:
        return cast(Iterator[Text], self._stream("texts", mem))

    def written(self, mem: int) -> Iterator[tuple[type[WrittenRow], Iterator[Columns]]]:
        for kind, name in _AS_WRITTEN.items():
            yield kind, self._stream(name, mem)
        for kind, (name, row_of) in _FOLDS.items():
            if kind not in _AS_WRITTEN:
                yield kind, map(msgspec.structs.astuple, map(row_of, self._stream(name, mem)))

    def standing(self, mem: int) -> Iterator[Standing]:
        return rows.checked(self._stream("standing", mem), list[Standing])

    def crowded(self, mem: int) -> Iterator[tuple[int, int, int]]:
        return rows.checked(self._stream("crowded", mem), list[tuple[int, int, int]])

    def shown(self, mem: int, steps: Sequence[StepKey]) -> Mapping[StepKey, Shown]:
        found = rows.checked(iter(self._all("shown", mem, rows.packed_steps(steps))), list[Standing])
        return {(kid, slot, vf, s0): (bid, commitment) for kid, slot, vf, s0, bid, commitment in found}

    def faults(self, mem: int) -> list[str]:
        found = [f"SQLite: {line}" for line in self._integrity()]
        try:
            found += [f"step {row} does not keep the top of its key" for row in self._all("faults_top", mem)]
        except Unreadable as error:
            found.append(error.detail)
        return found

    def _integrity(self) -> list[str]:
        """What SQLite finds: trees, types, and every index against its table."""
        try:
            lines = [str(line) for (line,) in self._all("faults_integrity")]
        except StorageBusy:
            raise
        except StorageError as error:
            return [error.detail]
        return [line for line in lines if line != "ok"]


_FOLDS: dict[type[WrittenRow], tuple[str, Callable[[Columns], FoldRow]]] = {
    KeyRow: ("fold_keys", rows.key),
    BeliefRow: ("fold_beliefs", rows.belief),
    StepRow: ("fold_steps", rows.step),
    StateRow: ("fold_states", rows.state),
    EdgeRow: ("fold_edges", rows.edge),
    SourceRow: ("fold_sources", rows.source),
    RefusalRow: ("fold_refusals", rows.refusal),
    DeclarationRow: ("fold_declarations", rows.declaration),
    ConstraintRow: ("fold_constraints", rows.constraint),
    ClaimRow: ("fold_claims", rows.claim),
    RefileRow: ("fold_refiled", rows.refile),
    PendingRow: ("fold_pending", rows.pending),
    SettledRow: ("fold_settled", rows.settled),
    SuspectRow: ("fold_suspects", rows.suspect),
    ReadRow: ("fold_reads", rows.read),
    ErasedRow: ("fold_erased", rows.erased),
}

_AS_WRITTEN: dict[type[WrittenRow], str] = {
    KeyRow: "written_keys",
    BeliefRow: "fold_beliefs",
    StepRow: "written_steps",
    CloseRow: "written_ends",
    EdgeRow: "fold_edges",
    SourceRow: "written_sources",
    ClaimRow: "fold_claims",
    RefileRow: "fold_refiled",
    PendingRow: "fold_pending",
    ReadRow: "fold_reads",
    ErasedRow: "fold_erased",
}
"""Statements whose rows have the very columns of the model. The rows of other kinds are made first."""
