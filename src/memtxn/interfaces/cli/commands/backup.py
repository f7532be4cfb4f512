"""`memtxn backup`: a copy of the whole store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from memtxn.engine.store import Store
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.newfile import check_folder, refuse_existing
from memtxn.interfaces.cli.progress import progress
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import bytes_text

TargetArgument = Annotated[str, typer.Argument(metavar="TARGET", help="The file to make.")]
ReplaceOption = Annotated[
    bool, typer.Option("--replace", help="Put it in the place of a store that is there and that nobody has open.")
]


class Copied(msgspec.Struct, frozen=True, kw_only=True):
    """Where the copy is, and its size."""

    path: str
    bytes: int


def backup(call: Call, target: TargetArgument, replace: ReplaceOption = False) -> None:
    """Copy the whole store to a file while others write: all memories, as of one moment.

    The file is a store of its own. It appears under its name when it is whole and durable.
    """
    with call.opened_store() as store:
        check_folder(target)
        if not replace:
            refuse_existing(target)
        size = _copied(store, target, replace=replace)
    call.say(Copied(path=target, bytes=size), _shown)


def _copied(store: Store, target: str, *, replace: bool) -> int:
    with progress("copying", in_bytes=True) as tell:
        return store.backup(target, replace=replace, progress=tell)


def _shown(copied: Copied) -> Iterator[Text]:
    yield Text(f"copied {bytes_text(copied.bytes)} to {visible(copied.path)}")
