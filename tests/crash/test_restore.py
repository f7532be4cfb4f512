"""`memtxn.restore`: whole or not at all, never under somebody's feet, killed wherever it may be."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

import memtxn
from memtxn import BackupDamaged, InvalidInput, NotADatabase, StorageBusy, StorageError, WrongKey, restore
from memtxn.testkit.victims import Victims
from tests.telling import Tell

KEY = b"k" * 32


@pytest.fixture(scope="module")
def copiers() -> Iterator[Victims]:
    with Victims("tests.crash.copier", Path(__file__).parents[2]) as server:
        yield server
        server.end()


def wrote(path: Path, numbers: range, key: bytes | None = None) -> None:
    with memtxn.open(path, key=key) as store:
        for number in numbers:
            with store.memory("m").transaction() as tx:
                tx.set_state("Run/1", "step", f"{number} {'x' * 3_000}")


def seq(path: Path, key: bytes | None = None) -> int:
    """The last record of a store that is sound."""
    with memtxn.open(path, key=key) as store:
        report = store.memory("m").verify()
        assert report.ok, report.problems
        return report.seq


def epoch(path: Path) -> bytes:
    with memtxn.open(path) as store:
        return store._runtime.storage.meta.epoch


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of three records of a store that has five."""
    wrote(tmp_path / "agent.db", range(3))
    with memtxn.open(tmp_path / "agent.db") as store:
        store.backup(tmp_path / "backup.db")
    wrote(tmp_path / "agent.db", range(3, 5))
    return tmp_path / "backup.db"


def names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


def test_to_where_nothing_is_and_in_the_place_of_a_store(backup: Path, tmp_path: Path) -> None:
    before = backup.read_bytes()
    for target in (tmp_path / "new.db", tmp_path / "agent.db"):
        told: list[int] = []
        done = restore(backup, target, replace=True, progress=lambda size, _: told.append(size))  # noqa: B023
        assert (done.memories, done.records, done.sealed) == (1, 3, True)
        assert told[-1] == done.bytes == target.stat().st_size
        assert seq(target) == 3
        assert epoch(target) not in {bytes(8), epoch(backup)}
    assert epoch(tmp_path / "new.db") != epoch(tmp_path / "agent.db")
    assert backup.read_bytes() == before
    assert names(tmp_path) == {"agent.db", "backup.db", "new.db"}
    wrote(tmp_path / "agent.db", range(2))
    assert seq(tmp_path / "agent.db") == 5


def test_an_anchor_says_that_the_line_is_another(backup: Path, tmp_path: Path) -> None:
    with memtxn.open(backup) as store:
        anchor = store.anchor()
    restore(backup, tmp_path / "agent.db", replace=True)
    with memtxn.open(tmp_path / "agent.db") as store:
        (problem,) = store.memory("m").verify(anchor=anchor).problems
        assert "another line" in problem.detail


def test_what_stands_there_is_not_overwritten_unasked(backup: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="exists already"):
        restore(backup, tmp_path / "agent.db")
    with pytest.raises(InvalidInput, match="is the backup itself"):
        restore(backup, backup, replace=True)
    (tmp_path / "notes.txt").write_text("mine" * 100)
    with pytest.raises(NotADatabase):
        restore(backup, tmp_path / "notes.txt", replace=True)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE t (a)")
    with pytest.raises(NotADatabase):
        restore(backup, tmp_path / "other.db", replace=True)
    for target in (":memory:", "", tmp_path / "no folder" / "x.db"):
        with pytest.raises((InvalidInput, StorageError)):
            restore(backup, target)
    with pytest.raises(StorageError):
        restore(tmp_path / "none.db", tmp_path / "new.db")
    assert seq(tmp_path / "agent.db") == 5


@pytest.mark.parametrize("read_only", [False, True])
def test_not_while_somebody_has_it_open(backup: Path, tmp_path: Path, copiers: Victims, read_only: bool) -> None:
    target = tmp_path / "agent.db"
    with memtxn.open(target, read_only=read_only) as store:
        with pytest.raises(StorageBusy, match="open elsewhere"):
            restore(backup, target, replace=True, busy_timeout=0.1)
        assert store.memory("m").verify().seq == 5
    process = copiers.start("write", str(target))
    assert process.hear() == "1"
    with pytest.raises(StorageBusy):
        restore(backup, target, replace=True, busy_timeout=0.1)
    process.kill()
    assert Path(f"{target}-wal").exists()
    restore(backup, target, replace=True)
    assert seq(target) == 3
    assert names(tmp_path) <= {"agent.db", "agent.db-turn", "backup.db"}


DAMAGES = {
    "record": "UPDATE journal SET data = CAST(data || x'00' AS BLOB) WHERE seq = 2",
    "text": "DELETE FROM body WHERE seq = 2",
    "fold": "DELETE FROM key",
    "seal": "UPDATE journal SET tag = zeroblob(16) WHERE seq = 2",
    "another tenant": "INSERT INTO mem SELECT mem + (7 << 40), salt, name, created FROM mem",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_backup_that_is_not_whole(backup: Path, tmp_path: Path, damage: str) -> None:
    with closing(apsw.Connection(str(backup))) as connection:
        connection.execute(DAMAGES[damage])
    with pytest.raises(BackupDamaged):
        restore(backup, tmp_path / "agent.db", replace=True)
    assert seq(tmp_path / "agent.db") == 5
    assert names(tmp_path) == {"agent.db", "backup.db"}


def test_a_backup_whose_pages_are_destroyed(backup: Path, tmp_path: Path) -> None:
    size = backup.stat().st_size
    for place in range(4096, size, 4096):
        copy = tmp_path / "torn.db"
        data = bytearray(backup.read_bytes())
        data[place : place + 4096] = os.urandom(4096)
        copy.write_bytes(data)
        with pytest.raises(StorageError):
            restore(copy, tmp_path / "agent.db", replace=True)
    assert seq(tmp_path / "agent.db") == 5


def test_its_key(tmp_path: Path) -> None:
    wrote(tmp_path / "agent.db", range(3), KEY)
    shutil.copy(tmp_path / "agent.db", tmp_path / "backup.db")
    with pytest.raises(WrongKey):
        restore(tmp_path / "backup.db", tmp_path / "new.db", key=b"w" * 32)
    assert not restore(tmp_path / "backup.db", tmp_path / "new.db").sealed
    assert restore(tmp_path / "backup.db", tmp_path / "new.db", key=KEY, replace=True).sealed
    assert seq(tmp_path / "new.db", KEY) == 3


def test_a_backup_in_a_folder_that_is_write_protected(backup: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    shutil.copy(backup, folder / "backup.db")
    folder.chmod(0o500)
    try:
        restore(folder / "backup.db", tmp_path / "new.db")
    finally:
        folder.chmod(0o700)
    assert names(folder) == {"backup.db"}
    assert seq(tmp_path / "new.db") == 3


@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_at_every_moment(backup: Path, tmp_path: Path, copiers: Victims, tell: Tell, when: str) -> None:
    """At the target is the old store or the restored one. The next try puts all right."""
    target, older = tmp_path / "there" / "agent.db", (tmp_path / "agent.db").read_bytes()
    target.parent.mkdir()
    kills = landed = 0
    heard: list[str] = []
    while not heard:
        target.write_bytes(older)
        victim = copiers.start("restore", str(backup), str(target), str(kills), when)
        heard = victim.rest()
        assert victim.wait() == (0 if heard else -9)
        found = seq(target)
        assert found in {3, 5}
        landed += found == 3
        restore(backup, target, replace=True)
        assert seq(target) == 3
        assert names(target.parent) == {"agent.db"}
        target.unlink()
        kills += 1
    tell("kills in a restore", kills=kills - 1, after_it_had_its_name=landed - 1, half=0)
    assert kills > 8
    assert landed > 1
