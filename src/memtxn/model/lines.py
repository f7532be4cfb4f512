"""Lines: the form in which memories move in and out, one JSON object on each.

`Memory.export` writes a header, then lines of a ``kind``; `Memory.load` takes these, and statements of one's
own. What is only told for information has a default, is ignored when it comes in, and says so here.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from memtxn.model.declaration import Cardinality, License, Polarity, SpeechAct, ValueType
from memtxn.model.entitytype import Binding, Owner

FORMAT_NAME: Literal["memtxn"] = "memtxn"
FORMAT_VERSION = 1
"""The version of the format that is written; every older one is still read."""

UNSET = msgspec.UNSET
Unset: TypeAlias = msgspec.UnsetType


class _Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The common ground: unknown fields are refused rather than ignored."""


class Header(_Line, frozen=True, kw_only=True, omit_defaults=False, forbid_unknown_fields=True):
    """The first line of an export. All but ``version`` is for information."""

    format: Literal["memtxn"]
    version: int
    memory: tuple[str, ...] = ()
    seq: int = 0
    exported_at: datetime | None = None


class _Written(_Line, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a record holds. For information: the record, and its time."""

    seq: int = 0
    recorded_at: datetime | None = None


class DeclarationLine(
    _Written, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="declaration"
):
    """An attribute was declared: all that holds of it from then on."""

    entity_type: str
    attribute: str
    cardinality: Cardinality = "one"
    type: ValueType | None = None
    enum: tuple[Any, ...] | None = None
    synonyms: tuple[tuple[str, ...], ...] = ()
    protected: bool = False
    speech_act: SpeechAct | None = None
    polarity: Polarity | None = None
    event: bool = False
    unit: str | None = None
    licenses: tuple[License, ...] = ()
    words: tuple[str, ...] = ()


class TypeLine(_Written, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="type"):
    """An entity type was declared: all that holds of it from then on."""

    entity_type: str
    owned_by: Owner | None = None
    person: bool | None = None
    binding: Binding = "lenient"
    aliases: dict[str, tuple[str, ...]] = {}


class ConstraintLine(_Written, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="constraint"):
    """A constraint was stated, or ``dropped``. A check comes without its function."""

    name: str
    sort: Literal["", "unique", "no_overlap", "immutable", "reference", "check"] = ""
    entity_type: str = ""
    attribute: str = ""
    target: str = ""
    scope: str = ""
    dropped: bool = False


class SourceLine(_Written, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="source"):
    """Something that was seen: ``text``, or ``document`` for JSON.

    Later lines cite it by ``id``, which follows from the rest.
    """

    id: str
    speaker: str
    channel: str
    at: datetime
    text: str | None = None
    document: Any | Unset = UNSET
    authority: float | None = None
    ref: str | None = None
    ordinal: int = 0


class Cite(_Line, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place in a source: the characters from ``start`` up to ``end``, a ``quote``, or a JSON ``pointer``.

    With a span the quote is for information.
    """

    source: str
    quote: str | None = None
    occurrence: int = 1
    start: int | None = None
    end: int | None = None
    pointer: str | None = None


class _Proposed(_Written, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A proposal about a key. ``proposal`` is the id that its caller gave."""

    entity: str | tuple[str, str]
    attribute: str
    value: Any
    evidence: tuple[Cite, ...] = ()
    observed_at: datetime | None = None
    valid_from: datetime | None = None


class BeliefLine(_Proposed, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="belief"):
    """A belief. Later lines are derived from it by ``id``, which counts in its own file alone.

    For information: its status when it was exported, and the reasons in spite of which it was admitted.
    """

    id: str
    valid_to: datetime | None = None
    confidence: float = 1.0
    type: str = "fact"
    derived_from: tuple[str, ...] = ()
    proposal: str | None = None
    status: str = ""
    reasons: tuple[str, ...] = ()


class RetractionLine(
    _Proposed, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="retraction"
):
    """From ``valid_from`` on (by default ``observed_at``) the value is no longer so."""

    reasons: tuple[str, ...] = ()


class RefusalLine(_Proposed, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="refusal"):
    """A proposal that was refused: all of it is for information. A cited source may be none of the memory's."""

    id: str = ""
    type: str = "fact"
    retracts: bool = False
    decision: str = ""
    reasons: tuple[str, ...] = ()


class Statement(_Line, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of one's own: a source, a proposal, or both in one.

    The source is a ``text`` or a ``document`` with ``speaker`` and ``at``; the proposal cites it by ``quote`` or
    ``pointer``, by default all of it, or cites stored sources as ``evidence``. With ``retract`` it says that the
    value, or whatever the key shows, is no longer so.
    """

    text: str | None = None
    document: Any | Unset = UNSET
    speaker: str | None = None
    at: datetime | None = None
    channel: str | None = None
    authority: float | None = None
    ref: str | None = None
    ordinal: int = 0
    entity: str | tuple[str, str] | None = None
    attribute: str | None = None
    value: Any | Unset = UNSET
    quote: str | None = None
    occurrence: int = 1
    pointer: str | None = None
    evidence: tuple[Cite, ...] = ()
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    confidence: float = 1.0
    type: str = "fact"
    derived_from: tuple[str, ...] = ()
    proposal: str | None = None
    retract: bool = False


KindLine: TypeAlias = (
    DeclarationLine | TypeLine | ConstraintLine | SourceLine | BeliefLine | RetractionLine | RefusalLine
)
Line: TypeAlias = Header | KindLine | Statement


# -- what became of them -------------------------------------------------------------------------------


class LineProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A line that did not go in: refused for ``reasons``, or malformed when there are none.

    ``line`` counts from 1; ``text`` is the line as it was read, empty when it is too long to be kept.
    """

    line: int
    reasons: tuple[str, ...] = ()
    detail: str
    text: str = ""


class LoadReport(msgspec.Struct, frozen=True, kw_only=True):
    """What became of all lines that were loaded.

    ``lines`` are those that were not empty; each is one of ``new``, ``known`` (the memory had it already),
    ``refused``, ``malformed``, or ``ignored``: there for information alone. Of the known ones ``refused_before``
    are what an earlier load was refused as well. ``outcomes`` are the number of each outcome of what was proposed
    now, ``sources`` the lines that brought a new source, ``rules`` the declarations and constraints that were
    stated, ``unsourced`` the new proposals that came without evidence and were entered on the channel ``import``.
    ``problems`` are the first of the lines that are not in, in the order of the file; ``seq`` is the last record
    that was written.
    """

    lines: int = 0
    new: int = 0
    known: int = 0
    refused: int = 0
    malformed: int = 0
    ignored: int = 0
    refused_before: int = 0
    outcomes: dict[str, int] = {}
    sources: int = 0
    rules: int = 0
    unsourced: int = 0
    seq: int = 0
    dry_run: bool = False
    problems: tuple[LineProblem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every line is in."""
        return not self.refused and not self.malformed and not self.refused_before
