"""`memtxn salvage`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.interfaces.cli.shell import Shell


def test_salvage(shell: Shell, tmp_path: Path) -> None:
    shell.meeting()
    shell.refused()
    new = str(tmp_path / "new.db")
    assert shell.ok("salvage", str(shell.db), "--to", new).out == "memory 'default': 3 records\n"
    assert shell.ok("verify", "--db", new).out.startswith("ok  full check up to seq 3")
    assert shell.run("salvage", str(shell.db), "--to", new, "--json").error["code"] == "InvalidInput"
    with closing(sqlite3.connect(shell.db)) as connection, connection:
        connection.execute("DELETE FROM journal WHERE seq = 2")
    done = shell.run("salvage", str(shell.db), "--to", str(tmp_path / "other.db"))
    assert done.code == 6
    assert "record 2 is missing; records 2 to 3 are lost" in done.out
