"""Show what a range holds: beliefs one on a line, differences, and who said what."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from memtxn.interfaces.cli.pieces import BRIEF, held, named, quoted, since, suspect, word
from memtxn.interfaces.cli.safe import visible
from memtxn.interfaces.cli.words import time_text
from memtxn.model.belief import Belief, Status
from memtxn.model.difference import Difference, Differs
from memtxn.model.shown import Blamed


def listed(beliefs: list[Belief]) -> Iterator[Text]:
    """Beliefs one on a line; where some do not show, each says how it stands."""
    hidden = any(belief.status is not Status.ACTIVE for belief in beliefs)
    for belief in beliefs:
        shows = belief.status is Status.ACTIVE
        status = (word(belief.status, 10), " ") if hidden else ()
        value = (held(belief, shortly=True), "bold" if shows else "")
        about = (f"  {since(belief)}, belief {belief.id}", "dim")
        yield Text.assemble(*status, f"{named(belief.key)} = ", value, suspect(belief.suspect), about)


def differences(found: list[Difference]) -> Iterator[Text]:
    """What became of each key, and which record did it."""
    if not found:
        yield Text("no difference")
    for one in found:
        yield _difference(one)


_SIGNS = {Differs.ADDED: ("+", "green"), Differs.CHANGED: ("~", "cyan"), Differs.GONE: ("-", "magenta")}


def _difference(one: Difference) -> Text:
    before = None if one.before is None else held(one.before, shortly=True)
    after = None if one.after is None else (held(one.after, shortly=True), "bold")
    values = [part for part in (before, " → " if before and after else None, after) if part is not None]
    return Text.assemble(_SIGNS[one.change], f" {named(one.key)} = ", *values, (f"  {_cause(one)}", "dim"))


def _cause(one: Difference) -> str:
    record = one.record
    if record is None:
        return "by the passing of time"
    label = f" “{visible(record.label)}”" if record.label else ""
    who = f"seq {record.seq}{label}, by {visible(record.principal)}, {time_text(record.recorded_at)}"
    return f"by the passing of time, as said in {who}" if one.by_time else who


def blamed(found: list[Blamed]) -> Iterator[Text]:
    """Each value in two lines: the record that wrote it and the value; then the words, and whose they are."""
    width = max(len(str(one.record.seq)) for one in found)
    for one in found:
        value = Text.assemble((held(one.belief), "bold"), suspect(one.belief.suspect))
        seq, when = (f"{one.record.seq:>{width}}", "yellow"), time_text(one.record.recorded_at)
        label = f" “{visible(one.record.label)}”" if one.record.label else ""
        by = (f"by {visible(one.record.principal)}{label}", "dim")
        yield Text.assemble(seq, f"  {when}  {named(one.belief.key)} = ", value, "  ", by)
        for evidence in one.evidence:
            yield Text(" " * (width + 2)).append_text(quoted(evidence, limit=BRIEF))
        if not one.evidence:
            yield Text.assemble(" " * (width + 2), ("no evidence", "dim"))
