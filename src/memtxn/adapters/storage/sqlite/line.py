"""Where the processes that write one database stand in line for it.

SQLite does not queue whoever waits for its write lock, it lets them try again now and then: one process that
commits in a loop can keep others out for good. So a writer comes through a turnstile first. It is a courtesy
among processes of memtxn, and no more: that one alone writes is due to SQLite's lock, which also waits for
other programs.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from memtxn.adapters.storage.sqlite import lockfile
from memtxn.adapters.storage.sqlite.lockfile import LockFile
from memtxn.adapters.storage.sqlite.turnstile import Turnstile
from memtxn.errors import StorageError


class Line:
    """The line for one database, for one thread at a time: two files beside it while it is open and written.

    There is none where the platform has no such locks or the path names no file: SQLite's own patience must do.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._turnstile: Turnstile | None = None

    def enter(self, patience: float) -> None:
        """Wait up to so many seconds for the turn of this process. Whatever comes of it, `leave` puts it right.

        Raises:
            StorageBusy: other processes had it for longer. StorageError: the files beside the database.
        """
        turnstile = self._turnstile
        if turnstile is None or turnstile.is_deleted():
            turnstile = self._open()
        if turnstile is not None:
            turnstile.enter(patience)

    def _open(self) -> Turnstile | None:
        self._release()
        if lockfile.AVAILABLE:
            try:
                database = Path(self._path).stat()
                first, turn = (LockFile(path, database) for path in self._files())
                self._turnstile = Turnstile(first, turn)
            except FileNotFoundError:  # a file layer that keeps it elsewhere
                return None
            except OSError as error:
                raise StorageError(f"{self._path}: {error.strerror}") from error
        return self._turnstile

    def _files(self) -> tuple[str, str]:
        return f"{self._path}-next", f"{self._path}-turn"

    def leave(self) -> None:
        """Let the next process in, or give up waiting."""
        if self._turnstile is not None:
            self._turnstile.leave()

    def _release(self) -> bool:
        turnstile, self._turnstile = self._turnstile, None
        if turnstile is not None:
            turnstile.close()
        return turnstile is not None

    def close(self) -> None:
        """Leave for good, when the connections are closed: the last process takes the files away.

        That it is the last is seen from the log, which SQLite deletes then. Whoever opens the database at
        this very moment finds its files gone when it writes the next time, and makes others.
        """
        if self._release() and not Path(f"{self._path}-wal").exists():
            for path in self._files():
                with suppress(OSError):
                    Path(path).unlink()
