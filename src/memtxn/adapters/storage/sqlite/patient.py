"""A lock file that is waited for with a limit, which the kernel's wait for it does not know."""

from __future__ import annotations

import threading
from collections import deque
from queue import Empty, SimpleQueue

from memtxn.adapters.storage.sqlite.lockfile import LockFile
from memtxn.errors import StorageBusy, StorageError


class _Request:
    """One who waits, until the bell rings; ``error`` says why in vain. ``is_done`` when its order was seen to."""

    __slots__ = ("bell", "error", "is_done")

    def __init__(self) -> None:
        self.bell: SimpleQueue[None] = SimpleQueue()
        self.error: StorageError | None = None
        self.is_done = False


class PatientLock:
    """A lock of which one thread at a time makes use, with patience.

    When it is not free, a thread of its own waits in place of the writer: it starts when that happens first.
    When the writer gives up, that thread keeps the place among those who wait, and the next writer has it; if
    there is none when the lock comes, it lets go at once.

    No other lock guards this state, for an interrupt might leave it locked. Whoever takes the request out of
    ``_wanted`` decides whose the lock is, and as long as an order is not done it is touched through the thread.
    """

    def __init__(self, file: LockFile) -> None:
        self._file = file
        self._wanted: deque[_Request] = deque(maxlen=1)
        self._orders: SimpleQueue[_Request | None] = SimpleQueue()
        self._last = _Request()
        self._last.is_done = True
        self._thread: threading.Thread | None = None
        self._only: dict[None, int] = {}

    def enter(self, patience: float) -> None:
        """Wait up to so many seconds. Whatever comes of it, `leave` puts things right.

        When there can be no further thread, it returns without the lock.

        Raises:
            StorageBusy: others had it for longer. StorageError: the lock does not work.
        """
        if (self._last.is_done and self._file.try_take()) or not self._start():
            return
        self._last = request = _Request()
        self._wanted.append(request)
        self._orders.put(request)
        try:
            request.bell.get(timeout=patience)
        except Empty:
            raise StorageBusy(f"waited {patience:.3g} s for another process: {self._file.path}") from None
        if request.error is not None:
            raise request.error

    def leave(self) -> None:
        """Let the next one have it, or give up waiting."""
        try:
            self._wanted.pop()
        except IndexError:  # nobody waited, or it has just come
            self._file.let_go()

    def is_deleted(self) -> bool:
        """Whether somebody deleted the file, so that others would not meet this process there."""
        return self._file.is_deleted()

    def close(self) -> None:
        """Close the file: at once, or when the wait of the thread has ended."""
        self._orders.put(None)
        if self._thread is None:
            self._file.close()

    # -- the thread --------------------------------------------------------------------------------

    def _start(self) -> bool:
        """Start it, if it does not run."""
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="memtxn-line", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                return False
            self._thread = thread
        return True

    def _run(self) -> None:
        me = threading.get_ident()
        if self._only.setdefault(None, me) != me:
            return  # an interrupt hid from `_start` that there is one
        while (order := self._orders.get()) is not None:
            if self._wanted:
                self._wait()
            order.is_done = True
        self._file.close()

    def _wait(self) -> None:
        """Wait for the lock, and give it to whoever wants it now."""
        error = None
        try:
            self._file.take()
        except StorageError as failure:
            error = failure
        try:
            request = self._wanted.pop()
        except IndexError:
            self._file.let_go()
        else:
            request.error = error
            request.bell.put(None)
