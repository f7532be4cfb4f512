"""The erasing part of a writer: texts are deleted, or all that there is of a memory but its journal."""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.adapters.storage.sqlite import rows
from memtxn.adapters.storage.sqlite.repairer import CLEARED, SQLiteRepairer
from memtxn.core.proof import origin
from memtxn.model.rows import NAMELESS, ErasedRow, FoldRow
from memtxn.ports.storage import LATEST

_FIRST = 1 << 20
"""The place of the first body row that there can be."""


class SQLiteEraser(SQLiteRepairer):
    """Erases in the transaction that is open on its connection, and remembers that files are to be scrubbed."""

    def erase(
        self,
        mem: int,
        ranges: Sequence[ErasedRow],
        lacking: Sequence[FoldRow] = (),
        foreign: Sequence[FoldRow] = (),
    ) -> None:
        self.require_whole()
        self.exchange(mem, lacking, foreign)
        whole = any(row.first == 0 for row in ranges)
        for row in ranges:
            self._all("erase_bodies", mem, _FIRST if whole else row.first, LATEST if whole else row.last)
        if whole:
            self._erase_memory(mem)
        self._all("want_scrub")

    def _erase_memory(self, mem: int) -> None:
        for kind, name in CLEARED.items():
            if kind is not ErasedRow:
                self._all(name, mem)
        self._all("remove_head", mem)
        (found,) = self._all("memory_of", mem)
        self._all("erase_name", mem, origin(rows.memory(found)), f"{NAMELESS}{mem}")
