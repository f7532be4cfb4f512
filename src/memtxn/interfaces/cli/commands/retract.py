"""`memtxn retract`: what is believed is no longer so."""

from __future__ import annotations

import json
import shlex
from functools import partial
from typing import Annotated

import typer

from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.evidence import cited, seen_with
from memtxn.interfaces.cli.given import json_value, moment
from memtxn.interfaces.cli.options import (
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
from memtxn.interfaces.inputs import Retract
from memtxn.interfaces.operations import RETRACT
from memtxn.model.key import Key

ValueOption = Annotated[
    str | None,
    typer.Option(
        "--value", metavar="JSON", help="Of several values, which one: 4, true, '\"tea\"'.", show_default=False
    ),
]
SinceOption = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="TIME",
        help="Since when it is no longer so, and when --text was said: ISO 8601 with its zone.",
        show_default="the source's time, or now",
    ),
]


def retract(  # noqa: PLR0913, PLR0917  # the options of a command are its parameters
    call: Call,
    entity: EntityArgument,
    attribute: AttributeArgument,
    value: ValueOption = None,
    at: SinceOption = None,
    source: SourceOption = None,
    text: TextOption = None,
    quote: QuoteOption = None,
    occurrence: OccurrenceOption = None,
    pointer: PointerOption = None,
    label: LabelOption = None,
    speaker: SpeakerOption = None,
    channel: ChannelOption = None,
    ref: RefOption = None,
    json_source: JsonSourceOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Say that what is believed is no longer so. Nothing is deleted: the history keeps it.

    Without evidence it is a statement of the operator. With evidence, that must hold the words of the value
    that is taken back.
    """
    seen = seen_with(text, speaker, channel, at if text is not None else None, ref, as_json=json_source)
    asked = Retract(
        entity=entity,
        attribute=attribute,
        value=None if value is None else json_value(value, "--value", hint=_as_text(value)),
        evidence=cited(source, seen, quote, occurrence, pointer),
        at=moment(at, "--at"),
        label=label,
    )
    key = Key.of(entity, attribute)
    with call.opened() as memory:
        made = RETRACT.run(memory, asked)
        standing = PLAIN if call.json else standing_after(memory, key, made, asked.value)
    call.say(made, partial(show.receipt, key, call.place, standing, verbose))


def _as_text(value: str) -> str:
    """How a text is written that was typed as it is, as one may with `propose`."""
    quoted = shlex.quote(json.dumps(value, ensure_ascii=False))
    return f"unlike the VALUE of `propose`, a text stands in quotes: --value {quoted}"
