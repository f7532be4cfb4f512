"""Looking at a database from outside: each thing that can be wrong is found, and told with what to do."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest

import memtxn
from memtxn.adapters.storage.sqlite import checkup as under_test
from memtxn.adapters.storage.sqlite import filesystem, holders
from memtxn.adapters.storage.sqlite.checkup import checkup
from memtxn.adapters.storage.sqlite.lockfile import LockFile
from memtxn.model.checkup import Check, State

NAMES = ["SQLite", "file", "permissions", "space", "file system", "log", "line", "write lock"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with a record, closed."""
    path = tmp_path / "agent.db"
    with memtxn.open(path) as store, store.memory("m").transaction() as tx:
        tx.set_state("A/1", "x", 1)
    return path


def look(path: Path, patience: float = 0.05) -> list[Check]:
    return list(checkup(str(path), patience=patience))


def bad(path: Path, patience: float = 0.05) -> list[tuple[str, State, str]]:
    """What is not well, each with what was found; all of it says what to do."""
    checks = [check for check in look(path, patience) if check.state is not State.OK]
    assert all(check.advice for check in checks)
    return [(check.name, check.state, check.found) for check in checks]


def test_all_is_well(path: Path) -> None:
    before = path.read_bytes()
    checks = look(path)
    assert [check.name for check in checks] == NAMES
    assert {check.state for check in checks} == {State.OK}
    assert not any(check.advice for check in checks)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["agent.db"]


def test_beside_an_open_store(path: Path) -> None:
    with memtxn.open(path) as store, store.memory("m").transaction() as tx:
        tx.set_state("A/1", "x", 2)
        tx.commit()
        assert bad(path) == []
        assert [len(store.memory("m").find()), store.memory("m").verify().ok] == [1, True]


def test_a_library_with_a_known_bug(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.50.4")
    assert bad(path)[0] == ("SQLite", State.PROBLEM, "3.50.4 can damage a file under two connections")


# -- the file ----------------------------------------------------------------------------------------------


def test_no_file(tmp_path: Path) -> None:
    ((name, state, found),) = bad(tmp_path / "none.db")
    assert (name, state) == ("file", State.PROBLEM)
    assert found.endswith("none.db is not there")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"Dear diary", b"SQLite format 3\0" + bytes(200)])
def test_a_file_of_another_kind(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(data)
    assert [(name, state) for name, state, _ in bad(path)] == [("file", State.PROBLEM)]
    assert path.read_bytes() == data


def test_a_folder_and_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        assert [(name, state) for name, state, _ in bad(path)] == [("file", State.PROBLEM)]


def test_a_newer_format(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("user_version", 99)
    assert [(name, state) for name, state, _ in bad(path)] == [("file", State.WARNING)]


# -- permissions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-turn"])
def test_a_file_that_everybody_may_write(path: Path, suffix: str) -> None:
    with memtxn.open(path) as store, store.memory("m").transaction() as tx:
        tx.set_state("A/1", "x", 2)
        tx.commit()
        Path(f"{path}{suffix}").chmod(0o666)
        assert bad(path) == [("permissions", State.WARNING, f"{path}{suffix} may be written by everybody")]


def test_something_else_in_the_place_of_the_lock(path: Path) -> None:
    Path(f"{path}-turn").mkdir()
    assert bad(path) == [("permissions", State.PROBLEM, f"{path}-turn is no regular file")]
    Path(f"{path}-turn").rmdir()
    Path(f"{path}-turn").symlink_to(path)
    assert ("permissions", State.PROBLEM, f"{path}-turn is no regular file") in bad(path)


@contextmanager
def plain_user() -> Iterator[None]:
    """Nobody's rights, for root has all of them."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def protected() -> Iterator[Path]:
    """A store that this user may read, in a folder in which they may make nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "agent.db")
        memtxn.open(path).close()
        path.chmod(0o444)
        Path(folder).chmod(0o555)
        with plain_user():
            yield path
        Path(folder).chmod(0o755)


def test_write_protected(protected: Path) -> None:
    assert bad(protected) == [
        ("permissions", State.WARNING, f"the folder {protected.parent} is write-protected for this user"),
        ("permissions", State.WARNING, f"{protected} may not be written"),
    ]


# -- its place ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("free", "state"), [(1 << 20, State.PROBLEM), (100 << 20, State.WARNING)])
def test_a_disk_that_is_nearly_full(path: Path, monkeypatch: pytest.MonkeyPatch, free: int, state: State) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert [(name, found_state) for name, found_state, _ in bad(path)] == [("space", state)]


@pytest.mark.parametrize(
    ("kind", "allowed", "state"),
    [("nfs4", False, State.PROBLEM), ("nfs4", True, State.WARNING), ("virtiofs", False, State.WARNING)],
)
def test_the_file_system(
    path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, allowed: bool, state: State
) -> None:
    listed = path.with_name("mountinfo")
    listed.write_text(f"1 1 0:0 / {path.parent} rw - {kind} x rw\n")
    monkeypatch.setattr(filesystem, "MOUNTS", listed)
    checks = list(checkup(str(path), patience=0.05, allow_network=allowed))
    (found,) = [check for check in checks if check.name == "file system"]
    assert found.state is state
    assert kind in found.found
    assert checks[-1].name == "log"  # locks that may not hold are not asked for


def test_a_log_that_never_begins_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "_LOG_LIMIT", 1000)
    with memtxn.open(path) as store, store.memory("m").transaction() as tx:
        tx.set_state("A/1", "x", 2)
        tx.commit()
        ((name, state, found),) = bad(path)
    assert (name, state) == ("log", State.WARNING)
    assert "wait to be copied into the file" in found


# -- locks -------------------------------------------------------------------------------------------------

HOLDING = """
import sys, apsw
from pathlib import Path
from memtxn.adapters.storage.sqlite.lockfile import LockFile
path = sys.argv[2]
if sys.argv[1] == "turn":
    lock = LockFile(path + "-turn", Path(path).stat())
    lock.take()
else:
    connection = apsw.Connection(path)
    connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(what: str, path: Path) -> Iterator[int]:
    """Another process holds the turn, or SQLite's write lock."""
    command = [sys.executable, "-c", HOLDING, what, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        yield process.pid
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize(
    ("what", "name", "told"),
    [("turn", "line", "the turn to write"), ("lock", "write lock", "SQLite's write lock")],
)
def test_a_process_that_holds_on(path: Path, what: str, name: str, told: str) -> None:
    with held(what, path) as pid:
        who = f" by process {pid}" if holders.LOCKS.exists() else ""
        assert bad(path) == [(name, State.PROBLEM, f"{told} has been held{who} for 0.05 s")]
    assert bad(path, 5.0) == []


def test_a_lock_file_of_the_dead_is_free(path: Path) -> None:
    LockFile(f"{path}-turn", path.stat()).close()
    assert bad(path) == []


def test_who_holds_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "locked"
    file.touch()
    found = file.stat()
    name = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    listed = tmp_path / "locks"
    listed.write_text(
        f"1: POSIX  ADVISORY  WRITE 11 {name} 120 120\n"
        f"1: -> POSIX  ADVISORY  WRITE 12 {name} 120 120\n"
        f"2: POSIX  ADVISORY  READ 13 {name} 124 124\n"
        f"3: FLOCK  ADVISORY  WRITE 14 {name} 0 EOF\n"
        f"4: POSIX  ADVISORY  WRITE 0 {name} 120 120\n"
        f"5: POSIX  ADVISORY  WRITE 15 {name}9 120 120\n"
        "6: OFDLCK nonsense\n\n"
    )
    monkeypatch.setattr(holders, "LOCKS", listed)
    assert holders.holders(file) == [11, 14]
    assert holders.holders(file, 120) == [11, 14]
    assert holders.holders(file, 121) == [14]
    assert holders.holders(tmp_path / "none") == []
    monkeypatch.setattr(holders, "LOCKS", tmp_path / "none")
    assert holders.holders(file) == []
