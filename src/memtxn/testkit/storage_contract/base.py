"""What all parts of the contract share: the hook, the capabilities, the fixtures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest

from memtxn.model.rows import VisibleRow
from memtxn.ports.storage import LATEST, Storage
from memtxn.testkit.scribe import Scribe

PATIENCE = 30.0
"""Seconds after which a thread that should have come back counts as stuck."""

Test = TypeVar("Test", bound=Callable[..., None])
Result = TypeVar("Result")


def requires(capability: str) -> Callable[[Test], Test]:
    """The test is there only for adapters whose attribute of that name is true."""

    def mark(test: Test) -> Test:
        test.__dict__["requires"] = capability
        return test

    return mark


def elsewhere(work: Callable[[], Result]) -> Result:
    """The result of some work done in another thread, meanwhile."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result(PATIENCE)


def bids(rows: list[VisibleRow]) -> list[int]:
    """The places of the versions that are shown."""
    return [row.version.belief.bid for row in rows]


class Base:
    """Override ``make_storage``, and declare what the adapter can do."""

    durable: ClassVar[bool] = False
    """What was committed is there again when ``make_storage`` is called once more for the same folder."""

    concurrent: ClassVar[bool] = True
    """Blocks of one storage overlap: readers keep their moment while others read, write and commit."""

    copies: ClassVar[bool] = False
    """A copy of one moment can be put into a file, which ``open_copy`` opens."""

    def open_copy(self, path: Path) -> Storage:
        """Open a file that `Storage.backup` has made."""
        raise NotImplementedError

    def make_storage(self, folder: Path, key: bytes | None = None, busy_timeout: float = 5.0) -> Storage:
        """Open a storage in that folder: a new one, or for a durable adapter the one that is there.

        ``key`` is the key that seals its tags, when it is supplied from outside; ``busy_timeout`` the seconds
        that a writer waits for another one.
        """
        raise NotImplementedError

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Take away the tests that need what this adapter does not have.

        Only from a class that makes storages: the parts of the contract keep all of theirs.
        """
        super().__init_subclass__(**kwargs)
        if cls.make_storage is Base.make_storage:
            return
        for name in dir(cls):
            capability = getattr(getattr(cls, name), "requires", None)
            if capability is not None and not getattr(cls, capability):
                setattr(cls, name, None)

    @pytest.fixture
    def storage(self, tmp_path: Path) -> Iterator[Storage]:
        """An empty storage, closed afterwards."""
        storage = self.make_storage(tmp_path)
        try:
            yield storage
        finally:
            storage.close()

    @pytest.fixture
    def scribe(self, storage: Storage) -> Scribe:
        """Writes the one memory of that storage."""
        return Scribe().create(storage)


def visible(storage: Storage, scribe: Scribe, name: str, *, t: int, n: int = LATEST) -> list[VisibleRow]:
    """What a key shows, read in a block of its own."""
    with storage.read() as reader:
        return reader.visible(scribe.mem, name, n, t)
