"""Clash: rows that were lost, and written a second time by whoever did not find them.

Two records say then, for ever, that one name is that of two keys, or that one source stands at two places. Only
one row can stand: the one that does stays, so that all the rest is repaired; verification names what is lacking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from memtxn.model.rows import KeyRequest, KeyRow, SourceRow, ViewRequest
from memtxn.ports.storage import LATEST, Reader, WrittenRow


def restorable(
    reader: Reader,
    mem: int,
    lacking: Iterable[WrittenRow],
    foreign: Set[WrittenRow],
    cleared: Set[type[WrittenRow]],
) -> Iterator[WrittenRow]:
    """The rows that can be restored, where foreign ones go and cleared kinds are empty."""
    taken = set[tuple[type[WrittenRow], str]]()
    for row in lacking:
        if isinstance(row, KeyRow | SourceRow):
            sign = type(row), row.name if isinstance(row, KeyRow) else row.id
            stands = None if type(row) in cleared else _standing(reader, mem, row)
            if sign in taken or (stands is not None and stands not in foreign):
                continue
            taken.add(sign)
        yield row


def _standing(reader: Reader, mem: int, row: KeyRow | SourceRow) -> WrittenRow | None:
    """The row that has this name, or this id, now."""
    if isinstance(row, SourceRow):
        where = reader.source(mem, row.id)
        return None if where is None else SourceRow(row.id, where)
    (known,) = reader.view(mem, ViewRequest(b"", None, (KeyRequest(row.name),)), LATEST).keys
    return KeyRow(known.kid, row.name) if known.kid else None
