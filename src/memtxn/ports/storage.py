"""Port: a storage of memories.

An adapter keeps rows and answers the queries below; it decides nothing about beliefs. Everything that it can
raise is a :class:`memtxn.errors.StorageError`; foreign errors are translated in one place of each adapter.
What is damaged so that it cannot be a row at all raises Unreadable; nothing is guessed.

Throughout: ``mem`` is the number of a memory, ``n`` the seq as of which to answer (``LATEST`` for the newest),
``t`` a valid instant in microseconds. A row belongs to an answer as of ``n`` when it was written by a record
with ``seq <= n``; a step when ``s0 <= n < s1``. A memory that does not exist has nothing: `head` and `view`
of it raise StorageError (Erased when it was erased), every other question is answered with nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

import msgspec

from memtxn.model.rows import (
    BodyRow,
    ClaimView,
    CloseRow,
    ConstraintRow,
    DeclarationRow,
    EdgeRow,
    Entry,
    ErasedRow,
    FoldRow,
    Head,
    JournalRow,
    KeyChange,
    MemoryRow,
    PendingRow,
    RefileRow,
    RefusalRow,
    SettledRow,
    SourceRow,
    StateRow,
    StepRow,
    SuspectRow,
    VersionRow,
    View,
    ViewRequest,
    VisibleRow,
)
from memtxn.model.time import FOREVER

LATEST = FOREVER - 1
"""The seq that is after every record: an open step (``s1 = FOREVER``) stands as of it."""


Columns: TypeAlias = tuple[Any, ...]
"""The columns of a row, in the order in which its struct has them."""

WrittenRow: TypeAlias = FoldRow | CloseRow
"""A row as a record writes it: the end of a step is one of its own."""

Text: TypeAlias = tuple[int, int, bytes, bytes]
"""A body row: seq, ord, salt, data."""

StepKey: TypeAlias = tuple[int, int, int, int]
"""A step: kid, slot, vf, s0."""

Filed: TypeAlias = tuple[int, int]
"""A belief by its key and its place: kid, bid. What is no belief has the key 0, which there is not."""

Shown: TypeAlias = tuple[int, bytes | None]
"""What a step shows: a belief (0: nothing) and its commitment.

That of nothing is empty; it is None when the key of the step has no such belief.
"""

Standing: TypeAlias = tuple[int, int, int, int, int, bytes | None]
"""An open step and what it shows: kid, slot, vf, s0, belief, commitment."""

Progress: TypeAlias = Callable[[int, int], object]
"""Is told how much is done, and of how much in all."""


class Meta(msgspec.Struct, frozen=True):
    """What a database knows of itself.

    Its id, the key of its digests and value hashes, the key that seals its tags (None: it was supplied from
    outside when the database was made) and that key's fingerprint. ``epoch`` tells lines apart: it is another one
    from when on the database was restored or salvaged.
    """

    store: bytes
    digest_key: bytes
    tag_key: bytes | None
    tag_key_id: bytes
    epoch: bytes = bytes(8)


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """How many rows there are of a memory. ``beliefs`` are versions that are no retractions."""

    records: int
    keys: int
    beliefs: int
    retractions: int
    sources: int
    declarations: int


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a storage tells of itself.

    The path of its file (None: it has none), the format in which that is written, the versions of what it is
    made with, the bytes of the file and those of a log that wait to be copied into it.
    """

    path: str | None
    format: int
    versions: dict[str, str]
    file_bytes: int = 0
    log_bytes: int = 0


class Reader(Protocol):
    """A consistent view of one moment. Obtained from `Storage.read` or `write`, and dead after its block."""

    def memory(self, tenant: int, name: str) -> MemoryRow | None:
        """The memory of that tenant and name."""

    def every_memory(self, tenant: int) -> Iterator[MemoryRow]:
        """All memories of a tenant, in order of number."""

    def key_id(self) -> bytes:
        """The fingerprint of the tag key as it now is; another process may have changed it."""

    def all_memories(self) -> Iterator[MemoryRow]:
        """All memories of all tenants, in order of number."""

    def head(self, mem: int) -> Head:
        """Where the memory stands."""

    def seq_at(self, mem: int, at: int) -> int:
        """The greatest seq that was recorded at or before ``at``; 0 when there is none."""

    def committed(self, mem: int, tx: bytes) -> int | None:
        """The seq of the record of that transaction."""

    def journal(self, mem: int, first: int, last: int) -> Iterator[JournalRow]:
        """Records ``first <= seq <= last``, in order."""

    def bodies(self, mem: int, seq: int) -> list[BodyRow]:
        """The body rows of a record that are there, in order of ``ord``."""

    def view(self, mem: int, request: ViewRequest, n: int) -> View:
        """All that planning a transaction needs, in one query.

        For each requested key: its number and version; and, when ``since`` is given, the open steps of the
        slot from the last one with ``vf <= since`` on, in order of ``vf``, each with the version it shows.
        The slot is 0 unless ``vhash`` is given: then the one whose beliefs have this hash, or None. Versions,
        slots and steps are as of ``n``; the head, numbers of keys, sources and ``committed`` as of now.
        """

    def visible(self, mem: int, name: str, n: int, t: int) -> list[VisibleRow]:
        """What a key shows, one row per slot in order of slot. A retraction or an empty step gives no row."""

    def scan(self, mem: int, prefix: str, n: int, t: int) -> Iterator[VisibleRow]:
        """What all keys show whose name begins with ``prefix``, in order of name (UTF-8 bytes), then slot."""

    def names(self, mem: int, prefix: str) -> Iterator[str]:
        """The names of all keys that begin with ``prefix``, in order, whatever they show."""

    def changed(self, mem: int, prefix: str, n: int) -> Iterator[KeyChange]:
        """The keys that begin with ``prefix`` and have steps that were written after ``n``, in order of name."""

    def turned(self, mem: int, prefix: str, n: tuple[int, int], t: tuple[int, int]) -> Iterator[str]:
        """The names of the keys of a range that may show one thing at one moment and another at a second.

        In order of name: those that begin with ``prefix`` and have a step written by a record ``n[0] < s0 <=
        n[1]``, or one that stands as of ``n[0]`` and begins at ``t[0] < vf <= t[1]``.
        """

    def versions(self, mem: int, name: str, n: int) -> list[VersionRow]:
        """All versions of a key, retractions included, in order of place."""

    def steps(self, mem: int, name: str, n: int) -> list[StepRow]:
        """The timeline of a key: in order of (slot, vf)."""

    def timelines(self, mem: int, kids: Sequence[int], n: int) -> list[StepRow]:
        """The timelines of keys by their numbers: in order of (kid, slot, vf)."""

    def refiled(self, mem: int, name: str) -> list[RefileRow]:
        """The beliefs of a key that were recorded while it had one value and have a slot now, by place."""

    def source(self, mem: int, source_id: str) -> int | None:
        """The place of a source."""

    def sources(self, mem: int, first: str, last: str) -> Iterator[SourceRow]:
        """The sources with ``first <= id <= last``, in order of id; whole ids, of 32 hexadecimal digits."""

    def transactions(self, mem: int, first: bytes, last: bytes) -> Iterator[tuple[bytes, int]]:
        """The transactions with ``first <= id <= last`` and the seq of their records, in order of id."""

    def refusals(self, mem: int, name: str) -> list[tuple[RefusalRow, int]]:
        """The refused proposals of a key in order of place, each with how often it came by now.

        How often is a count for people, outside the journal: when it is lost or altered, nothing finds out.
        """

    def pending(self, mem: int, where: int) -> list[tuple[PendingRow, SettledRow | None]]:
        """Each time that the proposal at place ``where`` has waited, in order of seq, and what became of it."""

    def waiting(self, mem: int, after: int, until: int) -> Iterator[PendingRow]:
        """What waits and was not settled, and expires ``after < expires <= until``: by (expires, place, seq)."""

    def waiting_count(self, mem: int, after: int, most: int) -> int:
        """How many of those expire ``after``; of more than ``most`` it is enough to say that there are more."""

    def declarations(self, mem: int, n: int) -> list[DeclarationRow]:
        """All declarations, in order of (seq, entity type, attribute)."""

    def constraints(self, mem: int, n: int) -> list[ConstraintRow]:
        """All that was said of constraints, in order of (seq, name)."""

    def claims(self, mem: int, rule: int, hash_: bytes) -> list[ClaimView]:
        """Where the beliefs that a constraint finds by a hash are shown now, in order of (kid, vf)."""

    def children(self, mem: int, places: Sequence[int]) -> list[EdgeRow]:
        """What rests on these sources and beliefs: also the beliefs whose first source is one of them.

        In order of (parent, child), each once.
        """

    def states(self, mem: int, beliefs: Sequence[Filed], n: int) -> list[StateRow]:
        """All changes of state of these, in order of (kid, bid, seq)."""

    def suspects(self, mem: int, beliefs: Sequence[Filed], n: int) -> list[SuspectRow]:
        """All marks of these, in order of (kid, bid, seq)."""

    def spans(self, mem: int, beliefs: Sequence[Filed]) -> list[StepRow]:
        """Every step that ever showed these, open or not, in order of (kid, slot, vf, s0)."""

    def readers(self, mem: int, kid: int, first: int, last: int) -> list[int]:
        """The records ``first <= seq <= last`` that relied on what a key showed, in order (`ReadRow`)."""

    def erasures(self, mem: int) -> Iterator[ErasedRow]:
        """What was erased, in order of (first, last, seq): the ledger of erasures, also of a memory that is gone.

        `engine.erase.ledger` tells it with commitments, so that a copy that was made before can erase it as well.
        """

    def erased(self, mem: int, where: int) -> int:
        """The first record that erased the body row at a place; 0 when none did."""

    def counts(self, mem: int) -> Counts:
        """How many rows there are. The storage reads their keys, and no text."""

    def fold(self, mem: int) -> Iterator[FoldRow]:
        """Every row of every fold but the head, each kind together and in order of its key.

        Keys by kid, beliefs by (kid, bid), steps by (kid, slot, vf, s0), states by (kid, bid, seq), edges by
        (parent, child), sources by id, refusals by fingerprint, declarations by (entity type, attribute, seq),
        constraints by (name, seq), claims by (rule, hash, kid, bid), refiled by (kid, bid), pending by
        (place, seq), settled by (place, since), suspects by (kid, bid, seq), reads by (kid, seq),
        erased by (first, last, seq).
        """

    def texts(self, mem: int) -> Iterator[Text]:
        """All body rows, in order of (seq, ord). Types are not checked: a damaged row may hold anything."""

    def written(self, mem: int) -> Iterator[tuple[type[WrittenRow], Iterator[Columns]]]:
        """What records wrote into the folds, kind by kind: of each row its columns, as in `core.fold.facts`.

        So a step stands there as it was opened (``s1`` is FOREVER), and its end, if it has one, as a CloseRow.
        States are in order of (kid, bid, seq), the rest as it comes. Each kind is read before the next is asked
        for. Types are checked only where a column does not stand as it is.
        """

    def standing(self, mem: int) -> Iterator[Standing]:
        """The open steps, in order of (kid, slot, vf, s0)."""

    def crowded(self, mem: int) -> Iterator[tuple[int, int, int]]:
        """The (kid, slot, vf) at which more than one step is open, in order."""

    def shown(self, mem: int, steps: Sequence[StepKey]) -> Mapping[StepKey, Shown]:
        """What these steps show, open or not; one that is not there is left out. Asked for many in one query."""

    def faults(self, mem: int) -> list[str]:
        """What the storage finds wrong with its own structures: indexes, pages, whatever no row shows.

        One text for each fault, none when there is nothing. May read everything, also what belongs to other
        memories; for a memory that does not exist it checks what belongs to none.
        """


class Writer(Reader, Protocol):
    """The one writer. What it writes becomes durable together when its block ends, or not at all."""

    def create(self, row: MemoryRow, head: Head) -> None:
        """Add a memory that does not exist."""

    def memories(self, tenant: int) -> int:
        """How many memories a tenant has: they are numbered from 1, so it is the greatest number."""

    def attempt(self) -> AbstractContextManager[None]:
        """A part of the block: what is written in it is undone, and nothing else, when an exception leaves it.

        Parts follow one another and are never nested.
        """

    def append(self, mem: int, entry: Entry) -> None:
        """Write one record, its bodies, its folds and the new head, which must follow the head that stands.

        Raises:
            WrongKey: another storage gave the database another key meanwhile.
            StorageError: the head was not ``entry.head.seq - 1``; or two keys would then show, at one instant, a
                value that a standing unique constraint claims; or what it settles does not wait. Nothing is
                written then.
        """

    def repeat(self, mem: int, fingerprint: bytes) -> int | None:
        """Count an identical refusal once more and return its place.

        None when there is none of that fingerprint.
        """

    def erase(
        self,
        mem: int,
        ranges: Sequence[ErasedRow],
        lacking: Sequence[FoldRow] = (),
        foreign: Sequence[FoldRow] = (),
    ) -> None:
        """Delete the body rows at these places, for good. `Storage.scrub` follows, until it says that it is done.

        ``foreign`` rows of folds, which were made of those texts, go with them; ``lacking`` ones are what is left
        of them.

        A range that begins with place 0 takes the memory itself: its head, its folds but these rows, its texts
        and its name, which another memory may have then. Only its journal stays; to whoever asks for its head or
        its view it is `Erased`.
        """

    # What follows is for a recovery alone: it writes folds and a head without a record.

    def reindex(self) -> list[str]:
        """Build again what the storage keeps beside its rows, of all memories; return what could not be."""

    def repair(
        self,
        mem: int,
        lacking: Sequence[WrittenRow],
        foreign: Sequence[WrittenRow],
        cleared: Collection[type[WrittenRow]] = (),
    ) -> None:
        """Remove rows from the folds and add others, as `Reader.written` tells them, in whatever order they come.

        ``foreign`` rows are found by their keys, whatever stands in their other columns. Of kinds that are
        ``cleared`` all rows go, also those that cannot be read; ``lacking`` then holds all that there must be. A
        step and its end are cleared together, and so are a proposal that waited and what became of it. A lacking
        end is that of a step that stands now or is lacking too. Counts for people stay where their row does.
        """

    def restore_head(self, mem: int, head: Head) -> None:
        """Put a head in the place of the one that stands, if one does."""


class Presence(Protocol):
    """A sign that somebody lives, for others who have the same database open, in whatever process."""

    def close(self) -> None:
        """Take it away. Twice is harmless. It is gone too with its process, however that ends."""


class Storage(Protocol):
    """A database that is open. Safe to use from every thread."""

    @property
    def meta(self) -> Meta:
        """The database's own facts, read when it was opened."""

    @property
    def read_only(self) -> str | None:
        """Why it cannot be written (a newer format, a write-protected file, a wrong key), or None."""

    def facts(self) -> Facts:
        """What it tells of itself, for people."""

    def read(self) -> AbstractContextManager[Reader]:
        """A block that reads one moment. Never waits for a writer."""

    def glance(self) -> AbstractContextManager[Reader]:
        """A cheaper block, in which each question may be answered of a moment of its own.

        For a single question, and for what never changes once it is there: all that is asked as of a record.
        """

    def write(self) -> AbstractContextManager[Writer]:
        """A block that alone may write. Leaving it commits, durably; an exception in it undoes everything.

        Raises:
            StorageBusy: another writer held on for too long. ReadOnly: it cannot be written.
            OutcomeUnknown: the commit was sent and not answered; the engine looks the transaction up.
        """

    def rekey(self, key: bytes, *, inside: bool) -> AbstractContextManager[Writer]:
        """A block that writes like `write`, in which the database gets another tag key, whatever it had.

        ``inside``: it is kept in the database; else only its fingerprint is. Whoever has the database open
        elsewhere cannot append to it any more (WrongKey).
        """

    def backup(self, target: str, *, replace: bool = False, progress: Progress | None = None) -> int:
        """Copy one moment of the whole database to a file that can be opened like this one; return its bytes.

        All that was committed before is in it. Writers go on meanwhile. The file is durable, and comes to stand
        at ``target`` whole or not at all; with ``replace`` in the place of a database that nobody has open.
        ``progress`` is told the bytes copied and in all; what it raises ends the copy.

        Raises:
            InvalidInput: the target exists, or is the database itself. NotADatabase: what is to be replaced is
            none. StorageBusy: another backup writes the same target. StorageFull. StorageError; also when the
            storage has no form that a file could hold.
        """

    def scratch(self) -> AbstractContextManager[Storage]:
        """A block with a private copy of this moment, to try things on; it is gone afterwards.

        Raises:
            ReadOnly: this one cannot be written. StorageError.
        """

    def presence(self, name: bytes, lease: float) -> Presence:
        """Give a sign of that name, until it is closed or this storage is.

        Of whoever did nothing at all for ``lease`` seconds, because the process was stopped or hangs, others may
        see no sign any more, until it goes on.

        Raises:
            StorageError: somebody gives that sign already, or it cannot be given.
        """

    def is_present(self, name: bytes) -> bool:
        """Whether somebody gives the sign of that name now, this storage or another."""

    def scrub(self, patience: float = 0.0) -> bool:
        """Leave nothing of what was erased in any file: free pages, the log. Whether that is done.

        It is not while somebody reads a moment from before, which keeps the log, or somebody else writes: waited
        for up to ``patience`` seconds. What is left is remembered durably, and the next call goes on with it.
        """

    @property
    def scrubbed(self) -> bool:
        """Whether nothing is left for `scrub` to do."""

    def copies(self) -> tuple[str, ...]:
        """The names of other stores that lie beside it, of which any may be a copy. None when it has no file."""

    def forget(self) -> None:
        """Drop what is kept of rows read before: what is read next comes from where it is stored.

        Blocks that are open go on as they are.
        """

    def close(self) -> None:
        """Release everything. Closing twice is harmless; any other use afterwards raises Closed."""
