"""`memtxn log` and `memtxn verify`: the journal itself."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.inputs import Log, Verify
from memtxn.interfaces.operations import LOG, VERIFY

LimitOption = Annotated[
    int | None, typer.Option("-n", "--limit", metavar="N", help="The newest N records alone.")
]
ReverseOption = Annotated[bool, typer.Option("--reverse", help="The oldest first.")]
CheckOption = Annotated[
    Literal["tail", "digest", "full"],
    typer.Option("--check", help="The end of the journal, what is believed, or everything."),
]


def log(call: Call, limit: LimitOption = None, reverse: ReverseOption = False) -> None:
    """List the journal's records, newest first, and what each did. With --json one line each."""
    call.stream(LOG, Log(limit=limit, oldest_first=reverse), show.entry)


def verify(call: Call, check: CheckOption = "full") -> None:
    """Check that the journal, the beliefs and the proofs agree. Changes nothing."""
    report = call.ask(VERIFY, Verify(check=check), show.report)
    if not report.ok:
        raise typer.Exit(ExitCode.PROBLEMS)
