"""One append: how many statements and flushes it takes, and what is left of it when something fails."""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.errors import OutcomeUnknown, StorageBusy, StorageError, StorageFull
from memtxn.model.rows import KeyRequest, ViewRequest
from memtxn.ports.storage import LATEST
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.faultvfs import Event, FaultVFS
from memtxn.testkit.scribe import Draft, Scribe

from .conftest import Process

_HOLD = """
import sys
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.system import system_ids
storage = SQLiteStorage(sys.argv[1], ids=system_ids)
with storage.write():
    print("holding", flush=True)
    sys.stdin.readline()
storage.close()
"""


def fact(draft: Draft, value: str = "Rome") -> None:
    """One belief and its source."""
    draft.source("turn 1")
    draft.put("city", value)


def seq(storage: SQLiteStorage, scribe: Scribe) -> int:
    with storage.read() as reader:
        return reader.head(scribe.mem).seq


def statements(connection: apsw.Connection, work: Callable[[], None]) -> list[str]:
    """The statements that ran, each once however many rows it wrote, but for BEGIN and COMMIT.

    A trigger is part of the statement that sets it off.
    """
    ran: dict[str, None] = {}
    connection.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: event["trigger"] or ran.setdefault(event["sql"]))
    work()
    connection.trace_v2(0, None)
    return [text for text in ran if not text.startswith(("BEGIN", "COMMIT"))]


@pytest.mark.parametrize("fresh", [True, False], ids=["a fresh key", "a known key"])
def test_a_commit_is_at_most_eight_statements(storage: SQLiteStorage, scribe: Scribe, fresh: bool) -> None:
    if not fresh:
        with scribe.record(storage) as record:
            record.put("city", "Oslo", vf=-1)
    draft = scribe.draft()
    fact(draft)

    def commit() -> None:
        with storage.write() as writer:
            writer.view(scribe.mem, ViewRequest(b"t", None, (KeyRequest("city", 0),), ("ab" * 16,)), LATEST)
            scribe.append(writer, draft)

    assert len(statements(storage._write_side._live(), commit)) == 8 - (not fresh)


def test_a_write_block_is_one_flush(faulty: SQLiteStorage, faults: FaultVFS) -> None:
    scribe = Scribe().create(faulty)
    faults.syncs.clear()
    for number in range(10):
        with scribe.record(faulty) as record:
            fact(record, str(number))
    assert faults.syncs == {"wal": 10}


def test_an_exception_undoes_the_block(storage: SQLiteStorage, scribe: Scribe) -> None:
    def interrupted() -> None:
        with storage.write() as writer:
            writer.append(scribe.mem, scribe.draft().entry())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert seq(storage, scribe) == 0
    with scribe.record(storage) as record:
        fact(record)
    assert seq(storage, scribe) == 1


def test_a_torn_append_cannot_be_committed(storage: SQLiteStorage, scribe: Scribe) -> None:
    with scribe.record(storage) as record:
        fact(record)
    draft = scribe.draft()
    draft.put("city", "Oslo", vf=7)
    entry = draft.entry()
    twice = type(entry)(entry.journal, entry.record, entry.bodies * 2, entry.fold, entry.head)

    def undaunted() -> None:
        with storage.write() as writer, pytest.raises(StorageError, match="unique"):
            writer.append(scribe.mem, twice)

    with pytest.raises(StorageError, match="half-way"):
        undaunted()
    assert seq(storage, scribe) == 1


def test_a_thread_that_waits_for_itself_is_told(storage: SQLiteStorage) -> None:
    with storage.write(), pytest.raises(StorageError, match="inside a write block already"), storage.write():
        pass


def test_busy_between_processes(path: Path, scribe: Scribe, python: Callable[[str, object], Process]) -> None:
    other = python(_HOLD, path)
    assert other.stdout is not None
    assert other.stdout.readline() == "holding\n"
    with closing(SQLiteStorage(str(path), ids=CountingIds(), busy_timeout=0.1)) as storage:
        assert seq(storage, scribe) == 0
        with pytest.raises(StorageBusy), storage.write():
            pass
        other.communicate("\n", timeout=30)
        with scribe.record(storage) as record:
            fact(record)
        assert seq(storage, scribe) == 1


def test_a_forked_child_may_not_use_it(storage: SQLiteStorage) -> None:
    child = os.fork()
    if child == 0:
        try:
            with storage.read():
                os._exit(1)
        except StorageError:
            os._exit(0)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# -- errors of the disk ------------------------------------------------------------------------------


class Broken:
    """A hook that fails at each flush (or write) of the log while it is on."""

    def __init__(self, action: str, error: type[apsw.Error], times: int = 1) -> None:
        self.action, self.error, self.times = action, error, times

    def __call__(self, event: Event) -> None:
        if self.times and (event.action, event.kind, event.after) == (self.action, "wal", False):
            self.times -= 1
            raise self.error("injected")


def attempt(storage: SQLiteStorage, scribe: Scribe) -> bytes:
    """Try to write one record; returns its transaction."""
    draft = scribe.draft()
    fact(draft)
    with storage.write() as writer:
        writer.append(scribe.mem, draft.entry())
    return draft.tx


def test_an_error_at_commit(faulty: SQLiteStorage, faults: FaultVFS, path: Path, tmp_path: Path) -> None:
    """The flush fails once. The outcome is unknown, then settled: it can never come back, not by a crash."""
    scribe = Scribe().create(faulty)
    faults.hook = Broken("sync", apsw.IOError)
    with pytest.raises(OutcomeUnknown, match="injected"):
        attempt(faulty, scribe)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for name in ("agent.db", "agent.db-wal"):
        shutil.copy(path.with_name(name), crashed)
    with faulty.read() as reader:
        assert reader.committed(scribe.mem, scribe.draft().tx) is None
    with closing(SQLiteStorage(str(crashed / "agent.db"), ids=CountingIds())) as recovered:
        assert seq(recovered, scribe) == 0
    attempt(faulty, scribe)
    assert seq(faulty, scribe) == 1


def test_a_commit_that_cannot_be_settled(faulty: SQLiteStorage, faults: FaultVFS) -> None:
    """While the disk goes on failing, a look-up does not claim that nothing was committed."""
    scribe = Scribe().create(faulty)
    with scribe.record(faulty) as record:
        fact(record)
    faults.hook = Broken("sync", apsw.IOError, times=10**6)
    with pytest.raises(OutcomeUnknown):
        attempt(faulty, scribe)
    lost = scribe.draft().tx
    with faulty.read() as reader:
        assert reader.committed(scribe.mem, record.tx) == 1
        with pytest.raises(OutcomeUnknown):
            reader.committed(scribe.mem, lost)
    faults.hook = None
    attempt(faulty, scribe)
    with faulty.read() as reader:
        assert reader.committed(scribe.mem, lost) == 2
        assert reader.committed(scribe.mem, b"another") is None


@pytest.mark.parametrize("times", [1, 10**6], ids=["once", "for good"])
def test_disk_full(faulty: SQLiteStorage, faults: FaultVFS, times: int) -> None:
    scribe = Scribe().create(faulty)
    faults.hook = Broken("write", apsw.FullError, times)
    with pytest.raises(StorageFull):
        attempt(faulty, scribe)
    assert seq(faulty, scribe) == 0
    with faulty.read() as reader:
        assert not list(reader.fold(scribe.mem))
        assert not list(reader.journal(scribe.mem, 0, LATEST))
    faults.hook = None
    attempt(faulty, scribe)
    assert seq(faulty, scribe) == 1


@pytest.mark.parametrize("action", ["write", "sync"])
@pytest.mark.parametrize("number", range(8))
def test_an_error_at_any_operation(faulty: SQLiteStorage, faults: FaultVFS, action: str, number: int) -> None:
    """Whichever operation fails, the answer is typed, the truth can be read, and the next commit works."""
    scribe = Scribe().create(faulty)
    left = number

    def hook(event: Event) -> None:
        nonlocal left
        if event.action == action and not event.after:
            left -= 1
            if left == -1:
                raise apsw.IOError("injected")

    faults.hook = hook
    try:
        attempt(faulty, scribe)
        applied = True
    except StorageError:
        applied = False
    faults.hook = None
    with faulty.read() as reader:
        assert reader.committed(scribe.mem, scribe.draft().tx) == (1 if applied else None)
    if not applied:
        attempt(faulty, scribe)
    assert seq(faulty, scribe) == 1
