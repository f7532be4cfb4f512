"""`memtxn get`, `history`, `why` and `why-not`: questions about one key."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Annotated

import typer
from rich.text import Text

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.bars import bars
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.damaged import check_whole
from memtxn.interfaces.cli.given import moment
from memtxn.interfaces.cli.options import (
    AttributeArgument,
    EntityArgument,
    RecordedOption,
    SeqOption,
    ValidOption,
)
from memtxn.interfaces.cli.out import cropped, terminal_width
from memtxn.interfaces.inputs import Ask
from memtxn.interfaces.operations import GET, HISTORY, WHY, WHY_NOT
from memtxn.model.belief import Belief
from memtxn.model.explanation import Explanation

_BARS = 40
"""Columns of the axis of time."""
GraphOption = Annotated[bool, typer.Option("--graph", help="As bars on an axis of time, which is not to scale.")]


def get(
    call: Call,
    entity: EntityArgument,
    attribute: AttributeArgument,
    seq: SeqOption = None,
    recorded: RecordedOption = None,
    valid: ValidOption = None,
) -> None:
    """Show what is believed, now or as of a record or a time."""
    call.ask(GET, _asked(entity, attribute, seq, recorded, valid), show.beliefs)


def history(
    call: Call,
    entity: EntityArgument,
    attribute: AttributeArgument,
    graph: GraphOption = False,
    seq: SeqOption = None,
    recorded: RecordedOption = None,
    valid: ValidOption = None,
) -> None:
    """Show every version that was ever believed, in the order in which they were recorded."""
    asked = _asked(entity, attribute, seq, recorded, valid)
    call.ask(HISTORY, asked, partial(_drawn, asked) if graph else show.history)


def _drawn(asked: Ask, versions: list[Belief]) -> Iterator[Text]:
    """The versions on the axis of valid time."""
    width = terminal_width()
    now = asked.valid or asked.recorded or (datetime.now(UTC) if asked.seq is None else None)
    axis = _BARS if width is None else max(8, min(_BARS, width // 3))
    yield from cropped(bars(versions, now, axis, width), width)


def why(
    call: Call,
    entity: EntityArgument,
    attribute: AttributeArgument,
    seq: SeqOption = None,
    recorded: RecordedOption = None,
    valid: ValidOption = None,
) -> None:
    """Explain a belief: its quote, its verdict, its transaction, what it replaced."""
    check_whole(call.ask(WHY, _asked(entity, attribute, seq, recorded, valid), _explained).evidence)


def why_not(
    call: Call,
    entity: EntityArgument,
    attribute: AttributeArgument,
    seq: SeqOption = None,
    recorded: RecordedOption = None,
    valid: ValidOption = None,
) -> None:
    """Explain what was refused, by which rule and on which evidence."""
    check_whole(call.ask(WHY_NOT, _asked(entity, attribute, seq, recorded, valid), _explained).evidence)


def _explained(explanation: Explanation) -> Iterator[Text]:
    """The accounts, as wide as the terminal."""
    yield from show.explanation(explanation, terminal_width())


def _asked(entity: str, attribute: str, seq: int | None, recorded: str | None, valid: str | None) -> Ask:
    if seq is not None and recorded is not None:
        raise InvalidInput("give either --seq or --recorded")
    return Ask(
        entity=entity,
        attribute=attribute,
        seq=seq,
        recorded=moment(recorded, "--recorded"),
        valid=moment(valid, "--valid"),
    )
