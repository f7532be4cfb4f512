"""The README: its first screen, and that its shell goes on with the memory of its Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, Block, fences
from tests.docs.session import Session, commands

README = (ROOT / "README.md").read_text(encoding="utf-8")
FOUND = fences(README)


def shell(folder: Path, *blocks: Block) -> str:
    """What the last commands of the shell say after these blocks."""
    asked = "$ memtxn history Meeting/client start_time\n$ memtxn log\n"
    with Session(folder, "README.md") as session:
        session.follow([*blocks])
        return "".join(session.typed(command.text) for command in commands(Block("console", asked, 0)))


def test_first_screen_names_both_commands() -> None:
    first_screen = "\n".join(README.splitlines()[:40])
    assert "make demo" in first_screen
    assert "make test" in first_screen


def test_the_shell_goes_on_with_the_memory_of_the_python_example(tmp_path: Path) -> None:
    shown = shell(tmp_path, *FOUND)
    assert 'superseded  "4pm"' in shown
    assert 'active      "5pm"' in shown
    assert "“reschedule”" in shown
    assert "memory 'alice'" in shown


def test_the_shell_example_runs_alone_too(tmp_path: Path) -> None:
    assert '"5pm"' in shell(tmp_path, *(block for block in FOUND if block.language == "console"))


@pytest.mark.parametrize("word", ["soon a server", "no network service"])
def test_nothing_is_promised_that_is_not_there(word: str) -> None:
    assert word not in README
