"""Repair report: what an undo or a revocation did, or would do. Printable, and data."""

from __future__ import annotations

from datetime import datetime

import msgspec

from memtxn.model.codec import Json, canonical
from memtxn.model.constraint import Violation
from memtxn.model.exact import one_line
from memtxn.model.explanation import Committed
from memtxn.model.key import Key


class Affected(msgspec.Struct, frozen=True, kw_only=True):
    """A belief, and what becomes of it.

    ``becomes`` is the state that it gets: ``revoked``, ``quarantined`` (it waits), ``admitted`` or ``retracted``.
    ``because`` is ``meant`` (it was what was undone or revoked), ``support`` (what bore it out is gone), ``read``
    (it was written by whoever had read what is gone), ``derived_from_revoked`` (a summary that has to be made
    anew), ``constraint_on_fallback`` (it would break a constraint if it showed again), or ``restored``.
    ``rests_on`` is the id of the source or belief to which that is due. ``retracts``: it says that the value is
    no longer so.
    """

    id: str
    key: Key
    value: Json
    becomes: str
    because: str
    rests_on: str | None = None
    retracts: bool = False


class ReadBy(msgspec.Struct, frozen=True, kw_only=True):
    """A transaction that had read what is gone: which beliefs, and what it wrote then."""

    tx_id: str
    seq: int
    recorded_at: datetime
    principal: str
    read: tuple[str, ...]
    wrote: tuple[str, ...] = ()


class Shows(msgspec.Struct, frozen=True, kw_only=True):
    """What a key shows at present, before and after: one value or none, of a many-valued attribute several."""

    key: Key
    before: tuple[Json, ...]
    after: tuple[Json, ...]


class RepairReport(msgspec.Struct, frozen=True, kw_only=True):
    """What `Memory.undo` or `Memory.revoke` did; of a dry run what it would do.

    ``target`` is the id of what was meant, and ``sort`` what that is: ``transaction``, ``source`` or ``belief``.
    ``tx_id`` and ``seq`` are those of the new record, None when nothing was written: in a dry run, and when
    nothing was left to do, as ``detail`` then says.

    ``fell`` are the beliefs that are no longer believed, ``waits`` those that wait for somebody
    (`Memory.pending`), ``restored`` those that are believed again, and ``withheld`` those that would be, were not
    what they rest on gone. ``suspects`` are marked and believed all the same. ``readers`` are the transactions
    that had read what fell. ``shows`` are the keys that show something else now. ``broken`` names constraints
    that are broken by what is missing now, which nothing could be put aside for.
    """

    what: str
    target: str
    sort: str
    tx_id: str | None = None
    seq: int | None = None
    dry_run: bool = False
    fell: tuple[Affected, ...] = ()
    waits: tuple[Affected, ...] = ()
    restored: tuple[Affected, ...] = ()
    withheld: tuple[Affected, ...] = ()
    suspects: tuple[Affected, ...] = ()
    readers: tuple[ReadBy, ...] = ()
    shows: tuple[Shows, ...] = ()
    broken: tuple[Violation, ...] = ()
    detail: str = ""
    before: Committed | None = None
    """The record that did it before, when nothing was left to do."""

    @property
    def changed(self) -> bool:
        """Whether something was written; of a dry run, whether something would be."""
        return not self.detail

    def __repr__(self) -> str:
        where = "dry run" if self.dry_run else f"seq {self.seq}" if self.seq else "nothing written"
        counts = (("fell", self.fell), ("waits", self.waits), ("restored", self.restored))
        told = ", ".join(f"{len(many)} {name}" for name, many in counts if many)
        return f"<memtxn.RepairReport {self.what} {self.sort} {self.target}, {where}{': ' * bool(told)}{told}>"

    def __str__(self) -> str:
        return "\n".join(map(one_line, self._lines()))

    def _lines(self) -> list[str]:
        lines = [f"{self.what} {self.sort} {self.target}" + (" (dry run)" if self.dry_run else "")]
        lines += [f"  {self.detail}"] if self.detail else []
        for name in ("fell", "waits", "restored", "withheld", "suspects"):
            lines += [f"  {name:<9} {affected_line(one)}" for one in getattr(self, name)]
        lines += [f"  read by   transaction {one.tx_id}, seq {one.seq}" for one in self.readers]
        lines += [f"  shows     {shows_line(one)}" for one in self.shows]
        return [*lines, *(f"  broken    {one.constraint}: {one.detail}" for one in self.broken)]


def affected_line(one: Affected) -> str:
    """A belief and its fate in one line."""
    rest = f", {one.rests_on}" if one.rests_on else ""
    kind = "no longer " if one.retracts else ""
    return f"{one.id}  {one.key} = {kind}{canonical(one.value).decode()}  [{one.because}{rest}]"


def shows_line(one: Shows) -> str:
    """What a key showed, and shows, in one line."""
    before, after = (
        ", ".join(canonical(value).decode() for value in values) or "nothing"
        for values in (one.before, one.after)
    )
    return f"{one.key}: {before} → {after}"
