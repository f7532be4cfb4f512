"""`memtxn propose`: what is to be believed, and on which evidence."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.evidence import cited, seen_with
from memtxn.interfaces.cli.given import json_value, moment
from memtxn.interfaces.cli.options import (
    AtOption,
    AttributeArgument,
    ChannelOption,
    EntityArgument,
    JsonSourceOption,
    LabelOption,
    OccurrenceOption,
    PointerOption,
    QuoteOption,
    RefOption,
    SourceOption,
    SpeakerOption,
    TextOption,
    VerboseOption,
)
from memtxn.interfaces.cli.standing import PLAIN, standing_after
from memtxn.interfaces.inputs import Propose
from memtxn.interfaces.operations import PROPOSE
from memtxn.model.key import Key

_PROPOSAL = "Proposal"

ValueArgument = Annotated[str, typer.Argument(metavar="VALUE", help="The value, a text.")]
ValueJsonOption = Annotated[
    bool, typer.Option("--value-json", help="VALUE is JSON: 4, true.", rich_help_panel=_PROPOSAL)
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


def propose(  # noqa: PLR0913, PLR0917  # the options of a command are its parameters
    call: Call,
    entity: EntityArgument,
    attribute: AttributeArgument,
    value: ValueArgument,
    source: SourceOption = None,
    text: TextOption = None,
    quote: QuoteOption = None,
    occurrence: OccurrenceOption = None,
    pointer: PointerOption = None,
    value_json: ValueJsonOption = False,
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
    verbose: VerboseOption = False,
) -> None:
    """Propose a belief on evidence. The rules decide; a refusal changes nothing and says why.

    What each rule said is told of a refusal, in the shadow mode, and with --verbose.

    The options of a source belong to --text.

    A VALUE that begins with a dash goes behind all options, after `--`.
    """
    evidence = cited(
        source,
        seen_with(text, speaker, channel, at, ref, as_json=json_source),
        quote,
        occurrence,
        pointer,
    )
    if not evidence:
        raise InvalidInput("a proposal needs evidence: --source ID or --text TEXT, and --quote WORDS of it")
    proposal = Propose(
        entity=entity,
        attribute=attribute,
        value=json_value(value, "VALUE") if value_json else value,
        evidence=evidence,
        observed_at=moment(observed_at, "--observed-at"),
        valid_from=moment(valid_from, "--valid-from"),
        valid_to=moment(valid_to, "--valid-to"),
        confidence=confidence,
        type=type_,
        expected_version=expected_version,
        label=label,
    )
    key = Key.of(entity, attribute)
    with call.opened() as memory:
        made = PROPOSE.run(memory, proposal)
        standing = PLAIN if call.json else standing_after(memory, key, made)
    call.say(made, partial(show.receipt, key, call.place, standing, verbose))
