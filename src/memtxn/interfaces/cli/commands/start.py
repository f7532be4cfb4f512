"""`memtxn init`: make a store, and perhaps a file of settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.config import NAME, VARIABLE, write_config
from memtxn.interfaces.cli.newfile import check_folder
from memtxn.interfaces.cli.place import is_missing, make_store
from memtxn.interfaces.cli.safe import visible

PathArgument = Annotated[
    str | None,
    typer.Argument(metavar="PATH", help="The file to make.", show_default="that of --db"),
]
ConfigOption = Annotated[
    bool,
    typer.Option("--config", help=f"Write {NAME} too, here or where {VARIABLE} says: it names the store."),
]


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """Where the store is, and whether it was made just now; likewise the file of settings, if asked for."""

    path: str
    created: bool
    config: str | None = None
    config_created: bool | None = None


def init(call: Call, path: PathArgument = None, config: ConfigOption = False) -> None:
    """Make a store. One that is there already stays as it is, and so does a file of settings."""
    url = call.db if path is None else path
    if created := is_missing(url):
        check_folder(url)
    make_store(url, call.settings).close()
    made = Made(path=url, created=created)
    if config:
        written, new = write_config(url)
        made = msgspec.structs.replace(made, config=str(written), config_created=new)
    call.say(made, _shown)


def _shown(made: Made) -> Iterator[Text]:
    word = "made the store" if made.created else "the store is there already:"
    yield Text(f"{word} {visible(made.path)}")
    if made.config is not None:
        word = "wrote the settings" if made.config_created else "the settings are there already:"
        yield Text(f"{word} {visible(made.config)}")
