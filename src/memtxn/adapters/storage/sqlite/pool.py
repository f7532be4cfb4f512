"""Who may use which connection when: connections to read with, and the one turn to write."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from types import TracebackType

import apsw

from memtxn.adapters.storage.sqlite.connection import shut
from memtxn.adapters.storage.sqlite.line import Line
from memtxn.errors import StorageBusy, StorageError

KEEP = 32
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
        self.empty()

    def empty(self) -> None:
        """Close the idle ones."""
        while self._idle:
            shut(self._idle.pop())


class Turn:
    """A lock that knows its holder: a thread that waits for itself is told so instead."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.lock = threading.RLock()  # only the thread that has it can release it, however it was interrupted
        self.holder: weakref.ref[Hold] | None = None

    def hold(self, timeout: float, line: Line | None = None) -> Hold:
        """A block that waits up to ``timeout`` seconds for the turn and has it until it ends.

        With a ``line``, it is the turn among all processes.
        """
        return Hold(self, timeout, line)

    def held(self) -> Hold | None:
        """Who has it. One that was interrupted while it let go is no longer there."""
        return self.holder() if self.holder is not None else None


class Hold:
    """A block that has a turn. A class: between the two ends of a generator an interrupt would lose it."""

    __slots__ = ("__weakref__", "_in_line", "_line", "_thread", "_timeout", "_turn")

    def __init__(self, turn: Turn, timeout: float, line: Line | None) -> None:
        self._turn, self._timeout, self._thread = turn, timeout, threading.get_ident()
        self._line, self._in_line = line, False

    def __enter__(self) -> None:
        try:
            self.enter()
        except BaseException:
            self.leave()
            raise

    def enter(self) -> None:
        """Wait for the turn. Whatever comes of it, `leave` puts things right.

        Raises:
            StorageBusy: somebody else held it for longer than the timeout.
            StorageError: this very thread holds it; or the line does not work.
        """
        turn, self._thread, deadline = self._turn, threading.get_ident(), monotonic() + self._timeout
        held = turn.held()
        if held is not None and held._thread == self._thread:
            raise StorageError(f"this thread is inside {turn.what} already")
        if not turn.lock.acquire(timeout=self._timeout):
            raise StorageBusy(f"waited {self._timeout} s for {turn.what} of another thread")
        turn.holder = weakref.ref(self)
        if self._line is not None:
            self._in_line = True
            self._line.enter(max(0.0, deadline - monotonic()))

    @property
    def has_turn(self) -> bool:
        """Whether it is this block's turn."""
        return self._turn.held() is self

    def leave(self) -> None:
        """Let go of the turn, if this block has it; also of what an interrupted one left behind."""
        turn = self._turn
        if turn.held() not in (self, None):
            return
        try:
            if self._in_line and self._line is not None:
                self._line.leave()
            turn.holder = None
        finally:
            with suppress(RuntimeError):  # it is not, or no longer, this thread's
                while True:
                    turn.lock.release()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()
