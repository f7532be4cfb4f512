"""Checkpoints, off the commit path: a commit is one write and one flush of the log, whatever its size.

An error in a checkpoint must not look like one of a commit, so it happens on a thread and a connection of its
own. It only copies what is durable already; one that fails loses nothing and is tried again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

import apsw

from memtxn.adapters.storage.sqlite.connection import shut
from memtxn.adapters.storage.sqlite.errors import translate
from memtxn.errors import StorageError

THRESHOLD = 2_000
"""Pages that are added to the log (8 MB) before they are copied into the database."""

LIMIT = 4 * THRESHOLD
"""Pages of a log that no pause between commits lets begin anew: then one commit waits for that."""

PAUSE = 0.25
"""Seconds after which a log that grew during its checkpoint is looked at again."""


class Checkpointer:
    """Copies the log into the database now and then.

    ``connect`` opens its connection, ``alone`` makes a block in which nobody else writes; the thread starts
    when there is work for the first time. ``done`` counts the checkpoints, ``failure`` is the last one's error,
    until one succeeds; ``complete`` says whether the last one copied all that was there when it ended.
    """

    def __init__(
        self,
        connect: Callable[[], apsw.Connection],
        alone: Callable[[], AbstractContextManager[None]],
        *,
        threshold: int = THRESHOLD,
        limit: int = LIMIT,
    ) -> None:
        self._connect, self._alone = connect, alone
        self._threshold, self._limit = threshold, limit
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._connection: apsw.Connection | None = None
        self._closing = False
        self._copied = 0
        self.complete = True
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
        if self._thread is not None or self._closing:
            return
        thread = threading.Thread(target=self._run, name="memtxn-checkpoint", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # no more threads: the commit stands, and the next one asks again
            self.failure = StorageError(str(error))
        else:
            self._thread = thread

    def _run(self) -> None:
        while not self._closing:
            self._wake.clear()
            self._try()
            self._wake.wait(None if self.complete else PAUSE)
        if self._connection is not None:
            shut(self._connection)

    def _try(self) -> None:
        try:
            self._copy_all()
        except apsw.BusyError:  # another process copies right now; what it leaves is ours
            self.complete = False
        except apsw.Error as error:
            self.failure = translate(error)
        except StorageError as error:
            self.failure = error
        else:
            self.done, self.failure = self.done + 1, None

    def _copy_all(self) -> None:
        """Copy what is there beside the writers; a log that is too long also gets a moment without them.

        Only when everything is copied and nobody writes does the log begin anew.
        """
        if self._copy() >= self._limit:
            with self._alone():
                self._copy()

    def _copy(self) -> int:
        """One pass; returns the pages of the log."""
        if self._connection is None:
            self._connection = self._connect()
        pages, self._copied = self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        self.complete = pages == self._copied
        return pages

    def close(self) -> None:
        """Stop, after the checkpoint that runs, if one does."""
        self._closing = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
