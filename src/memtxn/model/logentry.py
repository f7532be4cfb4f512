"""Log entry: one record of the journal as people read it: who did what, when."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from memtxn.model.codec import Json
from memtxn.model.key import Key
from memtxn.model.verdict import SHADOW


class Stands(StrEnum):
    """When a version is shown, as of its own record: at that time, only before it, at no time, only later."""

    NOW = "now"
    PAST = "past"
    NEVER = "never"
    LATER = "later"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a record did.

    ``what`` is the name of an `Outcome` for a proposal, ``SOURCE`` for something observed, ``DECLARE`` for a
    declaration (``value`` is then the cardinality, and the key's entity id is ``*``). ``id`` names the belief or
    the source. ``text`` are the words of a text source; a JSON source has its ``value``. ``reasons`` are the
    codes that refused a proposal; of an admitted one those that were overruled, and ``waived_by`` says by whom.
    ``CONFIRM`` and ``DENY`` tell what became of a quarantined proposal, whose place is then the ``id``. Of an
    undo or a revocation, ``UNDO`` and ``REVOKE`` name what was meant (``value`` is what that is), ``FALL``,
    ``ASIDE`` and ``RESTORE`` the beliefs that are no longer believed, that wait, and that are believed again,
    ``SUSPECT`` and ``CLEAR`` those that are marked, or no longer; ``FALL_SOURCE`` and ``RESTORE_SOURCE`` a
    source. ``RECOVER`` tells how many rows of a kind, which is then the ``id``, were restored and removed,
    ``REKEY`` the fingerprints of a key and of the one before.
    ``GUARD`` tells that the guard of that ``id`` began, was released or rolled back (``begin``, ``release``,
    ``rollback``).
    ``ERASE`` tells what was erased for good (``text`` is the reason), ``ERASED`` which beliefs and
    ``ERASED_SOURCE`` which sources. ``readable`` is False when the body is missing or does not match its
    commitment: what it said is then not shown; ``erased`` says that this is so because it was erased.

    Of a new version, when the log was asked for links: ``replaced`` are the ids of the beliefs that its key
    showed in its place right before the record, and ``stands`` is when it was then shown.
    """

    what: str
    id: str | None = None
    key: Key | None = None
    value: Json = None
    text: str | None = None
    speaker: str | None = None
    channel: str | None = None
    reasons: tuple[str, ...] = ()
    retracts: bool = False
    waived_by: tuple[str, ...] = ()
    readable: bool = True
    erased: bool = False
    replaced: tuple[str, ...] = ()
    stands: Stands | None = None

    @property
    def shadowed(self) -> bool:
        """Whether enforcement would have refused it: admitted by the shadow policy alone."""
        return SHADOW in self.waived_by and self.what in ("ADD", "SUPERSEDE", "NOOP")


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One record, or the lack of some.

    ``kind`` is ``commit``, ``decision``, ``declare``, ``undo``, ``revoke``, ``recover``, ``guard`` or ``erase``;
    ``unreadable`` for a damaged record, of which no more is known than its seq, time and transaction; ``missing``
    where the records from ``seq`` to ``through`` should stand and do not.
    """

    kind: str
    seq: int
    through: int | None = None
    at: datetime | None = None
    tx_id: str | None = None
    principal: str | None = None
    label: str | None = None
    changes: tuple[Change, ...] = ()
