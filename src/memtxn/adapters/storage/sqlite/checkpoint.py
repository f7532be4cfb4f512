"""Checkpoints, off the commit path: a commit is one write and one flush of the log, whatever its size.

An error in a checkpoint must not look like one of a commit, so it happens on a thread and a connection of its
own. It only copies what is durable already; one that fails loses nothing and is tried again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from time import monotonic

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

PATIENCE = 0.25
"""Seconds that such a commit waits for blocks that read. One that reads for longer keeps the log: then twice as
long is waited when the log is twice as long, and so on."""

GLANCE = 0.002
"""Seconds from one look at them to the next."""


class Checkpointer:
    """Copies the log into the database now and then.

    ``connect`` opens its connection, ``alone`` makes a block in which nobody else writes; the thread starts
    when there is work for the first time. ``longest`` is how many seconds a commit may be made to wait. ``done``
    counts the checkpoints, ``failure`` is the last one's error, until one succeeds; ``complete`` says whether the
    last one copied all that was there when it ended.
    """

    def __init__(
        self,
        connect: Callable[[], apsw.Connection],
        alone: Callable[[], AbstractContextManager[None]],
        *,
        longest: float = 2 * PATIENCE,
        threshold: int = THRESHOLD,
        limit: int = LIMIT,
    ) -> None:
        self._connect, self._alone, self._longest = connect, alone, longest
        self._threshold, self._limit = threshold, limit
        self._kept = 0  # how often in a row those who read kept a log that was too long
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._connection: apsw.Connection | None = None
        self._closing = threading.Event()
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
        if self._thread is not None or self._closing.is_set():
            return
        thread = threading.Thread(target=self._run, name="memtxn-checkpoint", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # no more threads: the commit stands, and the next one asks again
            self.failure = StorageError(str(error))
        else:
            self._thread = thread

    def _run(self) -> None:
        while not self._closing.is_set():
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

        So does one that was kept too long, as soon as it is free.
        """
        too_long = self._copy() >= self._limit << self._kept
        if too_long or (self._kept and self.complete):
            patience = min(PATIENCE * 2**self._kept, self._longest) if too_long else 0.0
            with self._alone():
                anew = self._begin_anew(monotonic() + patience)
            self._kept = 0 if anew else self._kept + too_long

    def _copy(self, mode: int = apsw.SQLITE_CHECKPOINT_PASSIVE) -> int:
        """One pass; returns the pages of the log."""
        pages, self._copied = self._own().wal_checkpoint(mode=mode)
        self.complete = pages == self._copied
        return pages

    def _begin_anew(self, until: float) -> bool:
        """Wait until everything is copied, and then until nobody reads in the log: it begins at its start again.

        One after the other, for whoever begins to read after everything is copied reads the database alone.
        A log that was kept for long gives its space back.
        """
        self._copy()
        while not self.complete and monotonic() < until and not self._closing.wait(GLANCE):
            self._copy()
        if not self.complete:
            return False
        self._own().set_busy_timeout(max(0, round((until - monotonic()) * 1000)))
        try:
            self._copy(apsw.SQLITE_CHECKPOINT_TRUNCATE if self._kept else apsw.SQLITE_CHECKPOINT_RESTART)
        except apsw.BusyError:
            return False
        return True

    def _own(self) -> apsw.Connection:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def close(self) -> None:
        """Stop, after the checkpoint that runs, if one does."""
        self._closing.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
