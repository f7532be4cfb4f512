"""What was declared of a memory's attributes."""

from __future__ import annotations

from threading import Lock

from memtxn.ports.storage import Reader

_NONE: frozenset[tuple[str, str]] = frozenset()


class Declarations:
    """The many-valued attributes of a memory, as (entity type, attribute); read again when they change."""

    def __init__(self) -> None:
        self._known: tuple[int, frozenset[tuple[str, str]]] = (0, _NONE)
        self._lock = Lock()

    def many(self, reader: Reader, mem: int, declared: int) -> frozenset[tuple[str, str]]:
        """The many-valued attributes as of the declaration of seq ``declared`` (0: there is none)."""
        with self._lock:
            if self._known[0] != declared:
                self._known = (declared, many_valued(reader, mem, declared))
            return self._known[1]


def many_valued(reader: Reader, mem: int, n: int) -> frozenset[tuple[str, str]]:
    """The attributes that are many-valued as of a record."""
    last = {(row.entity_type, row.attribute): row.many for row in reader.declarations(mem, n)}
    return frozenset(attribute for attribute, many in last.items() if many)
