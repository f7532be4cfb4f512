"""What one verification has found so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import StorageError
from memtxn.model.receipt import Problem, Report
from memtxn.model.rows import MemoryRow
from memtxn.ports.storage import Progress, Reader

Level = Literal["tail", "digest", "full"]

_TOLD_EVERY = 1_000

Found: TypeAlias = Callable[[str, object, str], None]
"""Told of each problem: the invariant, where, and what is wrong."""


class Check:
    """The problems and counts of one verification, in one moment of the storage.

    ``progress`` is told of every so many records that were followed.
    """

    def __init__(self, runtime: Runtime, reader: Reader, progress: Progress | None = None) -> None:
        self.runtime, self.reader, self._progress = runtime, reader, progress
        self.problems: list[Problem] = []
        self.seq = self.records = self.beliefs = 0
        self.anchored: int | None = None

    def found(self, invariant: str, where: object, detail: str) -> None:
        """One more problem."""
        self.problems.append(Problem(invariant=invariant, where=str(where), detail=detail))

    def followed(self, records: int) -> None:
        """So many records of the journal are done."""
        if self._progress is not None and records % _TOLD_EVERY == 0:
            self._progress(records, max(self.seq, records))

    def reading(self, what: str, invariant: str = "storage") -> Reading:
        """A block in which what cannot be read is a problem, and ends the block."""
        return Reading(self.found, what, invariant)

    def report(self, level: Level) -> Report:
        """The answer to whoever asked."""
        return Report(
            level=level,
            seq=self.seq,
            records=self.records,
            beliefs=self.beliefs,
            problems=tuple(self.problems),
            anchored=self.anchored,
        )


class Reading:
    """See `Check.reading`. A storage that is busy is an error all the same."""

    def __init__(self, found: Found, what: str, invariant: str) -> None:
        self.found, self.what, self.invariant = found, what, invariant

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> bool:
        if not isinstance(error, StorageError) or error.retryable:
            return False
        self.found(self.invariant, self.what, f"it cannot be read: {error.detail}")
        return True


def named(check: Check, ledger: Ledger) -> MemoryRow | None:
    """The memory's row as it stands, whatever was read before; None when there is nothing to check."""
    with check.reading(ledger.name, "head"):
        row = check.reader.memory(ledger.tenant, ledger.name)
        if row is None and ledger.seen:
            check.found("head", ledger.name, "the memory was there and is gone")
        return row
    return None
