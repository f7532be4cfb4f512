"""Two locks that let processes through one at a time, nearly in the order in which they came."""

from __future__ import annotations

import threading
from collections import deque
from queue import Empty, SimpleQueue

from memtxn.adapters.storage.sqlite.lockfile import LockFile
from memtxn.errors import StorageBusy, StorageError


class Turnstile:
    """Whoever has ``turn`` writes; whoever waits for it has ``next``, for which all others wait.

    With one lock alone, a process that has just let go takes it again before the first that waits is awake.
    Here it stands at the end: the next one is known, and the kernel queues the others.

    Used by one thread at a time. It closes the files.
    """

    def __init__(self, first: LockFile, turn: LockFile) -> None:
        self._next, self._turn = first, turn
        self._stand_in = _StandIn(first, turn)

    def enter(self, patience: float) -> None:
        """Wait up to so many seconds for the turn. Whatever comes of it, `leave` puts things right.

        Raises:
            StorageBusy: others had it for longer. StorageError: the locks do not work.
        """
        if self._stand_in.is_idle and self._pass():
            return
        if not self._stand_in.wait(patience):
            self._next.let_go()

    def _pass(self) -> bool:
        """Take the turn if nobody has it and nobody waits. Keeps the place if that much was free."""
        if not (self._next.try_take() and self._turn.try_take()):
            return False
        self._next.let_go()
        return True

    def leave(self) -> None:
        """Let the next one in, or give up waiting."""
        if not self._stand_in.dismiss():
            self._turn.let_go()
            self._next.let_go()  # an interrupt may have kept it

    def is_deleted(self) -> bool:
        """Whether somebody deleted the files, so that others would not meet this process there."""
        return self._turn.is_deleted() or self._next.is_deleted()

    def close(self) -> None:
        """Close the files: at once, or when the wait of the thread that stands in has ended."""
        self._stand_in.close()

    def __del__(self) -> None:
        self.close()


class _Request:
    """One who waits, until the bell rings; ``error`` says why in vain."""

    __slots__ = ("bell", "error", "is_done")

    def __init__(self) -> None:
        self.bell: SimpleQueue[None] = SimpleQueue()
        self.error: StorageError | None = None
        self.is_done = False


class _StandIn:
    """Waits in place of a writer, on a thread of its own: no wait for such a lock can be cut short.

    It starts when somebody waits for the first time. When a writer gives up it keeps the place, and the next
    one has it; if there is none when the turn comes, it lets go at once.

    No lock guards its state, for an interrupt might leave that locked: whoever takes a request out of
    ``_wanted`` decides who has the turn, and the files are the writer's while its last request is done.
    """

    def __init__(self, first: LockFile, turn: LockFile) -> None:
        self._next, self._turn = first, turn
        self._orders: SimpleQueue[_Request | None] = SimpleQueue()
        self._wanted: deque[_Request] = deque(maxlen=1)
        self._last: _Request | None = None
        self._thread: threading.Thread | None = None
        self._only: dict[None, int] = {}

    @property
    def is_idle(self) -> bool:
        """Whether it holds no lock and waits for none."""
        return self._last is None or self._last.is_done

    def wait(self, patience: float) -> bool:
        """Let it wait. False when there can be no further thread: SQLite's own patience must do then.

        Raises:
            StorageBusy: the turn did not come in time; `dismiss` gives up the wait.
        """
        if not self._start():
            return False
        self._last = request = _Request()
        self._wanted.append(request)
        self._orders.put(request)
        try:
            request.bell.get(timeout=patience)
        except Empty:
            raise StorageBusy(f"waited {patience:.3g} s for another process: {self._turn.path}") from None
        if request.error is not None:
            raise request.error
        return True

    def _start(self) -> bool:
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="memtxn-line", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                return False
            self._thread = thread
        return True

    def dismiss(self) -> bool:
        """Give up the wait. False when nobody waits, or when the turn has just come."""
        try:
            self._wanted.pop()
        except IndexError:
            return False
        return True

    def _run(self) -> None:
        me = threading.get_ident()
        if self._only.setdefault(None, me) != me:
            return  # an interrupt hid from `_start` that there is a thread
        while (order := self._orders.get()) is not None:
            if self._wanted:
                self._stand()
            order.is_done = True
        self._close_files()

    def _stand(self) -> None:
        """Wait for the turn, and give it to whoever wants it now."""
        error = None
        try:
            self._next.take()
            self._turn.take()
            self._next.let_go()
        except StorageError as failure:
            error = failure
        try:
            request = self._wanted.pop()
        except IndexError:
            self._turn.let_go()
            self._next.let_go()  # after an error it may have that one
        else:
            request.error = error
            request.bell.put(None)

    def close(self) -> None:
        """End the thread, if there is one, as soon as it waits no longer."""
        self._orders.put(None)
        if self._thread is None:
            self._close_files()

    def _close_files(self) -> None:
        self._next.close()
        self._turn.close()
