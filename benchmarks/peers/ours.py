"""memtxn itself: observe, quote, propose and commit; the key is read back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import memtxn
from benchmarks.peers.peer import Opened, Peer
from benchmarks.workload import fact, remember


class _Store(Opened):
    def __init__(self, memory: memtxn.Memory) -> None:
        self._memory = memory

    def remember(self, number: int) -> None:
        remember(self._memory, number)

    def recall(self, number: int) -> object:
        return self._memory.get(("Meeting", fact(number).client), "start_time")

    def clients(self) -> set[str]:
        return {belief.entity_id for belief in self._memory.find("Meeting")}


class _Memtxn(Peer):
    errors = (memtxn.MemtxnError,)

    @contextmanager
    def open(self, folder: Path) -> Iterator[Opened]:
        with memtxn.open(folder / "memtxn.db") as store:
            yield _Store(store.memory("bench"))


OURS = _Memtxn("memtxn")
