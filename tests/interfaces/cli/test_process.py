"""`memtxn` as a process: pipes, signals, terminals, odd bytes, a full disk, another writer."""

import json
import os
import pty
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress

import pytest

from tests.interfaces.cli.shell import COMMAND, SAID, Shell

ESCAPE = "\x1b"


def test_a_whole_session(empty: Shell) -> None:
    assert empty.process("init").code == 0
    source = empty.process("observe", "--speaker", "alice", stdin=SAID.encode() + b"\n").out.strip()
    about = ("Meeting/client", "start_time")
    assert empty.process("propose", *about, "4pm", "--source", source, "--quote", "at 4pm").code == 0
    assert empty.process("propose", *about, "5pm", "--source", source, "--quote", "at 4pm").code == 1
    assert json.loads(empty.process("get", *about, "--json").out)["value"] == "4pm"
    for command in ("get", "history", "why", "why-not"):
        assert empty.process(command, *about).code == 0
    assert empty.process("log").code == 0
    assert empty.process("verify").code == 0


def test_no_escape_sequence_off_a_terminal(shell: Shell) -> None:
    shell.meeting()
    shell.refused()
    about = ("Meeting/client", "start_time")
    for args in (
        ("log",),
        ("log", "--graph"),
        ("blame", "Meeting/client"),
        ("show", "2"),
        ("diff", ".."),
        ("scan", "--all"),
        ("history", *about, "--graph"),
        ("why-not", *about),
        ("get", "A/b", "c"),
        ("propose", "--help"),
    ):
        done = shell.process(*args)
        assert ESCAPE not in done.out + done.err


def on_a_terminal(shell: Shell, *args: str, **env: str) -> str:
    """What a terminal gets to see."""
    ours, theirs = pty.openpty()
    environment = shell.environment() | {"TERM": "xterm-256color", "COLUMNS": "80"} | env
    process = subprocess.Popen(
        [*COMMAND, *args], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=shell.folder
    )
    os.close(theirs)
    seen = bytearray()
    with suppress(OSError):  # EIO: the other end is closed
        while part := os.read(ours, 65536):
            seen += part
    os.close(ours)
    process.wait(timeout=60)
    return seen.decode()


def test_colour_on_a_terminal_unless_it_is_not_wanted(shell: Shell) -> None:
    shell.meeting()
    assert f"{ESCAPE}[" in on_a_terminal(shell, "log")
    assert f"{ESCAPE}[3" not in on_a_terminal(shell, "log", NO_COLOR="1")
    assert ESCAPE not in on_a_terminal(shell, "log", "--json")


def test_no_text_on_a_terminal_does_not_wait(shell: Shell) -> None:
    assert "no TEXT was given" in on_a_terminal(shell, "observe")


@pytest.mark.slow
def test_the_reader_goes_away(shell: Shell) -> None:
    for number in range(150):
        shell.observe(f"{number} " + "word " * 300, "--ref", str(number))
    for options in ("", "--json", "--graph", "--oneline"):
        done = shell.pipeline(f"$memtxn log {options} | head -1")
        assert (done.code, done.err) == (141, "")
        assert len(done.out.splitlines()) == 1


def test_the_reader_of_the_errors_goes_away(shell: Shell) -> None:
    done = shell.pipeline("$memtxn get A/b c 2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}")
    assert done.code in (3, 141)
    assert done.err == ""


def test_the_reader_of_a_help_goes_away(shell: Shell) -> None:
    for command in ("--help", "propose --help", "--version"):
        done = shell.pipeline(f"(sleep 0.3; $memtxn {command}) | true; exit ${{PIPESTATUS[0]}}")
        assert (done.code, done.err) == (141, ""), command


def test_a_standard_stream_is_closed(shell: Shell) -> None:
    shell.meeting()
    for command in ("log", "log --json", "verify", "recover --json", "--help"):
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            done = shell.pipeline(f"$memtxn {command} {closed}")
            assert (done.code, done.err) == (0, ""), (command, closed)
    assert shell.pipeline("$memtxn get A/b c 2>&-").code == 3
    assert shell.pipeline("$memtxn observe - <&- >&-").code == 2
    assert shell.ok("verify").code == 0


def test_the_answer_cannot_be_written(shell: Shell) -> None:
    shell.meeting()
    for options in ("", "--json"):
        done = shell.pipeline(f"$memtxn log {options} > /dev/full")
        assert done.code == 5
        assert "No space left" in done.err
        assert "Traceback" not in done.err


def test_interrupted(shell: Shell) -> None:
    process = subprocess.Popen(
        [*COMMAND, "observe", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=shell.environment() | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdin is not None
    process.stdin.write(b"x" * 200_000)  # more than a pipe holds: when this returns, it has begun to read
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert shell.run("log").code == 3


def test_a_defect_is_neither_success_nor_refusal(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from memtxn.engine.memory import Memory

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Memory, "verify", broken)
    done = shell.run("verify")
    assert done.code == 70
    assert "ZeroDivisionError" in done.err


def test_bytes_that_are_no_text(shell: Shell) -> None:
    assert shell.process("observe", b"caf\xe9", "--json").error["code"] == "InvalidInput"
    for args in (
        ("observe", "x", "--speaker", b"caf\xe9"),
        ("get", b"A/caf\xe9", "c"),
        ("propose", "A/b", "c", b"caf\xe9", "--text", "x"),
        ("propose", "A/b", "c", b"caf\xe9", "--text", "x", "--value-json"),
        ("observe", "x", "--at", b"caf\xe9"),
        ("log", "--memory", b"caf\xe9"),
        ("log", "--principal", b"caf\xe9"),
        ("log", b"--caf\xe9"),
        (b"caf\xe9",),
    ):
        done = shell.run(*[os.fsdecode(arg) for arg in args], "--json")
        assert done.code == 2, args
        assert done.error["message"]


def test_a_path_that_is_no_text(empty: Shell) -> None:
    for command in ("init", "log"):
        done = empty.process(command, "--db", b"caf\xe9.db", "--json")
        assert (done.code, done.error["code"]) == (2, "InvalidInput")


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_encoding_of_the_output(shell: Shell, encoding: str) -> None:
    shell.ok("propose", "会議/a", "b", "🎉", "--text", "🎉")
    shell.env["PYTHONIOENCODING"] = encoding
    assert shell.process("get", "会議/a", "b").code == 0
    assert shell.process("log").code == 0
    assert shell.process("get", "会議/a", "b", "--json").json["value"] == "🎉"


@pytest.mark.slow
def test_another_writer_holds_the_file(shell: Shell) -> None:
    shell.meeting()
    with closing(sqlite3.connect(shell.db)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        done = shell.process("observe", "x", "--json")
        assert done.code == 4
        assert (done.error["code"], done.error["retryable"]) == ("StorageBusy", True)
        assert shell.process("get", "Meeting/client", "start_time").code == 0


@pytest.mark.slow
def test_many_processes_at_once(shell: Shell) -> None:
    done = shell.pipeline("for n in 1 2 3 4 5 6 7 8; do $memtxn observe turn --speaker a --ref $n & done; wait")
    assert (done.code, len(set(done.out.split()))) == (0, 8)
    assert len(shell.ok("log", "--json").out.splitlines()) == 8


def test_as_a_module(shell: Shell) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "memtxn", "--version"], capture_output=True, env=shell.environment(), check=True
    )
    assert done.stdout.startswith(b"memtxn ")


def test_version_and_completion(shell: Shell) -> None:
    assert shell.process("--version").out.startswith("memtxn ")
    assert "memtxn" in shell.pipeline("_MEMTXN_COMPLETE=source_bash $memtxn").out
