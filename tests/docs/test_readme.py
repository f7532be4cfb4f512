"""The README's examples run as they stand there, each after the one before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks

README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = "\n".join(blocks(README, "python"))
(SHELL,) = (block for block in blocks(README, "console") if "memtxn init" in block)


def run_python(folder: Path) -> str:
    """Run the Python example, and return what it prints."""
    command = [sys.executable, "-W", "error", "-c", PYTHON]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_shell(folder: Path) -> str:
    """Run the lines of the shell example one after the other, in one shell, and return what they print."""
    lines = [line.removeprefix("$ ") for line in SHELL.splitlines()]
    path = str(Path(sys.executable).parent)
    command = ["bash", "-euc", f'PATH="{path}:$PATH"\n' + "\n".join(lines)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_first_screen_names_both_commands() -> None:
    first_screen = "\n".join(README.splitlines()[:40])
    assert "make demo" in first_screen
    assert "make test" in first_screen


def test_python_example_runs(tmp_path: Path) -> None:
    assert "('not_ordered_subsequence',)" in run_python(tmp_path)


def test_the_shell_goes_on_with_the_memory_of_the_python_example(tmp_path: Path) -> None:
    run_python(tmp_path)
    shown = run_shell(tmp_path)
    assert 'SUPERSEDE  Meeting/client.start_time = "5pm"' in shown
    assert 'superseded  "4pm"' in shown
    assert "“reschedule”" in shown
    assert "memory 'alice'" in shown


def test_shell_example_runs_alone_too(tmp_path: Path) -> None:
    assert '"5pm"' in run_shell(tmp_path)


@pytest.mark.parametrize("word", ["soon a server", "no network service"])
def test_nothing_is_promised_that_is_not_there(word: str) -> None:
    assert word not in README
