"""`memtxn constrain`: what must hold after every commit."""

import pytest

from memtxn import Check
from memtxn.app.open import open as open_
from tests.interfaces.cli.shell import NOON, Shell

BADGE = ("Person", "badge")


def told(shell: Shell, entity: str, attribute: str, value: str, *options: str) -> int:
    """The exit code of a proposal that its text bears out."""
    text = ("--text", f"it is {value}", "--at", NOON)
    return shell.run("propose", entity, attribute, value, *text, *options).code


def test_unique(shell: Shell) -> None:
    assert shell.ok("constrain", "unique", *BADGE).out == "unique: Person.badge, in memory 'default'\n"
    assert told(shell, "Person/a", "badge", "seven") == 0
    done = shell.run("propose", "Person/b", "badge", "seven", "--text", "it is seven", "--json")
    assert (done.code, done.error["code"]) == (1, "ConstraintViolated")
    assert [one["constraint"] for one in done.error["violations"]] == ["unique(Person.badge)"]
    assert told(shell, "Person/b", "badge", "eight") == 0


def test_no_overlap_immutable_and_reference(shell: Shell) -> None:
    shell.ok("constrain", "no_overlap", "Room", "guest")
    shell.ok("constrain", "immutable", "Person", "born", "--name", "born once")
    shell.ok("constrain", "reference", "Task", "owner", "--target", "Person")
    assert told(shell, "Room/1", "guest", "ann") == 0
    assert told(shell, "Room/1", "guest", "ben", "--observed-at", "2026-03-02T12:00:00Z") == 1
    assert told(shell, "Person/a", "born", "1990") == 0
    assert shell.run("retract", "Person/a", "born").code == 1
    assert told(shell, "Task/1", "owner", "nobody") == 1
    assert told(shell, "Task/1", "owner", "a") == 0


def test_the_list(shell: Shell) -> None:
    shell.ok("constrain", "unique", *BADGE)
    shell.ok("constrain", "reference", "Task", "owner", "--target", "Person", "--name", "owners are people")
    with open_(shell.db) as store:
        check = Check(name="few", scope="type", entity_type="Task", predicate=lambda found: len(found) < 3)
        store.memory("default").constrain(check)
    lines = shell.ok("constrain").out.splitlines()
    assert lines == [
        "unique(Person.badge)  unique: Person.badge",
        "owners are people     reference: Task.owner → Person",
        "few                   check of each type: Task",
    ]
    assert shell.ok("constrain", "--list").out.splitlines() == lines
    found = shell.ok("constrain", "--json").json
    assert [(one["name"], one["kind"], one["scope"]) for one in found][2] == ("few", "check", "type")
    assert found[1]["target"] == "Person"


def test_a_check_that_is_not_known_here(shell: Shell) -> None:
    with open_(shell.db) as store:
        check = Check(name="few", scope="type", entity_type="Task", predicate=lambda found: len(found) < 3)
        store.memory("default").constrain(check)
    done = shell.run("propose", "Task/1", "state", "open", "--text", "open", "--json")
    assert (done.code, done.error["code"]) == (2, "CheckUnknown")
    assert "memtxn constrain --drop NAME" in done.error["advice"]
    assert shell.ok("constrain", "--drop", "few").out == "dropped: few, in memory 'default'\n"
    assert told(shell, "Task/1", "state", "open") == 0


def test_dropping(shell: Shell) -> None:
    shell.ok("constrain", "unique", *BADGE)
    assert told(shell, "Person/a", "badge", "seven") == 0
    shell.ok("constrain", "--drop", "unique(Person.badge)")
    assert told(shell, "Person/b", "badge", "seven") == 0
    done = shell.run("constrain", "--drop", "unique(Person.badge)", "--json")
    assert (done.code, done.error["code"]) == (3, "NotFound")
    assert shell.ok("constrain").out == "no constraint stands\n"


def test_the_log_and_whoever_watches_are_told_the_name(shell: Shell) -> None:
    shell.ok("constrain", "unique", *BADGE)
    shell.ok("constrain", "--drop", "unique(Person.badge)")
    out = shell.ok("log").out
    assert '  CONSTRAIN  unique(Person.badge), "unique"\n' in out
    assert '  DROP       unique(Person.badge), "unique"\n' in out
    watched = shell.pipeline("$memtxn watch --from 1 | head -n 2").out
    assert "CONSTRAIN unique(Person.badge)\n" in watched
    assert "DROP unique(Person.badge)\n" in watched


def test_what_is_believed_already_must_be_so(shell: Shell) -> None:
    for entity in ("Person/a", "Person/b"):
        assert told(shell, entity, "badge", "seven") == 0
    done = shell.run("constrain", "unique", *BADGE, "--json")
    assert (done.code, done.error["code"]) == (1, "ConstraintViolated")
    assert shell.ok("constrain").out == "no constraint stands\n"


def test_names_are_shown_safely(shell: Shell) -> None:
    shell.ok("constrain", "unique", "Person\x1b", "badge", "--name", "evil\x1b[31m")
    assert "\x1b" not in shell.ok("constrain").out


@pytest.mark.parametrize(
    "args",
    [
        ("unique",),
        ("unique", "Person"),
        ("unique", "Person", " "),
        ("rare", "Person", "badge"),
        ("unique", "Person", "badge", "--target", "Task"),
        ("reference", "Person", "badge"),
        ("unique", "Person", "badge", "--name", " "),
        ("unique", "Person", "badge", "--drop", "x"),
        ("unique", "Person", "badge", "--list"),
        ("--drop", "x", "--list"),
        ("--name", "x"),
        ("--target", "x"),
    ],
    ids=" ".join,
)
def test_misuse_is_code_2_and_writes_nothing(shell: Shell, args: tuple[str, ...]) -> None:
    done = shell.run("constrain", *args, "--json")
    assert (done.code, bool(done.error["message"])) == (2, True)
    assert shell.run("log").code == 3
