"""Clash: rows that were lost, and written a second time by whoever did not find them.

Two records say then, for ever, that one name is that of two keys, or that one source is at two places. Only one
row stands: the one that does stays, so that all the rest is repaired; verification names what is lacking.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TypeAlias

from memtxn.model.rows import KeyRow, SourceRow
from memtxn.ports.storage import Reader, WrittenRow

Sign: TypeAlias = tuple[type[WrittenRow], object]
_NAMED: tuple[type[WrittenRow], ...] = (KeyRow, SourceRow)


def restorable(
    reader: Reader,
    mem: int,
    lacking: Sequence[WrittenRow],
    foreign: Set[WrittenRow],
    cleared: Set[type[WrittenRow]],
) -> Iterator[WrittenRow]:
    """The rows that can be restored, where foreign ones go and cleared kinds are empty."""
    wanted = {_sign(row) for row in lacking if isinstance(row, _NAMED)}
    taken = {_sign(row) for row in _standing(reader, mem, wanted, cleared) if row not in foreign}
    for row in lacking:
        if isinstance(row, _NAMED):
            if _sign(row) in taken:
                continue
            taken.add(_sign(row))
        yield row


def _standing(
    reader: Reader, mem: int, wanted: Set[Sign], cleared: Set[type[WrittenRow]]
) -> Iterator[WrittenRow]:
    """The rows that have one of these names now."""
    if wanted:
        for kind, stream in reader.written(mem):
            if kind in _NAMED and kind not in cleared:
                yield from (row for row in (kind(*columns) for columns in stream) if _sign(row) in wanted)


def _sign(row: WrittenRow) -> Sign:
    return type(row), row.name if isinstance(row, KeyRow) else getattr(row, "id", None)
