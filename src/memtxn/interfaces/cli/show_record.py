"""Show everything about one record, one belief or one source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rich.text import Text

from memtxn.interfaces.cli.pieces import (
    REPAIRED,
    finding,
    named,
    quoted,
    recorded,
    retraction,
    said_by,
    subject,
    unread,
    word,
)
from memtxn.interfaces.cli.safe import shown_value, visible
from memtxn.interfaces.cli.standing import WRITTEN
from memtxn.interfaces.cli.words import counted, time_text
from memtxn.model.explanation import Quoted
from memtxn.model.logentry import Change
from memtxn.model.shown import ReadKey, Shown, ShownBelief, ShownProposal, ShownRecord, ShownSource
from memtxn.model.source import Source

_AROUND = 80
"""Characters of a source that are shown before and after a quote."""


def everything(shown: Shown) -> Iterator[Text]:
    """All that is known of it."""
    telling: dict[type, Callable[[Any], Iterator[Text]]] = {
        ShownRecord: _record,
        ShownBelief: _belief,
        ShownSource: _source,
    }
    yield from telling[type(shown)](shown)


# -- a record ------------------------------------------------------------------------------------------


def _record(shown: ShownRecord) -> Iterator[Text]:
    record = shown.record
    label = f"  “{visible(record.label)}”" if record.label else ""
    head = (f"seq {shown.seq}", "bold yellow")
    yield Text.assemble(
        head, f"  {time_text(record.recorded_at)}  {shown.kind}  by {visible(record.principal)}{label}"
    )
    yield _line("transaction", record.tx_id)
    yield _line("policy", shown.policy)
    yield _line("link", shown.link)
    if shown.risk is not None:
        yield _line("risk", visible(shown.risk))
    if shown.keyed:
        yield _line("idempotency", "it had an idempotency key")
    for read in shown.reads:
        yield _line("read", _read(read))
    for source in shown.observed:
        yield _line("observed", f"{source.id} {_who(source)}: {_content(source)}")
    for change in shown.others:
        yield _line(change.what.lower(), _other(change))
    for proposal in shown.proposals:
        yield Text()
        yield from _proposal(proposal, shown.cited)


def _line(name: str, text: str) -> Text:
    return Text(f"  {name:<12} {text}")


def _read(read: ReadKey) -> str:
    return f"{named(read.key)} at version {read.version}"


def _other(change: Change) -> str:
    if not change.readable:
        return f"{change.id} {unread(change)}" if change.id and change.erased else unread(change)
    if change.what == "ERASE":
        return f"{visible(str(change.value))} {visible(change.id or '')}: {visible(change.text or '')}"
    if change.what in ("UNDO", "REVOKE"):
        return f"{visible(str(change.value))} {visible(change.id or '')}"
    if change.what.endswith("SOURCE"):
        return visible(change.id or "")
    place = f"{change.id} " if change.what in ("CONFIRM", "DENY", *REPAIRED) else ""
    return f"{place}{subject(change)} = {shown_value(change.value)}"


# -- a proposal ----------------------------------------------------------------------------------------


def _proposal(shown: ShownProposal, sources: tuple[Source, ...]) -> Iterator[Text]:
    times = f" ({counted(shown.times, 'time')})" if shown.times > 1 else ""
    status = () if shown.status == shown.outcome.lower() else ("  ", word(shown.status))
    yield Text.assemble(word(shown.outcome), (f" {shown.id}", "bold"), _what(shown), *status, times)
    yield _line("said", ", ".join(_facts(shown)))
    for evidence in shown.evidence:
        yield Text("  evidence     ").append_text(_in_its_source(evidence, sources))
    for found in shown.findings:
        yield Text("  rule       ").append_text(finding(found))
    for replaced in shown.replaced:
        value = f"{replaced.id} = {shown_value(replaced.value)}, observed {time_text(replaced.observed_at)}"
        yield _line("replaced", f"{value}, {replaced.status}")
    if shown.superseded_by is not None:
        yield _line("then", f"{shown.superseded_by}, from {time_text(shown.shown_until)} on")
    elif shown.shown_until is not None:
        yield _line("shown until", time_text(shown.shown_until))


def _what(shown: ShownProposal) -> str:
    """What it said, after its id."""
    if not shown.readable:
        return ", whose text was erased" if shown.status == "erased" else " unreadable"
    if shown.retracts and shown.outcome not in WRITTEN:
        return f", {retraction(shown.key, shown.value)}"
    return f"{', retracted:' if shown.retracts else ''} {named(shown.key)} = {shown_value(shown.value)}"


def _facts(shown: ShownProposal) -> Iterator[str]:
    yield shown.type
    if shown.confidence is not None:
        yield f"confidence {shown.confidence:g}"
    if shown.observed_at is not None:
        yield f"observed {time_text(shown.observed_at)}"
    if shown.valid_from is not None:
        until = f" until {time_text(shown.valid_to)}" if shown.valid_to else ""
        yield f"valid from {time_text(shown.valid_from)}{until}"
    if shown.proposal is not None:
        yield f"proposal {visible(shown.proposal)}"
    if shown.derived_from:
        yield f"derived from {', '.join(map(visible, shown.derived_from))}"


def _in_its_source(evidence: Quoted, sources: tuple[Source, ...]) -> Text:
    """The quoted words among those around them; a place in a document as what stands there."""
    text = next((source.text for source in sources if source.id == evidence.source_id), None)
    if text is None or evidence.start is None or evidence.end is None:
        return quoted(evidence)
    first, last = max(0, evidence.start - _AROUND), evidence.end + _AROUND
    before = ("…" if first else "") + visible(text[first : evidence.start])
    after = visible(text[evidence.end : last]) + ("…" if last < len(text) else "")
    words = (f"“{visible(text[evidence.start : evidence.end])}”", "bold")
    whose = f" — {said_by(evidence)}, {time_text(evidence.at)}"
    return Text.assemble(before, words, after, whose, (f"  {visible(evidence.source_id)}", "dim"))


def _belief(shown: ShownBelief) -> Iterator[Text]:
    yield from _proposal(shown.proposal, shown.cited)
    yield _line("transaction", recorded(shown.record))


# -- a source ------------------------------------------------------------------------------------------


def _source(shown: ShownSource) -> Iterator[Text]:
    source = shown.source
    yield Text.assemble(("source ", "bold yellow"), (source.id, "bold yellow"), f"  {_who(source)}")
    yield _line("authority", f"{source.authority:g}")
    if source.ref is not None:
        yield _line("ref", visible(source.ref))
    if source.ordinal:
        yield _line("ordinal", str(source.ordinal))
    yield _line("transaction", recorded(shown.record))
    yield _line("says", _content(source))


def _who(source: Source) -> str:
    return f"{visible(source.speaker)} ({visible(source.channel)}), {time_text(source.at)}"


def _content(source: Source) -> str:
    return shown_value(source.value) if source.text is None else f"“{visible(source.text)}”"
