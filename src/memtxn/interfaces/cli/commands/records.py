"""`memtxn show`: everything about a record, a belief or a source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from memtxn.interfaces.cli import show_record
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.damaged import check_whole
from memtxn.interfaces.inputs import Show
from memtxn.interfaces.operations import SHOW
from memtxn.model.explanation import Quoted
from memtxn.model.shown import Shown, ShownBelief, ShownRecord

WhatArgument = Annotated[
    str,
    typer.Argument(
        metavar="WHAT",
        help="A seq, a belief's id (12.0), or the id of a transaction or source or its first digits.",
    ),
]


def show(call: Call, what: WhatArgument) -> None:
    """Show everything about a record, a belief or a source.

    Of a record: who and when, under which policy, what it had read, and each proposal with its evidence, what
    every rule said of it, and what it replaced.
    """
    check_whole(_evidence(call.ask(SHOW, Show(what=what), show_record.everything)))


def _evidence(shown: Shown) -> Iterator[Quoted]:
    if isinstance(shown, ShownRecord):
        yield from (quoted for proposal in shown.proposals for quoted in proposal.evidence)
    elif isinstance(shown, ShownBelief):
        yield from shown.proposal.evidence
