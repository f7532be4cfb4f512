"""`memtxn log` and `memtxn verify`, on a journal in order and on a damaged one."""

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.interfaces.cli.shell import Shell


def damage(shell: Shell, statement: str) -> None:
    """Change the file behind memtxn's back."""
    with closing(sqlite3.connect(shell.db)) as connection, connection:
        assert connection.execute(statement).rowcount == 1


def entries(shell: Shell, *options: str) -> list[dict[str, Any]]:
    """The log, parsed."""
    return [json.loads(line) for line in shell.ok("log", "--json", *options).out.splitlines()]


@pytest.fixture
def busy(shell: Shell) -> Shell:
    """Three records: an observation, a belief, a refusal."""
    shell.meeting()
    shell.refused()
    return shell


def test_newest_first(busy: Shell) -> None:
    assert [(entry["seq"], entry["kind"]) for entry in entries(busy)] == [
        (3, "decision"),
        (2, "commit"),
        (1, "commit"),
    ]
    heads = [line for line in busy.ok("log").out.splitlines() if line.startswith("seq")]
    assert [head.split()[1] for head in heads] == ["3", "2", "1"]


def test_what_each_did(busy: Shell) -> None:
    refusal, belief, source = (entry["changes"][0] for entry in entries(busy))
    assert (refusal["what"], refusal["value"], refusal["reasons"]) == (
        "REJECT",
        "5pm",
        ["not_ordered_subsequence"],
    )
    assert (belief["what"], belief["id"], belief["value"]) == ("ADD", "2.0", "4pm")
    assert belief["key"] == {"entity_type": "Meeting", "entity_id": "client", "attribute": "start_time"}
    assert (source["what"], source["speaker"], source["channel"]) == ("SOURCE", "alice", "user")
    text = busy.ok("log").out
    assert 'ADD        Meeting/client.start_time = "4pm"' in text
    assert 'REJECT     Meeting/client.start_time = "5pm"  not_ordered_subsequence' in text


@pytest.mark.parametrize(
    ("options", "seqs"),
    [
        (("-n", "2"), [3, 2]),
        (("--limit", "2", "--reverse"), [2, 3]),
        (("--reverse",), [1, 2, 3]),
        (("-n", "0"), []),
        (("-n", "99"), [3, 2, 1]),
    ],
)
def test_how_many_and_in_which_order(busy: Shell, options: tuple[str, ...], seqs: list[int]) -> None:
    assert [entry["seq"] for entry in entries(busy, *options)] == seqs


def test_a_negative_number(busy: Shell) -> None:
    assert busy.run("log", "-n", "-1").code == 2


@pytest.mark.parametrize("command", ["log", "verify"])
def test_a_memory_without_records_is_code_3(busy: Shell, command: str) -> None:
    done = busy.run(command, "--memory", "defualt", "--json")
    assert (done.code, done.error["code"]) == (3, "NotFound")
    assert done.error["message"].endswith("no records in memory 'defualt'; there are 'default'")
    assert "MEMTXN_MEMORY" in done.error["advice"]


def test_both_name_the_memory(busy: Shell) -> None:
    assert busy.ok("log").out.startswith("memory 'default'\nseq 3")
    assert busy.ok("verify").out.startswith(
        "ok  full check up to seq 3 of memory 'default': 3 records, 1 belief\nno anchor given: "
    )


def test_the_log_tells_late_scheduled_and_retracted_from_plain(shell: Shell) -> None:
    shell.meeting()
    about = ("propose", "Meeting/client", "start_time")
    shell.ok(*about, "2pm", "--text", "It was 2pm.", "--at", "2026-02-01T12:00:00Z")
    shell.ok(*about, "8pm", "--text", "It will be 8pm.", "--valid-from", "2999-01-01T00:00:00Z")
    shell.ok("retract", *about[1:3], "--text", "No longer 4pm.")
    lines = shell.ok("log").out
    late = 'ADD, in the past: Meeting/client.start_time = "2pm" from 2026-02-01 12:00:00 UTC until'
    assert late in lines
    assert '"4pm" is still shown' in lines
    assert 'SUPERSEDE, from 2999-01-01 00:00:00 UTC on: Meeting/client.start_time = "8pm"' in lines
    assert 'SUPERSEDE, retracted: Meeting/client.start_time = "4pm"' in lines
    assert 'ADD        Meeting/client.start_time = "4pm"' in lines


def test_a_long_text_is_shortened_in_the_log_alone(shell: Shell) -> None:
    shell.observe("word " * 1000)
    assert "more characters)" in shell.ok("log").out
    assert entries(shell)[0]["changes"][0]["text"] == "word " * 1000


@pytest.mark.parametrize("check", ["tail", "digest", "full"])
def test_verify(busy: Shell, check: str) -> None:
    assert busy.ok("verify", "--check", check).out.startswith(f"ok  {check} check up to seq 3")
    report = busy.ok("verify", "--check", check, "--json").json
    assert (report["ok"], report["seq"], report["problems"]) == (True, 3, [])


def test_verify_by_default_looks_at_everything(busy: Shell) -> None:
    report = busy.ok("verify", "--json").json
    assert (report["level"], report["records"], report["beliefs"]) == ("full", 3, 1)


def test_an_unknown_check(busy: Shell) -> None:
    assert busy.run("verify", "--check", "some", "--json").error["code"] == "Usage"


def test_verify_finds_a_changed_text(busy: Shell) -> None:
    damage(busy, "UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = 1 AND ord = 0")
    done = busy.run("verify")
    assert done.code == 6
    assert "problems" in done.out
    report = busy.run("verify", "--json")
    assert (report.code, report.json["ok"]) == (6, False)
    assert "body" in {problem["invariant"] for problem in report.json["problems"]}


def test_verify_says_once_what_repeats_itself_and_shows_no_rows(busy: Shell) -> None:
    busy.observe("more", "--ref", "1")
    busy.observe("more", "--ref", "2")
    lose_sources(busy)
    first, *rest, _ = busy.run("verify").out.splitlines()
    assert first.startswith("3 problems  full check")
    assert len(rest) == 1
    assert rest[0].startswith("  fold       3 × the storage lacks a row (source ")
    assert "Row(" not in rest[0]


def test_verify_names_a_source_as_people_do(busy: Shell) -> None:
    lose_sources(busy)
    assert "(source 1.0)" in busy.run("verify").out
    assert [one["where"] for one in busy.run("verify", "--json").json["problems"]] == ["SourceRow 1.0"]


def lose_sources(shell: Shell) -> None:
    with closing(sqlite3.connect(shell.db)) as connection, connection:
        connection.execute("DELETE FROM source")


def test_the_log_names_a_changed_text_and_goes_on(busy: Shell) -> None:
    damage(busy, "UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = 2 AND ord = 0")
    changes = [entry["changes"][0] for entry in entries(busy)]
    assert [change["readable"] for change in changes] == [True, False, True]
    assert (changes[1]["what"], changes[1]["id"], changes[1]["value"]) == ("ADD", "2.0", None)
    assert "unreadable: its text is missing or damaged (2.0)" in busy.ok("log").out


def test_the_log_names_a_missing_text(busy: Shell) -> None:
    damage(busy, "DELETE FROM body WHERE seq = 1 AND ord = 0")
    assert entries(busy)[-1]["changes"][0]["readable"] is False


@pytest.mark.parametrize("data", ["x''", "x'c1'", "x'9c7f'", "zeroblob(9)"])
def test_the_log_names_a_damaged_record(busy: Shell, data: str) -> None:
    damage(busy, f"UPDATE journal SET data = {data} WHERE seq = 2")
    kinds = [(entry["seq"], entry["kind"]) for entry in entries(busy)]
    assert kinds == [(3, "decision"), (2, "unreadable"), (1, "commit")]
    assert busy.run("verify").code == 6


def test_the_log_names_a_missing_record(busy: Shell) -> None:
    damage(busy, "DELETE FROM journal WHERE seq = 2")
    for options in ((), ("--reverse",)):
        middle = entries(busy, *options)[1]
        assert (middle["kind"], middle["seq"], middle["through"]) == ("missing", 2, 2)
    assert "missing  record 2\n" in busy.ok("log").out


@pytest.mark.parametrize("options", [(), ("--reverse",)])
def test_the_log_names_a_vast_gap_once(busy: Shell, options: tuple[str, ...]) -> None:
    damage(busy, f"UPDATE journal SET seq = {2**62}, at = {2**63 - 1} WHERE seq = 3")
    damage(busy, f"UPDATE head SET seq = {2**63 - 1}")
    found = sorted((entry["seq"], entry["kind"], entry["through"]) for entry in entries(busy, *options))
    assert found == [
        (1, "commit", None),
        (2, "commit", None),
        (3, "missing", 2**62 - 1),
        (2**62, "decision", None),
        (2**62 + 1, "missing", 2**63 - 1),
    ]
    assert "time unknown" in busy.ok("log", *options).out


def test_an_unreadable_belief_is_code_5(busy: Shell) -> None:
    damage(busy, "UPDATE body SET data = CAST(data || x'00' AS BLOB) WHERE seq = 2 AND ord = 0")
    done = busy.run("get", "Meeting/client", "start_time", "--json")
    assert (done.code, done.error["code"]) == (5, "Unreadable")
    assert "memtxn verify" in done.error["advice"]
