"""Who may use which connection when: connections to read with, and the one turn to write."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import apsw

from memtxn.adapters.storage.sqlite.connection import shut
from memtxn.errors import StorageBusy, StorageError

KEEP = 8
"""Idle connections kept for reading. More may be in use at a time, one per open block."""


class ReadPool:
    """Connections to read with. The one used last is used next: its cache is warm."""

    def __init__(self, connect: Callable[[], apsw.Connection]) -> None:
        self._connect = connect
        self._idle: list[apsw.Connection] = []
        self._closed = False

    def take(self) -> apsw.Connection:
        """A connection for the caller alone."""
        try:
            return self._idle.pop()
        except IndexError:
            return self._connect()

    def give(self, connection: apsw.Connection) -> None:
        """Take a connection back; one whose transaction did not end is of no more use."""
        if connection.in_transaction or len(self._idle) >= KEEP:
            shut(connection)
        else:
            self._idle.append(connection)
        if self._closed:  # asked last, for it may have been closed meanwhile
            self.close()

    def close(self) -> None:
        """Close the idle ones now, and those in use when they come back."""
        self._closed = True
        while self._idle:
            shut(self._idle.pop())


class Turn:
    """A lock that knows its holder: a thread that waits for itself is told so instead."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()
        self._holder = 0

    @contextmanager
    def hold(self, timeout: float) -> Iterator[None]:
        """Hold it for a block.

        Raises:
            StorageBusy: somebody else held it for longer than ``timeout`` seconds.
            StorageError: this very thread holds it.
        """
        if self._holder == threading.get_ident():
            raise StorageError(f"this thread is inside {self._what} already")
        if not self._lock.acquire(timeout=timeout):
            raise StorageBusy(f"waited {timeout} s for {self._what} of another thread")
        self._holder = threading.get_ident()
        try:
            yield
        finally:
            self._holder = 0
            self._lock.release()
