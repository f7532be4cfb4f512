"""Clash: rows that were lost, and written a second time by whoever did not find them.

Two records say then that one name is that of two keys, that one source is at two places, or that a belief belongs
to two slots. Only one row stands: the one that does stays until the records are amended (`contradictions`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TypeAlias

from memtxn.model.rows import ClaimRow, KeyRow, RefileRow, SourceRow
from memtxn.ports.storage import Reader, WrittenRow

Sign: TypeAlias = tuple[type[WrittenRow], object]
_NAMED: tuple[type[WrittenRow], ...] = (KeyRow, SourceRow, RefileRow, ClaimRow)


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
    match row:
        case KeyRow():
            return KeyRow, row.name
        case SourceRow():
            return SourceRow, row.id
        case RefileRow():
            return RefileRow, (row.kid, row.bid)
    return type(row), row
