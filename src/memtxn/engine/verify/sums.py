"""Sums over rows: whether two sets of rows are one, in memory that does not grow with them.

What is added on one side and taken away on the other leaves nothing. Rows are packed (a number and a text, a row
and the same row with another type differ) and hashed into one of many sums of their kind, so that what differs
leaves a few sums uneven, and only rows that belong to these must be looked at.

Source: additive multiset hashing (Clarke et al., 2003), here with SipHash, by which Python hashes bytes, under a
salt that is new in every run: whoever writes rows cannot make them cancel out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from os import urandom

import msgspec

from memtxn.core.fold import facts
from memtxn.model.rows import FoldRows
from memtxn.ports.storage import Columns

_SUMS = 4096
_MASK = _SUMS - 1
_SALT_SIZE = 16

_packed = msgspec.msgpack.Encoder().encode


class Sums:
    """For each kind of row: how much more was added than taken away."""

    def __init__(self) -> None:
        self._salt = urandom(_SALT_SIZE)
        self._kinds: dict[type, list[int]] = {}

    def add(self, kind: type, rows: Iterable[Columns]) -> None:
        """Rows of one side."""
        sums = self._of(kind)
        for value in self._hashes(rows):
            sums[value & _MASK] += value

    def take(self, kind: type, rows: Iterable[Columns]) -> None:
        """Rows of the other side."""
        sums = self._of(kind)
        for value in self._hashes(rows):
            sums[value & _MASK] -= value

    def amend(self, old: FoldRows, new: FoldRows) -> None:
        """Rows of the first side that others have taken the place of."""
        for kind, columns in facts(old):
            self.take(kind, columns)
        for kind, columns in facts(new):
            self.add(kind, columns)

    def even(self) -> bool:
        """Whether both sides had the same rows."""
        return not any(map(any, self._kinds.values()))

    def uneven(self, kind: type, rows: Iterable[Columns]) -> Iterator[tuple[bytes, Columns]]:
        """Those rows, each with what tells it apart, whose sums do not agree: all that differ are among them."""
        sums = self._of(kind)
        if any(sums):
            for row in rows:
                packed = _packed((self._salt, row))
                if sums[hash(packed) & _MASK]:
                    yield packed, row

    def _of(self, kind: type) -> list[int]:
        return self._kinds.setdefault(kind, [0] * _SUMS)

    def _hashes(self, rows: Iterable[Columns]) -> Iterator[int]:
        return map(hash, map(_packed, zip(repeat(self._salt), rows)))
