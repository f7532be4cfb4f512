"""What each operation takes, as JSON would carry it: one frozen struct per operation."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from memtxn.model.declaration import Cardinality, License, Nature, Polarity, SpeechAct, ValueType
from memtxn.model.entitytype import Binding, Owner
from memtxn.model.key import Entity


class Input(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The common ground: unknown fields are refused rather than ignored."""


class Observe(Input, frozen=True, kw_only=True):
    """Something that was seen: ``text``, or ``value`` for a JSON document.

    The channel is by default ``user`` for a text and ``tool`` for a document. Authority is not among the
    fields: it belongs to the policy.
    """

    speaker: str
    at: datetime
    text: str | None = None
    value: Any | msgspec.UnsetType = msgspec.UNSET
    channel: str | None = None
    ref: str | None = None


class Cite(Input, frozen=True, kw_only=True):
    """Evidence: a stored source by its id, or one observed in the same transaction; and the place in it.

    The place is a ``quote`` (its ``occurrence``-th one) or a JSON ``pointer``; without either, all of it.
    """

    source: str | None = None
    observe: Observe | None = None
    quote: str | None = None
    occurrence: int = 1
    pointer: str | None = None


class Propose(Input, frozen=True, kw_only=True):
    """One proposal in a transaction of its own."""

    entity: Entity
    attribute: str
    value: Any = None
    evidence: tuple[Cite, ...] = ()
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    confidence: float = 1.0
    type: str = "fact"
    expected_version: int | None = None
    label: str | None = None


class Retract(Input, frozen=True, kw_only=True):
    """That what a key shows is no longer so, from ``at`` on; of several values, ``value``.

    Without evidence it is a statement on the channel ``operator``.
    """

    entity: Entity
    attribute: str
    value: Any = None
    evidence: tuple[Cite, ...] = ()
    at: datetime | None = None
    label: str | None = None


class Ask(Input, frozen=True, kw_only=True):
    """A question about one key, now or as of a record, a recorded time, a valid instant."""

    entity: Entity
    attribute: str
    seq: int | None = None
    recorded: datetime | None = None
    valid: datetime | None = None


class Log(Input, frozen=True, kw_only=True):
    """The newest ``limit`` records with ``first <= seq <= last``, newest first unless ``oldest_first``.

    With ``entity``, and perhaps ``attribute``, those that are about it. ``links`` adds what each belief replaced.
    """

    first: int | None = None
    last: int | None = None
    limit: int | None = None
    oldest_first: bool = False
    entity: str | tuple[str, str] | None = None
    attribute: str | None = None
    links: bool = False


class Verify(Input, frozen=True, kw_only=True):
    """How thoroughly to look, and the text of an anchor that must still hold."""

    check: Literal["tail", "digest", "full"] = "full"
    anchor: str | None = None


class Recover(Input, frozen=True, kw_only=True):
    """Whether to repair, or only to say what would be repaired."""

    dry_run: bool = False


class Stats(Input, frozen=True, kw_only=True):
    """All of a memory: there is nothing to choose."""


class Range(Input, frozen=True, kw_only=True):
    """A range of keys, now or as of a record, a recorded time, a valid instant.

    ``prefix`` is ``"Type"``, ``"Type/id"`` or the first parts of a key. ``hidden`` adds what is scheduled, and of
    keys that show nothing what expired or was retracted last.
    """

    prefix: str | tuple[str, ...] = ()
    attribute: str | None = None
    hidden: bool = False
    limit: int | None = None
    seq: int | None = None
    recorded: datetime | None = None
    valid: datetime | None = None


class At(Input, frozen=True, kw_only=True):
    """A range of keys as the memory answered after a record, or at a time.

    ``valid`` asks what was then believed to hold at that instant.
    """

    moment: int | datetime
    prefix: str | tuple[str, ...] = ()
    attribute: str | None = None
    valid: datetime | None = None


class Diff(Input, frozen=True, kw_only=True):
    """Two moments, each a seq or a time, and a range of keys. None: from the beginning; and until now."""

    a: int | datetime | None = None
    b: int | datetime | None = None
    prefix: str | tuple[str, ...] = ()


class Blame(Input, frozen=True, kw_only=True):
    """An entity, or one attribute of it, now or as of a record, a recorded time, a valid instant."""

    entity: Entity
    attribute: str | None = None
    seq: int | None = None
    recorded: datetime | None = None
    valid: datetime | None = None


class Show(Input, frozen=True, kw_only=True):
    """A seq, a belief's id, or the id of a transaction or source or its first digits."""

    what: int | str


class Export(Input, frozen=True, kw_only=True):
    """All of a memory; ``refusals``: what was refused as well; ``keep_going``: all that can be read."""

    refusals: bool = False
    keep_going: bool = False


class Import(Input, frozen=True, kw_only=True):
    """``lines`` as an array of them, or whatever `Memory.load` takes.

    On the ``channel`` what comes without source or evidence is entered; without one it is refused.
    """

    lines: Any
    channel: Literal["import"] | None = None
    keep_going: bool = False
    dry_run: bool = False


class Declare(Input, frozen=True, kw_only=True):
    """What an attribute of all entities of a type is like; the last declaration counts, all of it.

    ``type`` is what every value is, ``enum`` the only values that there are, or an object of them and other words
    for each; None for any. The rest is what the gate goes by: see `Declaration`.
    """

    entity_type: str
    attribute: str
    cardinality: Cardinality = "one"
    type: ValueType | None = None
    enum: tuple[Any, ...] | dict[str, tuple[str, ...]] | None = None
    protected: bool = False
    speech_act: SpeechAct | None = None
    polarity: Polarity | None = None
    kind: Nature = "state"
    unit: str | None = None
    licenses: tuple[License, ...] = ()
    words: tuple[str, ...] = ()


class Declarations(Input, frozen=True, kw_only=True):
    """Everything that is declared of attributes: there is nothing to choose."""


class DeclareType(Input, frozen=True, kw_only=True):
    """What the entities of a type are like; what is None, or not among the aliases, stays as it is.

    ``any`` takes away who owns them, or whether they are persons; no names take those of an entity away.
    """

    entity_type: str
    owned_by: Owner | Literal["any"] | None = None
    person: bool | Literal["any"] | None = None
    binding: Binding | None = None
    aliases: dict[str, tuple[str, ...]] = {}


class TypeDeclarations(Input, frozen=True, kw_only=True):
    """Everything that is declared of entity types: there is nothing to choose."""


class Constrain(Input, frozen=True, kw_only=True):
    """A constraint on an attribute of a type; ``target`` is the entity type that a reference leads to.

    The name is by default made from the rest. A check is none of these: it needs a function.
    """

    kind: Literal["unique", "no_overlap", "immutable", "reference"]
    entity_type: str
    attribute: str
    target: str | None = None
    name: str | None = None


class DropConstraint(Input, frozen=True, kw_only=True):
    """The constraint of that name."""

    name: str


class Constraints(Input, frozen=True, kw_only=True):
    """All constraints that stand: there is nothing to choose."""


class Guards(Input, frozen=True, kw_only=True):
    """All guards that are open: there is nothing to choose."""


class Waiting(Input, frozen=True, kw_only=True):
    """What waits to be confirmed or denied, of a type, an entity, an attribute; or what expired instead."""

    entity_type: str | None = None
    entity_id: str | None = None
    attribute: str | None = None
    expired: bool = False


class Confirm(Input, frozen=True, kw_only=True):
    """The proposal of that id or place. Who confirms it belongs to the memory, and is not its proposer."""

    proposal: str


class Deny(Input, frozen=True, kw_only=True):
    """The proposal of that id or place, and why."""

    proposal: str
    reason: str = ""


class Undo(Input, frozen=True, kw_only=True):
    """The transaction of that id."""

    tx_id: str
    dry_run: bool = False


class Revoke(Input, frozen=True, kw_only=True):
    """The source, belief or transaction of that id, and how far to follow what grew from it."""

    target: str
    cascade: bool | Literal["reads"] = True
    dry_run: bool = False


class Erase(Input, frozen=True, kw_only=True):
    """What goes for good, and why: a source or a belief by its id, an entity or a key of it, or the memory."""

    target: str | tuple[str, str] | None = None
    attribute: str | None = None
    whole: bool = False
    reason: str = ""
    dry_run: bool = False
