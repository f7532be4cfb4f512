"""Questions about a time before anything was known, and about a store in which nothing is written yet."""

import pytest

from tests.interfaces.cli.shell import Shell

ABOUT = ("Meeting/client", "start_time")
EARLY = "2020-01-01T00:00:00Z"
OF_A_KEY = [("get", *ABOUT), ("history", *ABOUT), ("why", *ABOUT), ("blame", *ABOUT)]
OF_ALL = [("scan",), ("scan", "Meeting"), ("blame", "Meeting/client"), ("why-not", *ABOUT)]


@pytest.mark.parametrize("then", [("--seq", "0"), ("--recorded", EARLY)], ids=" ".join)
@pytest.mark.parametrize("asked", [*OF_A_KEY, *OF_ALL], ids=" ".join)
def test_before_the_first_record(shell: Shell, asked: tuple[str, ...], then: tuple[str, ...]) -> None:
    shell.meeting()
    done = shell.run(*asked, *then, "--json")
    assert (done.code, done.error["code"]) == (3, "NotYet")
    first = "the first version of Meeting/client.start_time is of seq 2" if asked in OF_A_KEY else "of seq 1"
    assert f"{first}, recorded 20" in done.error["message"]
    assert "--valid" in done.error["advice"]


@pytest.mark.parametrize("then", ["0", EARLY])
def test_at_a_moment_before_the_first_record(shell: Shell, then: str) -> None:
    shell.meeting()
    done = shell.run("at", then, "--json")
    assert (done.code, done.error["code"]) == (3, "NotYet")


def test_what_was_never_there_is_no_question_of_time(shell: Shell) -> None:
    shell.meeting()
    for asked in (("get", "Meeting/clientt", "start_time"), ("scan", "Meetin"), ("blame", "Meeting/clientt")):
        assert shell.run(*asked, "--seq", "1", "--json").error["code"] == "NotFound", asked
    assert "seq 9; the last record is 2" in shell.run("get", *ABOUT, "--seq", "9").err


def test_at_an_early_valid_time_nothing_holds(shell: Shell) -> None:
    shell.meeting()
    for asked in (("get", *ABOUT), ("scan",), ("scan", "Meeting", "--attribute", "start_time"), ("at", "2")):
        done = shell.run(*asked, "--valid", EARLY, "--json")
        assert (done.code, done.error["code"]) == (3, "NoLonger"), asked


def test_a_hint_names_the_key_that_was_asked_for(shell: Shell) -> None:
    assert "`memtxn why-not Meeting/client start_time`" in shell.refused().err
    shell.meeting_of("a b")
    hint = shell.run("get", *ABOUT, "--memory", "a b", "--valid", EARLY).err
    assert "`memtxn history Meeting/client start_time --memory 'a b'`" in hint


NEW = [("scan",), ("log",), ("export",), ("diff", ".."), ("get", *ABOUT), ("why", *ABOUT), ("show", "1")]


@pytest.mark.parametrize("asked", NEW, ids=" ".join)
def test_a_new_store_is_told_plainly(shell: Shell, asked: tuple[str, ...]) -> None:
    done = shell.run(*asked, "--json")
    assert (done.code, done.error["code"]) == (3, "Empty")
    assert done.error["message"] == "nothing is written yet: memory 'default' is empty"


@pytest.mark.parametrize("label", [(), ("--memory", "alice")], ids=" ".join)
def test_a_new_store_is_healthy(shell: Shell, label: tuple[str, ...]) -> None:
    assert shell.ok("verify", *label).out.startswith("ok  full check up to seq 0 of memory ")
    assert " is empty, as is its store\n\nstore " in shell.ok("stats", *label).out
    assert shell.ok("stats", *label, "--json").json["memory"] is None


def test_an_unknown_memory_beside_others_is_none(shell: Shell) -> None:
    shell.meeting_of("team", "solo")
    for command in ("verify", "stats", "scan", "log"):
        done = shell.run(command, "--memory", "alise")
        assert done.code == 3, command
        assert "no records in memory 'alise'; there are 'team'/'solo'" in done.err
