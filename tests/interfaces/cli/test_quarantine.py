"""`memtxn pending`, `confirm` and `deny`."""

import pytest

import memtxn
from tests.interfaces.cli.shell import NOON, Done, Shell

ABOUT = ("Meeting/client", "room")
SAID = ("--speaker", "alice", "--at", NOON)


def set_aside(shell: Shell, value: str = "Room B", *options: str) -> Done:
    """Propose what is perhaps so; it is put aside."""
    done = shell.run("propose", *ABOUT, value, "--text", f"Perhaps we meet in {value}.", *SAID, *options)
    assert done.code == 1, done
    return done


def test_what_is_put_aside_says_that_it_waits(shell: Shell) -> None:
    done = set_aside(shell)
    assert "hint: It waits for somebody else than its proposer: `memtxn pending` lists it" in done.err
    told = set_aside(shell, "Room C", "--json").error
    assert (told["reasons"], told["outcomes"][0]["outcome"]) == (["hedge_dropped"], "QUARANTINE")
    assert "memtxn pending" in told["advice"]
    refused = shell.run("propose", *ABOUT, "Room D", "--text", "Perhaps we meet in Room B.", *SAID)
    assert "Mend the proposal" in refused.err


def test_what_waits_is_listed_with_all_that_a_decision_needs(shell: Shell) -> None:
    set_aside(shell)
    set_aside(shell)
    (entry,) = shell.ok("pending", "--json").json
    assert (entry["key"], entry["value"]) == (
        {"entity_type": "Meeting", "entity_id": "client", "attribute": "room"},
        "Room B",
    )
    assert (entry["reasons"], entry["times"], entry["proposed_by"]) == (["hedge_dropped"], 2, "local")
    out = shell.ok("pending").out
    assert out.startswith(f'{entry["place"]}  Meeting/client.room = "Room B"  quarantine (2 times)\n')
    for part in ("“Perhaps we meet in Room B.” — alice (user)", "QUARANTINE hedge_dropped", "by local", "until "):
        assert part in out


@pytest.mark.parametrize(
    ("range_", "found"), [("Meeting", 1), ("Meeting/client", 1), ("Meeting/other", 0), ("A", 0)]
)
def test_a_range_of_it(shell: Shell, range_: str, found: int) -> None:
    set_aside(shell)
    assert len(shell.ok("pending", range_, "--json").json) == found
    assert len(shell.ok("pending", "--attribute", "room", "--json").json) == 1
    assert shell.ok("pending", "--attribute", "time").out == "nothing waits\n"


def test_nothing_waits(shell: Shell) -> None:
    shell.meeting()
    assert shell.ok("pending").out == "nothing waits\n"
    assert shell.ok("pending", "--json").json == []
    assert shell.ok("pending", "--expired").out == "nothing expired\n"


def test_a_memory_that_is_misspelt_is_no_empty_list(shell: Shell) -> None:
    shell.meeting()
    for command in ("pending", "guard", "constrain", "declare", "declare-type"):
        assert shell.run(command, "--memory", "defautl").code == 3


@pytest.mark.parametrize(
    ("text", "quote", "word"),
    [
        ("Maybe we take it. We meet in Room B, I heard.", "in Room B", "I heard"),
        ("听说会议在三号楼。", "三号楼", "听说"),
        ("It was good. Perhaps we meet in Room B.", "in Room B", "Perhaps"),
    ],
)
def test_the_word_that_governs_a_quote_is_shown(shell: Shell, text: str, quote: str, word: str) -> None:
    value = quote.removeprefix("in ")
    assert shell.run("propose", *ABOUT, value, "--text", text, "--quote", quote, *SAID).code == 1
    out = shell.ok("pending").out
    drawn = [line for line in out.splitlines() if line.startswith("    │ ")]
    assert any(word in line for line in drawn), out
    assert drawn == [line for line in shell.ok("why-not", *ABOUT).out.splitlines() if "    │ " in line]
    with memtxn.open(shell.db) as store:
        (entry,) = store.memory("default").pending()
        assert any(word in line for line in str(entry).splitlines() if line.startswith("    │ "))


def test_somebody_else_confirms_it(shell: Shell) -> None:
    set_aside(shell)
    (entry,) = shell.ok("pending", "--json").json
    own = shell.run("confirm", entry["place"])
    assert own.code == 2
    assert "local proposed it" in own.err
    assert "--principal NAME" in own.err
    done = shell.ok("confirm", entry["place"], "--principal", "bob")
    assert done.out.startswith('ADD  Meeting/client.room = "Room B"  active')
    assert "QUARANTINE hedge_dropped, confirmed by bob" in done.out
    assert shell.ok("get", *ABOUT, "--json").json["value"] == "Room B"
    assert "confirmed by bob" in shell.ok("why", *ABOUT).out
    assert "confirmed    " in shell.ok("why-not", *ABOUT).out
    again = shell.run("confirm", entry["id"], "--principal", "cy", "--json")
    assert (again.code, again.error["code"], again.error["state"]) == (3, "NotWaiting", "confirmed")
    assert again.error["principal"] == "bob"


def test_somebody_else_denies_it(shell: Shell) -> None:
    set_aside(shell)
    (entry,) = shell.ok("pending", "--json").json
    done = shell.ok("deny", entry["place"], "--reason", "it was moved", "--principal", "bob")
    assert done.out.startswith(f"denied: {entry['place']}, as seq 2 of memory 'default'")
    assert shell.run("get", *ABOUT).code == 3
    assert "by bob" in shell.ok("why-not", *ABOUT).out
    assert "it was moved" in shell.ok("why-not", *ABOUT).out
    assert "DENY       Meeting/client.room" in shell.ok("log").out


def test_the_reason_may_stand_behind_the_proposal(shell: Shell) -> None:
    set_aside(shell)
    (entry,) = shell.ok("pending", "--json").json
    twice = shell.run("deny", entry["place"], "it was moved", "--reason", "", "--principal", "bob")
    assert (twice.code, "either REASON or --reason" in twice.err) == (2, True)
    done = shell.ok("deny", entry["place"], "it was moved", "--principal", "bob", "--json")
    assert (done.json["outcomes"], done.json["denied"]) == ([], [entry["place"]])
    assert "it was moved" in shell.ok("why-not", *ABOUT).out


def test_a_confirmation_answers_like_a_proposal(shell: Shell) -> None:
    set_aside(shell)
    (entry,) = shell.ok("pending", "--json").json
    told = shell.ok("confirm", entry["id"], "--principal", "bob", "--json").json
    assert (told["seq"], told["outcomes"][0]["outcome"]) == (2, "ADD")
    assert told["outcomes"][0]["belief"]["value"] == "Room B"


@pytest.mark.parametrize("name", ["9.9", "nobody", ""])
def test_what_does_not_wait(shell: Shell, name: str) -> None:
    set_aside(shell)
    for act in ("confirm", "deny"):
        done = shell.run(act, name, "--principal", "bob")
        assert done.code == 3, done
        assert "waits" in done.err
        assert "memory.pending()" not in done.err


def test_what_has_become_refused_keeps_waiting(shell: Shell) -> None:
    set_aside(shell)
    shell.ok("declare", "Meeting", "room", "--enum", '["Room C"]')
    (entry,) = shell.ok("pending", "--json").json
    done = shell.run("confirm", entry["id"], "--principal", "bob")
    assert done.code == 1
    assert "not_in_enum" in done.err
    assert "keeps waiting" in done.err
    assert shell.ok("stats").out.count("1 proposal to confirm or deny") == 1


def test_the_log_draws_it(shell: Shell) -> None:
    set_aside(shell)
    (entry,) = shell.ok("pending", "--json").json
    shell.ok("confirm", entry["id"], "--principal", "bob")
    lines = shell.ok("log", "--graph").out.splitlines()
    assert [line for line in lines if line.startswith(("* ADD", "? CONFIRM", "? QUARANTINE"))] != []
    assert f"  confirm      {entry['place']} Meeting/client.room" in shell.ok("show", "2").out
    assert "confirmed" in shell.ok("show", entry["place"]).out
