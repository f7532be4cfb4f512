"""The whole check: what the journal implies is summed, and nothing may be left when what is stored is taken away.

Memory is needed for one record, for one batch of rows, for the sums, and for what differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from memtxn.core.amend import Amendments
from memtxn.core.fold import facts
from memtxn.engine.verify.check import Check, Found, Reading
from memtxn.engine.verify.differences import Differences, Righted
from memtxn.engine.verify.lives import Lives
from memtxn.engine.verify.quick import Quick
from memtxn.engine.verify.replay import Replay
from memtxn.engine.verify.standing import OpenSteps
from memtxn.engine.verify.sums import Sums
from memtxn.engine.verify.tags import Ask, Tags
from memtxn.model.record import public_id
from memtxn.model.rows import BeliefRow, FoldRows, JournalRow, MemoryRow, SettledRow, StateRow
from memtxn.ports.storage import Columns, Shown, StepKey, WrittenRow

_AT_ONCE = 1_024
"""Stored rows that are summed together."""


class Full:
    """The check of all that belongs to one memory."""

    def __init__(self, check: Check, row: MemoryRow) -> None:
        self.check, self.row, self.found = check, row, check.found
        self.quick = Quick(check, row)

    def run(self) -> None:
        """Follow the journal once, then look through the rows once; again only if something differs."""
        with self.check.reading("journal"):
            replay, sums, tags = self._replay(self.found), Sums(), self._tags(self._shown)
            self._followed(replay, sums, tags)
            self._compared(sums, tags, replay)
            if not self.check.problems:
                replay.unclaimed()

    def _followed(self, replay: Replay, sums: Sums, tags: Tags) -> None:
        try:
            for row, rows in replay:
                for kind, columns in facts(rows):
                    sums.add(kind, columns)
                for old, new in replay.amending:
                    sums.amend(old, new)
                self._closed(row, rows)
                if replay.rekey is not None and not tags.rekeyed(replay.rekey):
                    detail = "tags of records before it are not those which stood when the key was replaced"
                    self.found("tag", row.seq, detail)
                tags.add(row, rows, replay.base)
                self.check.followed(replay.records)
        finally:
            self.check.records = replay.records
        self.quick.headed(replay.last)
        for seq, guard in replay.unfenced:
            self.found("guard", seq, f"it was not written under the guard that began with record {guard}")
        head = self.quick.head
        if (head.keys, head.declared) != (replay.keys, replay.declared):
            self.found("head", head.seq, "the head counts other keys or declarations than the journal")
        if head.guards != replay.guards:
            self.found("head", head.seq, "other guards are open than the journal says")

    def _closed(self, row: JournalRow, rows: FoldRows) -> None:
        """What a record closes was opened before: the order of two rows is in no sum."""
        for step in rows.closed:
            if step.s0 >= row.seq:
                self.found("fold", row.seq, f"step {step.kid}/{step.slot} at {step.vf} is not open")
        for one in rows.settled:
            if one.since >= row.seq:
                self.found("fold", row.seq, f"proposal {public_id(one.place)} does not wait")

    def _compared(self, sums: Sums, tags: Tags, replay: Replay) -> None:
        tags.settle()
        lives, steps = Lives(), OpenSteps(self.check, self.row.mem)
        for kind, stored in self._stored(self.found):
            sums.take(kind, stored)
            if kind is BeliefRow:
                self.check.beliefs += len(stored)
            elif kind is StateRow:
                lives.stored(stored)
            elif kind is SettledRow:
                lives.settled(stored)
        steps.alone()
        digest = tags.digest
        if tags.astray or tags.stated or not sums.even():
            digest = steps.digest()
            steps.shows()
        if not sums.even():
            tags, lives = self._looked_closer(sums, replay.amendments)
        for seq in tags.unexplained(replay.resealed):
            self.found("tag", seq, "the tag does not bind the link to the digest of that moment")
        for where, detail in lives.wrong:
            self.found("lifecycle", where, detail)
        self.quick.summed(digest)

    def _looked_closer(self, sums: Sums, amendments: Amendments) -> tuple[Tags, Lives]:
        """Name the rows that differ. Then tags and lives again, for they were asked of rows not right."""
        differences = Differences(sums)
        for _, rows in self._replay(_unheard, amendments):
            differences.implied(rows)
        for kind, stored in self._stored(_unheard):
            differences.stored(kind, stored)
        for row in differences.foreign():
            self.found("fold", _where(row), f"the storage holds a row that no record wrote: {row}")
        for row in differences.lacking():
            self.found("fold", _where(row), f"the storage lacks a row: {row}")
        righted = Righted(self._shown, differences)
        tags, lives = self._tags(righted.ask), Lives()
        replay = self._replay(_unheard, amendments)
        for record, rows in replay:
            righted.heard(rows)
            if replay.rekey is not None:
                tags.rekeyed(replay.rekey)
            tags.add(record, rows, replay.base)
            lives.written(rows.states)
            lives.settled(map(msgspec.structs.astuple, rows.settled))
        tags.settle()
        return tags, lives

    def _replay(self, found: Found, amendments: Amendments | None = None) -> Replay:
        return Replay(self.check.reader, self.row, self.check.runtime.digest_key, found, amendments)

    def _tags(self, ask: Ask) -> Tags:
        return Tags(self.check.runtime.digest_key, self.check.runtime.tag_key, ask)

    def _shown(self, steps: Sequence[StepKey]) -> Mapping[StepKey, Shown]:
        with self.check.reading("folds", "fold"):
            return self.check.reader.shown(self.row.mem, steps)
        return {}

    def _stored(self, found: Found) -> Iterator[tuple[type[WrittenRow], list[Columns]]]:
        """The rows of all folds, many at a time; of each kind up to the first that cannot be read."""
        for kind, stream in self.check.reader.written(self.row.mem):
            with Reading(found, "folds", "fold"):
                while rows := list(islice(stream, _AT_ONCE)):
                    yield kind, rows


def _unheard(invariant: str, where: object, detail: str) -> None:
    """It was told before."""


def _where(row: WrittenRow) -> str:
    """The kind of a row and its key, or its place as people name it; a damaged row may hold anything there."""
    at = getattr(row, "place", "")
    return f"{type(row).__name__} {getattr(row, 'kid', public_id(at) if isinstance(at, int) else at)}"
