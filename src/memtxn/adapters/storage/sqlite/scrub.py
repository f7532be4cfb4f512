"""Scrub: nothing of what was erased stays in any file: between rows, in free pages, in the log, in half a copy.

The pages that memtxn frees are overwritten at once (``secure_delete``), but not those that another program freed,
nor what stands in the log until it is emptied. So after an erasure every page is written anew, and then the log
is emptied into the file and cut to nothing. Each part is remembered when it is done: whoever comes next goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from typing import cast

import apsw

from memtxn.adapters.storage.sqlite.backup import PART
from memtxn.adapters.storage.sqlite.connection import Place, configure, connect, set_pragma
from memtxn.adapters.storage.sqlite.errors import translate
from memtxn.adapters.storage.sqlite.lockfile import AVAILABLE, LockFile
from memtxn.adapters.storage.sqlite.queries import SQL
from memtxn.adapters.storage.sqlite.schema import looks_ours, sizes
from memtxn.errors import StorageBusy, StorageError

_IN_MEMORY = 256 * 1024 * 1024
"""Bytes of a file up to which it is written anew by way of memory. A greater one goes by way of a temporary file,
which holds only what was not erased, and which nobody else can open."""


def is_done(connection: apsw.Connection) -> bool:
    """Whether nothing is left to do, as this connection sees the file."""
    wanted, _, emptied = _progress(connection)
    return emptied >= wanted


def scrub(place: Place, alone: Callable[[], AbstractContextManager[None]], patience: float) -> bool:
    """Go on until all is done. False when somebody who reads or writes keeps it from that.

    Raises:
        StorageError: anything else.
    """
    try:
        with alone(), closing(configure(connect(place), place)) as connection:
            connection.set_busy_timeout(round(patience * 1000))
            return _scrub(connection, place)
    except (apsw.BusyError, StorageBusy):
        return False
    except apsw.Error as error:
        raise translate(error, place.path) from error


def _scrub(connection: apsw.Connection, place: Place) -> bool:
    wanted, rewritten, emptied = _progress(connection)
    if emptied >= wanted:
        return True
    if not place.in_memory:
        if rewritten < wanted:
            if sizes(place)[0] > _IN_MEMORY:
                set_pragma(connection, "temp_store", 1)
            connection.execute(SQL["vacuum"]).fetchall()
            connection.execute(SQL["rewritten"], (wanted,)).fetchall()
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        _remove_parts(place)
    connection.execute(SQL["emptied"], (wanted,)).fetchall()
    return True


def _progress(connection: apsw.Connection) -> tuple[int, int, int]:
    found = connection.execute(SQL["scrub"]).fetchall()
    return cast("tuple[int, int, int]", found[0]) if found else (1, 0, 0)


def _remove_parts(place: Place) -> None:
    """Remove the half-made copies beside the file that nobody is making any more. What may be another's stays."""
    for part in Path(place.path).parent.glob(f"*{PART}") if AVAILABLE else ():
        with suppress(OSError, StorageError):
            if part.is_symlink() or not part.is_file() or Path(f"{part}-wal").exists():
                continue
            with closing(LockFile(str(part), part.stat())) as lock:
                if lock.try_take() and _is_half_a_copy(part):
                    part.unlink()


def _is_half_a_copy(part: Path) -> bool:
    """Whether it begins as a store does, or with nothing: its first page may be the last to be written."""
    with part.open("rb") as file:
        head = file.read(100)
    return looks_ours(head) or (len(head) == 100 and not any(head))
