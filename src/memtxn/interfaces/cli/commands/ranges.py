"""`memtxn scan`, `at`, `diff` and `blame`: a range of keys, at one moment or between two."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli import show_ranges
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.damaged import check_whole
from memtxn.interfaces.cli.given import moment
from memtxn.interfaces.cli.options import EntityArgument, RecordedOption, SeqOption, ValidOption
from memtxn.interfaces.inputs import At, Blame, Diff, Range
from memtxn.interfaces.operations import AT, BLAME, DIFF, SCAN

_SEQ_DIGITS = 18

PrefixArgument = Annotated[
    str | None,
    typer.Argument(metavar="RANGE", help="Type, or Type/id.", show_default="all there is"),
]
AttributeOption = Annotated[
    str | None, typer.Option("--attribute", metavar="NAME", help="Of that attribute alone.")
]
OneAttributeArgument = Annotated[
    str | None, typer.Argument(metavar="ATTRIBUTE", help="One of its attributes.", show_default="all of them")
]
AllOption = Annotated[
    bool,
    typer.Option("--all", help="Also what is scheduled, and what expired or was retracted last."),
]
FirstOption = Annotated[int | None, typer.Option("-n", "--limit", metavar="N", help="The first N alone.")]
MomentArgument = Annotated[
    str, typer.Argument(metavar="SEQ|TIME", help="A record by its seq, or an ISO 8601 time with its zone.")
]
MomentsArgument = Annotated[
    str,
    typer.Argument(
        metavar="A..B",
        help="Two moments, each a seq or a time. A.. is until now, ..B from the beginning.",
    ),
]


def scan(
    call: Call,
    prefix: PrefixArgument = None,
    attribute: AttributeOption = None,
    hidden: AllOption = False,
    limit: FirstOption = None,
    seq: SeqOption = None,
    recorded: RecordedOption = None,
    valid: ValidOption = None,
) -> None:
    """Show all that is believed in a range of keys, now or as of a record or a time."""
    asked = Range(
        prefix=_range(prefix),
        attribute=attribute,
        hidden=hidden,
        limit=limit,
        seq=_one_of(seq, recorded),
        recorded=moment(recorded, "--recorded"),
        valid=moment(valid, "--valid"),
    )
    call.ask(SCAN, asked, show_ranges.listed)


def at(
    call: Call,
    when: MomentArgument,
    prefix: PrefixArgument = None,
    attribute: AttributeOption = None,
    valid: ValidOption = None,
) -> None:
    """Show the memory as it answered after a record, or at a time."""
    asked = At(moment=_moment(when), prefix=_range(prefix), attribute=attribute, valid=moment(valid, "--valid"))
    call.ask(AT, asked, show_ranges.listed)


def diff(call: Call, moments: MomentsArgument, prefix: PrefixArgument = None) -> None:
    """Show which keys show something else at B than at A, and which record did it.

    A time may lie in the future: what is scheduled until then shows.
    """
    first, dots, last = moments.partition("..")
    if not dots or last.startswith("."):
        raise InvalidInput(f"{moments!r} is no A..B: two seqs or times with two dots between them")
    asked = Diff(a=_moment(first) if first else None, b=_moment(last) if last else None, prefix=_range(prefix))
    call.ask(DIFF, asked, show_ranges.differences)


def blame(
    call: Call,
    entity: EntityArgument,
    attribute: OneAttributeArgument = None,
    seq: SeqOption = None,
    recorded: RecordedOption = None,
    valid: ValidOption = None,
) -> None:
    """Show of each value of an entity which record wrote it, and who said so in which words."""
    asked = Blame(
        entity=entity,
        attribute=attribute,
        seq=_one_of(seq, recorded),
        recorded=moment(recorded, "--recorded"),
        valid=moment(valid, "--valid"),
    )
    answer = call.ask(BLAME, asked, show_ranges.blamed)
    check_whole(quoted for one in answer for quoted in one.evidence)


def _one_of(seq: int | None, recorded: str | None) -> int | None:
    if seq is not None and recorded is not None:
        raise InvalidInput("give either --seq or --recorded")
    return seq


def _range(prefix: str | None) -> str | tuple[str, ...]:
    return () if prefix is None else prefix


def _moment(text: str) -> int | datetime:
    """A number is a seq, anything else a time."""
    if text.isascii() and text.isdecimal() and len(text) <= _SEQ_DIGITS:
        return int(text)
    when = moment(text, "the moment")
    assert when is not None
    return when
