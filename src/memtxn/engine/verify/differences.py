"""What differs between the rows that the journal implies and those that stand in the storage.

Of the journal and of the storage only those rows are kept whose sums do not agree. So this needs memory for what
is damaged, and for few others that share a sum with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memtxn.core.fold import facts
from memtxn.engine.verify.sums import Sums
from memtxn.engine.verify.tags import Ask
from memtxn.model.rows import BeliefRow, FoldRows, StepRow
from memtxn.ports.storage import Columns, Shown, StepKey, WrittenRow


class Differences:
    """Filled from both sides, which must be those that the sums were made of."""

    def __init__(self, sums: Sums) -> None:
        self._sums = sums
        self._rows: dict[tuple[type[WrittenRow], bytes], tuple[Columns, int]] = {}

    def implied(self, rows: FoldRows) -> None:
        """What one record writes."""
        for kind, columns in facts(rows):
            self._count(kind, columns, 1)

    def stored(self, kind: type[WrittenRow], rows: Iterable[Columns]) -> None:
        """What stands in the storage, of one kind."""
        self._count(kind, rows, -1)

    def _count(self, kind: type[WrittenRow], rows: Iterable[Columns], by: int) -> None:
        for packed, columns in self._sums.uneven(kind, rows):
            _, count = self._rows.get((kind, packed), (columns, 0))
            self._rows[kind, packed] = columns, count + by

    def foreign(self) -> list[WrittenRow]:
        """The rows that no record wrote."""
        return [kind(*columns) for (kind, _), (columns, count) in self._rows.items() if count < 0]

    def lacking(self) -> list[WrittenRow]:
        """The rows that the storage lacks."""
        return [kind(*columns) for (kind, _), (columns, count) in self._rows.items() if count > 0]


class Righted:
    """The answers of a storage about steps, put right wherever its rows are not those of the journal."""

    def __init__(self, ask: Ask, differences: Differences) -> None:
        self._ask = ask
        lacking, foreign = differences.lacking(), differences.foreign()
        self._steps, self._foreign_steps = _steps(lacking), _steps(foreign)
        self._foreign_beliefs = _beliefs(foreign)
        self._wanted = _beliefs(lacking) | set(self._steps.values())
        self._commitments: dict[int, bytes] = {}

    def heard(self, rows: FoldRows) -> None:
        """What a record says of beliefs that cannot be asked for."""
        self._commitments.update({row.bid: row.commitment for row in rows.beliefs if row.bid in self._wanted})

    def ask(self, steps: Sequence[StepKey]) -> Mapping[StepKey, Shown]:
        """What these steps show, as far as any record has said so."""
        answers = dict(self._ask(steps))
        for step in steps:
            if step in self._steps:
                answers[step] = (self._steps[step], None)
            elif step in self._foreign_steps:
                answers.pop(step, None)
        return {step: (bid, self._commitment(bid, stored)) for step, (bid, stored) in answers.items()}

    def _commitment(self, bid: int, stored: bytes | None) -> bytes | None:
        if bid == 0:
            return b""
        return self._commitments.get(bid, None if bid in self._foreign_beliefs else stored)


def _steps(rows: list[WrittenRow]) -> dict[StepKey, int]:
    return {(row.kid, row.slot, row.vf, row.s0): row.bid for row in rows if isinstance(row, StepRow)}


def _beliefs(rows: list[WrittenRow]) -> set[int]:
    return {row.bid for row in rows if isinstance(row, BeliefRow)}
