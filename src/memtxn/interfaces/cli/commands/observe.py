"""`memtxn observe`: keep what was seen."""

from __future__ import annotations

from typing import Annotated

import typer

from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.given import json_value, login_name, moment_or_now, text_or_stdin
from memtxn.interfaces.cli.options import (
    AtOption,
    ChannelOption,
    JsonSourceOption,
    RefOption,
    SpeakerOption,
)
from memtxn.interfaces.inputs import Observe
from memtxn.interfaces.operations import OBSERVE

TextArgument = Annotated[
    str | None,
    typer.Argument(metavar="TEXT|-", help="What was said; from stdin for - or at the end of a pipe."),
]


def observe(
    call: Call,
    text: TextArgument = None,
    speaker: SpeakerOption = None,
    channel: ChannelOption = None,
    at: AtOption = None,
    ref: RefOption = None,
    json_source: JsonSourceOption = False,
) -> None:
    """Keep what was seen, and print the id to cite it by. The last newline of stdin is left out."""
    seen = seen_of(text_or_stdin(text), speaker, channel, at, ref, as_json=json_source)
    call.ask(OBSERVE, seen, show.source)


def seen_of(
    text: str, speaker: str | None, channel: str | None, at: str | None, ref: str | None, *, as_json: bool
) -> Observe:
    """What was seen, with the defaults of the command line."""
    who, when = speaker if speaker is not None else login_name(), moment_or_now(at, "--at")
    if as_json:
        return Observe(speaker=who, at=when, value=json_value(text, "the source"), channel=channel, ref=ref)
    return Observe(speaker=who, at=when, text=text, channel=channel, ref=ref)
