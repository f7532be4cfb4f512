"""`memtxn restore`: a backup takes the place of the store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.text import Text

from memtxn.engine.restoring import Restored
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.newfile import check_folder, refuse_existing
from memtxn.interfaces.cli.progress import progress
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import bytes_text, counted

BackupArgument = Annotated[str, typer.Argument(metavar="BACKUP", help="What `memtxn backup` made.")]
ToOption = Annotated[
    str | None, typer.Option("--to", metavar="FILE", help="Where to put it.", show_default="that of --db")
]
ReplaceOption = Annotated[
    bool, typer.Option("--replace", help="In the place of a store that is there and that nobody has open.")
]


def restore(call: Call, backup: BackupArgument, to: ToOption = None, replace: ReplaceOption = False) -> None:
    """Check a backup in full, then put it in the place of the store, in one step.

    What does not hold is told, and nothing is changed. What was erased in the store that is replaced is erased in
    the copy too. The store gets another epoch: make a new anchor.
    """
    from memtxn.app.maintain import restore as restore_

    target = call.db if to is None else to
    check_folder(target)
    if not replace:
        refuse_existing(target)
    settings = call.settings
    with progress("copying", in_bytes=True) as tell:
        done = restore_(
            backup,
            target,
            replace=replace,
            key=settings.get("key"),
            busy_timeout=settings.get("busy_timeout", 5.0),
            progress=tell,
        )
    call.say(done, _shown)


def _shown(done: Restored) -> Iterator[Text]:
    what = f"{counted(done.records, 'record')}, {bytes_text(done.bytes)}"
    yield Text(f"restored to {visible(done.path)}: {what}, all of it checked")
    if done.erased:
        yield Text(f"{counted(done.erased, 'text')} went again, which the store that was there had erased")
    if not done.sealed:
        yield Text("its seals were not checked: the key is not known", "dim")
