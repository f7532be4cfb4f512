"""Anything that can be typed: a documented exit code, a short message, nothing written, no cursor moved."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import memtxn
from memtxn.interfaces.cli.app import app
from memtxn.interfaces.cli.exits import MEANINGS, ExitCode
from memtxn.interfaces.cli.safe import is_unsafe
from tests.interfaces.cli.shell import NOON, SAID, Shell

TYPED = [
    "", " ", "-", "--", "--json", "\x1b[2J", "\u202etea", "\ufeff", "e\u0301" * 50, "\udc80\udcff", "客户/🙂",
    "a/b/c", "x" * 100_000, "A/" + "x" * 20_000, "-1", "1e999", "NaN", "9" * 30, "[" * 5_000,
    '{"a":', '"\\ud800"', "\n\t",
    "2026-01-01", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "now", "../../x", "\U000e0041",
    "%s", "'; --",
]  # fmt: skip

KEY = ["Meeting/client", "start_time"]
GOOD: dict[str, list[str]] = {
    "observe": [SAID, "--at", NOON],
    "propose": [*KEY, "4pm", "--text", SAID, "--quote", "now at 4pm"],
    "retract": [*KEY],
    "declare": ["Meeting", "room"],
    "declare-type": ["Meeting"],
    "constrain": ["unique", "Meeting", "room"],
    "get": KEY,
    "history": KEY,
    "why": KEY,
    "why-not": KEY,
    "show": ["1"],
    "scan": ["Meeting"],
    "at": ["1"],
    "diff": ["1..2"],
    "blame": ["Meeting/client"],
}
"""Arguments that are right; a command that is not named needs none."""

LEFT_OUT = {"bench", "demo", "watch"}
"""Those that go on for long when nothing is wrong."""

ALONE = {"export"}
"""What needs a stdout of its own."""

MESSAGE = 4_000
"""Characters on stderr, when nothing more than an error is told."""


def commands() -> dict[str, Any]:
    group: Any = get_command(app)
    return {name: command for name, command in group.commands.items() if name not in LEFT_OUT}


def tries(name: str, command: Any, chance: random.Random) -> list[list[str]]:  # noqa: ANN401
    """Command lines with one thing wrong: an argument, or the value of an option."""
    good = GOOD.get(name, [])

    def some() -> list[str]:
        return chance.sample(TYPED, 1 if name in ALONE else 3)

    found = [[*good[:place], text, *good[place + 1 :]] for place in range(len(good)) for text in some()]
    for parameter in command.params:
        if parameter.param_type_name == "option" and not parameter.is_flag and parameter.name != "db":
            found += [[*good, parameter.opts[0], text] for text in some()]
    return found + [[*good, text] for text in some()]


def records(path: Path) -> int:
    with memtxn.open(path) as store:
        return max((entry.seq for entry in store.memory("default").log(limit=1)), default=0)


@pytest.mark.slow
@pytest.mark.parametrize("name", commands())
def test_anything_typed(shell: Shell, name: str) -> None:
    shell.meeting()
    before = records(shell.db)
    with contextlib.chdir(shell.folder):
        for line in tries(name, commands()[name], random.Random(name)):
            done = (shell.process if name in ALONE else shell.run)(name, *line)
            told = f"{name} {line}"[:300]
            assert ExitCode(done.code) in MEANINGS, told
            assert done.code not in (ExitCode.DEFECT, ExitCode.STORAGE) or name in ("backup", "export"), told
            assert done.code == 0 or len(done.err) < MESSAGE, told
            assert not any(is_unsafe(letter) for letter in done.out + done.err if letter != "\n"), told
            after = records(shell.db)
            assert after == before or done.code in (ExitCode.OK, ExitCode.REFUSED), told
            before = after
    assert shell.ok("verify").code == 0
