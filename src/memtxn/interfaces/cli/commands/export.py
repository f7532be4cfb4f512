"""`memtxn export`: the memory as lines of JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from memtxn.engine.export import Exported
from memtxn.errors import Unreadable
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.cli.newfile import new_file
from memtxn.interfaces.cli.out import write_json, write_text
from memtxn.interfaces.cli.progress import progress
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import counted
from memtxn.interfaces.inputs import Export
from memtxn.interfaces.operations.moving import take_out

OutOption = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write to a file.", show_default="stdout"),
]
ReplaceOption = Annotated[bool, typer.Option("--replace", help="Let the file replace one that is there.")]
RefusalsOption = Annotated[bool, typer.Option("--refusals", help="What was refused as well, for information.")]
KeepGoingOption = Annotated[
    bool, typer.Option("--keep-going", help="Leave out what cannot be read rather than stop at it.")
]

_encode = msgspec.json.Encoder().encode
Write = Callable[[Exported], object]


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """Where the lines are, how many, and up to which record; and how much could not be read."""

    path: str
    lines: int
    seq: int
    left_out: int = 0


def export(
    call: Call,
    output: OutOption = None,
    replace: ReplaceOption = False,
    refusals: RefusalsOption = False,
    keep_going: KeepGoingOption = False,
) -> None:
    """Write the memory as lines of JSON that stand by themselves; `memtxn import` reads them.

    A header, then declarations, sources, beliefs and retractions in the order of the journal. Coming in they get
    new ids and recorded times: to keep the store as it is, `memtxn backup`.
    """
    path = None if output == "-" else output
    asked, left_out = Export(refusals=refusals, keep_going=keep_going), _LeftOut()
    with call.opened() as memory:
        lines, seq = _written(take_out(memory, asked, left_out), path, replace=replace)
    if path is not None:
        call.say(Written(path=path, lines=lines, seq=seq, left_out=left_out.count), _shown)
    if left_out.count:
        write_text([Text(f"left out, for it cannot be read: {left_out.count:,}", "red")], stderr=True)
        raise typer.Exit(ExitCode.PROBLEMS)


class _LeftOut:
    """Names what cannot be read on stderr, and counts it."""

    count = 0

    def __call__(self, error: Unreadable) -> None:
        """Something cannot be read."""
        self.count += 1
        write_text([Text(f"left out: {visible(error.detail)}", "red")], stderr=True)


def _written(found: Iterator[Exported], path: str | None, *, replace: bool) -> tuple[int, int]:
    """Write the lines: how many, and up to which record."""
    lines, shown = 1, path is not None or not sys.stdout.isatty()
    with _out(path, replace=replace) as write, progress("exporting", in_bytes=False, wanted=shown) as tell:
        header = next(found)
        write(header)
        last = header["seq"]
        assert isinstance(last, int)
        for lines, line in enumerate(found, start=2):  # noqa: B007  # counted
            write(line)
            tell(int(str(line["seq"])), last)
    return lines, last


@contextmanager
def _out(path: str | None, *, replace: bool) -> Iterator[Write]:
    """What writes a line: to a file, to a pipe, or safely to a terminal."""
    if path is not None:
        with new_file(path, replace=replace) as file:
            yield lambda line: file.write(_encode(line) + b"\n")
    elif sys.stdout.isatty():
        yield write_json
    else:
        yield lambda line: sys.stdout.buffer.write(_encode(line) + b"\n")


def _shown(written: Written) -> Iterator[Text]:
    yield Text(f"wrote {counted(written.lines, 'line')}, up to seq {written.seq}, to {visible(written.path)}")
