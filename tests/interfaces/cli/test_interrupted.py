"""Ctrl-C while `memtxn` imports its commands: it ends quietly with 130, whichever import it falls into.

The signal is a real one, sent at the moment at which a module is looked for.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.interfaces.cli.shell import COMMAND, Shell

AT_IMPORT = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["INTERRUPTED_AT"]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
"""
MOMENTS = [
    "memtxn.interfaces.cli.app",
    "typer",
    "memtxn.interfaces.cli.call",
    "rich.console",
    "memtxn.interfaces.cli.commands.watch",
]
WAYS = {"script": COMMAND, "module": [sys.executable, "-m", "memtxn"]}


@pytest.fixture
def interrupting(tmp_path: Path, shell: Shell) -> dict[str, str]:
    """An environment whose processes interrupt themselves."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(AT_IMPORT)
    environment = shell.environment()
    return environment | {"PYTHONPATH": f"{folder}:{environment['PYTHONPATH']}"}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_interrupted_while_it_starts(interrupting: dict[str, str], way: str, moment: str, shell: Shell) -> None:
    done = _run([*WAYS[way], "log"], interrupting | {"INTERRUPTED_AT": moment}, shell)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def _run(command: list[str], environment: dict[str, str], shell: Shell) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command, capture_output=True, env=environment, cwd=shell.folder, timeout=60, check=False
    )
