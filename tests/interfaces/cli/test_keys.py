"""A key from a file, by the environment or by memtxn.toml; and `memtxn rekey`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.cli.shell import Shell


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return key_file(tmp_path / "key", "6b" * 32)


def key_file(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o600)
    return path


def test_a_key_from_the_environment(empty: Shell, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTXN_KEY_FILE", str(key))
    empty.ok("init")
    empty.meeting()
    assert empty.ok("verify").out.startswith("ok")
    assert "the key that seals the store is known" in empty.run("doctor").out
    monkeypatch.delenv("MEMTXN_KEY_FILE")
    assert empty.run("observe", "Hello.", "--json").error["code"] == "WrongKey"
    assert "tags unverifiable" in empty.run("verify").out
    assert '"4pm"' in empty.ok("get", "Meeting/client", "start_time").out


def test_a_key_from_the_file_of_settings(empty: Shell, key: Path, tmp_path: Path) -> None:
    (tmp_path / "memtxn.toml").write_text(f'key_file = "{key.name}"\n')
    empty.ok("init")
    empty.meeting()
    assert empty.ok("verify").out.startswith("ok")


def test_another_key(shell: Shell, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.meeting()
    assert "kept outside the store: 1 memory" in shell.ok("rekey", "--new-key-file", str(key)).out
    assert shell.run("rekey", "--own-key", "--json").error["code"] == "WrongKey"
    monkeypatch.setenv("MEMTXN_KEY_FILE", str(key))
    assert shell.ok("verify").out.startswith("ok  full check up to seq 3")
    assert "REKEY" in shell.ok("log").out
    assert "rekey" in shell.ok("show", "3").out
    assert shell.ok("log", "--graph").code == 0
    monkeypatch.delenv("MEMTXN_KEY_FILE")
    done = shell.ok("rekey", "--own-key", "--lost", "--json").json
    assert (done["inside"], done["checked"], done["memories"]) == (True, False, 1)
    assert shell.ok("verify").out.startswith("ok  full check up to seq 4")


@pytest.mark.parametrize(
    "options", [(), ("--own-key", "--new-key-file", "x"), ("--new-key-file", "no such file")]
)
def test_what_cannot_be_meant(shell: Shell, options: tuple[str, ...]) -> None:
    assert shell.run("rekey", *options, "--json").error["code"] == "InvalidInput"


def test_a_key_file_that_cannot_be_used(
    shell: Shell, key: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key.chmod(0o644)
    monkeypatch.setenv("MEMTXN_KEY_FILE", str(key))
    done = shell.run("stats", "--json")
    assert (done.code, done.error["code"]) == (2, "InvalidInput")
    assert "chmod 600" in done.error["message"]
    assert shell.run("rekey", "--own-key", "--db", str(tmp_path / "none.db"), "--json").code == 3
