"""Pieces that several answers are put together from: words in their colours, keys, spans of time, evidence."""

from __future__ import annotations

from rich.text import Text

from memtxn.interfaces.cli.safe import shortened, shown_value, visible
from memtxn.interfaces.cli.words import time_text
from memtxn.model.belief import Belief, Status
from memtxn.model.codec import Json
from memtxn.model.explanation import Committed, Quoted
from memtxn.model.explanation import lost as unknown
from memtxn.model.key import Key
from memtxn.model.logentry import Change
from memtxn.model.verdict import Decision, Finding, in_spite

BRIEF = 160
"""Characters that a list shows of a text or a value."""
_COLOURS = {
    "ADD": "green",
    "SUPERSEDE": "cyan",
    "NOOP": "dim",
    "QUEUED": "dim",
    "REJECT": "red",
    "QUARANTINE": "yellow",
    "active": "green",
    "scheduled": "cyan",
    "expired": "dim",
    "retracted": "magenta",
    "retraction": "magenta",
    "added": "green",
    "changed": "cyan",
    "gone": "magenta",
    "reject": "red",
    "quarantine": "yellow",
    "CONFIRM": "green",
    "DENY": "red",
    "confirmed": "green",
    "denied": "red",
    "FALL": "red",
    "FALL_SOURCE": "red",
    "ASIDE": "yellow",
    "RESTORE": "green",
    "RESTORE_SOURCE": "green",
    "SUSPECT": "yellow",
    "CLEAR": "dim",
    "UNDO": "magenta",
    "REVOKE": "magenta",
    "GUARD": "magenta",
    "revoked": "red",
    "ERASE": "magenta",
    "ERASED": "red",
    "ERASED_SOURCE": "red",
    "erased": "red",
    "quarantined": "yellow",
    "unreadable": "bold red",
}
REPAIRED = ("FALL", "ASIDE", "RESTORE", "SUSPECT", "CLEAR")
"""What a repair did to a belief that an earlier record wrote."""


def word(text: str, width: int = 0) -> tuple[str, str]:
    """A word of the vocabulary in its colour, padded."""
    return text.ljust(width), _COLOURS.get(text, "")


def named(key: Key | None) -> str:
    """A key, or ``?`` when its name is not known."""
    return "?" if key is None else visible(str(key))


def subject(change: Change) -> str:
    """What a change of the log is about: a key; or by its name, a constraint."""
    return named(change.key) if change.key is not None or change.id is None else visible(change.id)


def retraction(key: Key | None, value: Json) -> str:
    """A retraction that was refused: what was to be taken back, if that is known."""
    return f"retraction of {named(key)}" + ("" if value is None else f" = {brief(value)}")


def brief(value: Json) -> str:
    """A value, shortened."""
    return shortened(shown_value(value), BRIEF)


def held(belief: Belief, *, shortly: bool = False) -> str:
    """The value of a belief; of one that was erased that it was."""
    if belief.status is Status.ERASED:
        return "(erased)"
    return brief(belief.value) if shortly else shown_value(belief.value)


def unread(change: Change) -> str:
    """Why the text of a change is not shown."""
    return "its text was erased" if change.erased else "unreadable: its text is missing or damaged"


def suspect(marked: bool) -> tuple[str, str]:
    """The mark of a belief that is in doubt since something that it was made from was taken back."""
    return (", suspect" if marked else "", "yellow")


def since(belief: Belief) -> str:
    """From when, until when a belief is shown."""
    until = f" until {time_text(belief.valid_to)}" if belief.valid_to else ""
    return f"from {time_text(belief.valid_from)}{until}"


def finding(found: Finding) -> Text:
    """What a rule said."""
    rule = f"  {visible(found.rule):<12} "
    if found.decision is Decision.ADMIT:
        return Text.assemble(rule, ("pass", "green"))
    said, detail = word(found.decision.name), visible(found.detail)
    waived = f", {visible(in_spite(found.waived))}" if found.waived else ""
    return Text.assemble(rule, said, f" {visible(found.code)}{waived}", f": {detail}" if detail else "")


def quoted(evidence: Quoted, *, limit: int | None = None) -> Text:
    """A piece of evidence: its words (``limit`` characters of them) and whose they are."""
    known = evidence.at is not None
    where = f" at {visible(evidence.pointer)}" if evidence.pointer is not None else ""
    lost = ("" if evidence.found else "NOT FOUND ", "red")
    words = visible(evidence.text)
    words = words if limit is None else shortened(words, limit)
    words = f"{words}{where}" if evidence.pointer is not None and evidence.found else f"“{words}”{where}"
    who = f"{said_by(evidence)}, {time_text(evidence.at)}" if known else unknown(evidence)
    return Text.assemble(
        lost, words, " — ", (who, "red" if evidence.damaged else ""), (f"  {visible(evidence.source_id)}", "dim")
    )


def said_by(evidence: Quoted) -> str:
    """Speaker and channel."""
    return f"{visible(evidence.speaker or '?')} ({visible(evidence.channel or '?')})"


def recorded(record: Committed) -> str:
    """A record: its transaction, label, seq, principal and time."""
    label = f" “{visible(record.label)}”" if record.label else ""
    return (
        f"{record.tx_id}{label}, seq {record.seq}, by {visible(record.principal)},"
        f" recorded {time_text(record.recorded_at)}"
    )
