"""Storages that break one rule each, and look right to whoever is alone with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.errors import StorageError
from memtxn.model.rows import KeyChange
from memtxn.ports.storage import Writer
from memtxn.testkit.fakes import CountingIds


def nothing_changed(mem: int, prefix: str, n: int) -> Iterator[KeyChange]:
    """What a storage says that never looks."""
    return iter(())


class Blind(MemoryStorage):
    """Does not see what has changed in a range, so that no scan is ever out of date."""

    @contextmanager
    def write(self) -> Iterator[Writer]:
        with super().write() as writer:
            setattr(writer, "changed", nothing_changed)  # noqa: B010
            yield writer


class Dirty(MemoryStorage):
    """Shows what is written before it is sure: some blocks fail, and only go away when the next one comes."""

    def __init__(self, every: int) -> None:
        super().__init__(ids=CountingIds())
        self._every, self._blocks = every, 0
        self._clean = self._memories

    @contextmanager
    def write(self) -> Iterator[Writer]:
        self._memories = self._clean
        with super().write() as writer:
            yield writer
        self._blocks += 1
        if self._blocks % self._every == 0:
            raise StorageError("the disk is gone for a moment")
        self._clean = self._memories
