"""Whether it is a commit's turn to write: asked inside its block, of the head that it follows."""

from __future__ import annotations

from memtxn.core.guards import Epoch, open_guards
from memtxn.engine.explain_record import committed
from memtxn.engine.receipts import Records
from memtxn.engine.runtime import Runtime
from memtxn.errors import GuardLost, MemoryGuarded, StorageError, Unreadable
from memtxn.model.explanation import Committed
from memtxn.model.rows import Head
from memtxn.ports.storage import Reader


class Abandoned(Exception):
    """Somebody who is gone left a guard behind: the memory has to be taken back to where it began."""

    def __init__(self, begin: int) -> None:
        super().__init__(begin)
        self.begin = begin


def turn(runtime: Runtime, reader: Reader, mem: int, head: Head, under: bytes | None) -> int:
    """The record with which the guard began under which may be written; 0 without one.

    ``under`` is the transaction that began a guard; of another memory it says nothing.

    Raises:
        GuardLost: that guard is over. MemoryGuarded: somebody else holds one. Abandoned.
    """
    if not head.guards and under is None:
        return 0
    guards = open_guards(head.guards)
    begin = reader.committed(mem, under) if under is not None else None
    if begin is not None:
        if all(one.begin != begin for one in guards):
            raise GuardLost(seq=begin)
        return begin
    for one in guards:
        if not is_held(runtime, reader, mem, one):
            raise Abandoned(one.begin)
        if not one.shared:
            raise guarded(reader, mem, one)
    return 0


def is_held(runtime: Runtime, reader: Reader, mem: int, guard: Epoch) -> bool:
    """Whether somebody lives who holds it."""
    return runtime.storage.is_present(sign_of(reader, mem, guard.begin))


def sign_of(reader: Reader, mem: int, begin: int) -> bytes:
    """The transaction that began a guard, which names the sign of its holder. Raises StorageError."""
    row = next(iter(reader.journal(mem, begin, begin)), None)
    if row is None:
        raise StorageError(f"record {begin}, with which a guard began, is missing")
    return row.tx


def guarded(reader: Reader, mem: int, guard: Epoch) -> MemoryGuarded:
    """The error for whoever comes while it is held."""
    try:
        by: Committed | None = committed(Records(reader, mem), guard.begin)
    except Unreadable:
        by = None
    named = (by.label or "?", by.principal) if by else ("?", "?")
    return MemoryGuarded(name=named[0], principal=named[1], seq=guard.begin)
