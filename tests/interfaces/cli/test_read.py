"""`memtxn get`, `history`, `why`, `why-not`: one key, now and then."""

import pytest

from tests.interfaces.cli.shell import NOON, Shell

ABOUT = ("Meeting/client", "start_time")
ONE = "2026-03-01T13:00:00Z"


@pytest.fixture
def moved(shell: Shell) -> Shell:
    """A meeting that moved from 4pm to 6pm an hour later."""
    shell.meeting()
    later = ("--text", "Make it 6pm.", "--at", ONE, "--speaker", "bob")
    shell.ok("propose", *ABOUT, "6pm", *later, "--label", "reschedule")
    return shell


def test_get(moved: Shell) -> None:
    first, second = moved.ok("get", *ABOUT).out.splitlines()
    assert first == 'Meeting/client.start_time = "6pm"'
    assert second.startswith("  active from 2026-03-01 13:00:00 UTC  fact, confidence 1")


def test_get_json(moved: Shell) -> None:
    belief = moved.ok("get", *ABOUT, "--json").json
    assert (belief["value"], belief["status"], belief["version"]) == ("6pm", "active", 2)
    assert (belief["entity_type"], belief["entity_id"]) == ("Meeting", "client")


def test_as_of_a_record_a_recorded_time_a_valid_time(moved: Shell) -> None:
    recorded = moved.ok("log", "--json").out.splitlines()[1]
    at = recorded.split('"at": "')[1].split('"')[0]
    asked = [("--seq", "2"), ("--recorded", at), ("--valid", NOON), ("--seq", "3", "--valid", NOON)]
    for options in asked:
        assert moved.ok("get", *ABOUT, *options, "--json").json["value"] == "4pm"
    assert moved.run("get", *ABOUT, "--seq", "1").code == 3
    assert moved.run("get", *ABOUT, "--valid", "2026-03-01T11:00:00Z").code == 3


def test_a_record_that_is_not_yet(moved: Shell) -> None:
    assert moved.run("get", *ABOUT, "--seq", "4").code == 3


@pytest.mark.parametrize("command", ["get", "history", "why", "why-not"])
@pytest.mark.parametrize(
    "options",
    [("--seq", "2", "--recorded", NOON), ("--seq", "-1"), ("--seq", "x"), ("--valid", "noon")],
    ids=" ".join,
)
def test_moments_that_cannot_be(moved: Shell, command: str, options: tuple[str, ...]) -> None:
    assert moved.run(command, *ABOUT, *options, "--json").code == 2


def test_history(moved: Shell) -> None:
    title, first, second = moved.ok("history", *ABOUT).out.splitlines()
    assert title == "Meeting/client.start_time"
    assert first.split()[:3] == ["2.0", "superseded", '"4pm"']
    assert second.split()[1:3] == ["active", '"6pm"']
    assert [belief["value"] for belief in moved.ok("history", *ABOUT, "--json").json] == ["4pm", "6pm"]
    assert [belief["value"] for belief in moved.ok("history", *ABOUT, "--seq", "2", "--json").json] == ["4pm"]


def test_why(moved: Shell) -> None:
    lines = moved.ok("why", *ABOUT).out.splitlines()
    assert lines[0] == 'Meeting/client.start_time = "6pm"  active'
    assert "“Make it 6pm.” — bob (user), 2026-03-01 13:00:00 UTC" in lines[1]
    assert "“reschedule”, seq 3, by local" in lines[-2]
    assert lines[-1].startswith('  replaced     2.0 = "4pm"')


def test_why_json(moved: Shell) -> None:
    explained = moved.ok("why", *ABOUT, "--json").json
    (account,) = explained["accounts"]
    assert (explained["question"], account["value"], account["status"]) == ("why", "6pm", "active")
    assert account["findings"][0] == {
        "rule": "fields",
        "decision": "ADMIT",
        "code": "",
        "detail": "",
        "spans": [],
        "waived": "",
    }
    assert account["evidence"][0]["text"] == "Make it 6pm."
    assert account["replaced"][0]["value"] == "4pm"


def test_why_not(shell: Shell) -> None:
    shell.refused()
    shell.refused()
    first, *rest = shell.ok("why-not", *ABOUT).out.splitlines()
    assert first == 'Meeting/client.start_time = "5pm"  reject (2 times)'
    assert any("REJECT not_ordered_subsequence" in line for line in rest)
    explained = shell.ok("why-not", *ABOUT, "--json").json
    assert (explained["question"], explained["accounts"][0]["times"]) == ("why_not", 2)


@pytest.mark.parametrize("command", ["get", "history", "why", "why-not"])
def test_nothing_there_is_code_3(shell: Shell, command: str) -> None:
    shell.meeting()
    done = shell.run(command, "Meeting/other", "start_time", "--json")
    assert (done.code, done.error["code"]) == (3, "NotFound")
    assert "Meeting/other.start_time" in done.error["message"]


def test_many_values(moved: Shell) -> None:
    from memtxn.app.open import open as open_

    with open_(moved.db) as store:
        store.memory("default").declare("Person", "likes", cardinality="many")
    for food in ("tea", "rice"):
        moved.ok("propose", "Person/a", "likes", food, "--text", f"I like {food}", "--speaker", "a")
    assert {belief["value"] for belief in moved.ok("get", "Person/a", "likes", "--json").json} == {
        "tea",
        "rice",
    }
    assert moved.ok("get", "Person/a", "likes").out.count("Person/a.likes = ") == 2
    assert moved.run("retract", "Person/a", "likes").code == 2
    moved.ok("retract", "Person/a", "likes", "--value", '"tea"')
    assert [belief["value"] for belief in moved.ok("get", "Person/a", "likes", "--json").json] == ["rice"]
