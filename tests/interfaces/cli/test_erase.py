"""`memtxn erase`: it asks, it says what went and what is left, and a proof of it can be checked."""

from __future__ import annotations

import json

import pytest

from tests.interfaces.cli.shell import Shell

WHY = ("--reason", "ticket 7")


@pytest.fixture
def busy(shell: Shell) -> Shell:
    """Three records: an observation, a belief, a refusal."""
    shell.meeting()
    shell.refused()
    return shell


def test_it_asks_and_nobody_is_there(busy: Shell) -> None:
    refused = busy.run("erase", "Meeting/client", *WHY)
    assert (refused.code, refused.out) == (2, "")
    assert "--yes" in refused.err
    dry = busy.ok("erase", "Meeting/client", *WHY, "--dry-run").out
    assert "a dry run of" in dry
    assert '"4pm"' in busy.ok("get", "Meeting/client", "start_time").out


def test_what_went_is_told_and_gone(busy: Shell) -> None:
    said = busy.ok("erase", "Meeting/client", *WHY, "--yes").out
    assert "ERASED    the name of Meeting/client.start_time" in said
    assert "not reached: backups and other copies that were made before" in said
    assert "mentions  source" in said
    assert busy.run("get", "Meeting/client", "start_time").code == 3
    assert "its text was erased" in busy.ok("log").out
    assert "ERASE" in busy.ok("log", "--graph").out
    assert "ticket 7" in busy.ok("log").out
    assert "full check" in busy.ok("verify").out
    again = busy.run("erase", "Meeting/client", *WHY, "--yes")
    assert again.code == 3


def test_a_key_alone_and_a_source(busy: Shell) -> None:
    made = busy.ok("erase", "Meeting/client", "start_time", *WHY, "--yes", "--json").json
    assert [key["attribute"] for key in made["keys"]] == ["start_time"]
    (source,) = [mention["id"] for mention in made["may_still_mention"] if mention["sort"] == "source"]
    assert busy.ok("erase", source, *WHY, "--yes", "--json").json["texts"] >= 1
    assert "was erased" in busy.run("show", source).err


def test_the_whole_memory(busy: Shell) -> None:
    assert busy.run("erase", *WHY, "--yes").code == 2
    assert busy.run("erase", "Meeting/client", "--whole", *WHY, "--yes").code == 2
    said = busy.ok("erase", "--whole", *WHY, "--yes").out
    assert "erase memory all of it" in said
    assert busy.run("log").code != 0 or busy.run("log").out == ""


def test_a_proof(busy: Shell) -> None:
    proof = busy.folder / "proof.json"
    busy.ok("erase", "Meeting/client", *WHY, "--yes", "--proof", str(proof))
    assert json.loads(proof.read_text())["format"] == "memtxn-erasure"
    assert "the proof holds" in busy.ok("erase", "--check", str(proof)).out
    proof.write_text(proof.read_text().replace('"tag": "', '"tag": "00'))
    wrong = busy.run("erase", "--check", str(proof))
    assert (wrong.code, "does not hold" in wrong.out) == (1, True)
    proof.write_text("{}")
    assert busy.run("erase", "--check", str(proof)).code == 2
    assert busy.run("erase", "--check", str(busy.folder / "nowhere")).code == 2


def test_going_on(busy: Shell) -> None:
    assert busy.ok("erase", "--resume").out == "nothing that was erased is left in the files\n"
    assert busy.ok("erase", "--resume", "--json").json == {"pending": False}
    assert busy.run("erase", "x", "--resume").code == 2
    assert busy.run("erase", "--check", "x", "--resume").code == 2


def test_a_reason_is_needed(busy: Shell) -> None:
    assert "reason" in busy.run("erase", "Meeting/client", "--yes").err
