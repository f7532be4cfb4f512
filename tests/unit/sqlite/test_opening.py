"""What is made, recognised, refused, and left alone when a file is opened."""

import contextlib
import errno
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.storage.sqlite import schema as schema_module
from memtxn.adapters.storage.sqlite.connection import Place, configure, connect, refuse_unsafe, set_pragma
from memtxn.adapters.storage.sqlite.schema import APPLICATION_ID, _version, migrations, recognise
from memtxn.errors import NewerFormat, NotADatabase, ReadOnly, StorageError, UnsafeSQLite
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.faultvfs import Event, FaultVFS
from memtxn.testkit.scribe import Scribe

from .conftest import Process

_OPEN = """
import sys
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.system import system_ids
print("ready", flush=True)
sys.stdin.readline()
storage = SQLiteStorage(sys.argv[1], ids=system_ids)
print(storage.meta.store.hex(), flush=True)
sys.stdin.readline()
storage.close()
"""


def reopened(path: Path, *, read_only: bool = False) -> SQLiteStorage:
    return SQLiteStorage(str(path), ids=CountingIds(1000), read_only=read_only)


def files(path: Path) -> list[Path]:
    return sorted(path.parent.iterdir())


def schema(connection: apsw.Connection) -> list[tuple[object, ...]]:
    wanted = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    return list(connection.execute(wanted))


def test_every_pragma_is_set_and_read_back(path: Path, storage: SQLiteStorage) -> None:
    with closing(configure(connect(Place(str(path), 1.5)), Place(str(path), 1.5))) as connection:
        expected = {"journal_mode": "wal", "synchronous": 2, "wal_autocheckpoint": 0, "secure_delete": 1}
        assert {name: connection.pragma(name) for name in expected} == expected
        assert connection.pragma("busy_timeout") == 1500


def test_a_pragma_that_does_not_take_is_an_error(storage: SQLiteStorage, path: Path) -> None:
    with closing(connect(Place(str(path), 1))) as connection, pytest.raises(StorageError, match="page_size"):
        set_pragma(connection, "page_size", 1000)  # not a power of two, and too late


def test_the_schema_is_the_sum_of_the_migrations(path: Path, storage: SQLiteStorage) -> None:
    with closing(apsw.Connection(":memory:")) as plain, closing(apsw.Connection(str(path))) as made:
        for text in migrations():
            list(plain.execute(text))
        assert schema(made) == schema(plain)
        assert made.pragma("user_version") == len(migrations())
        assert made.pragma("application_id") == APPLICATION_ID


def test_an_empty_file_is_initialised(path: Path) -> None:
    path.touch()
    with closing(reopened(path)) as storage, closing(reopened(path)) as again:
        assert again.meta == storage.meta


def test_eight_processes_open_one_new_file(path: Path, python: Callable[[str, object], Process]) -> None:
    processes = [python(_OPEN, path) for _ in range(8)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    stores = {process.stdout.readline() for process in processes if process.stdout}
    assert len(stores) == 1
    assert len(stores.pop()) == 33
    for process in processes:
        process.communicate("\n", timeout=30)
    assert [process.returncode for process in processes] == [0] * 8


def test_another_process_makes_the_file_while_this_one_looks_at_it(path: Path) -> None:
    place = Place(str(path), 1)
    with closing(connect(place)) as connection:
        looks: list[str] = []

        class Overtaken:
            """A connection that somebody else overtakes after its first look."""

            def pragma(self, name: str) -> object:
                found = connection.pragma(name)
                if not looks:
                    reopened(path).close()
                looks.append(name)
                return found

        assert _version(Overtaken(), place) == len(migrations())  # type: ignore[arg-type]
        assert len(looks) == 3


def left_with_a_log(path: Path, home: Path) -> Path:
    """A copy of an open store, whose log holds the first page."""
    home.mkdir()
    with closing(reopened(path)) as storage:
        Scribe().create(storage)
        with closing(apsw.Connection(str(path))) as connection:
            connection.execute("CREATE TABLE extra (a); DROP TABLE extra;").fetchall()  # which changes page 1
        for name in (path.name, f"{path.name}-wal"):
            shutil.copy(path.with_name(name), home)
    return home / path.name


@pytest.mark.parametrize("length", [1, 100, 512, 4096])
def test_a_first_page_that_was_being_copied_from_the_log(path: Path, tmp_path: Path, length: int) -> None:
    """The power failed in a checkpoint: what stands in its place is garbage, and SQLite reads the log's."""
    left = left_with_a_log(path, tmp_path / "left")
    with left.open("r+b") as file:
        file.write(b"\xff" * length)
    with closing(reopened(left)) as storage, storage.read() as reader:
        assert storage.read_only is None
        assert [row.mem for row in reader.every_memory(0)] == [1]


@pytest.mark.parametrize("spoilt", [0, 8, 16, 32, 40], ids=["magic", "size", "salt", "number", "frame's salt"])
def test_a_log_that_says_nothing_of_the_first_page(path: Path, tmp_path: Path, spoilt: int) -> None:
    """Then a file that begins with garbage is nobody's, and neither is touched."""
    left = left_with_a_log(path, tmp_path / "left")
    log = left.with_name(f"{left.name}-wal")
    data = bytearray(log.read_bytes())
    for at in range(32, len(data), 24 + 4096) if spoilt >= 32 else (0,):
        data[at + spoilt % 32 : at + spoilt % 32 + 4] = b"\x7f\x7f\x7f\x7f"
    log.write_bytes(data)
    with left.open("r+b") as file:
        file.write(b"\xff" * 100)
    before = [(file, file.read_bytes()) for file in files(left)]
    with pytest.raises(NotADatabase):
        reopened(left)
    assert [(file, file.read_bytes()) for file in files(left)] == before


@pytest.mark.parametrize("torn", [False, True], ids=["as written", "torn"])
def test_killed_while_the_file_is_made(tmp_path: Path, faults: FaultVFS, torn: bool) -> None:
    """At whatever write or flush: the next opener makes it, and nobody is told it is another program's."""
    home = tmp_path / "home"
    home.mkdir()
    images: list[Path] = []

    def snap(event: Event) -> None:
        images.append(tmp_path / str(len(images)))
        shutil.copytree(home, images[-1])
        if torn and event[:4] == ("write", "db", False, 0):
            with (images[-1] / "a.db").open("r+b") as file:
                file.write(b"\xff" * event.size)

    faults.hook = snap
    SQLiteStorage(str(home / "a.db"), ids=CountingIds(), vfs=faults.name).close()
    assert len(images) > 50
    for image in images:
        with closing(reopened(image / "a.db")) as storage:
            Scribe().create(storage)


@pytest.mark.parametrize("content", [b"some text\n" * 100, b"x", bytes(4096), b"SQLite format 3\0" + bytes(84)])
def test_what_is_no_database_is_not_touched(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(NotADatabase):
        reopened(path)
    assert path.read_bytes() == content
    assert files(path) == [path]


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_of_somebody_else_is_not_touched(path: Path, mode: str) -> None:
    with closing(apsw.Connection(str(path))) as other:
        other.pragma("journal_mode", mode)
        other.execute("CREATE TABLE theirs (a)")
    before = path.read_bytes()
    with pytest.raises(NotADatabase, match="another program"):
        reopened(path)
    assert path.read_bytes() == before
    assert files(path) == [path]


def test_looking_at_a_file_keeps_the_locks_of_this_process(
    path: Path, storage: SQLiteStorage, python: Callable[[str, object], Process]
) -> None:
    """A plain open and close of the file would drop them, and another process could empty the log (POSIX)."""
    connect = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], timeout=0)"
    probe = f"{connect}; c.execute('PRAGMA journal_mode=delete')"
    with storage.read():
        recognise(storage._place)
        other = python(probe, path)
        other.communicate(timeout=30)
    assert other.returncode == 1  # locked
    with closing(apsw.Connection(str(path))) as connection:
        assert connection.pragma("journal_mode") == "wal"


def test_a_newer_format_is_read_and_not_written(path: Path, storage: SQLiteStorage, scribe: Scribe) -> None:
    with scribe.record(storage) as record:
        record.put("city", "Rome")
    storage.close()
    with closing(apsw.Connection(str(path))) as later:
        later.pragma("user_version", 99)
    with closing(reopened(path)) as again:
        assert again.read_only is not None
        assert "format 99" in again.read_only
        with pytest.raises(NewerFormat), again.write():
            pass
        with again.read() as reader:
            assert reader.head(scribe.mem) == scribe.head


def test_read_only(path: Path, storage: SQLiteStorage, scribe: Scribe) -> None:
    storage.close()
    with closing(reopened(path, read_only=True)) as again:
        assert again.read_only
        with pytest.raises(ReadOnly), again.write():
            pass
        with again.read() as reader:
            assert reader.head(scribe.mem) == scribe.head


def test_read_only_makes_nothing(path: Path) -> None:
    with pytest.raises(StorageError, match="does not exist"):
        reopened(path, read_only=True)
    path.touch()
    with pytest.raises(NotADatabase, match="empty"):
        reopened(path, read_only=True)
    assert path.stat().st_size == 0


def test_paths_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="is a directory"):
        reopened(tmp_path)
    with pytest.raises(StorageError, match=r"missing.a\.db"):
        reopened(tmp_path / "missing" / "a.db")


def test_a_link_is_the_file_that_it_names(tmp_path: Path) -> None:
    """Made through one that dangles, opened through another, and open once more under its own name."""
    folder = tmp_path / "real"
    folder.mkdir()
    (tmp_path / "folder").symlink_to(folder)
    (tmp_path / "first").symlink_to(folder / "a.db")
    (tmp_path / "second").symlink_to(tmp_path / "first")
    with closing(reopened(tmp_path / "first")) as made:
        Scribe().create(made)
        for path in (tmp_path / "second", tmp_path / "folder" / "a.db", folder / "a.db"):
            for read_only in (True, False):
                with closing(reopened(path, read_only=read_only)) as again:
                    assert again.meta == made.meta
        assert all(path.parent == folder for path in tmp_path.rglob("*-wal"))


def test_a_link_that_names_nothing(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere" / "a.db")
    for name in ("loop", "dangling"):
        with pytest.raises(StorageError):
            reopened(tmp_path / name)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made, contextlib.chdir(path.parent):
        made.bind(path.name)


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        os.mkfifo,
        make_socket,
        lambda path: path.symlink_to("/dev/null"),
        lambda path: path.symlink_to("/dev/zero"),
    ],
    ids=["pipe", "socket", "null", "device"],
)
def test_what_is_no_regular_file_is_not_opened(path: Path, make: Callable[[Path], None], read_only: bool) -> None:
    """To open a pipe is to wait for ever."""
    make(path)
    with pytest.raises(NotADatabase, match="not a regular file"):
        reopened(path, read_only=read_only)
    assert files(path) == [path]


def test_a_pipe_in_place_of_a_journal(path: Path) -> None:
    path.write_bytes(b"some text")
    os.mkfifo(f"{path}-journal")
    with pytest.raises(NotADatabase):
        reopened(path)


@pytest.mark.parametrize("name", ["n" * 300, "a.db/b", "x/" * 3000])
def test_a_path_that_no_file_can_have(path: Path, name: str) -> None:
    (path.parent / "a.db").touch()
    for read_only in (False, True):
        with pytest.raises(StorageError):
            reopened(path.parent / name, read_only=read_only)


def test_a_folder_that_may_not_be_looked_into(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> os.stat_result:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(StorageError, match="Permission denied"):
        reopened(path)


def test_a_relative_path_in_a_folder_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    with contextlib.chdir(folder):
        folder.rmdir()
        with pytest.raises(StorageError, match="No such file"):
            SQLiteStorage("a.db", ids=CountingIds())
        os.chdir(tmp_path)


@pytest.mark.parametrize(("content", "found"), [(b"", "empty"), (b"x", "no SQLite database")])
def test_only_what_is_empty_is_called_so(path: Path, content: bytes, found: str) -> None:
    path.write_bytes(content)
    with pytest.raises(NotADatabase, match=f"is {found}"):
        reopened(path, read_only=True)


# -- write-protected folders ---------------------------------------------------------------------------


@pytest.fixture
def protected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every folder is write-protected, as far as is asked: nothing stops whoever runs tests as root."""
    monkeypatch.setattr(schema_module, "_writable", lambda folder: False)


def test_a_database_in_a_write_protected_folder_is_read(
    path: Path, storage: SQLiteStorage, scribe: Scribe, protected: None
) -> None:
    """Nothing is made beside it, whether it was to be written or not."""
    storage.close()
    odd = path.rename(path.with_name("a %41?immutable=0#b.db"))
    for read_only in (True, False):
        with closing(reopened(odd, read_only=read_only)) as again:
            with again.read() as reader:
                assert reader.head(scribe.mem) == scribe.head
                assert reader.faults(scribe.mem) == []
            assert files(odd) == [odd]
            with pytest.raises(ReadOnly), again.write():
                pass


def test_a_log_in_a_write_protected_folder(
    path: Path, tmp_path: Path, storage: SQLiteStorage, scribe: Scribe, protected: None
) -> None:
    """With the index of whoever is at work there it is read; without one the error says what is in the way."""
    with closing(reopened(path, read_only=True)) as again, again.read() as reader:
        assert reader.head(scribe.mem) == scribe.head
    left = tmp_path / "left"
    left.mkdir()
    for name in ("agent.db", "agent.db-wal"):
        shutil.copy(path.with_name(name), left)
    with pytest.raises(StorageError, match="log beside it"):
        reopened(left / "agent.db", read_only=True)


def test_what_was_taken_to_be_immutable_and_is_written(
    path: Path, storage: SQLiteStorage, scribe: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.close()
    with monkeypatch.context() as patched:
        patched.setattr(schema_module, "_writable", lambda folder: False)
        again = reopened(path)
    with closing(again):
        for _ in range(2):  # while the log stands there, and after it was copied
            with closing(reopened(path)) as owner:
                with scribe.record(owner) as record:
                    record.put("city", "Rome")
                with pytest.raises(StorageError, match="open it again"):
                    again.read()
            with pytest.raises(StorageError, match="open it again"):
                again.read()


def test_a_missing_meta_row_is_damage(path: Path, storage: SQLiteStorage) -> None:
    storage.close()
    with closing(apsw.Connection(str(path))) as damage:
        damage.execute("DELETE FROM meta")
    with pytest.raises(StorageError, match="meta row is missing"):
        reopened(path)


@pytest.mark.parametrize("version", ["3.7.0", "3.40.1", "3.51.2"])
def test_an_unsafe_library_is_refused(version: str) -> None:
    with pytest.raises(UnsafeSQLite, match=version):
        refuse_unsafe(version)


@pytest.mark.parametrize("version", ["3.51.3", "3.60.0", "4.0.0"])
def test_a_safe_library_is_taken(version: str) -> None:
    refuse_unsafe(version)


def test_the_last_close_empties_the_log(path: Path, storage: SQLiteStorage, scribe: Scribe) -> None:
    assert path.with_name("agent.db-wal").stat().st_size
    storage.close()
    assert files(path) == [path]
    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute("SELECT count(*) FROM mem").fetchone() == (1,)
