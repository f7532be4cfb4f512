"""Output: calm text on a terminal or a pipe, or JSON for programs; answers on stdout, troubles on stderr."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from memtxn.interfaces.cli.safe import json_line
from memtxn.model.codec import Json

_HANGING = 4
"""Columns by which what is wrapped stands further in."""
_NARROW = 20
"""Columns of text without which nothing is wrapped."""


class _Lines(Console):
    """Lines as they are: no markup, no guessing of colours. Colour on a terminal only."""

    def on_broken_pipe(self) -> None:
        """Leave it to `main`, which alone decides how the process ends."""
        raise BrokenPipeError


def write_text(lines: Iterable[Text], *, stderr: bool = False) -> None:
    """Print lines of text."""
    console = _Lines(stderr=stderr, highlight=False, markup=False, emoji=False)
    width = console.width if console.is_terminal and not stderr else None
    for line in lines:
        for part in _hanging(line, console, width):
            console.print(part, soft_wrap=True)


def _hanging(line: Text, console: Console, width: int | None) -> Iterable[Text]:
    """A line that is too long for a terminal, wrapped between words; what follows hangs behind its beginning."""
    if width is None or line.cell_len <= width:
        return [line]
    indent = len(line.plain) - len(line.plain.lstrip()) + _HANGING
    if width < indent + _NARROW:
        return [line]
    first, *others = line.wrap(console, width - indent)
    return [first, *(Text(" " * indent).append_text(other) for other in others)]


def terminal_width() -> int | None:
    """Columns of the terminal that the answer goes to; None when it goes elsewhere."""
    console = _Lines()
    return console.width if console.is_terminal else None


def cropped(lines: Iterable[Text], width: int | None) -> Iterator[Text]:
    """Lines that a terminal does not wrap: what is too long ends in an ellipsis."""
    for line in lines:
        if width is not None:
            line.truncate(width, overflow="ellipsis")
        yield line


def write_json(value: Json) -> None:
    """Print one JSON document on one line, in UTF-8 whatever the locale (RFC 8259)."""
    sys.stdout.buffer.write(json_line(value).encode() + b"\n")


def prepare() -> None:
    """Let no character of an answer be too much for the encoding of the output, and no stream be missing.

    A process may be started with a standard stream closed; what is written there goes nowhere then.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # stays open
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def hush() -> None:
    """After a broken pipe: let what is still buffered go nowhere, so that the interpreter ends in silence."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
