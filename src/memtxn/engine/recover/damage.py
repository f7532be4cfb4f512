"""Damage: what differs between a memory and what its journal implies, found without knowing what was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

import msgspec

from memtxn.core.amend import Amendments
from memtxn.core.fold import PARTS, facts
from memtxn.core.proof import tag
from memtxn.engine.recover.clash import restorable
from memtxn.engine.recover.spare import Spared, spared
from memtxn.engine.runtime import first_head
from memtxn.engine.verify.check import Check, Reading
from memtxn.engine.verify.differences import Differences
from memtxn.engine.verify.replay import Replay
from memtxn.engine.verify.sums import Sums
from memtxn.errors import FileDamaged, JournalDamaged, StorageError, Unreadable
from memtxn.model.effect import Part
from memtxn.model.record import RecoverOp, place
from memtxn.model.rows import TENANT_BITS, CloseRow, Head, JournalRow, MemoryRow, PendingRow, SettledRow, StepRow
from memtxn.ports.storage import LATEST, Columns, Reader, WrittenRow

_AT_ONCE = 1_024
"""Stored rows that are summed together."""

_TOGETHER: tuple[frozenset[type[WrittenRow]], ...] = (
    frozenset({StepRow, CloseRow}),
    frozenset({PendingRow, SettledRow}),
)
"""Kinds that stand in the same rows of a storage: what cannot be read of one is lost to the other."""


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """Rows that the storage lacks and that no record wrote, kinds that cannot be read and are written anew.

    ``before`` is the head as it was found, ``head`` what it must be but for its digest, which depends on the
    rows, and with the tag of the last record; both are right already unless ``head_wrong``. ``faults`` are what
    the storage itself finds, ``risen`` the places of texts that were erased and stand there again.
    """

    lacking: tuple[WrittenRow, ...]
    foreign: tuple[WrittenRow, ...]
    cleared: frozenset[type[WrittenRow]]
    before: Head | None
    head: Head
    head_wrong: bool
    faults: tuple[str, ...] = ()
    risen: tuple[int, ...] = ()
    amendments: Amendments = {}

    def __bool__(self) -> bool:
        """Whether there is anything to repair."""
        return bool(self.lacking or self.foreign or self.cleared or self.head_wrong or self.faults or self.risen)

    def counted(self) -> list[RecoverOp]:
        """How many rows of each kind, in order of their numbers."""
        restored = Counter(PARTS[type(row)] for row in self.lacking)
        removed = Counter(PARTS[type(row)] for row in self.foreign)
        restored[Part.HEAD] += self.head_wrong
        restored[Part.INDEX] += len(self.faults)
        removed[Part.ERASED] += len(self.risen)
        cleared = {PARTS[kind] for kind in self.cleared}
        parts = sorted({part for part in Part if restored[part] or removed[part]} | cleared)
        return [RecoverOp(part, restored[part], removed[part]) for part in parts]


def standing_head(reader: Reader, mem: int) -> Head | None:
    """The head as it stands; None when it is gone or cannot be read."""
    try:
        return reader.head(mem)
    except StorageError as error:
        if error.retryable:
            raise
        return None


def look(check: Check, row: MemoryRow, amendments: Amendments | None = None) -> Damage:
    """Find what differs, in the moment of the check's reader, but for what the storage finds itself.

    ``amendments`` are all that is amended, when more is to be than the journal says.

    Raises:
        JournalDamaged: the journal itself is damaged, so that it cannot say what is right.
    """
    return _Look(check, row, amendments).run()


class _Look:
    """One look at a memory."""

    def __init__(self, check: Check, row: MemoryRow, amendments: Amendments | None) -> None:
        self.check, self.row, self.reader, self.amendments = check, row, check.reader, amendments
        self.bad: set[tuple[int, int]] = set()
        self.unread: set[int] = set()
        self.risen: list[int] = []
        self.cleared: set[type[WrittenRow]] = set()

    def run(self) -> Damage:
        before = standing_head(self.reader, self.row.mem)
        self.check.seq = before.seq if before else 0
        sums, replay = Sums(), self._replay(self.amendments)
        for _, rows in replay:
            for kind, columns in facts(rows):
                sums.add(kind, columns)
            for old, new in replay.amending:
                sums.amend(old, new)
            self.check.followed(replay.records)
        replay.unclaimed()
        self._whole(replay.last, before)
        self._hear_again()
        for kind, stored in self._stored():
            sums.take(kind, stored)
        for kinds in _TOGETHER:
            self.cleared |= kinds if kinds & self.cleared else set()
        self.amendments = replay.amendments
        lacking, foreign = ([], []) if sums.even() and not self.cleared else self._differing(sums)
        right = self._head(replay)
        return Damage(
            lacking=tuple(lacking),
            foreign=tuple(foreign),
            cleared=frozenset(self.cleared),
            before=before,
            head=right,
            head_wrong=before is None or not self._sealed(before, right),
            risen=tuple(sorted(set(self.risen))),
            amendments=replay.amendments,
        )

    # -- the journal -----------------------------------------------------------------------------------

    def _replay(self, amendments: Amendments | None) -> Replay:
        return Replay(self.reader, self.row, self.check.runtime.digest_key, self._found, amendments)

    def _found(self, invariant: str, where: object, detail: str) -> None:
        """A text that is damaged costs what needs it; a record that is damaged, all that is built on it.

        A text that was erased and stands there again costs nothing: it goes once more.
        """
        if invariant == "erased":
            seq, _, ord_ = str(where).partition(".")
            self.risen.append(place(int(seq), int(ord_)))
            return
        if invariant != "body":
            raise JournalDamaged(f"record {where}: {detail}")
        seq, _, ord_ = str(where).partition(".")
        if not ord_:
            self.unread.add(int(seq))
        with suppress(ValueError):  # damage may have left anything there, or all of a record cannot be read
            self.bad.add((int(seq), int(ord_)))

    def _whole(self, last: JournalRow | None, head: Head | None) -> None:
        """Nothing may be missing at the end of the journal: a sealed head names the record that it stands at."""
        seq, link = (last.seq, last.link) if last else (0, first_head(b"", self.row).link)
        beyond = [place for place in self.bad if place[0] > seq]
        if beyond:
            raise JournalDamaged(f"it ends at record {seq}, and there are texts of record {min(beyond)[0]}")
        key = self.check.runtime.tag_key
        if head is None or head.link == link or key is None or tag(key, head.link, head.digest) != head.tag:
            return
        if not self._stood(head, self.row.mem, (1, LATEST)) and not any(
            self._stood(head, other.mem, (head.seq, head.seq))  # the head of another memory
            for other in self.reader.every_memory(self.row.mem >> TENANT_BITS)
        ):
            raise JournalDamaged(f"it ends at record {seq}, and the head was sealed at another, {head.seq}")

    def _hear_again(self) -> None:
        """Texts that could not be read are damaged, unless the disk erred: then all is to be tried again."""
        for seq in sorted(self.unread):
            try:
                self.reader.bodies(self.row.mem, seq)
            except (Unreadable, FileDamaged):
                continue
            raise StorageError(f"the texts of record {seq} could not be read at first")

    def _stood(self, head: Head, mem: int, span: tuple[int, int]) -> bool:
        return any(row.link == head.link for row in self.reader.journal(mem, *span))

    # -- the rows --------------------------------------------------------------------------------------

    def _stored(self) -> Iterator[tuple[type[WrittenRow], list[Columns]]]:
        """The rows of all folds, many at a time; a kind of which one cannot be read is to be written anew."""
        for kind, stream in self.reader.written(self.row.mem):
            with Reading(partial(self._unreadable, kind), "folds", "fold"):
                while rows := list(islice(stream, _AT_ONCE)):
                    yield kind, rows

    def _unreadable(self, kind: type[WrittenRow], *_: object) -> None:
        self.cleared.add(kind)

    def _differing(self, sums: Sums) -> tuple[list[WrittenRow], list[WrittenRow]]:
        """Look once more, at the rows themselves; what is read now must be what was read before."""
        differences, whole, first = Differences(sums), list[WrittenRow](), (set(self.bad), set(self.cleared))
        for _, rows in self._replay(self.amendments):
            differences.implied(rows)
            if self.cleared:
                every = ((kind, columns) for kind, columns in facts(rows) if kind in self.cleared)
                whole += [kind(*each) for kind, columns in every for each in columns]
        for kind, stored in self._stored():
            differences.stored(kind, stored)
        for kinds in _TOGETHER:
            self.cleared |= kinds if kinds & self.cleared else set()
        if (self.bad, self.cleared) != first:
            raise StorageError("what could be read at first could not be read again")
        lacking = [row for row in differences.lacking() if type(row) not in self.cleared]
        foreign = [row for row in differences.foreign() if type(row) not in self.cleared]
        if self.bad:
            lacking, foreign = self._spared().sift(lacking, foreign)
        fit = restorable(self.reader, self.row.mem, lacking + whole, set(foreign), self.cleared)
        return list(fit), foreign

    def _spared(self) -> Spared:
        return spared(self.reader, self.row.mem, self.bad)

    # -- the head --------------------------------------------------------------------------------------

    def _head(self, replay: Replay) -> Head:
        start, last = first_head(b"", self.row), replay.last
        return msgspec.structs.replace(
            start,
            seq=last.seq if last else 0,
            at=last.at if last else 0,
            link=last.link if last else start.link,
            tag=last.tag if last else start.tag,
            keys=replay.keys,
            declared=replay.declared,
            guards=replay.guards,
        )

    def _sealed(self, found: Head, right: Head) -> bool:
        """Whether a head says what it must, and its tag seals its digest."""
        blank = msgspec.structs.replace(found, digest=right.digest, tag=right.tag)
        key = self.check.runtime.tag_key
        return blank == right and (key is None or tag(key, found.link, found.digest) == found.tag)
