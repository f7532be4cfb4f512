"""`memtxn doctor`: what is well, what is not, and what to do about it."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memtxn.app.open import open as open_
from memtxn.interfaces.cli.doctor import look
from tests.interfaces.cli.shell import Shell


def checks(shell: Shell, *args: str, code: int = 0) -> dict[str, dict[str, Any]]:
    """The checks by name, of several the worst, from a run that ends with that code."""
    done = shell.run("doctor", "--json", "--patience", "0.05", *args)
    assert done.code == code, done
    assert done.json["ok"] == (code == 0)
    order = ["ok", "warning", "problem"]
    return {check["name"]: check for check in sorted(done.json["checks"], key=lambda c: order.index(c["state"]))}


def test_all_is_well(shell: Shell) -> None:
    shell.meeting()
    assert {check["state"] for check in checks(shell).values()} == {"ok"}
    out = shell.ok("doctor").out
    assert out.endswith("\nall is well\n")
    assert "records      tail check: 1 memory is sound" in out
    assert "full check" in shell.ok("doctor", "--full").out


def test_an_empty_store_is_well(shell: Shell) -> None:
    assert {check["state"] for check in checks(shell).values()} == {"ok"}


def test_no_store(empty: Shell) -> None:
    found = checks(empty, code=6)["file"]
    assert (found["state"], "memtxn init" in found["advice"]) == ("problem", True)
    assert not empty.db.exists()


@pytest.mark.parametrize("url", [":memory:", "postgresql://x/y", "a\x00b", "x" * 5000])
def test_a_url_that_is_no_use(empty: Shell, url: str) -> None:
    assert checks(empty, "--db", url, code=6)["file"]["state"] == "problem"


def test_a_file_of_another_kind(empty: Shell) -> None:
    empty.db.write_text("Dear diary")
    assert checks(empty, code=6)["file"]["found"].startswith(f"{empty.db} is no SQLite database")


def test_it_says_what_to_do(empty: Shell) -> None:
    done = empty.run("doctor")
    assert done.code == 6
    assert "→ Make a store with `memtxn init`" in done.out
    assert done.out.endswith("\n1 problem\n")
    assert done.err == ""


def test_damage_is_found_in_the_memory_that_has_it(shell: Shell) -> None:
    shell.meeting_of("alice")
    shell.meeting_of("bob's", "work")
    with closing(sqlite3.connect(shell.db)) as db:
        db.execute("UPDATE head SET seq = 7 WHERE mem = 2")
        db.commit()
    found = checks(shell, code=6)["records"]
    assert found["found"].startswith("memory \"bob's\"/'work': ")
    assert "memtxn verify --memory 'bob'\"'\"'s' --memory work" in found["advice"]
    everything = json.loads(shell.run("doctor", "--json").out)["checks"]
    assert [check["found"] for check in everything if check["state"] == "ok"][
        -1
    ] == "tail check: 1 memory is sound"


def test_only_full_finds_what_is_damaged_long_ago(shell: Shell) -> None:
    for number in range(4):
        shell.observe(f"turn {number}")
    with closing(sqlite3.connect(shell.db)) as db:
        db.execute("UPDATE body SET data = zeroblob(8) WHERE seq = 1")
        db.commit()
    assert checks(shell)["records"]["state"] == "ok"
    assert checks(shell, "--full", code=6)["records"]["state"] == "problem"


def test_a_label_that_is_misspelt(shell: Shell) -> None:
    shell.meeting_of("alice")
    found = checks(shell, "--memory", "alise")["memories"]
    assert found["state"] == "warning"
    assert "no records in the chosen memory 'alise'" in found["found"]


def test_a_store_that_cannot_be_written(empty: Shell) -> None:
    open_(empty.db, key=b"k" * 32).close()
    found = checks(empty)["key"]
    assert (found["state"], found["found"]) == ("warning", "the key that seals this store is not known")


def test_a_clock_that_stands_before_all_records(shell: Shell) -> None:
    later = datetime.now(UTC) + timedelta(days=3)
    with open_(shell.db, clock=lambda: later) as store:
        store.memory("default").declare("A", "x", cardinality="many")
    found = checks(shell)["clock"]
    assert found["state"] == "warning"
    assert "memory 'default': the last record is of" in found["found"]


def test_a_clock_that_was_never_set(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "_BORN", datetime.now(UTC) + timedelta(days=1))
    assert checks(shell, code=6)["clock"]["state"] == "problem"


# -- settings ----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the store in it."""
    monkeypatch.chdir(shell.folder)
    return shell.folder


def test_wrong_settings_are_a_problem_and_not_the_end(shell: Shell, folder: Path) -> None:
    (folder / "memtxn.toml").write_text("\nulr = 'x'\n")
    found = checks(shell, code=6)["settings"]
    assert "memtxn.toml, line 2: unknown key 'ulr'" in found["found"]
    assert found["advice"].startswith("Correct the file")


def test_settings_that_a_variable_makes_void(shell: Shell, folder: Path) -> None:
    (folder / "memtxn.toml").write_text("url = 'old.db'\nmemory = ['old']\n")
    assert "MEMTXN_URL in the environment" in checks(shell)["settings"]["found"]
    shell.env["MEMTXN_MEMORY"] = "new"
    assert "MEMTXN_URL and MEMTXN_MEMORY in the environment" in checks(shell)["settings"]["found"]
    (folder / "memtxn.toml").write_text("principal = 'bob'\n")
    assert checks(shell)["settings"]["state"] == "ok"


def test_settings_that_hold(shell: Shell, folder: Path) -> None:
    (folder / "memtxn.toml").write_text("read_only = true\n")
    told = checks(shell)
    assert told["settings"]["found"] == "memtxn.toml is read"
    assert told["key"]["found"] == "it is only read, as memtxn.toml says"
