"""Damaged: an answer whose evidence lost its words is given all the same, and is no success."""

from __future__ import annotations

from collections.abc import Iterable

import typer
from rich.text import Text

from memtxn.errors import Unreadable
from memtxn.interfaces.cli.exits import ExitCode, advice_of
from memtxn.interfaces.cli.out import write_text
from memtxn.interfaces.cli.safe import visible
from memtxn.model.explanation import Quoted


def check_whole(evidence: Iterable[Quoted]) -> None:
    """After an answer was printed: end with the code of the storage when a source of it is damaged."""
    ids = list(dict.fromkeys(quoted.source_id for quoted in evidence if quoted.damaged))
    if ids:
        more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
        said = f"source {visible(ids[0])}{more}: the text is damaged or missing"
        hint = advice_of(Unreadable())
        write_text([Text.assemble(("error: ", "bold red"), said), Text(f"hint: {hint}")], stderr=True)
        raise typer.Exit(ExitCode.STORAGE)
