"""`memtxn pending`, `confirm` and `deny`: proposals that were put aside, and somebody's word on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.marked import marked
from memtxn.interfaces.cli.options import VerboseOption
from memtxn.interfaces.cli.out import terminal_width
from memtxn.interfaces.cli.pieces import finding, named, quoted, retraction, word
from memtxn.interfaces.cli.safe import shown_value, visible
from memtxn.interfaces.cli.standing import PLAIN
from memtxn.interfaces.cli.words import counted, time_text
from memtxn.interfaces.inputs import Confirm, Deny, Waiting
from memtxn.interfaces.operations import CONFIRM, DENY, PENDING
from memtxn.model.pending import Pending
from memtxn.model.receipt import Receipt

RangeArgument = Annotated[
    str | None,
    typer.Argument(metavar="TYPE[/ID]", help="Only of these entities, such as Meeting.", show_default=False),
]
OfAttributeOption = Annotated[
    str | None,
    typer.Option("--attribute", metavar="NAME", help="Only of this attribute.", show_default=False),
]
ExpiredOption = Annotated[bool, typer.Option("--expired", help="Those that nobody decided in time.")]
ProposalArgument = Annotated[
    str, typer.Argument(metavar="ID", help="What `memtxn pending` calls it, such as 12.1.", show_default=False)
]
ReasonArgument = Annotated[
    str | None, typer.Argument(metavar="REASON", help="Why; `why-not` shows it.", show_default=False)
]
ReasonOption = Annotated[
    str | None, typer.Option("--reason", metavar="TEXT", help="REASON, given by name.", show_default=False)
]


def pending(
    call: Call, range_: RangeArgument = None, attribute: OfAttributeOption = None, expired: ExpiredOption = False
) -> None:
    """List what was put aside and waits for somebody, the first to expire first.

    `memtxn confirm ID` lets one in, `memtxn deny ID` does not. Whoever proposed it cannot: say who you are
    with --principal, or in memtxn.toml.
    """
    entity_type, _, entity_id = (range_ or "").partition("/")
    asked = Waiting(
        entity_type=entity_type or None, entity_id=entity_id or None, attribute=attribute, expired=expired
    )
    call.ask(PENDING, asked, partial(_listed, expired))


def confirm(call: Call, proposal: ProposalArgument, verbose: VerboseOption = False) -> None:
    """Admit a proposal that waits: in a commit of its own, on the rules of today.

    What it was put aside for is waived, and the belief says by whom. Whoever proposed it cannot confirm it: both
    are `local` unless told otherwise, so say who you are with --principal.
    """
    call.ask(CONFIRM, Confirm(proposal=proposal), partial(_confirmed, call.place, verbose))


def deny(
    call: Call, proposal: ProposalArgument, reason: ReasonArgument = None, because: ReasonOption = None
) -> None:
    """Reject a proposal that waits. One that is the same stays denied.

    Whoever proposed it cannot deny it: say who you are with --principal.
    """
    if None not in (reason, because):
        raise InvalidInput("give either REASON or --reason")
    given = Deny(proposal=proposal, reason=reason or because or "")
    call.ask(DENY, given, partial(_denied, call.place, proposal))


def _confirmed(place: str, verbose: bool, made: Receipt) -> Iterator[Text]:
    """What became of it. Who may confirm need not be one who may read: no more is told than the receipt holds."""
    for outcome in made.outcomes:
        if outcome.belief is not None:
            yield from show.receipt(outcome.belief.key, place, PLAIN, verbose, made)
            return
    yield Text(f"committed as seq {made.seq} of {visible(place)}, transaction {made.tx_id}")


def _denied(place: str, proposal: str, made: Receipt) -> Iterator[Text]:
    yield Text(f"denied: {visible(proposal)}, as seq {made.seq} of {visible(place)}, transaction {made.tx_id}")


def _listed(expired: bool, found: list[Pending]) -> Iterator[Text]:
    if not found:
        yield Text("nothing expired" if expired else "nothing waits")
    for number, one in enumerate(found):
        if number:
            yield Text()
        yield from _shown(one)


def _shown(one: Pending) -> Iterator[Text]:
    times = f" ({counted(one.times, 'time')})" if one.times > 1 else ""
    yield Text.assemble((one.place, "bold yellow"), "  ", _said(one), ("  ", ""), word("quarantine"), times)
    for number, evidence in enumerate(one.evidence):
        yield Text("  evidence     ").append_text(quoted(evidence))
        yield from marked(one, number, terminal_width())
    for found in one.findings:
        if found.code:
            yield Text("  rule       ").append_text(finding(found))
    who = "?" if one.proposed_by is None else visible(one.proposed_by)
    yield Text(f"  proposed     by {who}, {time_text(one.proposed_at)}")
    until = "for ever" if one.expires_at is None else f"until {time_text(one.expires_at)}"
    yield Text(f"  {'waited' if one.expired else 'waits':<12} {until}")


def _said(one: Pending) -> str:
    if one.key is None:
        return "unreadable: its text is missing or damaged"
    if one.retracts:
        return retraction(one.key, one.value)
    return f"{named(one.key)} = {shown_value(one.value)}"
