"""Explanation: why a memory believes something, or why it does not. Printable, and data."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from memtxn.model.codec import Json
from memtxn.model.exact import one_line
from memtxn.model.excerpt import Excerpt, Span
from memtxn.model.key import Key
from memtxn.model.time import utc_text
from memtxn.model.verdict import Finding, trace_lines


class Quoted(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of evidence with its words.

    ``excerpts`` are the sentences of its source around it and around what the rules found there.
    ``found`` is False for a quote that its source does not hold; speaker, channel and time are None when the
    source itself is not known. ``damaged``: it was known, and its text is damaged or missing now, which
    `Memory.verify` tells more about; the words of a belief's citation are ``?`` then, and when it was ``erased``.
    """

    source_id: str
    text: str
    found: bool = True
    damaged: bool = False
    erased: bool = False
    speaker: str | None = None
    channel: str | None = None
    at: datetime | None = None
    start: int | None = None
    end: int | None = None
    pointer: str | None = None
    excerpts: tuple[Excerpt, ...] = ()


class Committed(msgspec.Struct, frozen=True, kw_only=True):
    """The transaction that decided."""

    tx_id: str
    seq: int
    recorded_at: datetime
    principal: str
    label: str | None = None


class Replaced(msgspec.Struct, frozen=True, kw_only=True):
    """A version that gave way."""

    id: str
    value: Json
    status: str
    observed_at: datetime


class TakenBack(msgspec.Struct, frozen=True, kw_only=True):
    """The record that took a belief back, or made it suspect.

    ``what`` it is (``undo``, ``revoke``, or the ``rollback`` of a guard) and of what: a ``transaction``, a
    ``source``, a ``belief`` (``sort``) of the id ``target``, or the ``guard`` of that name. ``rests_on`` is the
    id of the source or belief for which this one fell; None: it was meant. Of an ``erase`` the target is a place,
    and it does not name a ``key`` or an ``entity``.
    """

    what: str
    record: Committed
    sort: str
    target: str
    rests_on: str | None = None


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """One belief or one refused proposal, from the evidence to the end.

    ``times`` counts identical refusals by now, outside the journal: a count that was altered is not found out.

    A quarantined proposal has the status ``quarantine`` while it waits, ``expires_at`` at the latest, and then
    ``confirmed``, ``denied`` or ``expired``; ``settled`` is who decided it, with the reason as its label. Of a
    belief that was confirmed, ``proposed`` is who proposed it. ``place`` is the short name of either.
    ``repaired`` is who took it back, or made it suspect, and because of what.
    """

    id: str
    value: Json
    status: str
    observed_at: datetime | None
    evidence: tuple[Quoted, ...]
    findings: tuple[Finding, ...]
    transaction: Committed
    replaced: tuple[Replaced, ...] = ()
    times: int = 1
    place: str = ""
    expires_at: datetime | None = None
    settled: Committed | None = None
    proposed: Committed | None = None
    repaired: TakenBack | None = None

    @property
    def suspect(self) -> bool:
        """Whether it is believed all the same, and only marked by what ``repaired`` tells of."""
        return self.repaired is not None and self.status not in _TAKEN_BACK

    @property
    def told_status(self) -> str:
        """The status for a reader, with the mark."""
        return f"{self.status}, suspect" if self.suspect else self.status


_TAKEN_BACK = ("revoked", "quarantined", "erased")
"""The statuses of a belief that is believed no longer."""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """The accounts of a key, the one that counts most first."""

    key: Key
    question: str
    accounts: tuple[Account, ...]

    @property
    def evidence(self) -> tuple[Quoted, ...]:
        """The evidence of all accounts."""
        return tuple(quoted for account in self.accounts for quoted in account.evidence)

    def to_dict(self) -> dict[str, Json]:
        """The same as JSON data."""
        data: dict[str, Json] = msgspec.to_builtins(self)
        data["accounts"] = [_account_dict(account) for account in self.accounts]
        return data

    def __str__(self) -> str:
        if not self.accounts:
            return f"{self.key}: no proposal was refused"
        return "\n\n".join("\n".join(_lines(self.key, account)) for account in self.accounts)


def places(finding: Finding, number: int, evidence: Sequence[Quoted]) -> tuple[Span, ...]:
    """The places in the source of piece of evidence ``number`` that a rule found; not where the quotes stand.

    With a quote that was not found, the pieces are not in the order in which they were given: which of several
    sources is meant cannot be told, and nothing is shown.
    """
    if finding.rule == _QUOTES:
        return ()
    if not all(one.found for one in evidence):
        alone = len({one.source_id for one in evidence}) == 1
        return finding.spans if alone and number == 0 else ()
    return finding.spans if getattr(finding, "evidence", 0) == number else ()


_QUOTES = "quote"
"""The rule whose spans are the places of the evidence itself."""


def _account_dict(account: Account) -> dict[str, Json]:
    data: dict[str, Json] = msgspec.to_builtins(account)
    data["findings"] = [
        {
            "rule": finding.rule,
            "decision": finding.decision.name,
            "code": finding.code,
            "detail": finding.detail,
            "spans": [list(span) for span in finding.spans],
            "waived": finding.waived,
        }
        for finding in account.findings
    ]
    return data


def _lines(key: Key, account: Account) -> list[str]:
    value = msgspec.json.encode(account.value).decode()
    times = f" ({account.times} times)" if account.times > 1 else ""
    lines = [f"{key} = {value}  [{account.told_status}]{times}"]
    lines += [quoted_line(quoted) for quoted in account.evidence]
    lines += trace_lines(account.findings)
    lines.append(_transaction_line(account.transaction))
    lines += _life_lines(account)
    lines += [repaired_line(account.repaired, suspect=account.suspect)] if account.repaired else []
    lines += [_replaced_line(replaced) for replaced in account.replaced]
    return [one_line(line) for line in lines]


def lost(quoted: Quoted) -> str:
    """What is to be said of a source that cannot be shown."""
    damaged = "DAMAGED: the text of this source is damaged or missing; `memtxn verify` tells more"
    if quoted.erased:
        return "a source that was erased"
    return damaged if quoted.damaged else "unknown source"


def quoted_line(quoted: Quoted) -> str:
    """A piece of evidence as a line."""
    said = f"{quoted.speaker} ({quoted.channel}), {quoted.at:%Y-%m-%d %H:%M} UTC" if quoted.at else lost(quoted)
    where = f" at {quoted.pointer}" if quoted.pointer is not None else ""
    return f"  evidence     {'' if quoted.found else 'NOT FOUND '}“{quoted.text}”{where} — {said}"


def excerpt_lines(quoted: Quoted) -> list[str]:
    """The sentences around a piece of evidence, each as a line; none where the evidence is all of it."""
    whole = [excerpt.text for excerpt in quoted.excerpts] == [quoted.text]
    return [
        f"    │ {'…' if one.start else ''}{one.text}{'…' if one.more else ''}"
        for one in quoted.excerpts
        if not whole
    ]


def repaired_line(repaired: TakenBack, *, suspect: bool = False) -> str:
    """By whom a belief was taken back, or only marked as suspect, and because of what, as a line."""
    by = repaired.record
    because = f", for it rests on {repaired.rests_on}" if repaired.rests_on else ""
    who = f"seq {by.seq}, by {by.principal}, recorded {utc_text(by.recorded_at)}"
    if suspect:
        marked = f"marked by the {repaired.what} of {repaired.sort} {repaired.target}{because}"
        return f"  suspect      {marked}; {who}; it is believed all the same"
    return f"  {repaired.what:<12} {repaired.sort} {repaired.target}{because}; {who}"


def _transaction_line(committed: Committed) -> str:
    label = f" “{committed.label}”" if committed.label else ""
    return (
        f"  transaction  {committed.tx_id}{label}, seq {committed.seq}, by {committed.principal},"
        f" recorded {committed.recorded_at:%Y-%m-%d %H:%M:%S} UTC"
    )


def _life_lines(account: Account) -> list[str]:
    """What became of a proposal that was put aside."""
    if account.proposed is not None:
        return [f"  {'proposed':<12} {who(account.proposed)}"]
    if account.settled is not None:
        reason = f": {account.settled.label}" if account.settled.label else ""
        return [f"  {account.status:<12} {who(account.settled)}{reason}"]
    if account.expires_at is None:
        return []
    when = utc_text(account.expires_at)
    return [
        f"  waits        until {when}, as {account.place}"
        if account.status == "quarantine"
        else f"  expired      {when}"
    ]


def who(committed: Committed) -> str:
    """Who did something, in which record, and when."""
    return (
        f"by {committed.principal}, seq {committed.seq}, recorded {committed.recorded_at:%Y-%m-%d %H:%M:%S} UTC"
    )


def _replaced_line(replaced: Replaced) -> str:
    value = msgspec.json.encode(replaced.value).decode()
    return f"  replaced     {replaced.id} = {value}, observed {replaced.observed_at:%Y-%m-%d %H:%M} UTC"
