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
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.newfile import new_file
from memtxn.interfaces.cli.out import write_json
from memtxn.interfaces.cli.progress import progress
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import counted
from memtxn.interfaces.inputs import Export
from memtxn.interfaces.operations import EXPORT

OutOption = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write to a file.", show_default="stdout"),
]
ReplaceOption = Annotated[bool, typer.Option("--replace", help="Let the file replace one that is there.")]
RefusalsOption = Annotated[bool, typer.Option("--refusals", help="What was refused as well, for information.")]

_encode = msgspec.json.Encoder().encode
Write = Callable[[Exported], object]


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """Where the lines are, how many, and up to which record."""

    path: str
    lines: int
    seq: int


def export(
    call: Call, output: OutOption = None, replace: ReplaceOption = False, refusals: RefusalsOption = False
) -> None:
    """Write the memory as lines of JSON that stand by themselves; `memtxn import` reads them.

    A header, then declarations, sources, beliefs and retractions in the order of the journal.
    """
    path = None if output == "-" else output
    lines = seq = 0
    with call.opened() as memory:
        found = EXPORT.run(memory, Export(refusals=refusals))
        shown = path is not None or not sys.stdout.isatty()
        with _out(path, replace=replace) as write, progress("exporting", in_bytes=False, wanted=shown) as tell:
            header = next(found)
            write(header)
            last = header["seq"]
            assert isinstance(last, int)
            for lines, line in enumerate(found, start=1):  # noqa: B007  # counted
                write(line)
                seq = int(str(line["seq"]))
                tell(seq, last)
    if path is not None:
        call.say(Written(path=path, lines=lines + 1, seq=last), _shown)


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
