"""`memtxn salvage`: what a damaged file still proves, into a new one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.text import Text

from memtxn.engine.salvaging import SalvageReport
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.cli.newfile import check_folder
from memtxn.interfaces.cli.place import quoted
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import counted

FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The damaged file, which stays as it is.")]
ToOption = Annotated[str, typer.Option("--to", metavar="NEW", help="The file to make.")]


def salvage(call: Call, file: FileArgument, to: ToOption) -> None:
    """Write what a damaged file still proves into a new one, and name what is lost.

    Each journal is taken up to its first record that is missing or does not follow by hash. When nothing is lost
    but folds, `memtxn recover` mends the file where it is.
    """
    from memtxn.app.maintain import salvage as salvage_

    check_folder(to)
    report = salvage_(file, to)
    call.say(report, _shown)
    if not report.whole:
        raise typer.Exit(ExitCode.PROBLEMS)


def _shown(report: SalvageReport) -> Iterator[Text]:
    for one in report.memories:
        yield Text(f"memory {visible(quoted(one.labels))}: {counted(one.records, 'record')}")
        if one.lost:
            yield Text(f"  {one.lost}")
        if one.texts:
            yield Text(f"  {counted(len(one.texts), 'text')} lost: {', '.join(one.texts[:20])}")
    for number in report.nameless:
        yield Text(f"memory {number}: its name is destroyed, and all of it lost with that")
