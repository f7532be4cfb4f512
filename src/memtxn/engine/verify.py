"""Verification: the invariants I(S) of a memory, each by its name (P19).

``tail`` looks at the last records and the head alone, ``digest`` also sums the open steps, ``full`` follows the
whole chain, checks every body against its commitment, folds the journal and compares every row of every fold.

========== ===========================================================================================
chain      every record follows its predecessor by hash, and says what its columns say
sequence   no seq is missing, and recorded time strictly increases
tag        the tag of every record binds its link to the digest of that moment
body       every body row is there and matches its commitment
lifecycle  every change of state is a move of the table
fold       the journal folds to exactly the rows that stand in the storage
timeline   every step shows a belief that stands; at most one per key, value and instant
digest     the open steps sum to the head's digest
head       the head stands at the last record
========== ===========================================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from memtxn.core.fold import Fold
from memtxn.core.proof import EMPTY_DIGEST, Element, genesis, link, moved, tag
from memtxn.engine.replay import Replay
from memtxn.engine.runtime import Ledger, Runtime, first_head
from memtxn.errors import InvalidInput, StorageError, Unreadable
from memtxn.model.codec import brief
from memtxn.model.receipt import Problem, Report
from memtxn.model.record import public_id
from memtxn.model.rows import BeliefRow, FoldRow, Head, JournalRow, MemoryRow, StepRow
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Reader

Level = Literal["tail", "digest", "full"]


def verify(runtime: Runtime, ledger: Ledger, level: Level) -> Report:
    """Check a memory at a level. Reads only; an unknown level raises InvalidInput."""
    if level not in get_args(Level):
        raise InvalidInput(f"check level {brief(level)} is none of {', '.join(get_args(Level))}")
    with runtime.storage.read() as reader:
        row = reader.memory(ledger.tenant, ledger.name)  # as it stands, whatever was read before
        if row is None:
            gone = Problem(invariant="head", where=ledger.name, detail="the memory was there and is gone")
            problems = (gone,) if ledger.seen else ()
            return Report(level=level, seq=0, records=0, beliefs=0, problems=problems)
        check = _Check(runtime, reader, row)
        check.run(level)
        return Report(
            level=level,
            seq=check.head.seq,
            records=check.records,
            beliefs=check.beliefs,
            problems=tuple(check.problems),
        )


class _Check:
    """One verification of one memory, in one moment of the storage."""

    def __init__(self, runtime: Runtime, reader: Reader, row: MemoryRow) -> None:
        self.runtime, self.reader, self.row = runtime, reader, row
        self.problems: list[Problem] = []
        self.records = self.beliefs = 0
        self.head = self.standing()

    def run(self, level: Level) -> None:
        if level == "full":
            self.full()
        else:
            self.tail()
        if level == "digest":
            self.digest()

    def found(self, invariant: str, where: object, detail: str) -> None:
        self.problems.append(Problem(invariant=invariant, where=str(where), detail=detail))

    def standing(self) -> Head:
        """The head; if it is gone, one that agrees with nothing."""
        try:
            return self.reader.head(self.row.mem)
        except StorageError as error:
            self.found("head", self.row.mem, f"it cannot be read: {error.detail}")
            return Head(seq=0, at=0, digest=b"", keys=0, link=b"", tag=b"", declared=0)

    def rows(self) -> Iterator[FoldRow]:
        """The rows of all folds, up to the first that cannot be read."""
        try:
            yield from self.reader.fold(self.row.mem)
        except Unreadable as error:
            self.found("fold", "", error.detail)

    # -- tail ------------------------------------------------------------------------------------------

    def tail(self) -> None:
        """The last two records and the head agree with one another."""
        last = list(self.reader.journal(self.row.mem, max(self.head.seq - 1, 1), LATEST))
        before = genesis(self.row.salt, self.row.name) if self.head.seq <= 1 else None
        for row in last:
            self.chained(row, before)
            before = row.link
            self.records += 1
        self.headed(last[-1] if last else None)

    def chained(self, row: JournalRow, before: bytes | None) -> None:
        if before is not None and link(before, row.data) != row.link:
            self.found("chain", row.seq, "the record does not follow its predecessor")

    def headed(self, last: JournalRow | None) -> None:
        """The head is that of the last record; its tag binds link and digest."""
        start = first_head(b"", self.row)
        seq, at, end = (last.seq, last.at, last.link) if last else (start.seq, start.at, start.link)
        if (self.head.seq, self.head.at, self.head.link) != (seq, at, end):
            self.found("head", self.head.seq, f"the head does not stand at the last record, {seq}")
        if self.runtime.tag_key is None:
            self.found("tag", self.head.seq, "tags unverifiable: the key is not known")
        elif tag(self.runtime.tag_key, self.head.link, self.head.digest) != self.head.tag:
            self.found("tag", self.head.seq, "the tag does not bind this link and digest")
        if last is not None and last.tag != self.head.tag:
            self.found("tag", last.seq, "the record's tag is not the head's")

    # -- digest ----------------------------------------------------------------------------------------

    def digest(self) -> None:
        """The open steps that stand sum to the head's digest."""
        commitments: dict[int, bytes] = {0: b""}
        steps: list[StepRow] = []
        for row in self.rows():
            if isinstance(row, BeliefRow):
                commitments[row.bid] = row.commitment
            elif isinstance(row, StepRow) and row.s1 == FOREVER:
                steps.append(row)
        self.summed(steps, commitments)

    def summed(self, steps: list[StepRow], commitments: dict[int, bytes]) -> None:
        elements = [_element(step, commitments) for step in steps]
        if moved(EMPTY_DIGEST, self.runtime.digest_key, (), elements) != self.head.digest:
            self.found("digest", self.head.seq, "the open steps do not sum to the head's digest")

    # -- full ------------------------------------------------------------------------------------------

    def full(self) -> None:
        replay = Replay(self.runtime, self.row, self.found)
        last = None
        for row in self.reader.journal(self.row.mem, 1, LATEST):
            replay.record(row, self.reader.bodies(self.row.mem, row.seq))
            last = row
        self.records = replay.records
        self.headed(last)
        if (self.head.keys, self.head.declared) != (replay.keys, replay.declared):
            self.found("head", self.head.seq, "the head counts other keys or declarations than the journal")
        self.compare(replay.fold)

    def compare(self, fold: Fold) -> None:
        """Every stored row is implied by the journal, and every implied row is stored."""
        implied = set(fold.rows())
        commitments: dict[int, bytes] = {0: b""}
        steps: list[StepRow] = []
        for row in self.rows():
            if row in implied:
                implied.remove(row)
            else:
                self.found("fold", _where(row), f"the storage holds a row that no record wrote: {row}")
            if isinstance(row, BeliefRow):
                self.beliefs += 1
                commitments[row.bid] = row.commitment
            elif isinstance(row, StepRow) and row.s1 == FOREVER:
                steps.append(row)
        for row in implied:
            self.found("fold", _where(row), f"the storage lacks a row: {row}")
        self.timelines(steps, commitments)
        self.summed(steps, commitments)

    def timelines(self, steps: list[StepRow], commitments: dict[int, bytes]) -> None:
        starts: set[tuple[int, int, int]] = set()
        for step in steps:
            start = (step.kid, step.slot, step.vf)
            if step.bid not in commitments:
                self.found("timeline", _where(step), f"it shows belief {public_id(step.bid)}, which is not there")
            if start in starts:
                self.found("timeline", _where(step), "two steps stand at one instant")
            starts.add(start)


def _element(step: StepRow, commitments: dict[int, bytes]) -> Element:
    return (step.kid, step.slot, step.vf, step.bid, commitments.get(step.bid, b"?"))


def _where(row: FoldRow) -> str:
    return f"{type(row).__name__} {getattr(row, 'kid', getattr(row, 'place', ''))}"
