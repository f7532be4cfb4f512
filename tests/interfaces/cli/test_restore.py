"""`memtxn restore`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.interfaces.cli.shell import Shell


def test_restore(shell: Shell, tmp_path: Path) -> None:
    shell.meeting()
    copy = str(tmp_path / "copy.db")
    shell.ok("backup", copy)
    shell.refused()
    done = shell.run("restore", copy, "--json")
    assert (done.code, done.error["code"]) == (2, "InvalidInput")
    assert "--replace" in done.error["message"]
    assert shell.ok("restore", copy, "--replace").out.startswith("restored to ")
    assert shell.ok("verify").out.startswith("ok  full check up to seq 2")
    told = shell.ok("restore", copy, "--to", str(tmp_path / "new.db"), "--json").json
    assert (told["records"], told["memories"], told["sealed"]) == (2, 1, True)


def test_a_damaged_backup(shell: Shell, tmp_path: Path) -> None:
    shell.meeting()
    copy = tmp_path / "copy.db"
    shell.ok("backup", str(copy))
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DELETE FROM body WHERE seq = 1")
    done = shell.run("restore", str(copy), "--to", str(tmp_path / "new.db"), "--json")
    assert (done.code, done.error["code"]) == (5, "BackupDamaged")
    assert "body 1." in done.error["message"]
    assert not (tmp_path / "new.db").exists()


def test_what_was_erased_stays_erased(shell: Shell, tmp_path: Path) -> None:
    shell.meeting()
    copy = str(tmp_path / "copy.db")
    shell.ok("backup", copy)
    shell.ok("erase", "1.0", "--reason", "ticket 7", "--yes")
    told = shell.ok("restore", copy, "--replace").out
    assert "went again, which the store that was there had erased" in told
    assert shell.ok("verify").out.startswith("ok  full check up to seq 3")
