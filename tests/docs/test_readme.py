"""The README's example runs as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


def blocks(language: str) -> list[str]:
    """The fenced code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_first_screen_names_both_commands() -> None:
    first_screen = "\n".join(README.read_text(encoding="utf-8").splitlines()[:40])
    assert "make demo" in first_screen
    assert "make test" in first_screen


@pytest.mark.parametrize("code", blocks("python"))
def test_python_example_runs(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "('not_ordered_subsequence',)" in done.stdout


def test_there_is_an_example() -> None:
    assert len(blocks("python")) == 1


def test_shell_example_runs(tmp_path: Path) -> None:
    """The commands of the second console block, one after the other, in one shell."""
    lines = [line.removeprefix("$ ") for line in blocks("console")[1].splitlines()]
    path = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["bash", "-euc", f'PATH="{path}:$PATH"\n' + "\n".join(lines)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "4pm" in done.stdout
