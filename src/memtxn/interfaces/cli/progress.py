"""Progress of long work: a bar on a terminal's stderr, and nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Tell(Protocol):
    """Is told how much is done, and of how much in all (None: nobody knows)."""

    def __call__(self, done: int, total: int | None, /) -> None:
        """Show it."""


@contextmanager
def progress(what: str, *, in_bytes: bool, wanted: bool = True) -> Iterator[Tell]:
    """A bar while the block runs, gone when it ends; counting bytes, or pieces of whatever kind."""
    if not wanted or not sys.stderr.isatty():
        yield _nobody
        return
    from rich import progress as drawn  # only for those who look
    from rich.console import Console

    size = drawn.DownloadColumn(binary_units=True) if in_bytes else drawn.MofNCompleteColumn()
    columns = (drawn.TextColumn("{task.description}"), drawn.BarColumn(), size, drawn.TimeRemainingColumn())
    with drawn.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def tell(done: int, total: int | None) -> None:
            bar.update(task, completed=done, total=total)

        yield tell


def _nobody(_done: int, _total: int | None) -> None:
    """Nobody looks."""
