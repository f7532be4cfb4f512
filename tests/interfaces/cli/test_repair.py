"""`memtxn revoke` and `undo`: what is told afterwards of what was taken back, and of what was only marked."""

from __future__ import annotations

import pytest

import memtxn
from tests.interfaces.cli.shell import NOON, Shell

ROOM = ("Meeting/client", "room")
SAID = ("--speaker", "alice", "--at", NOON)


def tell(shell: Shell, value: str) -> str:
    """The room is this. Returns the id of the source."""
    source = shell.observe(f"We meet in {value}.")
    shell.ok("propose", *ROOM, value, "--source", source)
    return source


@pytest.fixture
def revoked(shell: Shell) -> tuple[Shell, str]:
    """A store in which a source was revoked that somebody had read."""
    source = tell(shell, "Room B")
    with memtxn.open(shell.db) as store, store.memory("default").transaction() as tx:
        tx.get(*ROOM)
        tx.set_state("Run/1", "step", 1)
    shell.ok("revoke", source)
    return shell, source


@pytest.mark.parametrize(
    "asked",
    [
        ("get", "Run/1", "step"),
        ("scan", "Run"),
        ("why", "Run/1", "step"),
        ("history", "Run/1", "step"),
        ("blame", "Run/1"),
    ],
)
def test_what_is_suspect_says_so(revoked: tuple[Shell, str], asked: tuple[str, ...]) -> None:
    shell, _ = revoked
    assert ", suspect" in shell.ok(*asked).out
    (entry,) = [one for one in shell.ok("log", "--json", "--limit", "1").out.splitlines() if one]
    assert '"SUSPECT"' in entry
    shell.ok("undo", memtxn_tx(shell))
    assert "suspect" not in shell.ok(*asked).out


def memtxn_tx(shell: Shell) -> str:
    """The id of the last transaction."""
    return str(shell.ok("log", "--json", "--limit", "1").json["tx_id"])


def test_why_tells_what_the_mark_means(revoked: tuple[Shell, str]) -> None:
    shell, source = revoked
    out = shell.ok("why", "Run/1", "step").out
    assert f"  suspect      marked by the revoke of source {source}, for it rests on " in out
    assert "it is believed all the same" in out
    assert "\n  revoke " not in out
    with memtxn.open(shell.db) as store:
        told = str(store.memory("default").why("Run/1", "step"))
    assert "[active, suspect]" in told
    assert "marked by the revoke of source" in told


def test_get_tells_who_revoked_it(revoked: tuple[Shell, str]) -> None:
    shell, source = revoked
    done = shell.run("get", *ROOM)
    assert done.code == 3
    assert f'Meeting/client.room = "Room B" was revoked by record 4 (source {source})' in done.err
    assert "unknown time" not in done.err


def test_get_tells_what_was_undone_put_aside_or_erased(shell: Shell) -> None:
    source = tell(shell, "Room B")
    tx = memtxn_tx(shell)
    shell.ok("undo", tx)
    assert f"was undone by record 3 (transaction {tx})" in shell.run("get", *ROOM).err
    shell.ok("undo", memtxn_tx(shell))
    shell.ok("erase", source, "--reason", "asked for", "--yes")
    assert "Meeting/client.room was erased by record 5" in shell.run("get", *ROOM).err


def test_get_tells_what_was_rolled_back(shell: Shell) -> None:
    shell.meeting()
    with memtxn.open(shell.db) as store:
        memory = store.memory("default")
        with memory.guard("long") as guard:
            with memory.transaction() as tx:
                tx.set_state(*ROOM, "half")
            guard.rollback()
    assert 'room = "half" was rolled back by record ' in shell.run("get", *ROOM).err
    assert "(guard long)" in shell.run("get", *ROOM).err


def test_what_ended_before_it_was_revoked_again_says_when_it_ended(shell: Shell) -> None:
    over = ("--text", "lunch is at noon", "--at", NOON, "--valid-to", "2026-03-02T00:00:00Z")
    shell.ok("propose", "Day/1", "lunch", "noon", *over)
    later = shell.observe("lunch is at one", "--ref", "later")
    shell.ok("propose", "Day/1", "lunch", "one", "--source", later)
    shell.ok("revoke", later)
    assert "held only until 2026-03-02 00:00:00 UTC" in shell.run("get", "Day/1", "lunch").err
