"""What a newcomer stumbles over is told with what to do about it, in the words of the command line."""

from pathlib import Path

import pytest

from tests.interfaces.cli.shell import NOON, SAID, Shell

TOLD = ("propose", "Meeting/client", "start_time", "4pm", "--text", SAID)


def test_a_conflict_is_told_without_python(shell: Shell) -> None:
    shell.meeting()
    done = shell.run(*TOLD, "--expected-version", "7", "--json")
    assert done.code == 4
    assert "memory.run" not in done.error["advice"]
    assert "`memtxn get Meeting/client start_time`" in done.error["advice"]


def test_a_store_that_the_settings_only_read(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    (shell.folder / "memtxn.toml").write_text("read_only = true\n")
    monkeypatch.chdir(shell.folder)
    assert "take read_only out of memtxn.toml" in shell.run(*TOLD).err


def test_a_backup_over_a_file_names_the_option(shell: Shell, tmp_path: Path) -> None:
    target = str(tmp_path / "copy.db")
    shell.ok("backup", target)
    assert "--replace" in shell.run("backup", target).err
    shell.ok("backup", target, "--replace")


@pytest.mark.parametrize("command", [("init",), ("backup",), ("export", "-o")], ids=" ".join)
def test_a_folder_that_is_missing_is_named(shell: Shell, command: tuple[str, ...], tmp_path: Path) -> None:
    shell.meeting()
    done = shell.run(*command, str(tmp_path / "none" / "file"), "--json")
    assert (done.code, done.error["detail"]) == (2, f"the folder {tmp_path / 'none'} does not exist")


def test_one_label_may_be_written_as_it_is(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    (shell.folder / "memtxn.toml").write_text('memory = "solo"\n')
    monkeypatch.chdir(shell.folder)
    assert "of memory 'solo'" in shell.ok(*TOLD).out


def test_where_there_is_no_store_is_told_in_full(empty: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(empty.folder)
    assert f"there is no memtxn store: at {empty.folder / 'here.db'}\n" in empty.run("log", "--db", "here.db").err


@pytest.mark.parametrize("value", ["-5", "-.5"])
def test_a_number_below_nothing_is_no_option(shell: Shell, value: str) -> None:
    done = shell.run("propose", "Temp/x", "deg", value, "--text", f"It is {value}.", "--json")
    assert (done.code, "`--`" in done.error["advice"]) == (2, True)
    shell.ok("propose", "Temp/x", "deg", "--text", f"It is {value}.", "--", value)


@pytest.mark.parametrize(
    ("at", "said"),
    [("2999-01-01T00:00:00Z", " years in the future"), (None, "from 2026-03-01 12:00:00 UTC to 2026-03-01")],
)
def test_times_are_told_as_people_say_them(shell: Shell, at: str | None, said: str) -> None:
    ends = () if at else ("--valid-to", NOON)
    assert said in shell.run(*TOLD, "--at", at or NOON, *ends).err


@pytest.mark.parametrize("command", ["get", "history", "why", "why-not", "retract"])
def test_an_entity_alone_is_told_how_to_see_its_attributes(shell: Shell, command: str) -> None:
    shell.meeting()
    done = shell.run(command, "Meeting/client", "--json")
    assert done.code == 2
    assert "`memtxn scan Meeting/client` lists its attributes" in done.error["advice"]
    assert "start_time" in shell.ok("scan", "Meeting/client").out
    assert "`memtxn scan 'Meeting/a b'`" in shell.run(command, "Meeting/a b").err


@pytest.mark.parametrize("args", [("propose", "Meeting/client"), ("get",), ("get", "A/" + "x" * 500)])
def test_where_the_attributes_are_no_answer(shell: Shell, args: tuple[str, ...]) -> None:
    done = shell.run(*args)
    assert (done.code, "scan" in done.err) == (2, False)
