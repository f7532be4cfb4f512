"""`memtxn init`: make a store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.place import is_missing, make_store
from memtxn.interfaces.cli.safe import visible

PathArgument = Annotated[
    str | None,
    typer.Argument(metavar="PATH", help="The file to make.", show_default="that of --db"),
]


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """Where the store is, and whether it was made just now."""

    path: str
    created: bool


def init(call: Call, path: PathArgument = None) -> None:
    """Make a store. One that is there already stays as it is."""
    url = call.db if path is None else path
    created = is_missing(url)
    make_store(url).close()
    call.say(Made(path=url, created=created), _shown)


def _shown(made: Made) -> Iterator[Text]:
    word = "made the store" if made.created else "the store is there already:"
    yield Text(f"{word} {visible(made.path)}")
