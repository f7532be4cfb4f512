"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from memtxn.interfaces.cli.completion import attributes_like, entities_like

_SOURCE, _MOMENT, _EVIDENCE = "Source", "As of when", "Evidence"

EntityArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="ENTITY",
        help="What it is about: Type/id, such as Meeting/client.",
        autocompletion=entities_like,
    ),
]
AttributeArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="ATTRIBUTE",
        help="Which of its attributes, such as start_time.",
        autocompletion=attributes_like,
    ),
]

# -- as of when ----------------------------------------------------------------------------------------

SeqOption: TypeAlias = Annotated[
    int | None,
    typer.Option("--seq", metavar="N", help="As the memory answered after record N.", rich_help_panel=_MOMENT),
]
RecordedOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--recorded", metavar="TIME", help="As the memory answered at that time.", rich_help_panel=_MOMENT
    ),
]
ValidOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--valid", metavar="TIME", help="What is held to be so at that time.", rich_help_panel=_MOMENT),
]

# -- a source ------------------------------------------------------------------------------------------

SpeakerOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--speaker",
        metavar="NAME",
        help="Who said it.",
        show_default="your login name",
        rich_help_panel=_SOURCE,
    ),
]
ChannelOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--channel",
        metavar="NAME",
        help="user, assistant, operator, tool, web, email, note, ticket, import, or a label of your own.",
        show_default="user; for JSON tool",
        rich_help_panel=_SOURCE,
    ),
]
AtOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="TIME",
        help="When it was said: ISO 8601 with its zone.",
        show_default="now",
        rich_help_panel=_SOURCE,
    ),
]
RefOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--ref",
        metavar="TEXT",
        help="Tells equal turns apart, such as a message id.",
        rich_help_panel=_SOURCE,
    ),
]
JsonSourceOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--json-source", help="The text is a JSON document, to be pointed into.", rich_help_panel=_SOURCE
    ),
]

# -- evidence ------------------------------------------------------------------------------------------

SourceOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--source", metavar="ID", help="The source that says so.", rich_help_panel=_EVIDENCE),
]
TextOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--text", metavar="TEXT", help="Or: observe this, in one with it.", rich_help_panel=_EVIDENCE),
]
QuoteOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--quote",
        metavar="WORDS",
        help="The words of it that say so.",
        show_default="all of it",
        rich_help_panel=_EVIDENCE,
    ),
]
OccurrenceOption: TypeAlias = Annotated[
    int | None,
    typer.Option("--occurrence", metavar="N", help="Which of several equal quotes.", rich_help_panel=_EVIDENCE),
]
PointerOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--pointer", metavar="/A/B", help="The place in a JSON source.", rich_help_panel=_EVIDENCE),
]

# -- a transaction -------------------------------------------------------------------------------------

VerboseOption: TypeAlias = Annotated[
    bool,
    typer.Option("--verbose", help="Tell what each rule said, even when all let it pass."),
]
LabelOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--label", metavar="TEXT", help="What it is for; `log` shows it."),
]
