"""`memtxn retract`: what is believed is no longer so."""

import pytest

from tests.interfaces.cli.shell import Shell

ABOUT = ("Meeting/client", "start_time")
LATER = "2026-03-02T12:00:00Z"


def test_a_retraction_of_the_operator(shell: Shell) -> None:
    shell.meeting()
    done = shell.ok("retract", *ABOUT)
    assert done.out.startswith("SUPERSEDE, retracted: Meeting/client.start_time shows nothing any more\n")
    gone = shell.run("get", *ABOUT, "--json")
    assert (gone.code, gone.error["code"]) == (3, "NoLonger")
    assert 'Meeting/client.start_time = "4pm" is retracted, from ' in gone.error["message"]
    assert "memtxn history" in gone.error["advice"]


def test_the_history_keeps_what_is_retracted(shell: Shell) -> None:
    shell.meeting()
    shell.ok("retract", *ABOUT, "--at", LATER, "--label", "called off")
    assert shell.ok("get", *ABOUT, "--valid", "2026-03-01T13:00:00Z", "--json").json["value"] == "4pm"
    assert shell.run("get", *ABOUT, "--valid", LATER).code == 3
    assert "retracted " in shell.ok("history", *ABOUT).out
    assert "“called off”" in shell.ok("log").out


def test_the_operators_word_is_quoted_once(shell: Shell) -> None:
    shell.meeting()
    shell.ok("retract", *ABOUT)
    told = shell.ok("why", *ABOUT).out + shell.ok("show", "3.1").out
    assert told.count('evidence     "4pm" at /retracted — local (operator)') == 2
    assert '“"' not in told


def test_a_text_is_observed_with_it_and_its_time_is_the_retractions(shell: Shell) -> None:
    shell.meeting()
    said = ("--text", "No more 4pm for us.", "--quote", "No more 4pm", "--speaker", "bob", "--channel", "email")
    shell.ok("retract", *ABOUT, *said, "--at", LATER)
    entry = shell.ok("log", "-n", "1", "--json").json
    source, change = entry["changes"]
    assert (source["what"], source["speaker"], source["channel"]) == ("SOURCE", "bob", "email")
    assert (change["what"], change["retracts"], change["value"]) == ("SUPERSEDE", True, "4pm")
    assert "is retracted, from 2026-03-02 12:00:00 UTC on" in shell.run("get", *ABOUT).err


def test_a_stored_source_with_a_time_of_its_own(shell: Shell) -> None:
    source = shell.meeting()
    shell.ok("retract", *ABOUT, "--source", source, "--quote", "now at 4pm", "--at", LATER)
    assert "is retracted, from 2026-03-02 12:00:00 UTC on" in shell.run("get", *ABOUT).err


def test_evidence_that_does_not_hold_the_words_is_refused(shell: Shell) -> None:
    shell.meeting()
    done = shell.run("retract", *ABOUT, "--text", "Something else.", "--json")
    assert (done.code, done.error["reasons"]) == (1, ["not_ordered_subsequence"])
    assert shell.ok("get", *ABOUT, "--json").json["value"] == "4pm"


@pytest.mark.parametrize("said", [(), ("--text", "No more of that.")], ids=["operator", "evidence"])
def test_nothing_to_retract_is_all_that_is_said(shell: Shell, said: tuple[str, ...]) -> None:
    done = shell.run("retract", *ABOUT, *said, "--json")
    assert (done.code, done.error["reasons"]) == (1, ["nothing_to_retract"])
    for told in (("log",), ("log", "--graph"), ("show", "1"), ("why-not", *ABOUT)):
        out = shell.ok(*told).out
        assert "retraction of Meeting/client.start_time" in out, told
        assert "null" not in out, told
        assert "retracted:" not in out, told


def test_of_many_values_the_one_that_is_named(shell: Shell) -> None:
    from memtxn.app.open import open as open_

    with open_(shell.db) as store:
        store.memory("default").declare("Room", "seats", cardinality="many")
    for seats in ("4", "12"):
        shell.ok("propose", "Room/b", "seats", seats, "--value-json", "--text", f"{seats} seats")
    assert shell.run("retract", "Room/b", "seats").code == 2
    gone = shell.ok("retract", "Room/b", "seats", "--value", "4")
    assert gone.out.startswith("SUPERSEDE, retracted: Room/b.seats no longer shows 4; 1 value remains\n")
    assert [belief["value"] for belief in shell.ok("get", "Room/b", "seats", "--json").json] == [12]
    later = shell.ok("retract", "Room/b", "seats", "--value", "12", "--at", "2999-01-01T00:00:00Z")
    assert later.out.startswith("SUPERSEDE, retracted: Room/b.seats; 12 is still shown\n")
    last = shell.ok("retract", "Room/b", "seats", "--value", "12")
    assert last.out.startswith("SUPERSEDE, retracted: Room/b.seats shows nothing any more\n")


@pytest.mark.parametrize(
    "args",
    [
        ("Meeting", "start_time"),
        ("Meeting/client",),
        (*ABOUT, "4pm"),
        (*ABOUT, "--value", "4pm"),
        (*ABOUT, "--quote", "4pm"),
        (*ABOUT, "--pointer", "/a"),
        (*ABOUT, "--source", "0" * 32, "--text", "x"),
        (*ABOUT, "--speaker", "alice"),
        (*ABOUT, "--at", "yesterday"),
        (*ABOUT, "--valid-to", LATER),
    ],
    ids=" ".join,
)
def test_misuse_is_code_2_and_writes_nothing(shell: Shell, args: tuple[str, ...]) -> None:
    shell.meeting()
    before = shell.ok("log").out
    done = shell.run("retract", *args, "--json")
    assert (done.code, bool(done.error["message"])) == (2, True)
    assert shell.ok("log").out == before


def test_a_value_that_is_no_json_is_told_how_a_text_is_written(shell: Shell) -> None:
    done = shell.run("retract", *ABOUT, "--value", "the tea")
    assert "unlike the VALUE of `propose`, a text stands in quotes: --value '\"the tea\"'" in done.err
