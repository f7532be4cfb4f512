"""Pending: a quarantined proposal that waits for somebody to confirm or deny it. Printable, and data."""

from __future__ import annotations

from datetime import datetime

import msgspec

from memtxn.model.belief import told
from memtxn.model.codec import Json
from memtxn.model.exact import one_line
from memtxn.model.explanation import Quoted, excerpt_lines, quoted_line
from memtxn.model.key import Key
from memtxn.model.time import utc_text
from memtxn.model.verdict import Finding, Verdict, finding_line


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that was put aside, with all that somebody needs to decide about it.

    ``id`` is what `Memory.confirm` and `Memory.deny` take: the id that `Transaction.propose` told, or the
    ``place`` of one that its proposer named (``proposal``); the place, such as ``12.1``, will do as well.
    ``reasons`` are the codes that a confirmation waives. ``times`` counts identical proposals by now. One that
    is ``expired`` was not decided in time, and is rejected. One whose text is missing or damaged is not
    ``readable``: it can be denied.
    """

    id: str
    place: str
    proposed_by: str | None
    proposed_at: datetime | None
    expires_at: datetime | None
    expired: bool = False
    key: Key | None = None
    value: Json = None
    type: str = "fact"
    retracts: bool = False
    reasons: tuple[str, ...] = ()
    evidence: tuple[Quoted, ...] = ()
    verdict: Verdict | None = None
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    confidence: float = 1.0
    derived_from: tuple[str, ...] = ()
    proposal: str = ""
    times: int = 1
    readable: bool = True

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What each rule said."""
        return self.verdict.trace if self.verdict else ()

    def __repr__(self) -> str:
        if self.key is None:
            return f"<memtxn.Pending {self.place}, unreadable>"
        return told("Pending", self.key, self.value, f", {', '.join(self.reasons)}, {self.place}")

    def __str__(self) -> str:
        return "\n".join(one_line(line) for line in self._lines())

    def _lines(self) -> list[str]:
        known = f"{self.proposed_by}, {utc_text(self.proposed_at)}" if self.proposed_at else "?"
        who = f"proposed by {known}"
        until = "for ever" if self.expires_at is None else f"until {utc_text(self.expires_at)}"
        when = f"  {'waited' if self.expired else 'waits'}        {until}, {who}"
        if self.key is None:
            return [f"{self.place}  (its text is missing or damaged)", when]
        value = msgspec.json.encode(self.value).decode()
        kind = "no longer " if self.retracts else ""
        lines = [f"{self.place}  {self.key} = {kind}{value}  [{', '.join(self.reasons)}]"]
        for quoted in self.evidence:
            lines += [quoted_line(quoted), *excerpt_lines(quoted)]
        lines += [finding_line(found) for found in self.findings if found.code]
        return [*lines, when]
