"""`memtxn get`, `history`, `why` and `why-not`: questions about one key."""

from __future__ import annotations

from memtxn.errors import InvalidInput
from memtxn.interfaces.cli import show
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.given import moment
from memtxn.interfaces.cli.options import (
    AttributeArgument,
    EntityArgument,
    RecordedOption,
    SeqOption,
    ValidOption,
)
from memtxn.interfaces.inputs import Ask
from memtxn.interfaces.operations import GET, HISTORY, WHY, WHY_NOT


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
    seq: SeqOption = None,
    recorded: RecordedOption = None,
    valid: ValidOption = None,
) -> None:
    """Show every version that was ever believed, in the order in which they were recorded."""
    call.ask(HISTORY, _asked(entity, attribute, seq, recorded, valid), show.history)


def why(
    call: Call,
    entity: EntityArgument,
    attribute: AttributeArgument,
    seq: SeqOption = None,
    recorded: RecordedOption = None,
    valid: ValidOption = None,
) -> None:
    """Explain a belief: its quote, its verdict, its transaction, what it replaced."""
    call.ask(WHY, _asked(entity, attribute, seq, recorded, valid), show.explanation)


def why_not(
    call: Call,
    entity: EntityArgument,
    attribute: AttributeArgument,
    seq: SeqOption = None,
    recorded: RecordedOption = None,
    valid: ValidOption = None,
) -> None:
    """Explain what was refused, by which rule and on which evidence."""
    call.ask(WHY_NOT, _asked(entity, attribute, seq, recorded, valid), show.explanation)


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
