"""Verification: the invariants I(S) of a memory, each by its name (P19).

``tail`` looks at the last records and the head alone, ``digest`` also sums the open steps, ``full`` follows the
whole chain, checks every body against its commitment, folds the journal, compares every row of every fold, and
asks the storage what it finds wrong with structures of its own. What cannot be read is a problem, not an error.

Nothing finds out when the count of identical refusals is altered: it stands outside the journal.

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
storage    the storage finds nothing wrong with its own structures (indexes, pages), and all of it is read
========== ===========================================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from memtxn.core.fold import Fold
from memtxn.core.proof import EMPTY_DIGEST, Element, genesis, link, moved, tag
from memtxn.engine.replay import Replay
from memtxn.engine.runtime import Ledger, Runtime, first_head
from memtxn.errors import StorageError
from memtxn.model.exact import exact_choice
from memtxn.model.receipt import Problem, Report
from memtxn.model.record import public_id
from memtxn.model.rows import BeliefRow, BodyRow, FoldRow, Head, JournalRow, MemoryRow, StepRow
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Reader

Level = Literal["tail", "digest", "full"]
_LEVELS: tuple[Level, ...] = get_args(Level)


def verify(runtime: Runtime, ledger: Ledger, level: Level) -> Report:
    """Check a memory at a level. Reads only; an unknown level raises InvalidInput."""
    level = exact_choice(level, _LEVELS, "check")
    with runtime.storage.read() as reader:
        check = _Check(runtime, reader, level)
        row = check.named(ledger)
        if row is not None:
            _Rows(check, row).run()
        check.faults(row)
        return check.report()


class _Check:
    """What one verification, in one moment of the storage, has found so far."""

    def __init__(self, runtime: Runtime, reader: Reader, level: Level) -> None:
        self.runtime, self.reader, self.level = runtime, reader, level
        self.problems: list[Problem] = []
        self.seq = self.records = self.beliefs = 0

    def found(self, invariant: str, where: object, detail: str) -> None:
        self.problems.append(Problem(invariant=invariant, where=str(where), detail=detail))

    def reading(self, what: str, invariant: str = "storage") -> _Reading:
        """A block in which what cannot be read is a problem, and ends the block."""
        return _Reading(self, what, invariant)

    def named(self, ledger: Ledger) -> MemoryRow | None:
        """The memory's row as it stands, whatever was read before; None when there is nothing to check."""
        with self.reading(ledger.name, "head"):
            row = self.reader.memory(ledger.tenant, ledger.name)
            if row is None and ledger.seen:
                self.found("head", ledger.name, "the memory was there and is gone")
            return row
        return None

    def faults(self, row: MemoryRow | None) -> None:
        """What the storage knows: also why a memory may not be found."""
        if self.level == "full":
            with self.reading("faults"):
                for fault in self.reader.faults(row.mem if row else 0):
                    self.found("storage", "", fault)

    def report(self) -> Report:
        return Report(
            level=self.level,
            seq=self.seq,
            records=self.records,
            beliefs=self.beliefs,
            problems=tuple(self.problems),
        )


class _Reading:
    """See `_Check.reading`."""

    def __init__(self, check: _Check, what: str, invariant: str) -> None:
        self.check, self.what, self.invariant = check, what, invariant

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> bool:
        if not isinstance(error, StorageError) or error.retryable:
            return False
        self.check.found(self.invariant, self.what, f"it cannot be read: {error.detail}")
        return True


class _Rows:
    """The check of the rows of one memory."""

    def __init__(self, check: _Check, row: MemoryRow) -> None:
        self.check, self.row = check, row
        self.runtime, self.reader, self.found = check.runtime, check.reader, check.found
        self.head = self.standing()
        check.seq = self.head.seq

    def run(self) -> None:
        level = self.check.level
        with self.check.reading("journal"):
            if level == "full":
                self.full()
            else:
                self.tail()
        if level == "digest":
            self.digest()

    def standing(self) -> Head:
        """The head; if it is gone, one that agrees with nothing."""
        with self.check.reading(str(self.row.mem), "head"):
            return self.reader.head(self.row.mem)
        return Head(seq=0, at=0, digest=b"", keys=0, link=b"", tag=b"", declared=0)

    def rows(self) -> Iterator[FoldRow]:
        """The rows of all folds, up to the first that cannot be read."""
        with self.check.reading("folds", "fold"):
            yield from self.reader.fold(self.row.mem)

    # -- tail ------------------------------------------------------------------------------------------

    def tail(self) -> None:
        """The last two records and the head agree with one another."""
        last = list(self.reader.journal(self.row.mem, max(self.head.seq - 1, 1), LATEST))
        before = genesis(self.row.salt, self.row.name) if self.head.seq <= 1 else None
        for row in last:
            self.chained(row, before)
            before = row.link
            self.check.records += 1
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
            replay.record(row, self.bodies(row.seq))
            self.check.records, last = replay.records, row
        self.headed(last)
        if (self.head.keys, self.head.declared) != (replay.keys, replay.declared):
            self.found("head", self.head.seq, "the head counts other keys or declarations than the journal")
        self.compare(replay.fold)

    def bodies(self, seq: int) -> list[BodyRow]:
        """The bodies of a record; none of them when one cannot be read."""
        with self.check.reading(str(seq), "body"):
            return self.reader.bodies(self.row.mem, seq)
        return []

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
                self.check.beliefs += 1
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
