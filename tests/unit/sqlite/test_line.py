"""The line of processes that write one database: who waits, who gives up, and what may lie in the way."""

from __future__ import annotations

import fcntl
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import pytest

from memtxn.adapters.storage.sqlite import SQLiteStorage, lockfile
from memtxn.adapters.storage.sqlite.lockfile import LockFile
from memtxn.adapters.storage.sqlite.patient import PatientLock
from memtxn.errors import StorageBusy, StorageError
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.scribe import Scribe


def opened(path: Path, busy_timeout: float = 0.05) -> SQLiteStorage:
    return SQLiteStorage(str(path), ids=CountingIds(), busy_timeout=busy_timeout)


def write(storage: SQLiteStorage) -> None:
    with storage.write() as writer:
        writer.memories(0)


def lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-turn")


def files(path: Path) -> set[str]:
    return {each.name for each in path.parent.iterdir()}


@contextmanager
def in_the_way(path: Path) -> Iterator[None]:
    """Somebody who has the turn and does nothing with it."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def eventually(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.002)
    return holds()


def is_waited_for(path: Path) -> Callable[[], bool]:
    """Whether somebody waits in line; where the kernel does not tell, a moment is all there is."""
    locks, inode = Path("/proc/locks"), path.stat().st_ino
    if not locks.exists():
        time.sleep(0.5)
        return lambda: True
    return lambda: any("->" in line and f":{inode} " in line for line in locks.read_text().splitlines())


@pytest.fixture
def lock(path: Path) -> Iterator[PatientLock]:
    path.touch()
    lock = PatientLock(LockFile(str(lock_of(path)), path.stat()))
    yield lock
    lock.close()


def test_two_storages_of_one_process_wait_for_each_other(path: Path) -> None:
    with closing(opened(path)) as one, closing(opened(path, 60)) as other:
        with one.write():
            begun = threading.Event()

            def wait() -> None:
                begun.set()
                write(other)

            waiting = threading.Thread(target=wait)
            waiting.start()
            begun.wait()
            assert eventually(is_waited_for(lock_of(path)))
        waiting.join(60)
        assert not waiting.is_alive()
        write(one)


def test_who_waits_too_long_is_told_what_for(path: Path) -> None:
    with closing(opened(path)) as storage:
        write(storage)
        with in_the_way(lock_of(path)), pytest.raises(StorageBusy, match=r"0\.05 s .*agent\.db-turn"):
            write(storage)
        write(storage)


def test_who_gave_up_lets_go_at_once_when_the_turn_comes(path: Path) -> None:
    with closing(opened(path)) as storage, closing(opened(path, 60)) as other:
        write(storage)
        with in_the_way(lock_of(path)):
            for _ in range(3):
                with pytest.raises(StorageBusy):
                    write(storage)
        write(other)
        write(storage)


def test_the_next_one_has_the_place_of_who_gave_up(path: Path, lock: PatientLock) -> None:
    order: list[str] = []
    with in_the_way(lock_of(path)):
        with pytest.raises(StorageBusy):
            lock.enter(0.01)
        lock.leave()
        assert eventually(is_waited_for(lock_of(path)))
        later = PatientLock(LockFile(str(lock_of(path)), path.stat()))

        def wait(name: str, lock: PatientLock) -> None:
            lock.enter(60)
            order.append(name)
            lock.leave()

        second = threading.Thread(target=wait, args=("second", later))
        second.start()
        assert eventually(lambda: later._thread is not None and not later._last.is_done)
        time.sleep(0.05)  # until the kernel has it behind the first
        first = threading.Thread(target=wait, args=("first", lock))
        first.start()
        assert eventually(lambda: len(lock._wanted) == 1)
    first.join(60)
    second.join(60)
    assert order == ["first", "second"]
    later.close()


def test_a_wait_is_over_when_its_turn_came_at_the_last_moment(path: Path, lock: PatientLock) -> None:
    """Whoever just gave up as the turn came lets go of it; nobody keeps it."""
    for _ in range(200):
        with in_the_way(lock_of(path)), pytest.raises(StorageBusy):
            lock.enter(0)
        lock.leave()
        with in_the_way(lock_of(path)):
            pass


def test_nobody_waits_for_a_lone_writer(path: Path, lock: PatientLock) -> None:
    for _ in range(100):
        lock.enter(60)
        lock.leave()
    assert lock._thread is None


def test_closing_while_the_thread_still_waits(path: Path) -> None:
    storage = opened(path)
    write(storage)
    waits = is_waited_for(lock_of(path))
    with in_the_way(lock_of(path)):
        with pytest.raises(StorageBusy):
            write(storage)
        storage.close()
        storage.close()
        assert waits()
    assert eventually(lambda: not [each for each in threading.enumerate() if each.name == "memtxn-line"])


def test_it_is_as_open_to_others_as_the_database(path: Path) -> None:
    path.touch()
    path.chmod(0o664)
    before = os.umask(0o077)
    try:
        with closing(opened(path)) as storage:
            write(storage)
            assert stat.S_IMODE(lock_of(path).stat().st_mode) == 0o664
    finally:
        os.umask(before)


def test_root_makes_it_for_the_owner_of_the_database(path: Path) -> None:
    path.touch()
    expected = os.getuid()
    if os.geteuid() == 0:
        os.chown(path, expected := 12_345, 12_345)
    with closing(opened(path)) as storage:
        write(storage)
        assert lock_of(path).stat().st_uid == expected


def test_programs_that_are_started_do_not_get_it(lock: PatientLock) -> None:
    assert not os.get_inheritable(lock._file._fd)


def test_what_only_reads_makes_no_file(path: Path, storage: SQLiteStorage) -> None:
    with storage.read() as reader:
        reader.memory(0, "m")
    assert not lock_of(path).exists()


def test_the_last_one_to_close_takes_it_away(path: Path) -> None:
    with closing(opened(path)) as one:
        with closing(opened(path)) as other:
            write(one)
            write(other)
        assert lock_of(path).exists()
    assert files(path) == {"agent.db"}


def test_deleted_while_in_use(path: Path) -> None:
    with closing(opened(path)) as one, closing(opened(path)) as other:
        write(one)
        write(other)
        lock_of(path).unlink()
        with one.write(), pytest.raises(StorageBusy, match="another process"):
            write(other)
        write(other)
        assert lock_of(path).exists()


def make_link(path: Path) -> None:
    path.with_name("target").write_text("somebody's")
    path.symlink_to(path.with_name("target"))


def make_dangling_link(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, make_link, make_dangling_link])
def test_what_is_no_lock_file_is_left_alone(path: Path, scribe: Scribe, make: Callable[[Path], None]) -> None:
    with closing(opened(path)) as storage:
        lock_of(path).unlink()
        make(lock_of(path))
        before = files(path)
        with pytest.raises(StorageError, match=r"agent\.db-turn") as raised:
            write(storage)
        assert not isinstance(raised.value, StorageBusy)
        with storage.read() as reader:
            assert reader.head(scribe.mem) == scribe.head
        assert files(path) == before
        (Path.rmdir if lock_of(path).is_dir() and not lock_of(path).is_symlink() else Path.unlink)(lock_of(path))
        write(storage)


def test_without_such_locks_sqlite_waits(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lockfile, "AVAILABLE", False)
    with closing(opened(path)) as one, closing(opened(path)) as other:
        with one.write(), pytest.raises(StorageBusy, match="database is locked"):
            write(other)
        write(other)
        assert not lock_of(path).exists()


def test_without_another_thread_sqlite_waits(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with closing(opened(path)) as one, closing(opened(path)) as other:
        write(other)
        monkeypatch.setattr(threading.Thread, "start", exhausted)
        with one.write(), pytest.raises(StorageBusy, match="database is locked"):
            write(other)
        with in_the_way(lock_of(path)):
            write(other)
        monkeypatch.undo()
        with one.write(), pytest.raises(StorageBusy, match="another process"):
            write(other)
        write(other)


def test_sqlite_still_waits_for_other_programs(path: Path, storage: SQLiteStorage) -> None:
    with closing(apsw.Connection(str(path))) as foreign, closing(opened(path)) as ours:
        foreign.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageBusy, match="database is locked"):
            write(ours)
        foreign.execute("COMMIT")
        write(ours)


def test_a_lock_that_does_not_work_is_an_error(path: Path, lock: PatientLock) -> None:
    """Also when the thread finds out, and for the next one that asks."""
    with in_the_way(lock_of(path)):
        with pytest.raises(StorageBusy):
            lock.enter(0.01)
        lock.leave()
    assert eventually(lambda: lock._last.is_done)
    kept, lock._file._fd = lock._file._fd, 1_000_000  # a file that is not open
    for is_idle in (True, False):  # at once, and by the thread
        lock._last.is_done = is_idle
        with pytest.raises(StorageError, match=r"agent\.db-turn"):
            lock.enter(60)
        lock.leave()
    lock._file._fd = kept
    lock.enter(60)
    lock.leave()
