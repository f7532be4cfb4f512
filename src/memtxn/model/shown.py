"""Shown: everything about one record, one belief, one source; and who said what an entity shows."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from memtxn.model.belief import Belief
from memtxn.model.codec import Json
from memtxn.model.explanation import Committed, Quoted, Replaced
from memtxn.model.key import Key
from memtxn.model.logentry import Change
from memtxn.model.source import Source
from memtxn.model.verdict import Finding


class Blamed(msgspec.Struct, frozen=True, kw_only=True):
    """A value that is believed, the words that say so and who spoke them, and the record that wrote it."""

    belief: Belief
    evidence: tuple[Quoted, ...]
    record: Committed


class ReadKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key that a transaction relied on, and the version that it had read. None: its name is not known."""

    key: Key | None
    version: int


class ShownProposal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal of a record: what it said, what each rule said of it, and what became of it.

    ``id`` is ``seq.ord``, of an admitted proposal the id of its belief; ``proposal`` the id it was given by the
    caller or, when it was refused, by the transaction. ``valid_to`` is the end that it was proposed with;
    ``shown_until`` where the belief stops being the visible one. ``status`` is that of the moment which was
    asked: a `Status`, ``retraction``, ``reject``; of what was put aside ``quarantine`` while it waits, then
    ``confirmed``, ``denied`` or ``expired``; of what was erased ``erased``. ``replaced`` is what was shown in its
    place right before its record. ``times`` counts identical refusals. A proposal whose text is missing or
    damaged is not ``readable``, and says no more than its numbers.
    """

    id: str
    outcome: str
    status: str
    key: Key | None = None
    value: Json = None
    type: str = "fact"
    retracts: bool = False
    proposal: str | None = None
    confidence: float | None = None
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    shown_until: datetime | None = None
    superseded_by: str | None = None
    derived_from: tuple[str, ...] = ()
    evidence: tuple[Quoted, ...] = ()
    findings: tuple[Finding, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    times: int = 1
    readable: bool = True


class ShownRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record of the journal.

    ``policy`` is the fingerprint of the policy it was planned with, ``link`` its place in the hash chain, both in
    hexadecimal; ``keyed`` says whether it had an idempotency key. ``observed`` are the sources that it wrote,
    ``cited`` those that its proposals quote, ``others`` whatever else it did.
    """

    what: Literal["record"] = "record"
    seq: int
    kind: str
    record: Committed
    risk: str | None
    policy: str
    link: str
    keyed: bool
    proposals: tuple[ShownProposal, ...]
    reads: tuple[ReadKey, ...]
    observed: tuple[Source, ...]
    cited: tuple[Source, ...]
    others: tuple[Change, ...]


class ShownBelief(msgspec.Struct, frozen=True, kw_only=True):
    """A belief, a retraction or a refused proposal, with the sources that it quotes."""

    what: Literal["belief"] = "belief"
    proposal: ShownProposal
    record: Committed
    cited: tuple[Source, ...]


class ShownSource(msgspec.Struct, frozen=True, kw_only=True):
    """A source, and the record by which it was observed."""

    what: Literal["source"] = "source"
    source: Source
    record: Committed


Shown: TypeAlias = ShownRecord | ShownBelief | ShownSource
