"""Show: answers as lines of text. Nothing of a store reaches a line but through `safe`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from rich.text import Text

from memtxn.interfaces.cli.safe import shortened, shown_value, visible
from memtxn.interfaces.inputs import Propose
from memtxn.model.belief import Belief
from memtxn.model.explanation import Account, Committed, Explanation, Quoted, Replaced
from memtxn.model.key import Key
from memtxn.model.logentry import Change, LogEntry
from memtxn.model.receipt import ProposalOutcome, Receipt, Report
from memtxn.model.source import Source
from memtxn.model.verdict import Decision, Finding, Verdict

_BRIEF = 160
"""Characters that the log shows of a text or a value."""
_COLOURS = {
    "ADD": "green",
    "SUPERSEDE": "cyan",
    "NOOP": "dim",
    "QUEUED": "dim",
    "REJECT": "red",
    "QUARANTINE": "yellow",
    "active": "green",
    "scheduled": "cyan",
    "reject": "red",
    "quarantine": "yellow",
    "unreadable": "bold red",
}


def _word(text: str, width: int = 0) -> tuple[str, str]:
    """A word of the vocabulary in its colour, padded."""
    return text.ljust(width), _COLOURS.get(text, "")


def _time(moment: datetime | None) -> str:
    return "time unknown" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def _named(key: Key | None) -> str:
    return "?" if key is None else visible(str(key))


# -- what was written ----------------------------------------------------------------------------------


def source(seen: Source) -> Iterator[Text]:
    """The id alone, so that a script can keep it."""
    yield Text(seen.id)


def receipt(asked: Propose, made: Receipt) -> Iterator[Text]:
    """What became of a proposal, rule by rule, and where the transaction stands."""
    for outcome in made.outcomes:
        yield _outcome(asked, outcome)
        yield from verdict(outcome.verdict)
    yield Text(f"committed as seq {made.seq}, transaction {made.tx_id}")


def _outcome(asked: Propose, outcome: ProposalOutcome) -> Text:
    key, word = Key.of(asked.entity, asked.attribute), _word(outcome.outcome.name)
    if outcome.belief is None:
        return Text.assemble(word, f"  {_named(key)} is retracted")
    said = f"  {_named(key)} = {shown_value(outcome.belief.value)}"
    return Text.assemble(word, said, (f"  {outcome.belief.status}, belief {outcome.belief.id}", "dim"))


def verdict(judged: Verdict) -> Iterator[Text]:
    """What each rule said."""
    for finding in judged.trace:
        yield _finding(finding)


def _finding(finding: Finding) -> Text:
    rule = f"  {visible(finding.rule):<12} "
    if finding.decision is Decision.ADMIT:
        return Text.assemble(rule, ("pass", "green"))
    word, detail = _word(finding.decision.name), visible(finding.detail)
    return Text.assemble(rule, word, f" {visible(finding.code)}", f": {detail}" if detail else "")


# -- what is believed ----------------------------------------------------------------------------------


def beliefs(shown: Belief | list[Belief]) -> Iterator[Text]:
    """What a key shows."""
    for belief in shown if isinstance(shown, list) else [shown]:
        yield Text.assemble(f"{_named(belief.key)} = ", (shown_value(belief.value), "bold"))
        yield Text.assemble("  ", _word(belief.status), f" {_since(belief)}", (f"  {_facts(belief)}", "dim"))


def history(versions: list[Belief]) -> Iterator[Text]:
    """Every version, one on a line."""
    yield Text(_named(versions[0].key), "bold")
    width = max(len(belief.id) for belief in versions)
    for belief in versions:
        successor = f", then {belief.superseded_by}" if belief.superseded_by else ""
        line = f"  {shown_value(belief.value)}  {_since(belief)}{successor}"
        yield Text.assemble(f"  {belief.id:<{width}}  ", _word(belief.status, 10), line)


def _since(belief: Belief) -> str:
    until = f" until {_time(belief.valid_to)}" if belief.valid_to else ""
    return f"from {_time(belief.valid_from)}{until}"


def _facts(belief: Belief) -> str:
    return (
        f"{belief.type}, confidence {belief.confidence:g}, observed {_time(belief.observed_at)},"
        f" belief {belief.id}, version {belief.version}"
    )


# -- why -----------------------------------------------------------------------------------------------


def explanation(explained: Explanation) -> Iterator[Text]:
    """The accounts of a key, from the evidence to the end."""
    for number, account in enumerate(explained.accounts):
        if number:
            yield Text()
        yield from _account(explained.key, account)


def _account(key: Key, account: Account) -> Iterator[Text]:
    times = f" ({account.times} times)" if account.times > 1 else ""
    said = f"{_named(key)} = {shown_value(account.value)}  "
    yield Text.assemble(said, _word(account.status), times)
    for quoted in account.evidence:
        yield _quoted(quoted)
    for finding in account.findings:
        yield Text("  rule       ").append_text(_finding(finding))
    yield _committed(account.transaction)
    for replaced in account.replaced:
        yield _replaced(replaced)


def _quoted(quoted: Quoted) -> Text:
    known = quoted.at is not None
    said = f"{visible(quoted.speaker or '?')} ({visible(quoted.channel or '?')}), {_time(quoted.at)}"
    where = f" at {visible(quoted.pointer)}" if quoted.pointer is not None else ""
    lost = ("" if quoted.found else "NOT FOUND ", "red")
    words = f"“{visible(quoted.text)}”{where} — {said if known else 'unknown source'}"
    return Text.assemble("  evidence     ", lost, words, (f"  {visible(quoted.source_id)}", "dim"))


def _committed(committed: Committed) -> Text:
    label = f" “{visible(committed.label)}”" if committed.label else ""
    return Text(
        f"  transaction  {committed.tx_id}{label}, seq {committed.seq}, by {visible(committed.principal)},"
        f" recorded {_time(committed.recorded_at)}"
    )


def _replaced(replaced: Replaced) -> Text:
    said = f"{replaced.id} = {shown_value(replaced.value)}, observed {_time(replaced.observed_at)}"
    return Text(f"  replaced     {said}")


# -- the journal ---------------------------------------------------------------------------------------


def entry(written: LogEntry) -> Iterator[Text]:
    """One record: who and when, then what it did."""
    who = f"  by {visible(written.principal)}" if written.principal is not None else ""
    label = f"  “{visible(written.label)}”" if written.label else ""
    if written.kind == "missing":
        yield Text.assemble(("missing", "bold red"), f"  records {written.seq} to {written.through}")
        return
    head = (f"seq {written.seq}", "bold yellow")
    yield Text.assemble(head, f"  {_time(written.at)}  ", _word(written.kind), who, label)
    if written.tx_id is not None:
        yield Text(f"  transaction {written.tx_id}", "dim")
    for change in written.changes:
        yield Text.assemble("  ", _word(change.what, 10), " ", _changed(change))


def _changed(change: Change) -> str:
    if not change.readable:
        return "unreadable: its text is missing or damaged" + (f" ({change.id})" if change.id else "")
    if change.what == "SOURCE":
        said_by = f"{visible(change.speaker or '')} ({visible(change.channel or '')})"
        return f"{change.id} {said_by}: {_words(change)}"
    sign = "retracted, was" if change.retracts else "="
    said = f"{_named(change.key)} {sign} {_brief(change)}"
    return said + (f"  {', '.join(map(visible, change.reasons))}" if change.reasons else "")


def _words(change: Change) -> str:
    return _brief(change) if change.text is None else f"“{shortened(visible(change.text), _BRIEF)}”"


def _brief(change: Change) -> str:
    return shortened(shown_value(change.value), _BRIEF)


def report(found: Report) -> Iterator[Text]:
    """What a verification found."""
    looked = f"{found.level} check up to seq {found.seq}: {found.records} records, {found.beliefs} beliefs"
    if found.ok:
        yield Text.assemble(("ok", "bold green"), f"  {looked}")
        return
    yield Text.assemble((f"{len(found.problems)} problems", "bold red"), f"  {looked}")
    for problem in found.problems:
        yield Text(f"  {problem.invariant:<10} {visible(problem.where)}: {visible(problem.detail)}")
