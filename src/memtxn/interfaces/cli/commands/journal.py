"""`memtxn log` and `memtxn verify`: the journal itself."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

import typer
from rich.text import Text

from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.standing import standing_then
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
    with call.opened() as memory:
        entries = LOG.run(memory, Log(limit=limit, oldest_first=reverse))
        if not call.json:
            call.say(None, lambda _: [Text(visible(call.place), "dim")])
        for entry in entries:
            call.say(entry, partial(show.entry, partial(standing_then, memory)))


def verify(call: Call, check: CheckOption = "full") -> None:
    """Check that the journal, the beliefs and the proofs agree. Changes nothing."""
    report = call.ask(VERIFY, Verify(check=check), partial(show.report, call.place))
    if not report.ok:
        raise typer.Exit(ExitCode.PROBLEMS)
