"""Checkpoints, off the commit path: a commit is one write and one flush of the log, whatever its size.

An error in a checkpoint must not look like one of a commit, so it happens on a thread and a connection of its
own. It only copies what is durable already; one that fails loses nothing and is tried again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import apsw

from memtxn.adapters.storage.sqlite.errors import translate
from memtxn.errors import StorageError

THRESHOLD = 1000
"""Pages that the log may grow (4 MB) before they are copied into the database."""


class Checkpointer:
    """Copies the log into the database now and then.

    ``connect`` opens its connection; the thread starts when there is work for the first time. ``done``
    counts the checkpoints, ``failure`` is the last one's error, until one succeeds.
    """

    def __init__(self, connect: Callable[[], apsw.Connection], threshold: int = THRESHOLD) -> None:
        self._connect, self._threshold = connect, threshold
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._copied = 0
        self.done = 0
        self.failure: StorageError | None = None

    def notice(self, pages: int) -> None:
        """After a commit: the log has so many pages. Called by one thread at a time, and never waits."""
        if pages < self._copied:
            self._copied = 0  # the log began anew
        if pages - self._copied >= self._threshold:
            self._start()
            self._wake.set()

    def _start(self) -> None:
        if self._thread is None and not self._closing:
            thread = threading.Thread(target=self._run, name="memtxn-checkpoint", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:  # no more threads: the commit stands, and the next one asks again
                self.failure = StorageError(str(error))
            else:
                self._thread = thread

    def _run(self) -> None:
        connection: apsw.Connection | None = None
        while self._wake.wait() and not self._closing:
            self._wake.clear()
            connection = self._try(connection)
        if connection is not None:
            connection.close(True)

    def _try(self, connection: apsw.Connection | None) -> apsw.Connection | None:
        """One checkpoint. Returns the connection to use next time."""
        try:
            connection = connection or self._connect()
            _, self._copied = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except apsw.Error as error:
            self.failure = translate(error)
        except StorageError as error:
            self.failure = error
        else:
            self.done, self.failure = self.done + 1, None
        return connection

    def close(self) -> None:
        """Stop, after the checkpoint that runs, if one does."""
        self._closing = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
