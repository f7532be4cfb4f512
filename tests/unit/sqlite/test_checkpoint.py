"""Checkpoints happen beside the commits, keep the log short, and lose nothing when they fail."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memtxn.adapters.storage.sqlite import SQLiteStorage, checkpoint
from memtxn.errors import StorageError
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.faultvfs import Event, FaultVFS
from memtxn.testkit.scribe import Scribe


def eventually(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.002)
    return holds()


def write(storage: SQLiteStorage, scribe: Scribe, times: int) -> None:
    for number in range(times):
        with scribe.record(storage) as record:
            record.put("city", str(number), vf=number)


@pytest.fixture
def eager(faulty: SQLiteStorage) -> SQLiteStorage:
    """A storage that copies its log early."""
    faulty.checkpointer._threshold = 50
    return faulty


def test_the_log_is_copied_and_begins_anew(eager: SQLiteStorage) -> None:
    scribe = Scribe().create(eager)
    write(eager, scribe, 100)
    assert eventually(lambda: eager.checkpointer.done > 0)

    def begun_anew() -> bool:
        write(eager, scribe, 1)
        return eager._write_side._log_pages < 50

    assert eventually(begun_anew)


def test_a_writer_without_pauses_cannot_grow_the_log(eager: SQLiteStorage, path: Path) -> None:
    eager.checkpointer._limit = 200
    scribe = Scribe().create(eager)
    write(eager, scribe, 600)  # some 5,000 pages
    assert path.with_name("agent.db-wal").stat().st_size < 2_000 * 4_096


class Relay:
    """Two threads that read; each enters its block before the other leaves, so that somebody always reads."""

    def __init__(self, storage: SQLiteStorage, mem: int) -> None:
        self._storage, self._mem, self._over = storage, mem, False
        self._entered = [threading.Semaphore(0), threading.Semaphore(0)]
        self._threads = [threading.Thread(target=self._run, args=(number,)) for number in (0, 1)]

    def _run(self, number: int) -> None:
        while not self._over:
            with self._storage.read() as reader:
                assert list(reader.fold(self._mem))
                self._entered[number].release()
                self._entered[1 - number].acquire()
        self._entered[number].release()

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self._over = True
        for thread in self._threads:
            thread.join()


def log_pages(path: Path) -> int:
    return path.with_name("agent.db-wal").stat().st_size // 4_096


def test_those_who_always_read_cannot_grow_the_log(eager: SQLiteStorage, path: Path) -> None:
    """There is no moment in which nobody reads; each of them reads for a short while only."""
    eager.checkpointer._limit = 200
    scribe = Scribe().create(eager)
    write(eager, scribe, 100)
    with Relay(eager, scribe.mem):
        write(eager, scribe, 200)  # some 1,500 pages
    assert log_pages(path) < 600
    with eager.read() as reader:
        assert set(reader.fold(scribe.mem)) == set(scribe.rows())


def test_one_who_reads_for_long_stops_no_commit_and_the_log_gives_its_space_back(
    eager: SQLiteStorage, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "PATIENCE", 0.01)
    checkpointer = eager.checkpointer
    checkpointer._limit = 200
    scribe = Scribe().create(eager)
    with eager.read() as reader:
        before = reader.head(scribe.mem)
        while checkpointer._kept < 3:  # it was waited for at 200, 400 and 800 pages
            write(eager, scribe, 20)
        assert reader.head(scribe.mem) == before
        assert log_pages(path) > 800

    def given_back() -> bool:
        write(eager, scribe, 20)
        return log_pages(path) < 400

    assert eventually(given_back)
    assert checkpointer._kept == 0


def test_a_checkpoint_that_fails_is_tried_again(eager: SQLiteStorage, faults: FaultVFS) -> None:
    scribe = Scribe().create(eager)

    def broken(event: Event) -> None:
        if event.kind == "db":
            raise apsw.IOError("injected")

    faults.hook = broken
    write(eager, scribe, 20)
    assert eventually(lambda: eager.checkpointer.failure is not None)
    assert isinstance(eager.checkpointer.failure, StorageError)
    write(eager, scribe, 20)
    faults.hook = None
    write(eager, scribe, 20)
    assert eventually(lambda: eager.checkpointer.done > 0 and eager.checkpointer.failure is None)
    with eager.read() as reader:
        assert reader.head(scribe.mem) == scribe.head
        assert set(reader.fold(scribe.mem)) == set(scribe.rows())


def test_two_that_copy_at_once_fail_neither(eager: SQLiteStorage, path: Path, faults: FaultVFS) -> None:
    """Only one can; the other looks again."""
    scribe = Scribe().create(eager)
    copying, go_on = threading.Event(), threading.Event()

    def wait(event: Event) -> None:
        if event.kind == "db":
            copying.set()
            go_on.wait(60)

    faults.hook = wait
    write(eager, scribe, 20)
    assert copying.wait(60)
    with closing(SQLiteStorage(str(path), ids=CountingIds())) as neighbour:
        neighbour.checkpointer._threshold = 50
        write(neighbour, scribe, 20)
        assert eventually(lambda: not neighbour.checkpointer.complete)
        go_on.set()
        assert eventually(lambda: neighbour.checkpointer.complete)
        assert neighbour.checkpointer.failure is None


def test_closing_ends_the_thread(eager: SQLiteStorage, path: Path) -> None:
    scribe = Scribe().create(eager)
    write(eager, scribe, 20)
    assert eventually(lambda: eager.checkpointer._thread is not None)
    eager.close()
    assert eager.checkpointer._thread is not None
    assert not eager.checkpointer._thread.is_alive()
    assert not path.with_name("agent.db-wal").exists()
    again = SQLiteStorage(str(path), ids=CountingIds())
    with again.read() as reader:
        assert reader.head(scribe.mem) == scribe.head
    again.close()
