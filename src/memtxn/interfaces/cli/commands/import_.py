"""`memtxn import`: lines of JSON, brought in through admission."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.cli.newfile import refuse_existing
from memtxn.interfaces.cli.out import write_text
from memtxn.interfaces.cli.progress import Tell, progress
from memtxn.interfaces.cli.safe import shortened, visible
from memtxn.interfaces.cli.words import counted
from memtxn.interfaces.inputs import Import
from memtxn.interfaces.operations.moving import bring_in
from memtxn.model.lines import LineProblem, LoadReport

FileArgument = Annotated[str, typer.Argument(metavar="FILE|-", help="Lines of JSON; - for stdin.")]
ChannelOption = Annotated[
    Literal["import"] | None,
    typer.Option(
        "--channel",
        help="Enter what comes without source or evidence on this channel of low authority.",
        show_default="refuse it",
    ),
]
KeepGoingOption = Annotated[
    bool, typer.Option("--keep-going", help="Pass over malformed lines rather than stop at the first.")
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Judge everything, on a copy, and write nothing.")]
RejectsOption = Annotated[
    str | None,
    typer.Option("--rejects", metavar="FILE", help="Write the lines that do not go in to a new file."),
]

_TOLD = 20
"""Lines that did not go in and are told on stderr."""
_BRIEF = 300
"""Characters of what is said of each."""


def import_(
    call: Call,
    file: FileArgument,
    channel: ChannelOption = None,
    keep_going: KeepGoingOption = False,
    dry_run: DryRunOption = False,
    rejects: RejectsOption = None,
) -> None:
    """Bring lines of JSON in, each through admission: those of `memtxn export`, or your own.

    A source is {"text": …, "speaker": …, "at": …}; with "entity", "attribute", "value" and "quote" it is a
    proposal too. The same file again changes nothing, also after a run that was cut short.
    """
    with call.opened() as memory, _problems(rejects, quiet=call.json) as told, _reading(file) as lines:
        given = Import(lines=lines, channel=channel, keep_going=keep_going, dry_run=dry_run)
        report = bring_in(memory, given, told)
    call.say(report, partial(_shown, call.place))
    if not report.ok:
        raise typer.Exit(ExitCode.REFUSED)


# -- what comes in -------------------------------------------------------------------------------------


class _Counted:
    """A file whose lines are counted in bytes as they are read."""

    def __init__(self, stream: BinaryIO, tell: Tell, total: int | None) -> None:
        self._stream, self._tell, self._total = stream, tell, total
        self._done = 0

    def readline(self, limit: int, /) -> bytes:
        """The next line, or as much of it as the limit allows."""
        line = self._stream.readline(limit)
        self._done += len(line)
        self._tell(self._done, self._total)
        return line


@contextmanager
def _reading(path: str) -> Iterator[_Counted]:
    with ExitStack() as stack:
        stream = sys.stdin.buffer if path == "-" else stack.enter_context(_opened(path))
        tell = stack.enter_context(progress("importing", in_bytes=True))
        yield _Counted(stream, tell, _size(stream))


def _opened(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _size(stream: BinaryIO) -> int | None:
    """The bytes of a file; None for a pipe, and for what is no file of the system's."""
    try:
        found = os.fstat(stream.fileno())
    except OSError:
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


# -- what does not go in -------------------------------------------------------------------------------


class _Problems:
    """Tells the first lines that did not go in, and writes all of them to a file, which the first one makes."""

    def __init__(self, path: str | None, stack: ExitStack, *, quiet: bool) -> None:
        self._path, self._stack, self._quiet = path, stack, quiet
        self._file: BinaryIO | None = None
        self._count = 0

    def __call__(self, problem: LineProblem) -> None:
        """A line did not go in."""
        self._count += 1
        if not self._quiet and self._count <= _TOLD:
            write_text([_told(problem)], stderr=True)
        if not self._quiet and self._count == _TOLD + 1:
            write_text([Text("further lines are counted; --rejects keeps all of them")], stderr=True)
        if self._path is not None and problem.text:
            if self._file is None:
                self._file = self._stack.enter_context(Path(self._path).open("xb"))  # noqa: SIM115
            self._file.write(problem.text.encode() + b"\n")


@contextmanager
def _problems(path: str | None, *, quiet: bool) -> Iterator[_Problems]:
    if path is not None:
        refuse_existing(path)
    with ExitStack() as stack:
        yield _Problems(path, stack, quiet=quiet)


def _told(problem: LineProblem) -> Text:
    what = ", ".join(problem.reasons) or "malformed"
    said = shortened(visible(problem.detail), _BRIEF)
    return Text.assemble(f"line {problem.line}: ", (visible(what), "red"), f": {said}")


# -- what became of it ---------------------------------------------------------------------------------


def _shown(place: str, report: LoadReport) -> Iterator[Text]:
    if report.dry_run:
        yield Text(f"a dry run, nothing was written to {visible(place)}")
    told = f"read {counted(report.lines, 'line')}: {report.new:,} new, {report.known:,} known"
    told += f", {report.refused:,} refused, {report.malformed:,} malformed"
    told += f", {report.ignored:,} for information" if report.ignored else ""
    yield Text(f"{told}, {visible(place)}", "" if report.ok else "red")
    parts = [
        *(f"{count:,} {name}" for name, count in report.outcomes.items()),
        *([counted(report.sources, "source")] if report.sources else []),
        *([counted(report.rules, "rule")] if report.rules else []),
    ]
    if parts:
        yield Text(f"  {', '.join(parts)}")
    if report.unsourced:
        yield Text(f"  without evidence, entered on the channel import: {report.unsourced:,}")
    if report.refused_before:
        yield Text(f"  known, and refused when they came first: {report.refused_before:,}", "red")
