"""Whereabouts: whether an open file, and the log beside it, are still what stands at their paths.

SQLite goes on with a file that was removed or replaced: what is committed then is gone with it, or its log
spoils the file that stands there now. Source: https://sqlite.org/howtocorrupt.html, 4.2, "Unlinking or renaming a
database file while in use".
"""

from __future__ import annotations

import ctypes
import os
import time

import apsw

from memtxn.errors import StorageBusy, StorageError

MOMENT = 0.1
"""Seconds for which a look at one key trusts the last check: to ask the system costs a tenth of the look."""

_File = tuple[int, int]
"""Device and inode."""


class Whereabouts:
    """Of one open file."""

    def __init__(self, path: str) -> None:
        self._path, self._file = path, _at(path)
        self._log_path, self._log = path + "-wal", _at(path + "-wal")
        self._checked = 0.0

    def were_checked(self) -> bool:
        """Whether it was so within the last moment, for whoever asks too often to ask every time."""
        return time.monotonic() - self._checked < MOMENT

    def check(self) -> None:
        """Raises StorageError when another file, or none, stands at its path."""
        now = _at(self._path)
        if now != self._file:
            what = "removed or moved" if now is None else "replaced by another file"
            raise StorageError(f"{self._path} was {what} while it was open; close the store and open it again")
        self._checked = time.monotonic()

    def check_log(self) -> None:
        """The same of the log, without which no commit survives a power cut. It comes with the first of them."""
        now = _at(self._log_path)
        if self._log is None:
            self._log = now
        elif now != self._log:
            what = "removed" if now is None else "replaced"
            raise StorageError(
                f"{self._log_path} was {what} while the store was open; close it and open it again"
            )


def refuse_moved(connection: apsw.Connection, path: str) -> None:
    """Refuse a file that was replaced between its opening and now, as a restore does. Raises StorageBusy."""
    moved = ctypes.c_int(0)
    known = connection.file_control("main", apsw.SQLITE_FCNTL_HAS_MOVED, ctypes.addressof(moved))
    if known and moved.value:
        raise StorageBusy(f"{path} was replaced while it was being opened")


def _at(path: str) -> _File | None:
    try:
        found = os.stat(path)  # noqa: PTH116  # a third of what a Path takes
    except OSError:
        return None
    return found.st_dev, found.st_ino
