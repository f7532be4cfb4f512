"""`memtxn propose`: what is to be believed, and on which evidence."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from memtxn.engine.memory import Memory
from memtxn.errors import InvalidInput
from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.commands.observe import seen_of
from memtxn.interfaces.cli.given import json_value, moment
from memtxn.interfaces.cli.options import (
    AtOption,
    AttributeArgument,
    ChannelOption,
    EntityArgument,
    JsonSourceOption,
    RefOption,
    SpeakerOption,
)
from memtxn.interfaces.cli.standing import PLAIN, WRITTEN, Standing, standing_of
from memtxn.interfaces.inputs import Cite, Observe, Propose
from memtxn.interfaces.operations import PROPOSE
from memtxn.model.codec import Json
from memtxn.model.key import Key
from memtxn.model.receipt import Receipt

_EVIDENCE, _PROPOSAL = "Evidence", "Proposal"

ValueArgument = Annotated[
    str | None, typer.Argument(metavar="VALUE", help="The value, a text. Not needed with --retract.")
]
SourceOption = Annotated[
    str | None,
    typer.Option("--source", metavar="ID", help="The source that says so.", rich_help_panel=_EVIDENCE),
]
TextOption = Annotated[
    str | None,
    typer.Option("--text", metavar="TEXT", help="Or: observe this, in one with it.", rich_help_panel=_EVIDENCE),
]
QuoteOption = Annotated[
    str | None,
    typer.Option(
        "--quote",
        metavar="WORDS",
        help="The words of it that say so.",
        show_default="all of it",
        rich_help_panel=_EVIDENCE,
    ),
]
OccurrenceOption = Annotated[
    int | None,
    typer.Option("--occurrence", metavar="N", help="Which of several equal quotes.", rich_help_panel=_EVIDENCE),
]
PointerOption = Annotated[
    str | None,
    typer.Option("--pointer", metavar="/A/B", help="The place in a JSON source.", rich_help_panel=_EVIDENCE),
]
ValueJsonOption = Annotated[
    bool, typer.Option("--value-json", help="VALUE is JSON: 4, true.", rich_help_panel=_PROPOSAL)
]
RetractOption = Annotated[
    bool,
    typer.Option(
        "--retract",
        help="What is believed is no longer so; of several values, VALUE.",
        rich_help_panel=_PROPOSAL,
    ),
]
TypeOption = Annotated[
    str,
    typer.Option(
        "--type",
        metavar="TYPE",
        help="fact, goal, commitment, preference, hypothesis or derived.",
        rich_help_panel=_PROPOSAL,
    ),
]
ObservedOption = Annotated[
    str | None,
    typer.Option(
        "--observed-at",
        metavar="TIME",
        help="When the source said so.",
        show_default="the source's time",
        rich_help_panel=_PROPOSAL,
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--valid-from",
        metavar="TIME",
        help="From when it holds.",
        show_default="when it was observed",
        rich_help_panel=_PROPOSAL,
    ),
]
ToOption = Annotated[
    str | None,
    typer.Option("--valid-to", metavar="TIME", help="Until when it holds.", rich_help_panel=_PROPOSAL),
]
ConfidenceOption = Annotated[
    float,
    typer.Option("--confidence", metavar="SHARE", help="How sure it is, from 0 to 1.", rich_help_panel=_PROPOSAL),
]
VersionOption = Annotated[
    int | None,
    typer.Option(
        "--expected-version",
        metavar="N",
        help="A conflict unless the belief is at this version; 0: unless there is none.",
        rich_help_panel=_PROPOSAL,
    ),
]
LabelOption = Annotated[
    str | None,
    typer.Option("--label", metavar="TEXT", help="What it is for; `log` shows it.", rich_help_panel=_PROPOSAL),
]


def propose(  # noqa: PLR0913, PLR0917  # the options of a command are its parameters
    call: Call,
    entity: EntityArgument,
    attribute: AttributeArgument,
    value: ValueArgument = None,
    source: SourceOption = None,
    text: TextOption = None,
    quote: QuoteOption = None,
    occurrence: OccurrenceOption = None,
    pointer: PointerOption = None,
    value_json: ValueJsonOption = False,
    retract: RetractOption = False,
    type_: TypeOption = "fact",
    observed_at: ObservedOption = None,
    valid_from: FromOption = None,
    valid_to: ToOption = None,
    confidence: ConfidenceOption = 1.0,
    expected_version: VersionOption = None,
    label: LabelOption = None,
    speaker: SpeakerOption = None,
    channel: ChannelOption = None,
    at: AtOption = None,
    ref: RefOption = None,
    json_source: JsonSourceOption = False,
) -> None:
    """Propose a belief on evidence. The rules decide; a refusal changes nothing and says why.

    The options of a source belong to --text.

    A VALUE that begins with a dash goes behind all options, after `--`.
    """
    seen = None if text is None else seen_of(text, speaker, channel, at, ref, as_json=json_source)
    if seen is None and (json_source or (speaker, channel, at, ref) != (None, None, None, None)):
        raise InvalidInput("--speaker, --channel, --at, --ref and --json-source belong to --text")
    proposal = Propose(
        entity=entity,
        attribute=attribute,
        value=_value(value, as_json=value_json, needed=not retract),
        evidence=_evidence(source, seen, quote, occurrence, pointer, needed=not retract),
        observed_at=moment(observed_at, "--observed-at"),
        valid_from=moment(valid_from, "--valid-from"),
        valid_to=moment(valid_to, "--valid-to"),
        confidence=confidence,
        type=type_,
        expected_version=expected_version,
        retract=retract,
        label=label,
    )
    with call.opened() as memory:
        made = PROPOSE.run(memory, proposal)
        standing = PLAIN if call.json else _standing(memory, proposal, made)
    call.say(made, partial(show.receipt, proposal, call.place, standing))


def _standing(memory: Memory, asked: Propose, made: Receipt) -> Standing:
    """Where what was written stands; of a retraction, what is shown all the same."""
    key, (outcome,) = Key.of(asked.entity, asked.attribute), made.outcomes
    if outcome.belief is None:
        return standing_of(memory, key, "")
    return standing_of(memory, key, outcome.belief.id) if outcome.outcome.name in WRITTEN else PLAIN


def _value(text: str | None, *, as_json: bool, needed: bool) -> Json:
    if text is None:
        if needed:
            raise InvalidInput("no VALUE was given")
        return None
    return json_value(text, "VALUE") if as_json else text


def _evidence(
    source: str | None,
    seen: Observe | None,
    quote: str | None,
    occurrence: int | None,
    pointer: str | None,
    *,
    needed: bool,
) -> tuple[Cite, ...]:
    if occurrence is not None and quote is None:
        raise InvalidInput("--occurrence counts a --quote")
    if source is None and seen is None:
        if quote is not None or pointer is not None:
            raise InvalidInput("a quote or pointer needs its source: --source ID or --text TEXT")
        if needed:
            raise InvalidInput("a proposal needs evidence: --source ID or --text TEXT, and --quote WORDS of it")
        return ()
    if source is not None and seen is not None:
        raise InvalidInput("give either --source or --text")
    nth = 1 if occurrence is None else occurrence
    return (Cite(source=source, observe=seen, quote=quote, occurrence=nth, pointer=pointer),)
