"""Where SQLite's errors become memtxn's. Nowhere else."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from memtxn.errors import (
    Closed,
    FileDamaged,
    NotADatabase,
    ReadOnly,
    StorageBusy,
    StorageError,
    StorageFull,
    Unreadable,
)

FOREIGN = (apsw.Error, UnicodeDecodeError)
"""All that SQLite and apsw raise while a statement runs. apsw decodes texts; a damaged one may be no UTF-8."""

_KINDS: tuple[tuple[type[apsw.Error], type[StorageError], str], ...] = (
    (apsw.BusyError, StorageBusy, ""),
    (apsw.LockedError, StorageBusy, ""),
    (apsw.ProtocolError, StorageBusy, "a neighbour was stopped while it had the log locked"),
    (apsw.FullError, StorageFull, ""),
    (apsw.ReadOnlyError, ReadOnly, ""),
    (apsw.NotADBError, NotADatabase, ""),
    (apsw.CorruptError, FileDamaged, ""),
    (apsw.ConstraintError, StorageError, "a row that must be unique or typed is not"),
    (apsw.ConnectionClosedError, StorageError, "the connection is closed"),
)


def translate(error: apsw.Error | UnicodeDecodeError, where: str = "", system_errno: int = 0) -> StorageError:
    """The error of memtxn for one of SQLite's. ``where`` (a path) and SQLite's own text become its detail."""
    if isinstance(error, UnicodeDecodeError):
        return Unreadable(_detail(where, "a stored text is no UTF-8", error))
    if isinstance(error, apsw.IOError) and system_errno in (errno.ENOSPC, errno.EDQUOT):
        return StorageFull(_detail(where, "", error))
    for foreign, ours, hint in _KINDS:
        if isinstance(error, foreign):
            return ours(_detail(where, hint, error))
    return StorageError(_detail(where, "", error))


def _detail(where: str, hint: str, error: Exception) -> str:
    return ": ".join(part for part in (where, hint, str(error)) if part)


@contextmanager
def translated(where: str = "") -> Iterator[None]:
    """Every error of SQLite that leaves this block is one of memtxn's, with the cause chained."""
    try:
        yield
    except (apsw.CursorClosedError, apsw.VFSFileClosedError) as error:
        raise Closed("the block of this reader has ended") from error
    except FOREIGN as error:
        raise translate(error, where) from error
