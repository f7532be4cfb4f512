"""A session: somebody reads a page and does what it says, in order, in a folder of their own.

- Blocks of ``python`` run in one Python, warnings as errors. A block of ``output`` right after one is what that
  one prints.
- In a block of ``console`` a line that begins with ``$ `` is typed into one shell that has `memtxn` on its PATH,
  and ``> `` carries it on. What stands below is what comes back, errors included; if nothing stands there,
  anything may. A command must succeed, unless the next one is ``$ echo $?``, which shows its exit status.
- In what is shown, ``…`` stands for any text of a line, and a line of ``…`` alone for any number of lines.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO

from tests.docs.pages import Block

_RUNNER = Path(__file__).with_name("blocks.py")
_MARK = "=== done:"
OURS = (
    "memtxn",
    "export",
    "echo",
    "cd",
    "mkdir",
    "cat",
    "printf",
    "ls",
    "unset",
    "rm",
    "cp",
    "head",
    "python",
    "chmod",
)
"""What begins a command that is run."""
ELSEWHERE = ("make", "pip", "git", ".", "python3")
"""What begins a command that is about the clone or an environment, which a test has made already."""
FOREIGN = ("FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "NO_COLOR")
"""Variables of the tester's own shell that must not be felt, besides memtxn's."""


class Mismatch(AssertionError):
    """A page is wrong."""


@dataclass(frozen=True)
class Command:
    """A line that is typed, and what is shown below it."""

    text: str
    shown: str
    line: int

    @property
    def word(self) -> str:
        """Its first word, after what it sets in its environment; of what it keeps in a variable, the first."""
        kept = re.sub(r"^\w+=\$\(", "", self.text)
        words = [word for word in kept.split() if not re.fullmatch(r"\w+=\S*", word)]
        return words[0] if words else ""


def commands(block: Block) -> list[Command]:
    """The commands of a console block."""
    found: list[Command] = []
    for number, line in enumerate(block.text.splitlines(), start=block.line):
        if line.startswith("$ "):
            found.append(Command(line[2:].split("  #")[0].rstrip(), "", number))
        elif not found:
            raise Mismatch(f"line {number}: a console block begins with a command")
        elif line.startswith("> ") and not found[-1].shown:
            found[-1] = Command(f"{found[-1].text}\n{line[2:]}", "", found[-1].line)
        else:
            found[-1] = Command(found[-1].text, f"{found[-1].shown}{line}\n", found[-1].line)
    return found


def agrees(shown: str, real: str) -> bool:
    """Whether what a page shows is what came."""
    parts = []
    for line in shown.rstrip().splitlines():
        if line.strip() == "…":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append("[^\n]*".join(re.escape(piece) for piece in line.rstrip().split("…")) + "\n")
    lines = [line.rstrip() for line in real.rstrip().splitlines()]
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in lines)) is not None


@dataclass
class Session:
    """A Python and a shell in one folder, begun when they are first needed."""

    folder: Path
    page: str
    _started: dict[str, subprocess.Popen[str]] = field(default_factory=dict)
    _status: int = 0

    def follow(self, found: list[Block]) -> int:
        """Do what the blocks of a page say, and return how many blocks and commands ran. Raises Mismatch."""
        ran = 0
        for block, after in zip(found, [*found[1:], Block("", "", 0)], strict=True):
            if block.language == "python":
                self._python(block, after.text if after.language == "output" else None)
                ran += 1
            elif block.language == "console":
                ran += self._console(commands(block))
        return ran

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._started.values():
            process.communicate()

    # -- Python --------------------------------------------------------------------------------------

    def _python(self, block: Block, shown: str | None) -> None:
        process = self._process("python", [sys.executable, "-P", "-W", "error", str(_RUNNER)])
        _write(process, json.dumps({"page": self.page, "line": block.line, "text": block.text}))
        answer = json.loads(_output(process).readline() or '{"printed": "", "error": "Python went away"}')
        if answer["error"]:
            raise Mismatch(f"{self.page}:{block.line}: {answer['printed']}{answer['error']}")
        self._compare(block.line, shown, answer["printed"])

    # -- the shell -----------------------------------------------------------------------------------

    def _console(self, typed: list[Command]) -> int:
        ran = 0
        for command, after in zip(typed, [*typed[1:], None], strict=True):
            if command.word in ELSEWHERE:
                continue
            if command.word not in OURS:
                raise Mismatch(f"{self.page}:{command.line}: not known to be run: {command.text}")
            printed = self.typed(command.text)
            if self._status != 0 and (after is None or after.text != "echo $?"):
                raise Mismatch(f"{self.page}:{command.line}: {command.text}: exit {self._status}\n{printed}")
            self._compare(command.line, command.shown or None, printed)
            ran += 1
        return ran

    def typed(self, text: str) -> str:
        """What comes of a command that is typed. ``$?`` is then its status, for the next one as well."""
        process = self._process("shell", ["bash", "--norc", "--noprofile"])
        _write(process, f"(exit {self._status})\n{{ {text}\n}} </dev/null 2>&1\nprintf '\\n{_MARK} %d\\n' $?")
        printed = ""
        while not (ended := re.search(rf"\n{_MARK} (\d+)\n\Z", printed)):
            line = _output(process).readline()
            if not line:
                raise Mismatch(f"{self.page}: the shell went away after {text}\n{printed}")
            printed += line
        self._status = int(ended[1])
        return printed[: ended.start()]

    # -- both ----------------------------------------------------------------------------------------

    def _process(self, name: str, command: list[str]) -> subprocess.Popen[str]:
        if name not in self._started:
            self._started[name] = subprocess.Popen(
                command,
                cwd=self.folder,
                env=_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        return self._started[name]

    def _compare(self, line: int, shown: str | None, printed: str) -> None:
        if shown is not None and not agrees(shown, printed):
            raise Mismatch(f"{self.page}:{line}: the page shows\n{shown}\nand what came is\n{printed}")


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in FOREIGN and not name.startswith("MEMTXN_")
    }
    return kept | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}",
        "LC_ALL": "C.UTF-8",
    }


def _write(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def _output(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout
