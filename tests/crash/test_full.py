"""A disk that is really full: the database may not grow, or the system lets no file grow."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

import memtxn
from memtxn import Memory, StorageError, StorageFull
from tests.crash.rounds import Round, State, after, carry_out, is_there, planned, shown
from tests.crash.scenes import FILE


class Diary:
    """Rounds that are tried on a memory, and what then has to be there."""

    def __init__(self) -> None:
        self.state: State = {}
        self.kept: list[tuple[Round, str]] = []
        self.failed: list[tuple[Round, str]] = []
        self.number = 0

    def attempt(self, memory: Memory) -> StorageError | None:
        """Try the next round. Either it is there, or it ended in a typed error and nothing of it shows."""
        todo, names = planned("A", self.number), list[str]()
        self.number += 1
        try:
            carry_out(memory, todo, names.append)
        except StorageError as error:
            assert shown(memory, "A") == self.state
            self.failed.append((todo, names[-1]))
            return error
        self.state = after(self.state, todo)
        self.kept.append((todo, names[-1]))
        self.check(memory)
        return None

    def check(self, memory: Memory) -> None:
        """All is there, and nothing else. Whatever failed is known not to be there."""
        assert shown(memory, "A") == self.state
        assert all(is_there(memory, *named) for named in self.kept[-3:])
        assert not any(is_there(memory, *named) for named in self.failed[-3:])
        report = memory.verify("tail")
        assert report.ok, report.problems
        assert report.seq == len(self.kept)


@contextmanager
def no_page_more(path: Path, pages: int) -> Iterator[None]:
    """Every connection that is opened in this block refuses to let the database grow by more pages."""
    with closing(apsw.Connection(str(path))) as connection:
        limit = connection.pragma("page_count") + pages

    def hook(made: apsw.Connection) -> None:
        made.pragma("max_page_count", limit)

    apsw.connection_hooks.append(hook)
    try:
        yield
    finally:
        apsw.connection_hooks.remove(hook)


@contextmanager
def no_longer_file(size: int) -> Iterator[None]:
    """The system lets no file of this process grow beyond a size: a write that would ends half-way."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    soft, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_database_that_may_not_grow(tmp_path: Path) -> None:
    path, diary = tmp_path / FILE, Diary()
    with memtxn.open(path) as store:
        for _ in range(5):
            assert diary.attempt(store.memory("m")) is None
    with no_page_more(path, 20):
        full = memtxn.open(path)
    refused = [diary.attempt(full.memory("m")) for _ in range(40)]
    assert refused[0] is None
    assert all(isinstance(error, StorageFull | None) for error in refused)
    assert sum(error is not None for error in refused) > 10
    with memtxn.open(path) as roomy:
        assert diary.attempt(roomy.memory("m")) is None
    diary.check(full.memory("m"))
    full.close()
    with memtxn.open(path) as store:
        assert diary.attempt(store.memory("m")) is None
        assert store.memory("m").verify("full").ok


def test_files_that_may_not_grow(tmp_path: Path) -> None:
    """For every few bytes that are left; then there is room again, and the same store goes on."""
    path, diary = tmp_path / FILE, Diary()
    log = path.with_name(f"{FILE}-wal")
    failed = 0
    with memtxn.open(path) as store:
        memory = store.memory("m")
        assert diary.attempt(memory) is None
        for room in range(0, 60_000, 1_111):
            with no_longer_file(log.stat().st_size + room):
                failed += diary.attempt(memory) is not None
            assert diary.attempt(memory) is None
    assert failed > 10
    with memtxn.open(path) as store:
        diary.check(store.memory("m"))
        assert store.memory("m").verify("full").ok
