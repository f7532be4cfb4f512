"""`memtxn undo` and `memtxn revoke`: taking back what was done, or what should never have been believed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.pieces import brief, named, word
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import time_text
from memtxn.interfaces.inputs import Revoke, Undo
from memtxn.interfaces.operations import REVOKE, UNDO
from memtxn.model.codec import Json
from memtxn.model.repair import Affected, RepairReport

TransactionArgument = Annotated[
    str, typer.Argument(metavar="TX", help="Its id, as `memtxn log` shows it.", show_default=False)
]
TargetArgument = Annotated[
    str,
    typer.Argument(metavar="TARGET", help="The id of a source, a belief or a transaction.", show_default=False),
]
CascadeOption = Annotated[
    bool, typer.Option("--cascade/--no-cascade", help="Follow what was derived from it, or mark that as suspect.")
]
ReadsOption = Annotated[bool, typer.Option("--reads", help="Also what was written by whoever had read it.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Tell what would change, and write nothing.")]


def undo(call: Call, tx_id: TransactionArgument, dry_run: DryRunOption = False) -> None:
    """Reverse one transaction, and keep all later ones.

    What it had replaced shows again where nothing later does. It is a record of its own, which can be undone like
    any other.
    """
    call.ask(UNDO, Undo(tx_id=tx_id, dry_run=dry_run), partial(_told, call.place))


def revoke(
    call: Call,
    target: TargetArgument,
    cascade: CascadeOption = True,
    reads: ReadsOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Take back what should never have been believed, with all that grew from it.

    What another, independent source bears out stays. What was derived from it falls too; a summary waits to be
    made anew (`memtxn pending`). What was written by whoever had read it is marked as suspect. `memtxn undo`
    takes a revocation back.
    """
    if reads and not cascade:
        raise InvalidInput("give either --reads or --no-cascade")
    followed: bool | Literal["reads"] = "reads" if reads else cascade
    given = Revoke(target=target, cascade=followed, dry_run=dry_run)
    call.ask(REVOKE, given, partial(_told, call.place))


def _told(place: str, made: RepairReport) -> Iterator[Text]:
    yield from _lines("FALL", made.fell)
    yield from _lines("ASIDE", made.waits)
    yield from _lines("RESTORE", made.restored)
    yield from _lines("SUSPECT", made.suspects)
    for one in made.withheld:
        yield Text(f"withheld  {_subject(one)}, for {visible(one.rests_on or '?')} is gone")
    for reader in made.readers:
        yield Text(f"read by   {reader.tx_id}, seq {reader.seq}, {visible(reader.principal)}", "dim")
    for shows in made.shows:
        yield Text(f"shows     {named(shows.key)}: {_values(shows.before)} → {_values(shows.after)}")
    for broken in made.broken:
        yield Text.assemble(("broken", "red"), f"    {visible(broken.constraint)}: {visible(broken.detail)}")
    yield Text(_end(place, made))


def _lines(what: str, affected: tuple[Affected, ...]) -> Iterator[Text]:
    for one in affected:
        because = f"{one.because}, {visible(one.rests_on)}" if one.rests_on else one.because
        yield Text.assemble(word(what, 9), f" {_subject(one)}", (f"  {because}", "dim"))


def _subject(one: Affected) -> str:
    retracted = "retracted: " if one.retracts else ""
    return f"{one.id} {retracted}{named(one.key)} = {brief(one.value)}"


def _values(values: tuple[Json, ...]) -> str:
    return ", ".join(map(brief, values)) or "nothing"


def _end(place: str, made: RepairReport) -> str:
    what = f"{made.what} of {made.sort} {visible(made.target)}"
    if made.before is not None and not made.changed:
        by = made.before
        return f"{what}: nothing is left to take back, record {by.seq} did it ({time_text(by.recorded_at)})"
    if not made.changed:
        return f"{what}: {made.detail}"
    if made.dry_run:
        return f"{what}: a dry run, nothing was written"
    return f"{what}: committed as seq {made.seq} of {visible(place)}, transaction {made.tx_id}"
