"""The footprint of a transaction: what it read of others, what it appended, and where it contradicts itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from memtxn.testkit.isolation.history import Append, Read, Scan, Txn, Values

Contradiction: TypeAlias = tuple[str, Values, Values]
"""A key, what was read of it, and what had to be, after what the transaction itself had read and appended."""


class Footprint:
    """Of one transaction.

    ``outside`` is what others had made of each key when it was first read; its own values, if it appended
    before, are taken off. ``named`` are the keys that it read one by one; the rest was scanned. ``mixed`` are
    the lists that it read after it had appended to them, its own values included.
    """

    def __init__(self, txn: Txn, groups: Mapping[str, tuple[str, ...]]) -> None:
        self.outside: dict[str, Values] = {}
        self.named: set[str] = set()
        self.appended: dict[str, list[int]] = {}
        self.mixed: list[tuple[str, Values]] = []
        self.contradictions: list[Contradiction] = []
        for op in txn.ops:
            match op:
                case Append(key, value):
                    self.appended.setdefault(key, []).append(value)
                case Read(key, values):
                    self._look(key, values)
                    self.named.add(key)
                case Scan(group, found):
                    for key in groups.get(group, ()):
                        self._look(key, found.get(key, ()))
        self._foresee()

    def _look(self, key: str, values: Values) -> None:
        """A list is seen: it must be what was seen before, and then the transaction's own values."""
        own = tuple(self.appended.get(key, ()))
        if own:
            self.mixed.append((key, values))
        base = max(len(values) - len(own), 0)
        due = self.outside.get(key, values[:base]) + own
        if values == due:
            self.outside.setdefault(key, values[:base])
        else:
            self.contradictions.append((key, values, due))

    def _foresee(self) -> None:
        """What others had made of a key has none of the transaction's own values, not those of later either."""
        for key, own in self.appended.items():
            values = self.outside.get(key, ())
            if values and not {*own}.isdisjoint(values):
                due = tuple(value for value in values if value not in own)
                self.contradictions.append((key, values, due))
