"""Copies: of one moment, into a file or to try things on."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtxn.errors import Closed, InvalidInput, StorageError
from memtxn.ports.storage import Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base, requires
from memtxn.testkit.storage_contract.writing import all_of, fill


def _grow(storage: Storage, scribe: Scribe) -> None:
    with scribe.record(storage) as record:
        fill(record)


def _looks(storage: Storage, scribe: Scribe) -> tuple[object, ...]:
    with storage.read() as reader:
        return all_of(reader, scribe.mem)


class CopiesContract(Base):
    """A copy is the whole database of one moment, and a database of its own."""

    @requires("copies")
    def test_a_backup_is_one_moment(self, storage: Storage, scribe: Scribe, tmp_path: Path) -> None:
        """All that was committed before is in it, and nothing that came later; both go on by themselves."""
        target, told = tmp_path / "copy", list[tuple[int, int]]()
        _grow(storage, scribe)
        before = _looks(storage, scribe)
        size = storage.backup(str(target), progress=lambda done, total: told.append((done, total)))
        assert told[-1] == (size, size)
        _grow(storage, scribe)
        copy = self.open_copy(target)
        try:
            assert _looks(copy, scribe) == before
            assert (copy.meta, copy.read_only) == (storage.meta, None)
            other = Scribe("other", number=2).create(copy)
            _grow(copy, other)
        finally:
            copy.close()
        with storage.read() as reader:
            assert reader.memory(0, "other") is None

    @requires("copies")
    def test_a_backup_overwrites_nothing(self, storage: Storage, scribe: Scribe, tmp_path: Path) -> None:
        """Unless it is told to; and one that is ended leaves the older one as it was."""
        target = tmp_path / "copy"
        storage.backup(str(target))
        before = target.read_bytes()
        _grow(storage, scribe)

        def end(*_: int) -> None:
            raise InterruptedError

        with pytest.raises(InvalidInput):
            storage.backup(str(target))
        with pytest.raises(InterruptedError):
            storage.backup(str(target), replace=True, progress=end)
        assert target.read_bytes() == before
        storage.backup(str(target), replace=True)
        assert target.read_bytes() != before

    def test_a_backup_that_cannot_be(self, storage: Storage, tmp_path: Path) -> None:
        """It says so, and leaves nothing."""
        target = tmp_path / "missing" / "copy"
        with pytest.raises(StorageError):
            storage.backup(str(target))
        storage.close()
        with pytest.raises(Closed):
            storage.backup(str(tmp_path / "copy"))
        assert not target.parent.exists()
        assert not (tmp_path / "copy").exists()

    def test_a_scratch_copy(self, storage: Storage, scribe: Scribe) -> None:
        """It holds what is there, can be written, and touches nothing."""
        _grow(storage, scribe)
        before = _looks(storage, scribe)
        with storage.scratch() as scratch:
            assert _looks(scratch, scribe) == before
            assert scratch.meta == storage.meta
            other = Scribe("other", number=2).create(scratch)
            _grow(scratch, other)
        assert _looks(storage, scribe) == before
        with storage.read() as reader:
            assert reader.memory(0, "other") is None
        _grow(storage, scribe)
