"""Versions: the order in which the values of each key were appended, as the reads of it show it.

A list that only grows shows its own past. The longest list that anybody read is the order of a key's versions;
every other list must be a beginning of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from memtxn.testkit.isolation.footprint import Footprint
from memtxn.testkit.isolation.history import Txn, Values, groups_of

NOBODY = -1


class Line:
    """One key: who appended what, and what was seen of it. Transactions are numbers of a history.

    ``order`` has, for each value of ``longest``, the committed transaction that appended it, or `NOBODY`.
    ``unseen`` are committed ones whose value nobody read; it can only come after all that was read.
    """

    def __init__(self) -> None:
        self.writer: dict[int, int] = {}
        self.unfinished: set[int] = set()
        self.longest: Values = ()
        self.witness = NOBODY
        self.strays: list[tuple[int, Values]] = []
        self.order: list[int] = []
        self.unseen: list[int] = []

    def append(self, txn: int, values: list[int]) -> None:
        """A transaction appended these."""
        self.writer.update(dict.fromkeys(values, txn))
        self.unfinished.update(values[:-1])

    def see(self, txn: int, values: Values) -> None:
        """A transaction saw this list."""
        longest = self.longest
        if len(values) > len(longest):
            self.longest, values = values, longest
            txn, self.witness = self.witness, txn
        if values != self.longest[: len(values)]:
            self.strays.append((txn, values))

    def has(self, values: Values) -> bool:
        """Whether the list is a beginning of the order."""
        return values == self.longest[: len(values)]

    def seen(self) -> set[int]:
        """Every value that anybody read."""
        return {*self.longest}.union(*(values for _, values in self.strays))

    def settle(self, committed: bytearray) -> None:
        """Now it is known who has committed."""
        writers = [self.writer.get(value, NOBODY) for value in self.longest]
        self.order = [txn if txn != NOBODY and committed[txn] else NOBODY for txn in writers]
        seen = self.seen() if len(self.writer) > len(writers) or self.strays else self.writer.keys()
        later = dict.fromkeys(txn for value, txn in self.writer.items() if value not in seen and committed[txn])
        self.unseen = list(later)


class Versions:
    """Of all keys of a history. A transaction of unknown outcome has committed if anybody saw its values.

    What transactions read counts whatever became of them: a memory shows each of them one moment.
    """

    def __init__(self, history: Sequence[Txn]) -> None:
        self.history = history
        self.groups = groups_of(history)
        self.lines: dict[str, Line] = defaultdict(Line)
        self.committed = bytearray(txn.status == "ok" for txn in history)
        for number in range(len(history)):
            self._look_at(number, self.footprint(number))
        self._settle()

    def footprint(self, number: int) -> Footprint:
        """What a transaction did, by its number."""
        return Footprint(self.history[number], self.groups)

    def _look_at(self, number: int, footprint: Footprint) -> None:
        for key, appended in footprint.appended.items():
            self.lines[key].append(number, appended)
        for key, values in footprint.outside.items():
            self.lines[key].see(number, values)
        if self.committed[number]:
            for key, values in footprint.mixed:
                self.lines[key].see(number, values)

    def _settle(self) -> None:
        unknown = {number for number, txn in enumerate(self.history) if txn.status == "info"}
        for line in self.lines.values():
            for value in line.seen() if not unknown.isdisjoint(line.writer.values()) else ():
                if line.writer.get(value) in unknown:
                    self.committed[line.writer[value]] = True
        for line in self.lines.values():
            line.settle(self.committed)
