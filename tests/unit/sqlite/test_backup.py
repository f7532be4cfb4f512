"""A copy of the database while it is in use: one moment, whole or not at all, and durable."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.adapters.storage.sqlite import SQLiteStorage, backup
from memtxn.adapters.storage.sqlite.lockfile import LockFile
from memtxn.errors import Closed, InvalidInput, NotADatabase, StorageBusy, StorageError, StorageFull
from memtxn.ports.storage import Storage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.faultvfs import Event, FaultVFS, Nth
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.writing import all_of, fill

Looks = tuple[object, ...]


@pytest.fixture(autouse=True)
def _many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "STEP", 4)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """In a folder of its own."""
    (tmp_path / "copies").mkdir()
    return tmp_path / "copies" / "copy.db"


@pytest.fixture(params=["file", "memory"])
def either(request: pytest.FixtureRequest, path: Path) -> Iterator[SQLiteStorage]:
    """In a file and in memory."""
    storage = SQLiteStorage(str(path) if request.param == "file" else ":memory:", ids=CountingIds())
    yield storage
    storage.close()


def write(storage: Storage, scribe: Scribe, times: int = 1) -> None:
    """Something in every fold, and a text of some pages."""
    for _ in range(times):
        with scribe.record(storage) as record:
            fill(record)
            record.put("long", "x" * 10_000)


def looks(storage: Storage, scribe: Scribe) -> Looks:
    with storage.read() as reader:
        return all_of(reader, scribe.mem)


def opened(path: Path, key: bytes | None = None) -> SQLiteStorage:
    return SQLiteStorage(str(path), ids=CountingIds(), key=key)


def beside(target: Path) -> list[str]:
    return sorted(found.name for found in target.parent.iterdir())


# -- what it is ----------------------------------------------------------------------------------------


def test_one_moment_though_a_writer_commits_between_any_two_steps(either: SQLiteStorage, target: Path) -> None:
    scribe = Scribe().create(either)
    write(either, scribe, 5)
    before, told = looks(either, scribe), list[tuple[int, int]]()

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        write(either, scribe)

    size = either.backup(str(target), progress=progress)
    assert len(told) > 5
    assert told == sorted(told)
    assert told[-1] == (size, size) == (target.stat().st_size,) * 2
    assert looks(either, scribe) != before
    with closing(opened(target)) as copy:
        assert looks(copy, scribe) == before
        assert (copy.meta, copy.read_only) == (either.meta, None)
        with copy.read() as reader:
            assert reader.faults(scribe.mem) == []


def test_it_begins_once_however_much_is_written(storage: SQLiteStorage, scribe: Scribe, target: Path) -> None:
    write(storage, scribe, 5)
    steps: list[int] = []

    def progress(done: int, total: int) -> None:
        steps.append(done)
        write(storage, scribe)

    storage.backup(str(target), progress=progress)
    assert len(steps) == -(-steps[-1] // (4 * 4096))


def test_it_can_be_written_and_is_in_wal_mode_by_itself(either: SQLiteStorage, target: Path) -> None:
    scribe = Scribe().create(either)
    write(either, scribe)
    either.backup(str(target))
    assert beside(target) == ["copy.db"]
    assert target.read_bytes()[18:20] == b"\2\2"
    with closing(opened(target)) as copy:
        write(copy, scribe)


def test_an_empty_database_and_a_copy_of_a_copy(storage: SQLiteStorage, target: Path) -> None:
    storage.backup(str(target))
    with closing(opened(target)) as copy:
        again = target.with_name("again.db")
        copy.backup(str(again))
        with closing(opened(again)) as last:
            assert last.meta == storage.meta


def test_a_store_that_is_only_read(storage: SQLiteStorage, scribe: Scribe, path: Path, target: Path) -> None:
    write(storage, scribe)
    with closing(SQLiteStorage(str(path), ids=CountingIds(), read_only=True)) as reader:
        reader.backup(str(target))
    with closing(opened(target)) as copy:
        assert looks(copy, scribe) == looks(storage, scribe)


def test_a_key_from_outside_is_needed_for_the_copy_too(tmp_path: Path, target: Path) -> None:
    with closing(opened(tmp_path / "sealed.db", b"k" * 32)) as sealed:
        sealed.backup(str(target))
    for key, refused in ((None, True), (b"k" * 32, False)):
        with closing(opened(target, key)) as copy:
            assert bool(copy.read_only) is refused


@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_it_is_as_open_to_others_as_the_database(
    storage: SQLiteStorage, path: Path, target: Path, mode: int
) -> None:
    path.chmod(mode)
    storage.backup(str(target))
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_from_memory_it_is_its_owners_alone(target: Path) -> None:
    with closing(SQLiteStorage(":memory:", ids=CountingIds())) as storage:
        storage.backup(str(target))
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_the_file_then_the_folder_is_flushed(
    faulty: SQLiteStorage, faults: FaultVFS, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []

    def hook(event: Event) -> None:
        if event.after and event.action in ("write", "sync"):
            order.append(event.action)

    def flush(fd: int) -> None:
        order.append("folder" if stat.S_ISDIR(os.fstat(fd).st_mode) else "?")
        assert target.exists()

    faults.hook = hook
    monkeypatch.setattr(os, "fsync", flush)
    faulty.backup(str(target))
    assert order[0] == "write"
    assert order[-2:] == ["sync", "folder"]


# -- where it may go -----------------------------------------------------------------------------------


def test_what_exists_is_not_overwritten(storage: SQLiteStorage, target: Path) -> None:
    target.write_text("mine")
    with pytest.raises(InvalidInput, match="exists already"):
        storage.backup(str(target))
    with pytest.raises(NotADatabase):
        storage.backup(str(target), replace=True)
    assert target.read_text() == "mine"
    assert beside(target) == ["copy.db"]


def test_an_older_copy_is_replaced_when_that_is_wanted(
    storage: SQLiteStorage, scribe: Scribe, target: Path
) -> None:
    storage.backup(str(target))
    write(storage, scribe)
    storage.backup(str(target), replace=True)
    with closing(opened(target)) as copy:
        assert looks(copy, scribe) == looks(storage, scribe)


def test_a_database_that_is_open_is_not_replaced(storage: SQLiteStorage, target: Path) -> None:
    storage.backup(str(target))
    with closing(opened(target)) as copy:
        with pytest.raises(StorageError, match="is open, or was not closed"):
            storage.backup(str(target), replace=True)
        write(copy, Scribe().create(copy))


def test_a_log_that_was_left_there_is_never_taken_for_that_of_the_copy(
    storage: SQLiteStorage, target: Path
) -> None:
    """SQLite would play it into the new file."""
    target.with_name("copy.db-wal").write_bytes(b"left by somebody")
    with pytest.raises(StorageError, match=r"copy\.db-wal"):
        storage.backup(str(target))
    assert beside(target) == ["copy.db-wal"]


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal", "-turn"])
@pytest.mark.parametrize("replace", [False, True])
@pytest.mark.parametrize("linked", [False, True])
def test_the_files_of_the_database_itself(
    storage: SQLiteStorage, scribe: Scribe, path: Path, tmp_path: Path, end: str, replace: bool, linked: bool
) -> None:
    own = path.with_name(path.name + end)
    if linked:
        own = tmp_path / "link"
        own.symlink_to(path.name + end)
    with pytest.raises(InvalidInput, match="itself"):
        storage.backup(str(own), replace=replace)
    write(storage, scribe)


@pytest.mark.parametrize("replace", [False, True])
def test_no_place_for_a_file(storage: SQLiteStorage, tmp_path: Path, replace: bool) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dangling").symlink_to(tmp_path / "missing" / "file")
    for name in ("missing/copy.db", "dangling", "pipe", "", "agent.db/copy.db", "n" * 300):
        with pytest.raises((StorageError, InvalidInput)):
            storage.backup(str(tmp_path / name), replace=replace)
    assert not [found for found in tmp_path.iterdir() if found.name.endswith("-part")]


def test_what_came_to_stand_there_meanwhile_stays(storage: SQLiteStorage, target: Path) -> None:
    with pytest.raises(InvalidInput):
        storage.backup(str(target), progress=lambda *_: target.write_text("mine"))
    assert target.read_text() == "mine"
    assert beside(target) == ["copy.db"]


@pytest.mark.parametrize("replace", [False, True])
def test_what_came_at_the_last_moment_stays(
    storage: SQLiteStorage, target: Path, monkeypatch: pytest.MonkeyPatch, replace: bool
) -> None:
    """Between the last look and the moment at which the copy gets its name."""
    link = os.link

    def late(source: str, aim: str) -> None:
        target.write_text("mine")
        link(source, aim)

    monkeypatch.setattr(os, "link", late)
    if replace:
        storage.backup(str(target), replace=True)
        return
    with pytest.raises(InvalidInput, match="meanwhile"):
        storage.backup(str(target))
    assert target.read_text() == "mine"
    assert beside(target) == ["copy.db"]


def test_a_file_system_without_links(
    storage: SQLiteStorage, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: str, aim: str) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    storage.backup(str(target))
    assert beside(target) == ["copy.db"]
    opened(target).close()


# -- what goes wrong -----------------------------------------------------------------------------------


def test_a_failure_at_every_operation_on_the_copy(faulty: SQLiteStorage, faults: FaultVFS, target: Path) -> None:
    """A typed error, nothing left behind, and the next try succeeds."""
    scribe = Scribe().create(faulty)
    write(faulty, scribe, 3)
    failures: list[tuple[int, StorageError]] = []
    number, sprung = 0, True
    while sprung:
        error = apsw.IOError("broken") if number % 2 else apsw.FullError("full")
        faults.hook = hook = Nth(number, raising(error), counts=lambda event: not event.after, armed=True)
        try:
            faulty.backup(str(target))
            assert beside(target) == ["copy.db"]  # what failed was no more than the closing of the copy
            target.unlink()
        except StorageError as failure:
            failures.append((number, failure))
            assert beside(target) == []
        faults.hook = None
        number, sprung = number + 1, hook.sprung
    assert len(failures) > 20
    assert all(isinstance(failure, StorageFull) == (at % 2 == 0) for at, failure in failures)
    faulty.backup(str(target))
    with closing(opened(target)) as copy:
        assert looks(copy, scribe) == looks(faulty, scribe)


def raising(error: apsw.Error) -> Callable[[], None]:
    def act() -> None:
        raise error

    return act


def test_whoever_watches_may_end_it(storage: SQLiteStorage, target: Path) -> None:
    def progress(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        storage.backup(str(target), progress=progress)
    assert beside(target) == []


def test_a_storage_that_is_closed_meanwhile(
    storage: SQLiteStorage, scribe: Scribe, path: Path, target: Path
) -> None:
    write(storage, scribe)
    with pytest.raises(Closed):
        storage.backup(str(target), progress=lambda *_: storage.close())
    assert beside(target) == []
    with closing(opened(path)) as again:
        write(again, scribe)
    with pytest.raises(Closed):
        storage.backup(str(target))


def test_a_copy_that_nobody_finished_is_overwritten(storage: SQLiteStorage, scribe: Scribe, target: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        target.with_name(f"copy.db-part{end}").write_bytes(b"left over" * 10_000)
    storage.backup(str(target))
    assert beside(target) == ["copy.db"]
    with closing(opened(target)) as copy:
        assert looks(copy, scribe) == looks(storage, scribe)


def test_two_backups_to_one_target(storage: SQLiteStorage, target: Path) -> None:
    def progress(done: int, total: int) -> None:
        with pytest.raises(StorageBusy, match="another backup"):
            storage.backup(str(target))
        with pytest.raises(StorageBusy):
            storage.backup(str(target), replace=True)

    storage.backup(str(target), progress=progress)
    assert beside(target) == ["copy.db"]


def test_the_part_of_another_backup_is_not_taken_for_ones_own(
    storage: SQLiteStorage, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was opened while the other one worked, and locked when that had given it its name."""
    take, tried = LockFile.try_take, list[LockFile]()

    def late(lock: LockFile) -> bool:
        if not tried:
            tried.append(lock)
            Path(lock.path).rename(target)
        return take(lock)

    target.with_name("copy.db-part").write_bytes(b"whole and acknowledged")
    monkeypatch.setattr(LockFile, "try_take", late)
    with pytest.raises(InvalidInput):
        storage.backup(str(target))
    assert target.read_bytes() == b"whole and acknowledged"


def test_a_storage_without_a_file_says_so(target: Path) -> None:
    with pytest.raises(StorageError, match="no form that a file could hold"):
        MemoryStorage(ids=CountingIds()).backup(str(target))


# -- a scratch copy --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [None, b"k" * 32])
def test_a_scratch_copy_is_gone_afterwards(tmp_path: Path, key: bytes | None) -> None:
    with closing(opened(tmp_path / "a.db", key)) as storage:
        scribe = Scribe().create(storage)
        write(storage, scribe)
        before = looks(storage, scribe)
        with storage.scratch() as twin:
            assert looks(twin, scribe) == before
            assert twin.read_only is None
            write(twin, scribe)
            folder = Path(twin.facts().path or "").parent
            assert folder != tmp_path
        assert not folder.exists()
        assert looks(storage, scribe) == before
