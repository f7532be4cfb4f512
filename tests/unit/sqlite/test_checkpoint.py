"""Checkpoints happen beside the commits, keep the log short, and lose nothing when they fail."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memtxn.adapters.storage.sqlite import SQLiteStorage
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
