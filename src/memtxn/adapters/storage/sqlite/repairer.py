"""The repairing half of a writer: rows of folds, a head and indexes, put right without a record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec

from memtxn.adapters.storage.sqlite.errors import FOREIGN, translate
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.reader import SQLiteReader
from memtxn.adapters.storage.sqlite.rows import packed_id
from memtxn.errors import StorageError
from memtxn.model.rows import (
    BeliefRow,
    ClaimRow,
    CloseRow,
    ConstraintRow,
    DeclarationRow,
    EdgeRow,
    ErasedRow,
    Head,
    KeyRow,
    PendingRow,
    ReadRow,
    RefileRow,
    RefusalRow,
    SettledRow,
    SourceRow,
    StateRow,
    StepRow,
    SuspectRow,
)
from memtxn.ports.storage import Columns, WrittenRow

_tuple = msgspec.structs.astuple
Made = Callable[[Any], Columns]


class SQLiteRepairer(SQLiteReader):
    """Repairs in the transaction that is open on its connection. What fails is undone with the whole block."""

    def require_whole(self) -> None:
        """Some errors make SQLite undo the whole transaction: what was written after that would stand alone."""
        if not self._live().in_transaction:
            raise StorageError("an error undid all that was written in this block")

    def reindex(self) -> list[str]:
        """Each index by itself, so that one whose table is damaged keeps none of the others from it."""
        self.require_whole()
        left = []
        for (name,) in self._all("indexes"):
            try:
                self._live().execute(SQL["reindex"] % name)
            except FOREIGN as error:
                left.append(f"index {name}: {translate(error).detail}")
        return left

    def repair(
        self,
        mem: int,
        lacking: Sequence[WrittenRow],
        foreign: Sequence[WrittenRow],
        cleared: Collection[type[WrittenRow]] = (),
    ) -> None:
        self.require_whole()
        for kind, name in CLEARED.items():
            if kind in cleared:
                self._all(name, mem)
        self.exchange(mem, lacking, foreign)
        for name in ("restore_tops", "restore_times"):
            self._all(name, mem)

    def exchange(self, mem: int, lacking: Sequence[WrittenRow], foreign: Sequence[WrittenRow]) -> None:
        """Remove rows and add others; what stands beside them is left to whoever calls this."""
        right = _by_kind(lacking)
        stays = {kind: {key_of(row) for row in right[kind]} for kind, key_of in _KEPT.items()}
        for kind, rows in _by_kind(foreign).items():
            key_of = _KEPT.get(kind)
            gone = [row for row in rows if key_of is None or key_of(row) not in stays[kind]]
            self._each(_REMOVED[kind], mem, gone)
        for kind, statement in _RESTORED.items():
            self._each(statement, mem, right[kind])

    def restore_head(self, mem: int, head: Head) -> None:
        self.require_whole()
        self._all("remove_head", mem)  # an update would be taken for the end of a record, by triggers
        self._all("add_head", mem, *_tuple(head))

    def _each(self, statement: tuple[str, Made], mem: int, rows: Sequence[WrittenRow]) -> None:
        name, arguments = statement
        if not rows:
            return
        try:
            self._live().executemany(SQL[name], [(mem, *arguments(row)) for row in rows]).fetchall()
        except FOREIGN as error:
            raise translate(error) from error


def _by_kind(rows: Sequence[WrittenRow]) -> defaultdict[type[WrittenRow], list[WrittenRow]]:
    found: defaultdict[type[WrittenRow], list[WrittenRow]] = defaultdict(list)
    for row in rows:
        found[type(row)].append(row)
    return found


def _first(number: int) -> Made:
    return lambda row: _tuple(row)[:number]


def _id(row: SourceRow) -> Columns:
    """The id as it is stored; what is no id was read as it stands."""
    packed = packed_id(row.id) if isinstance(row.id, str) else None
    return (row.id if packed is None else packed,)


def _source(row: SourceRow) -> Columns:
    data = packed_id(row.id)
    if data is None:
        raise StorageError(f"{row.id!r} is no id of a source: it has to be hexadecimal digits")
    return data, row.place


def _step(row: StepRow) -> Columns:
    return row.kid, row.slot, row.vf, row.s0, row.bid, row.ver


_KEPT: dict[type[WrittenRow], Made] = {
    StepRow: _first(4),
    RefusalRow: _first(1),
    PendingRow: _first(2),
}
"""Rows that carry more than their kind says: put right where they stand, rather than removed and added."""

CLEARED: dict[type[WrittenRow], str] = {
    KeyRow: "clear_keys",
    BeliefRow: "clear_beliefs",
    StepRow: "clear_steps",
    StateRow: "clear_states",
    EdgeRow: "clear_edges",
    SourceRow: "clear_sources",
    RefusalRow: "clear_refusals",
    DeclarationRow: "clear_declarations",
    ConstraintRow: "clear_constraints",
    ClaimRow: "clear_claims",
    RefileRow: "clear_refiled",
    PendingRow: "clear_pending",
    SuspectRow: "clear_suspects",
    ReadRow: "clear_reads",
    ErasedRow: "clear_erased",
}
"""The statements that remove all rows of a kind."""

_REMOVED: dict[type[WrittenRow], tuple[str, Made]] = {
    KeyRow: ("remove_key", _tuple),
    BeliefRow: ("remove_belief", _first(2)),
    StepRow: ("remove_step", _first(4)),
    CloseRow: ("reopen_step", _first(4)),
    StateRow: ("remove_state", _first(3)),
    EdgeRow: ("remove_edge", _tuple),
    SourceRow: ("remove_source", _id),
    RefusalRow: ("remove_refusal", _first(1)),
    DeclarationRow: ("remove_declaration", _first(3)),
    ConstraintRow: ("remove_constraint", _first(2)),
    ClaimRow: ("remove_claim", _tuple),
    RefileRow: ("remove_refile", _first(2)),
    PendingRow: ("remove_pending", _first(2)),
    SettledRow: ("unsettle", _first(2)),
    SuspectRow: ("remove_suspect", _first(3)),
    ReadRow: ("remove_read", _tuple),
    ErasedRow: ("remove_erased", _tuple),
}

_RESTORED: dict[type[WrittenRow], tuple[str, Made]] = {
    KeyRow: ("add_key", _tuple),
    BeliefRow: ("add_belief", _tuple),
    StepRow: ("restore_step", _step),
    CloseRow: ("restore_end", _tuple),
    StateRow: ("add_state", _tuple),
    EdgeRow: ("add_edge", _tuple),
    SourceRow: ("add_source", _source),
    RefusalRow: ("restore_refusal", _tuple),
    DeclarationRow: ("add_declaration", _tuple),
    ConstraintRow: ("add_constraint", _tuple),
    ClaimRow: ("add_claim", _tuple),
    RefileRow: ("add_refile", _tuple),
    PendingRow: ("restore_pending", _tuple),
    SettledRow: ("restore_settled", _tuple),
    SuspectRow: ("add_suspect", _tuple),
    ReadRow: ("add_read", _tuple),
    ErasedRow: ("add_erased", _tuple),
}
"""In this order: a step before its end, a proposal before what became of it."""
