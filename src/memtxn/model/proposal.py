"""Proposal q: what somebody would like to be believed. Made by a model or a program; never trusted."""

from __future__ import annotations

from datetime import datetime

import msgspec

from memtxn.model.belief import told
from memtxn.model.codec import Json
from memtxn.model.key import Key
from memtxn.model.opinion import Opinion
from memtxn.model.source import Evidence
from memtxn.model.verdict import Decision, Verdict


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal before any rule has seen it.

    ``id`` is None unless the caller gave one; ``canonical`` are the canonical JSON bytes of ``value``;
    ``retracts`` marks the proposal that ``value`` is no longer so from ``valid_from`` on, ``stated`` one by
    which a program states what it knows of itself; ``opinions`` are what verifiers said of it to this store.
    """

    key: Key
    value: Json
    canonical: bytes
    evidence: tuple[Evidence, ...]
    observed_at: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    confidence: float
    type: str
    derived_from: tuple[str, ...] = ()
    id: str | None = None
    retracts: bool = False
    stated: bool = False
    opinions: tuple[Opinion, ...] = ()


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A judged proposal: the draft, the id it goes by, and the verdict of the text rules."""

    id: str
    draft: Draft
    verdict: Verdict

    def __repr__(self) -> str:
        decision = ": ".join(filter(None, (self.verdict.decision.name, ", ".join(self.verdict.reasons))))
        return told("Proposal", self.key, self.value, f", {decision}")

    @property
    def key(self) -> Key:
        """What the proposal is about."""
        return self.draft.key

    @property
    def value(self) -> Json:
        """The proposed value, as it was given."""
        return self.draft.value

    @property
    def admitted(self) -> bool:
        """Whether the text rules let it pass; the commit still checks timeline and versions."""
        return self.verdict.decision is Decision.ADMIT
