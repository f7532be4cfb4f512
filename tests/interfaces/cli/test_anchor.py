"""`memtxn anchor`, and `memtxn verify --anchor`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.interfaces.cli.shell import Shell


def kept(shell: Shell, folder: Path) -> Path:
    """A file with an anchor that is no more, and one that still stands."""
    shell.meeting()
    file = folder / "anchors.jsonl"
    file.write_text(shell.ok("anchor").out)
    shell.refused()
    with file.open("a") as more:
        more.write(shell.ok("anchor", "--json").out)
    return file


def test_what_still_stands(shell: Shell, tmp_path: Path) -> None:
    file = kept(shell, tmp_path)
    lines = file.read_text().splitlines()
    assert [json.loads(line)["memories"][0][2] for line in lines] == [2, 3]
    assert shell.ok("verify", "--anchor", str(file)).out.count("\n") == 1
    assert shell.ok("verify", "--anchor", str(file), "--json").json["anchored"] == 3
    assert shell.ok("verify", "--anchor", "-", stdin=lines[0]).out.count("\n") == 1
    assert "no anchor given" in shell.ok("verify").out
    assert shell.ok("verify", "--json").json["anchored"] is None


def test_what_was_set_back_and_who_is_gone(shell: Shell, tmp_path: Path) -> None:
    shell.meeting()
    shutil.copy(shell.db, tmp_path / "old.db")
    shell.refused()
    shell.ok("observe", "Hello.", "--memory", "bob")
    file = tmp_path / "anchor"
    file.write_text(shell.ok("anchor").out)
    shutil.copy(tmp_path / "old.db", shell.db)
    done = shell.run("verify", "--anchor", str(file))
    assert done.code == 6
    assert "anchor     the journal ends at record 2, and it stood at record 3 on " in done.out
    assert "memory 2 stood at record 1 and is gone" in done.out


@pytest.mark.parametrize("content", [b"", b"\n\n", b"nonsense", b"\xff\xfe", b"{}"])
def test_what_is_no_anchor(shell: Shell, tmp_path: Path, content: bytes) -> None:
    shell.meeting()
    file = tmp_path / "anchor"
    file.write_bytes(content)
    assert shell.run("verify", "--anchor", str(file), "--json").error["code"] == "InvalidInput"
    assert shell.run("verify", "--anchor", str(tmp_path / "none"), "--json").error["code"] == "InvalidInput"
    assert shell.run("verify", "--anchor", str(tmp_path), "--json").error["code"] == "InvalidInput"
