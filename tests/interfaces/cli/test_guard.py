"""`memtxn guard`: a command under a guard, what becomes of what it wrote, and which guards are open."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

import memtxn
from tests.interfaces.cli.shell import COMMAND, Shell

PROPOSE = shlex.join([*COMMAND, "propose", "Meeting/client", "room", "Room C", "--text", "We meet in Room C."])


@pytest.fixture
def busy(shell: Shell) -> Shell:
    """A store with a belief."""
    shell.meeting()
    return shell


def test_a_command_that_ends_well_is_kept(busy: Shell) -> None:
    done = busy.process("guard", "task", "--", "sh", "-c", PROPOSE)
    assert done.code == 0, done.err
    assert done.out.splitlines()[-1].startswith("guard task: released, record 5 of memory")
    assert '"Room C"' in busy.ok("get", "Meeting/client", "room").out
    assert "GUARD      task, " in busy.ok("log").out


def test_a_command_that_fails_is_taken_back(busy: Shell) -> None:
    done = busy.process("guard", "task", "--", "sh", "-c", f"{PROPOSE} && exit 7")
    assert done.code == 7, done.err
    assert "guard task: the command ended with 7; rolled back" in done.out
    assert done.out.splitlines()[-1].split() == ["compare", "ok", "A₀", "stands", "again"]
    assert busy.run("get", "Meeting/client", "room").code == 3
    assert "guard task" in busy.ok("why", "Meeting/client", "room").out
    assert busy.ok("verify").code == 0


def test_json_tells_each_step(busy: Shell) -> None:
    done = busy.process("guard", "task", "--json", "--", "false")
    assert done.code == 1
    assert (done.json["outcome"], done.json["ok"], done.json["seq"]) == ("rolled_back", True, 2)
    assert [step["name"] for step in done.json["steps"]][:2] == ["intent", "reopen"]


def test_what_is_killed_or_cannot_be_run_is_taken_back(busy: Shell) -> None:
    kill = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert busy.process("guard", "task", "--", sys.executable, "-c", kill).code == 137
    done = busy.process("guard", "task", "--", "there-is-no-such-program")
    assert done.code == 2
    assert "cannot be run" in done.err
    assert busy.ok("guard").out == "no guard is open\n"
    assert busy.ok("guard", "--json").json == []
    assert busy.ok("verify").code == 0


@pytest.mark.parametrize("options", [(), ("--shared",), ("--memory", "default")])
def test_without_a_name_the_command_gives_it(busy: Shell, options: tuple[str, ...]) -> None:
    done = busy.process("guard", *options, "--", "sh", "-c", "exit 3")
    assert (done.code, done.out.startswith("guard sh: the command ended with 3; rolled back")) == (3, True), done


def test_a_name_may_stand_before_options(busy: Shell) -> None:
    done = busy.process("guard", "--shared", "task", "--json", "--", "true")
    assert (done.code, done.json["name"], done.json["shared"]) == (0, "task", True)


def test_what_was_left_behind_is_told_when_it_is_rolled_back(busy: Shell) -> None:
    _leave(busy, "long")
    done = busy.process("guard")
    assert done.code == 0
    assert done.out == "rolled back 'long', its holder is gone (see `memtxn log`)\nno guard is open\n"
    assert busy.process("guard").out == "no guard is open\n"
    _leave(busy, "other")
    done = busy.process("guard", "--json")
    assert (done.json, "rolled back 'other', its holder is gone" in done.err) == ([], True)


def _leave(shell: Shell, name: str) -> None:
    """A guard whose holder is killed."""
    leave = (
        "import memtxn, os, signal\n"
        f"guard = memtxn.open({str(shell.db)!r}).memory('default').guard({name!r})\n"
        "guard.__enter__()\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", leave], check=False)


def test_a_command_is_needed(busy: Shell) -> None:
    assert "say what to run" in busy.run("guard", "--").err
    assert "say what to run" in busy.run("guard", "task").err


def test_an_open_guard_is_told(busy: Shell) -> None:
    with memtxn.open(busy.db) as store, store.memory("default").guard("a task"):
        listed = busy.process("guard").out
        assert listed.startswith("a task  held by local, since record 3 (")
        assert busy.process("guard", "--json").json[0]["state"] == "held"
        guarded = busy.process("propose", "Meeting/client", "room", "Room C", "--text", "We meet in Room C.")
        assert guarded.code == 4
        assert "guard 'a task' of local" in guarded.err
        assert "guard        memory 'default': 'a task' of local" in busy.process("doctor").out


def test_the_doctor_shows_one_that_was_left_behind_and_leaves_it(busy: Shell) -> None:
    assert busy.process("guard", "other", "--", "true").code == 0
    _leave(busy, "a task")
    for _ in range(2):
        assert "was left behind by its holder" in busy.process("doctor").out
    assert busy.ok("log", "--json").out.count('"rollback"') == 1
    assert "left behind" not in busy.process("doctor").out
