"""A shell to run `memtxn` in: in this process, or as a process of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from memtxn.interfaces.cli.app import app

BUILT = get_command(app)
"""As a process builds it, once: typer's own runner builds it for each call, which takes longer than the call."""
SOURCE_ROOT = Path(__file__).parents[3] / "src"
SCRIPT = Path(sys.executable).with_name("memtxn")
COMMAND = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "memtxn.interfaces.cli.main"]
FOREIGN = (
    "MEMTXN_URL",
    "MEMTXN_MEMORY",
    "MEMTXN_CONFIG",
    "MEMTXN_GUARD",
    "FORCE_COLOR",
    "PY_COLORS",
    "GITHUB_ACTIONS",
    "NO_COLOR",
)
"""Variables of the tester's own shell that must not be felt here."""

SAID = "The client meeting is now at 4pm, in Room B."
NOON = "2026-03-01T12:00:00Z"


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401  # JSON is anything
        """The one JSON document on stdout."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """The error object on stdout."""
        error: dict[str, Any] = self.json["error"]
        assert {"code", "message", "advice", "retryable"} <= error.keys()
        assert self.err.startswith("error: ")
        return error


class Shell:
    """A folder with a store, and an environment that names it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.db = folder, folder / "agent.db"
        self.env: dict[str, str | None] = {"MEMTXN_URL": str(self.db)}

    def run(self, *args: str, stdin: str | bytes = b"") -> Done:
        """Run in this process."""
        env = {**dict.fromkeys(FOREIGN), **self.env}
        with CliRunner().isolation(input=stdin, env=env) as (out, err, _):
            with pytest.raises(SystemExit) as left:
                BUILT.main(args, prog_name="memtxn")
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            said, complained = out.getvalue(), err.getvalue()
        assert left.value.code is None or isinstance(left.value.code, int)
        return Done(left.value.code or 0, said.decode(), complained.decode())

    def ok(self, *args: str, stdin: str | bytes = b"") -> Done:
        """Run in this process, and it must succeed."""
        done = self.run(*args, stdin=stdin)
        assert done.code == 0, done
        return done

    def process(self, *args: str | bytes, stdin: bytes = b"") -> Done:
        """Run as a process of its own."""
        done = subprocess.run(
            [*COMMAND, *args],
            input=stdin,
            capture_output=True,
            env=self.environment(),
            cwd=self.folder,
            timeout=60,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def pipeline(self, line: str) -> Done:
        """Run a line of bash, in which `$memtxn` is the command; a part that fails makes the whole fail."""
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line],
            capture_output=True,
            env=self.environment() | {"memtxn": " ".join(COMMAND)},
            cwd=self.folder,
            timeout=60,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def environment(self) -> dict[str, str]:
        """The variables of a process."""
        plain = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        ours = {name: value for name, value in self.env.items() if value is not None}
        return plain | ours | {"PYTHONPATH": str(SOURCE_ROOT)}

    # -- what most tests begin with --------------------------------------------------------------------

    def observe(self, text: str = SAID, *options: str) -> str:
        """Observe a text and return the id of its source."""
        return self.ok("observe", text, "--speaker", "alice", "--at", NOON, *options).out.strip()

    def meeting(self) -> str:
        """A first belief: the meeting is at 4pm. Returns the id of the source."""
        source = self.observe()
        self.ok("propose", "Meeting/client", "start_time", "4pm", "--source", source, "--quote", "now at 4pm")
        return source

    def meeting_of(self, *labels: str) -> None:
        """That belief, in the memory of these labels."""
        memory = [part for label in labels for part in ("--memory", label)]
        self.ok(
            "propose", "Meeting/client", "start_time", "4pm", "--text", SAID, "--quote", "now at 4pm", *memory
        )

    def refused(self) -> Done:
        """A proposal that its evidence does not bear out."""
        source = self.observe()
        about = ("Meeting/client", "start_time", "5pm")
        return self.run("propose", *about, "--source", source, "--quote", "now at 4pm")
