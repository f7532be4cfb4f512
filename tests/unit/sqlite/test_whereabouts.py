"""A file that is removed, moved or replaced while it is open: no commit is acknowledged that is gone with it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

import memtxn
from memtxn import Belief, Memory, MemtxnError, StorageError
from memtxn.adapters.storage.sqlite import whereabouts
from memtxn.adapters.storage.sqlite.connection import place_of


def state(memory: Memory, value: int) -> None:
    with memory.transaction() as tx:
        tx.set_state("A/1", "x", value)


def value(memory: Memory) -> object:
    shown = memory.get("A/1", "x")
    assert isinstance(shown, Belief)
    return shown.value


def another(path: Path) -> Path:
    """Another store in the same folder."""
    made = path.with_name("other.db")
    with memtxn.open(made) as store:
        state(store.memory("m"), 100)
    return made


def a_folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


MOVES: dict[str, tuple[Callable[[Path], object], str]] = {
    "removed": (Path.unlink, "removed"),
    "moved": (lambda path: path.rename(path.with_name("moved.db")), "removed or moved"),
    "replaced": (lambda path: another(path).replace(path), "replaced"),
    "replaced by a folder": (a_folder_instead, "replaced"),
    "the folder moved": (lambda path: path.parent.rename(path.parent.with_name("moved")), "removed or moved"),
}
USES: dict[str, Callable[[Memory], object]] = {
    "a commit": lambda memory: state(memory, 2),
    "a source": lambda memory: memory.observe("tea", speaker="ann", at=datetime(2026, 1, 1, tzinfo=UTC)),
    "a declaration": lambda memory: memory.declare("B", "x", cardinality="many"),
    "a read": lambda memory: memory.get("A/1", "x"),
    "a scan": lambda memory: memory.find(),
    "the log": lambda memory: list(memory.log()),
    "verification": lambda memory: memory.verify(),
    "a snapshot": lambda memory: memory.at(seq=1),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder / "agent.db"


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("how", MOVES)
def test_a_file_that_is_not_there_any_more(
    path: Path, how: str, use: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is made in its place either."""
    monkeypatch.setattr(whereabouts, "MOMENT", 0.0)
    move, told = MOVES[how]
    with memtxn.open(path) as store:
        memory = store.memory("m")
        state(memory, 1)
        move(path)
        before = sorted(path.parent.parent.rglob("*"))
        with pytest.raises(StorageError, match=told):
            USES[use](memory)
        assert sorted(path.parent.parent.rglob("*")) == before


def test_a_look_trusts_the_last_check_for_a_moment_and_a_commit_never(path: Path) -> None:
    """What it reads meanwhile is what stood in the file."""
    with memtxn.open(path) as store:
        memory = store.memory("m")
        state(memory, 1)
        list(memory.find())
        path.unlink()
        with contextlib.suppress(StorageError):
            assert value(memory) == 1
        with pytest.raises(StorageError):
            state(memory, 2)


def test_a_file_that_comes_back(path: Path) -> None:
    """The very same file: all is well again, and nothing was lost."""
    with memtxn.open(path) as store:
        memory = store.memory("m")
        state(memory, 1)
        path.rename(path.with_name("away"))
        with pytest.raises(StorageError):
            state(memory, 2)
        path.with_name("away").rename(path)
        assert value(memory) == 1
        state(memory, 3)
    with memtxn.open(path) as again:
        assert value(again.memory("m")) == 3
        assert again.memory("m").verify().ok


def test_a_log_that_is_not_there_any_more(path: Path) -> None:
    """No commit is acknowledged that only a log without a name would hold."""
    with memtxn.open(path) as store:
        memory = store.memory("m")
        state(memory, 1)
        path.with_name(f"{path.name}-wal").unlink()
        with pytest.raises(StorageError, match=r"agent\.db-wal was removed"):
            state(memory, 2)
        assert value(memory) == 1
    with memtxn.open(path) as again:
        assert value(again.memory("m")) == 1
        state(again.memory("m"), 3)
        assert again.memory("m").verify().ok


def test_a_change_of_folder_moves_nothing(path: Path) -> None:
    """A relative path means the file that it meant when the store was opened."""
    with contextlib.chdir(path.parent), memtxn.open(path.name) as store:
        state(store.memory("m"), 1)
        os.chdir(path.parent.parent)
        state(store.memory("m"), 2)
        assert value(store.memory("m")) == 2
    assert [found.name for found in path.parent.parent.rglob("*.db")] == [path.name]


def test_two_stores_on_one_file_in_one_process(path: Path) -> None:
    """They are neighbours: each sees what the other commits, and the end of one is not the end of the other."""
    with memtxn.open(path) as one:
        other = memtxn.open(path)
        state(one.memory("m"), 1)
        state(other.memory("m"), 2)
        assert value(one.memory("m")) == value(other.memory("m")) == 2
        with pytest.raises(MemtxnError), other.memory("m").transaction() as tx:  # noqa: PT012
            tx.get("A/1", "x")
            state(one.memory("m"), 3)
            tx.set_state("A/1", "x", 4)
        other.close()
        state(one.memory("m"), 5)
        assert one.memory("m").verify().ok


@pytest.mark.parametrize("step", ["prepare", "read_meta", "Whereabouts", "stamp"])
def test_whatever_fails_while_it_is_opened_no_file_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """An interrupt at any step, of a store that is made, or read where nobody may write."""
    path = tmp_path / "agent.db"
    with memtxn.open(path) as store:
        state(store.memory("m"), 1)

    def struck(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    storage = "memtxn.adapters.storage.sqlite.storage"
    if step == "stamp":  # asked of a place that nobody writes
        immutable = place_of(str(path), 5.0, None, True)
        monkeypatch.setattr(f"{storage}.recognise", lambda _: msgspec.structs.replace(immutable, immutable=True))
    monkeypatch.setattr(f"{storage}.{step}", struck)
    with pytest.raises(KeyboardInterrupt) as caught:  # it keeps the frame, and all that the frame did not close
        memtxn.open(path, read_only=step == "stamp")
    assert caught.tb is not None
    held = [str(entry.readlink()) for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]
    assert [name for name in held if name.startswith(str(path))] == []
