"""The screen of the demo: headings, short paragraphs, tables that fit 80 columns; colour on a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from rich.console import Console, JustifyMethod, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from memtxn.interfaces.cli.safe import shown_value, visible
from memtxn.model.codec import Json

WIDEST = 100
"""Lines longer than this tire the eye."""
GOOD, BAD, ODD, DIM = "green", "bold red", "yellow", "bright_black"
NOTHING = "nothing"


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to `main`, which alone decides how the process ends."""
        raise BrokenPipeError


class Screen:
    """Where the demo is told. A quiet one shows nothing."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._console = _Console(highlight=False, markup=False, emoji=False, quiet=quiet)
        self._console.width = min(self._console.width, WIDEST)
        self._acts = 0

    def act(self, title: str, about: str) -> None:
        """Begin an act: its title, and what one sees there."""
        self._acts += 1
        self._console.rule(Text(f"{self._acts}  {title}", "bold"), align="left", style=DIM)
        self.say(about)

    def say(self, text: str | Text) -> None:
        """A paragraph, and an empty line."""
        self._console.print(text)
        self._console.print()

    def line(self, text: str | Text, *, indent: int = 2) -> None:
        """One line, or a few if it is long; all of them indented."""
        self.put(text, indent=indent)

    def gap(self) -> None:
        """An empty line."""
        self._console.print()

    def beside(self, left: Text, right: Text, width: int) -> None:
        """Two texts beside one another, the left one in that width if it fits."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(min_width=width, no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(left, right)
        self.put(grid)

    def wrapped(self, text: Text, margin: int) -> list[Text]:
        """The lines that a text takes beside a margin."""
        return list(text.wrap(self._console, self._console.width - margin - 2))

    def put(self, thing: RenderableType, *, indent: int = 2) -> None:
        """Anything else."""
        self._console.print(Padding(thing, (0, 0, 0, indent), expand=False))

    def table(
        self,
        columns: Sequence[str],
        rows: Iterable[Sequence[str | Text]],
        *,
        right: Collection[str] = (),
        firm: Collection[str] = (),
        header: bool = True,
    ) -> None:
        """A table without lines. Columns ``right`` are numbers; those that are ``firm`` are not broken."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style=DIM, show_edge=False, show_header=header)
        for name in columns:
            justify: JustifyMethod = "right" if name in right else "left"
            table.add_column(name, justify=justify, overflow="fold", no_wrap=name in firm)
        for row in rows:
            table.add_row(*row)
        self.put(table)
        self._console.print()


def quoted(text: str) -> str:
    """Words of a source, safe to print."""
    return f"“{visible(text)}”"


def value_text(value: Json) -> str:
    """A believed value; text without its quotation marks, which a newcomer would take for a part of it."""
    if value is None:
        return NOTHING
    if isinstance(value, list):
        return ", ".join(map(value_text, value)) or NOTHING
    return visible(value) if isinstance(value, str) else shown_value(value)


def when(moment: datetime) -> str:
    """A moment as people write it."""
    return f"{moment:%d %b %H:%M}"


def mark(good: bool, yes: str, no: str) -> Text:
    """One of two answers, in its colour."""
    return Text(yes, GOOD) if good else Text(no, BAD)
