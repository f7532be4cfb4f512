"""`memtxn recover`: what it says, what it answers to the shell, and who points to it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from tests.interfaces.cli.shell import Shell


def damage(shell: Shell, statement: str) -> None:
    """Change the file behind memtxn's back."""
    with closing(sqlite3.connect(shell.db)) as connection, connection:
        assert connection.execute(statement).rowcount > 0


@pytest.fixture
def busy(shell: Shell) -> Shell:
    """Three records: an observation, a belief, a refusal."""
    shell.meeting()
    shell.refused()
    return shell


def test_a_sound_memory(busy: Shell) -> None:
    for options in ((), ("--dry-run",)):
        said = busy.ok("recover", *options).out
        assert said.startswith("nothing to repair\nok  full check up to seq 3")
    assert len(busy.ok("log", "--json").out.splitlines()) == 3


def test_what_is_damaged_is_listed_then_repaired(busy: Shell) -> None:
    damage(busy, "UPDATE step SET bid = 77")
    damage(busy, "DELETE FROM key")
    dry = busy.run("recover", "--dry-run")
    assert dry.code == 6
    assert [line.split() for line in dry.out.splitlines()[:2]] == [
        ["key", "1", "restored"],
        ["step", "1", "restored,", "1", "removed"],
    ]
    assert "nothing was changed" in dry.out
    assert len(busy.ok("log", "--json").out.splitlines()) == 3
    done = busy.ok("recover").out
    assert done.splitlines()[:2] == dry.out.splitlines()[:2]
    assert "repaired, and recorded as seq 4\nok  full check up to seq 4" in done
    assert '"4pm"' in busy.ok("get", "Meeting/client", "start_time").out
    assert "RECOVER    key, " in busy.ok("log").out
    assert "recover" in busy.ok("show", "4").out


def test_as_json(busy: Shell) -> None:
    damage(busy, "DELETE FROM source")
    found = json.loads(busy.ok("recover", "--json").out)
    assert found["repaired"] == [{"part": "source", "restored": 1, "removed": 0}]
    assert (found["recorded"], found["dry_run"], found["problems"]) == (4, False, [])


def test_what_cannot_be_repaired_is_a_problem(busy: Shell) -> None:
    damage(busy, "UPDATE body SET data = x'00' WHERE seq = 1 AND ord = 0")
    done = busy.run("recover")
    assert done.code == 6
    assert "1.0" in done.out
    assert "cannot be mended here" in done.out
    for command in ("memtxn show SEQ", "memtxn restore", "memtxn salvage"):
        assert command in done.out
    assert "unreadable" in busy.run("show", "1").out
    damage(busy, "DELETE FROM source")
    assert "cannot be mended here" in busy.run("recover").out


def test_a_damaged_journal(busy: Shell) -> None:
    damage(busy, "DELETE FROM journal WHERE seq = 2")
    done = busy.run("recover")
    assert done.code == 5
    assert "the journal itself is damaged" in done.err
    assert "open a backup" in done.err
    assert "memtxn verify" in done.err


def test_a_misspelt_memory(busy: Shell) -> None:
    assert busy.run("recover", "--memory", "nobody").code == 3


def test_the_doctor_points_to_it(busy: Shell) -> None:
    damage(busy, "UPDATE head SET at = at + 1")
    done = busy.run("doctor")
    assert done.code == 6
    assert "memtxn recover --memory " in done.out
    damage(busy, "UPDATE head SET at = at - 1")
    damage(busy, "UPDATE body SET data = x'00' WHERE seq = 1 AND ord = 0")
    done = busy.run("doctor", "--full")
    assert "memtxn verify --memory " in done.out
