"""Erasure report: what was erased for good, what is not gone yet, and what nobody can reach from here."""

from __future__ import annotations

import msgspec

from memtxn.model.exact import one_line
from memtxn.model.explanation import Committed
from memtxn.model.key import Key
from memtxn.model.repair import Affected, Shows, affected_line, shows_line


class Mention(msgspec.Struct, frozen=True, kw_only=True):
    """A text that stays and may say the same: its place, what it is, and why it is named.

    ``sort`` is ``source``, ``belief``, ``refusal``, ``key``, ``declaration``, ``constraint``, ``label`` or
    ``reason``. ``why`` is ``text`` (some of what was erased stands there word for word) or ``cites`` (it names
    the id of an erased source, which is a hash of it). ``id`` is what `Memory.erase` and `Memory.show` take; of a
    key its ``key`` says which one.
    """

    id: str
    sort: str
    why: str
    key: Key | None = None


class ErasureProof(msgspec.Struct, frozen=True, kw_only=True):
    """What anyone needs who has the journal, to see that these texts were erased; not what they were.

    ``memory`` is the link before the first record, by which a memory is known that has no name any more.
    ``record`` are the canonical bytes of record ``seq``, ``previous`` the link before it, ``link`` and ``tag``
    its own; all in hexadecimal. ``erased`` are (place, commitment) of the texts that it names and that were
    there; of a memory that was erased whole there are none: all of them are.
    """

    format: str = "memtxn-erasure"
    version: int = 1
    memory: str
    seq: int
    record: str
    previous: str
    link: str
    tag: str
    erased: tuple[tuple[str, str], ...] = ()


class ErasureReport(msgspec.Struct, frozen=True, kw_only=True):
    """What `Memory.erase` did; of a dry run what it would do. It cannot be undone.

    ``target`` is what was meant, ``sort`` what that is: ``source``, ``belief``, ``key``, ``entity`` or
    ``memory``. ``tx_id`` and ``seq`` are those of the record, None when nothing was written: in a dry run, and
    when nothing was left to do, as ``detail`` then says.

    ``erased`` are the beliefs whose text is gone, ``sources`` the ids of the sources, ``keys`` the keys whose
    names are, ``refusals`` the places of refused or waiting proposals; ``texts`` counts all body rows, labels and
    request hashes among them. ``waits`` are beliefs that would show again and break a constraint
    (`Memory.pending`), ``shows`` the keys that show something else now.

    ``pending``: texts may still stand in the file or its log, because somebody reads a moment from before; the
    next one who opens the store, or `Store.scrub`, goes on. ``not_reached`` is what no call from here can reach.
    ``may_still_mention`` are texts of this memory that stay and may say the same; ``more_mentions`` counts those
    beyond the first thousand, ``unsearched`` the texts that were not looked for, because there are too many.
    """

    target: str
    sort: str
    reason: str
    tx_id: str | None = None
    seq: int | None = None
    dry_run: bool = False
    erased: tuple[Affected, ...] = ()
    sources: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    refusals: tuple[str, ...] = ()
    texts: int = 0
    waits: tuple[Affected, ...] = ()
    restored: tuple[Affected, ...] = ()
    shows: tuple[Shows, ...] = ()
    pending: bool = False
    not_reached: tuple[str, ...] = ()
    may_still_mention: tuple[Mention, ...] = ()
    more_mentions: int = 0
    unsearched: int = 0
    proof: ErasureProof | None = None
    detail: str = ""
    before: Committed | None = None
    """The record that did it before, when nothing was left to do."""

    @property
    def changed(self) -> bool:
        """Whether something was written; of a dry run, whether something would be."""
        return not self.detail

    def __repr__(self) -> str:
        where = "dry run" if self.dry_run else f"seq {self.seq}" if self.seq else "nothing written"
        pending = ", pending" if self.pending else ""
        return f"<memtxn.ErasureReport {self.sort}, {where}: {self.texts} texts{pending}>"

    def __str__(self) -> str:
        return "\n".join(map(one_line, self._lines()))

    def _lines(self) -> list[str]:
        lines = [f"erase {self.sort} {self.target}" + (" (dry run)" if self.dry_run else "")]
        lines += [f"  {self.detail}"] if self.detail else []
        lines += [f"  erased    {affected_line(one)}" for one in self.erased]
        lines += [f"  erased    source {one}" for one in self.sources]
        lines += [f"  erased    the name of {one}" for one in self.keys]
        lines += [f"  erased    refused or waiting proposal {one}" for one in self.refusals]
        lines += [f"  waits     {affected_line(one)}" for one in self.waits]
        lines += [f"  restored  {affected_line(one)}" for one in self.restored]
        lines += [f"  shows     {shows_line(one)}" for one in self.shows]
        lines += [f"  mentions  {mention_line(one)}" for one in self.may_still_mention]
        lines += [f"  mentions  and {self.more_mentions} more"] if self.more_mentions else []
        return [*lines, "  pending   somebody still reads a moment from before"] if self.pending else lines


def mention_line(one: Mention) -> str:
    """A text that may say the same, in one line."""
    named = f"{one.sort} {one.id}" + (f" of {one.key}" if one.key else "")
    return f"{named} [{one.why}]"
