"""`memtxn watch`: see each record as it comes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from threading import Event
from typing import Annotated

import typer
from rich.text import Text

from memtxn.engine.memory import Memory
from memtxn.interfaces.cli.call import Call
from memtxn.interfaces.cli.completion import attributes_like, entities_like
from memtxn.interfaces.cli.follow import concerning, follow, next_seq
from memtxn.interfaces.cli.out import write_text
from memtxn.interfaces.cli.pieces import named
from memtxn.interfaces.cli.safe import shortened, shown_value, visible
from memtxn.interfaces.cli.words import time_text
from memtxn.interfaces.operations import is_empty
from memtxn.model.key import Key
from memtxn.model.logentry import Change, LogEntry

_BRIEF = 80
"""Characters that a line shows of a text or a value."""

EntityOption = Annotated[
    str | None,
    typer.Argument(
        metavar="ENTITY",
        help="Only what is about it: Type/id.",
        show_default="everything",
        autocompletion=entities_like,
    ),
]
OfOption = Annotated[
    str | None,
    typer.Argument(
        metavar="ATTRIBUTE",
        help="Only this attribute of it.",
        show_default="all of them",
        autocompletion=attributes_like,
    ),
]
FromOption = Annotated[
    int | None,
    typer.Option("--from", metavar="SEQ", min=1, help="Begin with this record.", show_default="the next one"),
]


def watch(call: Call, entity: EntityOption = None, attribute: OfOption = None, first: FromOption = None) -> None:
    """Print each new record as it comes, one on a line, until Ctrl-C. With --json one document each.

    Of an ENTITY or its ATTRIBUTE it prints what concerns them alone. A busy store is asked again.
    """
    wanted = None if entity is None else Key.of(entity, "*" if attribute is None else attribute)
    with call.opened() as memory:
        _announce(call, memory)
        for entry in follow(memory, next_seq(memory) if first is None else first, Event().wait):
            told = entry if wanted is None else concerning(entry, lambda key: _is_about(key, wanted, attribute))
            if told is not None:
                call.say(told, _line)
                sys.stdout.flush()


def _is_about(key: Key, wanted: Key, attribute: str | None) -> bool:
    """Whether a key is the one that is meant, or of the entity. A declaration is about all entities of a type."""
    same = key.entity_type == wanted.entity_type and key.entity_id in {wanted.entity_id, "*"}
    return same and (attribute is None or key.attribute == wanted.attribute)


def _announce(call: Call, memory: Memory) -> None:
    """A label may be misspelt; but a memory may also be about to come into being."""
    if is_empty(memory):
        said = f"{call.place} has no records yet; waiting for the first"
        write_text([Text(visible(said), "dim")], stderr=True)


def _line(entry: LogEntry) -> Iterator[Text]:
    if entry.kind == "missing":
        yield Text.assemble(("missing", "bold red"), f"  records {entry.seq} to {entry.through or entry.seq}")
        return
    who = f"  {visible(entry.principal)}" if entry.principal is not None else ""
    label = f"  “{visible(entry.label)}”" if entry.label else ""
    said = "; ".join(map(_said, entry.changes))
    head = (f"seq {entry.seq}", "bold yellow")
    yield Text.assemble(head, f"  {time_text(entry.at)}  {entry.kind}{who}{label}", f"  {said}" if said else "")


def _said(change: Change) -> str:
    if not change.readable:
        return f"{change.what} {change.id or ''}" if change.erased else f"{change.what} unreadable"
    if change.what == "ERASE":
        return f"ERASE {visible(str(change.value))} {visible(change.id or '')}"
    if change.what in {"UNDO", "REVOKE"}:
        return f"{change.what} {visible(str(change.value))} {visible(change.id or '')}"
    if change.what.endswith("SOURCE"):
        words = shown_value(change.value) if change.text is None else f"“{visible(change.text)}”"
        return f"{change.what} {visible(change.speaker or '')}: {shortened(words, _BRIEF)}"
    if change.what == "GUARD":
        return f"{change.what} {visible(change.id or '')} {visible(str(change.value))}"
    if change.what in {"CONSTRAIN", "DROP", "RECOVER", "REKEY"}:
        return f"{change.what} {visible(change.id or '')}"
    what = f"{change.what}, retracted:" if change.retracts else change.what
    codes = f" ({', '.join(map(visible, change.reasons))})" if change.reasons else ""
    return f"{what} {named(change.key)} = {shortened(shown_value(change.value), _BRIEF)}{codes}"
