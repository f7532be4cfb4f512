"""`memtxn log`, `verify` and `recover`: the journal itself, and all that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Literal

import msgspec
import typer
from rich.text import Text

from memtxn.engine.memory import Memory
from memtxn.errors import InvalidInput
from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.commands.anchor import given_anchor
from memtxn.interfaces.cli.exits import ExitCode
from memtxn.interfaces.cli.graph import Graph
from memtxn.interfaces.cli.graph import oneline as in_a_line
from memtxn.interfaces.cli.out import cropped, terminal_width, write_text
from memtxn.interfaces.cli.progress import progress
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.standing import standing_then
from memtxn.interfaces.inputs import Log, Recover, Verify
from memtxn.interfaces.operations import LOG
from memtxn.interfaces.operations.journal import recovered, verified
from memtxn.model.logentry import LogEntry
from memtxn.model.receipt import Report

LimitOption = Annotated[
    int | None, typer.Option("-n", "--limit", metavar="N", help="The newest N records alone.")
]
GraphOption = Annotated[bool, typer.Option("--graph", help="With a line from each version to what it replaced.")]
OnelineOption = Annotated[
    bool, typer.Option("--oneline", help="A line for each record; in a graph, each change.")
]
AboutArgument = Annotated[
    str | None, typer.Argument(metavar="ENTITY", help="What is about it: Type/id.", show_default="everything")
]
AttributeArgument = Annotated[
    str | None, typer.Argument(metavar="ATTRIBUTE", help="One of its attributes.", show_default="all of them")
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Only say what would be repaired.")]
_LANES = 16
_UNANCHORED = "no anchor given: that the end was cut off, or an older file put back, is not ruled out"
ReverseOption = Annotated[bool, typer.Option("--reverse", help="The oldest first.")]
CheckOption = Annotated[
    Literal["tail", "digest", "full"],
    typer.Option("--check", help="The end of the journal, what is believed, or everything."),
]


AnchorOption = Annotated[
    str | None,
    typer.Option(
        "--anchor", metavar="FILE", help="What `memtxn anchor` printed; - for stdin.", show_default=False
    ),
]


def log(
    call: Call,
    entity: AboutArgument = None,
    attribute: AttributeArgument = None,
    limit: LimitOption = None,
    reverse: ReverseOption = False,
    graph: GraphOption = False,
    oneline: OnelineOption = False,
) -> None:
    """List the journal's records, newest first, and what each did. With --json one line each.

    Of an entity, or one attribute of it: the records that are about it, and what of them is. In a graph each
    version has its sign, and a line to what it replaced:

    \b
    * shown from then on       = believed already    + scheduled
    ~ late: in the past, or shown at no time            - retracted
    x refused    ? quarantined    . observed    # declared    ! unreadable
    """  # noqa: D301  # a backspace keeps the lines as they are
    if graph and reverse:
        raise InvalidInput("a graph is drawn newest first: leave out --reverse")
    asked = Log(limit=limit, oldest_first=reverse, entity=entity, attribute=attribute, links=graph)
    with call.opened() as memory:
        entries = LOG.run(memory, asked)
        if not call.json and not oneline:
            call.say(None, lambda _: [Text(visible(call.place), "dim")])
        tell = _telling(memory, graph=graph, oneline=oneline)
        if call.json:
            for entry in entries:
                call.say(entry, tell)
        else:
            write_text(line for entry in entries for line in tell(entry))


def _telling(memory: Memory, *, graph: bool, oneline: bool) -> Callable[[LogEntry], Iterator[Text]]:
    """How a record is told."""
    width = terminal_width() if graph or oneline else None
    if graph:
        drawn = Graph(_lanes(width), oneline=oneline)
        return lambda entry: cropped(drawn.entry(entry), width)
    if oneline:
        return lambda entry: cropped(in_a_line(entry), width)
    return partial(show.entry, partial(standing_then, memory))


def _lanes(width: int | None) -> int:
    """How many lines run side by side: a third of a narrow terminal, sixteen at most."""
    return _LANES if width is None else max(2, min(_LANES, width // 6))


def verify(call: Call, check: CheckOption = "full", anchor: AnchorOption = None) -> None:
    """Check that the journal, the beliefs and the proofs agree. Changes nothing.

    With --anchor also that all which it saw still stands, of this memory and of all others: nothing else finds
    out that the end of a journal was cut off, or an older file put back. See `memtxn anchor`.

    A store without any record is sound; a memory without any, among others, is a misspelt label.
    """
    kept = None if anchor is None else given_anchor(anchor)
    with (
        call.opened_store() as store,
        call.memory_of(store) as memory,
        progress("checking records", in_bytes=False, wanted=check == "full") as tell,
    ):
        report = verified(memory, Verify(check=check, anchor=kept), tell, may_be_empty=not store.memories())
        if kept is not None:
            others = [one for one in store.verify_anchor(kept) if one not in report.problems]
            report = msgspec.structs.replace(report, problems=(*report.problems, *others))
    call.say(report, partial(_verified, call.place))
    if not report.ok:
        raise typer.Exit(ExitCode.PROBLEMS)


def _verified(place: str, report: Report) -> Iterator[Text]:
    yield from show.report(place, report)
    if report.anchored is None:
        yield Text(
            "no anchor given: that the end was cut off, or an older file put back, is not ruled out", "dim"
        )
    elif report.anchored == 0:
        yield Text("the memory is younger than the anchor", "dim")


def recover(call: Call, dry_run: DryRunOption = False) -> None:
    """Bring back what the journal implies, whatever happened to any row beside it, and verify all of it.

    Rows that are lacking are restored, rows that no record wrote are removed, indexes are built anew. A memory
    that is sound is left as it is. From a damaged journal nothing is rebuilt: open a backup.
    """
    with (
        call.opened_store() as store,
        call.memory_of(store) as memory,
        progress("following records", in_bytes=False) as tell,
    ):
        report = recovered(memory, Recover(dry_run=dry_run), tell, may_be_empty=not store.memories())
    call.say(report, partial(show.recovery, call.place))
    if not report.ok:
        raise typer.Exit(ExitCode.PROBLEMS)
