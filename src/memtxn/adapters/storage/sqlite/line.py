"""Where the processes that write one database stand in line for it.

SQLite does not queue whoever waits for its write lock, it lets them try again now and then: one process that
commits in a loop can keep others out for good. So a writer first waits for a lock file, at which the kernel
queues the processes. It is a courtesy among processes of memtxn, and no more: that one alone writes is due to
SQLite's lock, which also waits for other programs.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from memtxn.adapters.storage.sqlite import lockfile
from memtxn.adapters.storage.sqlite.lockfile import LockFile
from memtxn.adapters.storage.sqlite.patient import PatientLock
from memtxn.errors import StorageError


class Line:
    """The line for one database, for one thread at a time: a file beside it, from the first write on.

    There is none where the platform has no such locks or the path names no file: SQLite's own patience must do.
    """

    def __init__(self, path: str) -> None:
        self._path, self._file = path, f"{path}-turn"
        self._lock: PatientLock | None = None

    def enter(self, patience: float) -> None:
        """Wait up to so many seconds for the turn of this process. Whatever comes of it, `leave` puts it right.

        Raises:
            StorageBusy: other processes had it for longer. StorageError: the file beside the database.
        """
        lock = self._lock
        if lock is None or lock.is_deleted():
            lock = self._open()
        if lock is not None:
            lock.enter(patience)

    def _open(self) -> PatientLock | None:
        self._release()
        if lockfile.AVAILABLE:
            try:
                self._lock = PatientLock(LockFile(self._file, Path(self._path).stat()))
            except FileNotFoundError:  # a file layer that keeps it elsewhere
                return None
            except OSError as error:
                raise StorageError(f"{self._path}: {error.strerror}") from error
        return self._lock

    def leave(self) -> None:
        """Let the next process in, or give up waiting."""
        if self._lock is not None:
            self._lock.leave()

    def _release(self) -> bool:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.close()
        return lock is not None

    def close(self) -> None:
        """Leave for good, when the connections are closed: the last process takes the file away.

        That it is the last is seen from the log, which SQLite deletes then. Whoever opens the database at
        this very moment finds the file gone when it writes the next time, and makes another.
        """
        if self._release() and not Path(f"{self._path}-wal").exists():
            with suppress(OSError):
                Path(self._file).unlink()
