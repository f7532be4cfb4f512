"""Show: answers as lines of text. Nothing of a store reaches a line but through `safe`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rich.text import Text

from memtxn.interfaces.cli.marked import marked
from memtxn.interfaces.cli.pieces import (
    BRIEF,
    REPAIRED,
    brief,
    finding,
    held,
    named,
    quoted,
    recorded,
    retraction,
    since,
    suspect,
    unread,
    word,
)
from memtxn.interfaces.cli.safe import shortened, shown_value, visible
from memtxn.interfaces.cli.standing import WRITTEN, Standing, When
from memtxn.interfaces.cli.words import counted, time_text
from memtxn.model.belief import Belief
from memtxn.model.explanation import Account, Explanation, Replaced, repaired_line
from memtxn.model.key import Key
from memtxn.model.logentry import Change, LogEntry
from memtxn.model.receipt import ProposalOutcome, Receipt, Report
from memtxn.model.record import Outcome
from memtxn.model.recovery import RecoveryReport
from memtxn.model.source import Source
from memtxn.model.verdict import Decision, Verdict

_FEW = 5
"""Places that a report names for one kind of problem."""
_ROW = re.compile(r": \w+Row\(.*", re.DOTALL)
"""A row in the notation of Python, at the end of a problem's detail."""
_OF_KEY = re.compile(r"^(Step|Belief)Row ")
_OTHER = re.compile(r"^(\w+)Row ")
# -- what was written ----------------------------------------------------------------------------------


def source(seen: Source) -> Iterator[Text]:
    """The id alone, so that a script can keep it."""
    yield Text(seen.id)


def receipt(key: Key, place: str, standing: Standing, verbose: bool, made: Receipt) -> Iterator[Text]:
    """What became of a proposal about a key, what the rules said, and where the transaction stands.

    Where none objected they are told in one line, unless it is to be ``verbose``.
    """
    for outcome in made.outcomes:
        yield _outcome(key, outcome, standing)
        silent = not verbose and all(found.decision is Decision.ADMIT for found in outcome.verdict.trace)
        yield from [_passed(outcome.verdict)] if silent else verdict(outcome.verdict)
    yield Text(f"committed as seq {made.seq} of {visible(place)}, transaction {made.tx_id}")


def _outcome(key: Key, outcome: ProposalOutcome, standing: Standing) -> Text:
    outcome_word = word(outcome.outcome.name)
    if outcome.belief is None:
        return Text.assemble(outcome_word, f", retracted: {named(key)}{_left(standing)}")
    said = f"{_lead(standing)}{named(key)} = {shown_value(outcome.belief.value)}{_span(standing)}"
    known = "believed already, the observation is kept; " if outcome.outcome is Outcome.NOOP else ""
    about = f"  {known}{outcome.belief.status}, belief {outcome.belief.id}"
    return Text.assemble(outcome_word, said, (about, "dim"), _meanwhile(standing))


def _left(standing: Standing) -> str:
    """What a key shows after a retraction."""
    if not standing.remain:
        return _meanwhile(standing) or " shows nothing any more"
    gone = shortened(shown_value(standing.taken_back), BRIEF)
    remain = "1 value remains" if standing.remain == 1 else f"{standing.remain:,} values remain"
    return f" no longer shows {gone}; {remain}"


def _lead(standing: Standing) -> str:
    """What stands between an outcome and its statement: when it is shown, unless that is from now on."""
    if standing.when is When.LATER and standing.belief is not None:
        return f", from {time_text(standing.belief.valid_from)} on: "
    return f", {standing.when}: " if standing.when else "  "


def _span(standing: Standing) -> str:
    """From when until when a version of the past is shown."""
    past = standing.when is When.PAST and standing.belief is not None
    return f" {since(standing.belief)}" if past and standing.belief is not None else ""


def _meanwhile(standing: Standing) -> str:
    """What the key shows meanwhile."""
    if not standing.shows:
        return ""
    until = "is shown until then" if standing.when is When.LATER else "is still shown"
    return f"; {shortened(shown_value(standing.shown), BRIEF)} {until}"


def _passed(judged: Verdict) -> Text:
    """The rules that let it pass, in a line."""
    rules = ", ".join(visible(found.rule) for found in judged.trace)
    return Text.assemble("  ", ("pass", "green"), f"  {rules}")


def verdict(judged: Verdict) -> Iterator[Text]:
    """What each rule said."""
    for found in judged.trace:
        yield finding(found)


# -- what is believed ----------------------------------------------------------------------------------


def beliefs(shown: Belief | list[Belief]) -> Iterator[Text]:
    """What a key shows."""
    for belief in shown if isinstance(shown, list) else [shown]:
        yield Text.assemble(f"{named(belief.key)} = ", (held(belief), "bold"))
        yield Text.assemble(
            "  ",
            word(belief.status),
            suspect(belief.suspect),
            f" {since(belief)}",
            (f"  {_facts(belief)}", "dim"),
        )


def history(versions: list[Belief]) -> Iterator[Text]:
    """Every version, one on a line."""
    yield Text(named(versions[0].key), "bold")
    width = max(len(belief.id) for belief in versions)
    for belief in versions:
        successor = f", then {belief.superseded_by}" if belief.superseded_by else ""
        line = f"  {held(belief)}  {since(belief)}{successor}"
        status = (word(belief.status), suspect(True)) if belief.suspect else (word(belief.status, 10),)
        yield Text.assemble(f"  {belief.id:<{width}}  ", *status, line)


def _facts(belief: Belief) -> str:
    return (
        f"{belief.type}, confidence {belief.confidence:g}, observed {time_text(belief.observed_at)},"
        f" belief {belief.id}, version {belief.version}"
    )


# -- why -----------------------------------------------------------------------------------------------


def explanation(explained: Explanation, width: int | None = None) -> Iterator[Text]:
    """The accounts of a key, from the evidence to the end, on so many columns of a terminal."""
    for number, account in enumerate(explained.accounts):
        if number:
            yield Text()
        yield from _account(explained.key, account, width)


def _account(key: Key, account: Account, width: int | None) -> Iterator[Text]:
    times = f" ({counted(account.times, 'time')})" if account.times > 1 else ""
    aimless = any(found.code == "nothing_to_retract" for found in account.findings)
    said = f"{retraction(key, None) if aimless else f'{named(key)} = {shown_value(account.value)}'}  "
    yield Text.assemble(said, word(account.status), suspect(account.suspect), times)
    for number, evidence in enumerate(account.evidence):
        yield Text("  evidence     ").append_text(quoted(evidence))
        yield from marked(account, number, width)
    for found in account.findings:
        yield Text("  rule       ").append_text(finding(found))
    yield Text(f"  transaction  {recorded(account.transaction)}")
    yield from _life(account)
    for replaced in account.replaced:
        yield _replaced(replaced)


def _life(account: Account) -> Iterator[Text]:
    """What became of a proposal that was put aside."""
    if account.proposed is not None:
        yield Text(f"  proposed     {recorded(account.proposed)}")
    if account.repaired is not None:
        line = repaired_line(account.repaired, suspect=account.suspect)
        yield Text(visible(line), "yellow" if account.suspect else "magenta")
    if account.settled is not None:
        yield Text(f"  {account.status:<12} {recorded(account.settled)}")
    elif account.expires_at is not None:
        waits = f"waits        until {time_text(account.expires_at)}, as {account.place}"
        yield Text(
            f"  {waits if account.status == 'quarantine' else f'expired      {time_text(account.expires_at)}'}"
        )


def _replaced(replaced: Replaced) -> Text:
    said = f"{replaced.id} = {shown_value(replaced.value)}, observed {time_text(replaced.observed_at)}"
    return Text(f"  replaced     {said}")


# -- the journal ---------------------------------------------------------------------------------------


def entry(standing: Callable[[LogEntry, Change], Standing], written: LogEntry) -> Iterator[Text]:
    """One record: who and when, then what it did; ``standing`` tells where what was written then stood."""
    who = f"  by {visible(written.principal)}" if written.principal is not None else ""
    label = f"  “{visible(written.label)}”" if written.label else ""
    if written.kind == "missing":
        yield Text.assemble(("missing", "bold red"), f"  {_range(written)}")
        return
    head = (f"seq {written.seq}", "bold yellow")
    yield Text.assemble(head, f"  {time_text(written.at)}  ", word(written.kind), who, label)
    if written.tx_id is not None:
        yield Text(f"  transaction {written.tx_id}", "dim")
    for change in written.changes:
        place = standing(written, change)
        what = word(change.what, 10 if place.when is When.NOW and not change.retracts else 0)
        yield Text.assemble("  ", what, _changed(change, place), _meanwhile(place))


def _range(missing: LogEntry) -> str:
    one = missing.through in (None, missing.seq)
    return f"record {missing.seq}" if one else f"records {missing.seq} to {missing.through}"


def _changed(change: Change, standing: Standing) -> str:
    if change.retracts and change.readable and change.what not in (*WRITTEN, *REPAIRED):
        return f", {retraction(change.key, change.value)}{_reasons(change)}"
    lead = ", retracted: " if change.retracts else _lead(standing) if standing.when else " "
    return f"{lead}{_change(change)}{_span(standing)}"


def _change(change: Change) -> str:
    if not change.readable:
        return unread(change) + (f" ({change.id})" if change.id else "")
    if change.what == "ERASE":
        return f"{visible(str(change.value))} {visible(change.id or '')}: {visible(change.text or '')}"
    if change.what in {"UNDO", "REVOKE"}:
        return f"{visible(str(change.value))} {visible(change.id or '')}"
    if change.what.endswith("SOURCE"):
        said_by = f"{visible(change.speaker or '')} ({visible(change.channel or '')})"
        return f"{change.id} {said_by}: {_words(change)}"
    if change.what in {"CONSTRAIN", "DROP", "RECOVER", "GUARD", "REKEY"}:
        return f"{visible(change.id or '')}, {shown_value(change.value)}"
    which = f"{change.id} " if change.what in REPAIRED else ""
    said = f"{which}{named(change.key)} = {brief(change.value)}"
    return said + _reasons(change)


def _reasons(change: Change) -> str:
    spite = "admitted in spite of " if change.waived_by else ""
    return f"  {spite}{', '.join(map(visible, change.reasons))}" if change.reasons else ""


def _words(change: Change) -> str:
    return brief(change.value) if change.text is None else f"“{shortened(visible(change.text), BRIEF)}”"


def recovery(place: str, found: RecoveryReport) -> Iterator[Text]:
    """What was repaired, and what a verification finds after that."""
    for part in found.repaired:
        counts = {"restored": part.restored, "removed": part.removed}
        told = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
        yield Text.assemble((f"{part.part:<12}", "bold"), told or "made anew")
    if found.dry_run and found.repaired:
        yield Text("nothing was changed: this is what `memtxn recover` would repair", "yellow")
    elif found.repaired:
        yield Text(f"repaired, and recorded as seq {found.recorded}", "green")
    elif found.ok:
        yield Text("nothing to repair", "green")
    yield from report(place, found)
    if any(problem.invariant == "body" for problem in found.problems):
        yield from _not_mended()


def _not_mended() -> Iterator[Text]:
    """What a recovery cannot bring back, and where to go on."""
    lost = "a text (body) cannot be mended here, for it stood nowhere else: what needs it stays unreadable"
    yield Text(f"{lost}, and the rest reads on", "yellow")
    yield Text("  which source or belief that is: `memtxn show SEQ`, SEQ being the number before the dot")
    yield Text("  with a backup: `memtxn restore BACKUP`; without one: `memtxn salvage` keeps all that is whole")


def report(place: str, found: Report) -> Iterator[Text]:
    """What a verification found, what repeats itself in one line."""
    size = f"{counted(found.records, 'record')}, {counted(found.beliefs, 'belief')}"
    looked = f"{found.level} check up to seq {found.seq} of {visible(place)}: {size}"
    if found.ok:
        yield Text.assemble(("ok", "bold green"), f"  {looked}")
        return
    yield Text.assemble((counted(len(found.problems), "problem"), "bold red"), f"  {looked}")
    groups: dict[tuple[str, str], list[str]] = {}
    for problem in found.problems:
        groups.setdefault((problem.invariant, _without_row(problem.detail)), []).append(problem.where)
    for (invariant, detail), places in groups.items():
        times = f"{len(places):,} × " if len(places) > 1 else ""
        yield Text(f"  {invariant:<10} {times}{visible(detail)}{_places(places)}")


def _without_row(detail: str) -> str:
    """A problem in words; the row itself is for `--json`."""
    return _ROW.sub("", detail)


def _places(places: list[str]) -> str:
    """Where it is so: the first few places, and how many more there are."""
    told = [_place(place) for place in dict.fromkeys(places) if place]
    more = f" and {len(told) - _FEW:,} more" if len(told) > _FEW else ""
    return f" ({', '.join(told[:_FEW])}{more})" if told else ""


def _place(where: str) -> str:
    """``StepRow 1`` in words."""
    if _OTHER.match(where) is None:
        return visible(where)
    return visible(_OTHER.sub(r"\1 ", _OF_KEY.sub(r"\1 of key ", where)).lower())
