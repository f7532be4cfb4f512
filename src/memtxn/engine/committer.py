"""The committer: one fair queue per open store, in which waiting transactions share a flush.

There is no thread of its own: whoever finds nobody leading leads one round, for itself and for all that wait,
in the order in which they came. A lone writer thus meets no other thread. Each transaction of a round sees
what those before it wrote; one that fails is undone alone; all are answered after the COMMIT.

An interrupt may strike a leader anywhere. Whoever was not answered then is run again by the next leader, which
does nothing twice: a transaction that is in the journal is answered from there.
"""

from __future__ import annotations

import copy
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import RLock, get_ident
from types import TracebackType
from typing import TypeVar, cast

from memtxn.errors import MemtxnError, OutcomeUnknown, StorageError, Unreadable
from memtxn.ports.storage import Storage, Writer

LIMIT = 64
"""Transactions that share one COMMIT at most."""

WINDOW = 0.001
"""Seconds that a leader waits for those who were there a moment ago. A lone writer never waits."""

WINDOWS = 16
"""Such waits at most, one after the other, each only if somebody came in the one before."""

PATIENCE = 0.1
"""Seconds after which one who waits looks for itself whether somebody leads: a leader may have been struck."""

_NEVER = 1 << 60

Done = TypeVar("Done")


class _Request:
    """Something to be written, and what became of it: ``error``, or else ``done``."""

    __slots__ = ("answered", "bell", "done", "error", "given_up", "run")

    def __init__(self, run: Callable[[Writer], object]) -> None:
        self.run = run
        self.bell: SimpleQueue[None] = SimpleQueue()
        self.done: object = None
        self.error: Exception | None = None
        self.answered = self.given_up = False

    def answer(self) -> None:
        self.answered = True
        self.bell.put(None)

    def fail(self, error: Exception) -> None:
        """Answer with an error of its own: one that many threads raise would gather all their traces."""
        self.error = copy.copy(error)
        self.error.__cause__ = error.__cause__
        self.answer()


class _Trial:
    """A block that runs one request and keeps its failure for its caller. An interrupt is nobody's failure.

    Neither is what the storage says of anything but damage: that may concern all who share the block.
    """

    __slots__ = ("_request",)

    def __init__(self, request: _Request) -> None:
        self._request = request

    def __enter__(self) -> None:
        self._request.done = self._request.error = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        shared = isinstance(error, StorageError) and not isinstance(error, Unreadable)
        if shared or not isinstance(error, Exception):
            return False
        self._request.error = error
        return True


class _Undone(Exception):
    """The only request of a block failed, so that the block is undone."""


class Committer:
    """Runs what writes. Safe to use from every thread."""

    def __init__(self, storage: Storage, *, window: float = WINDOW) -> None:
        self._storage, self._window, self._pid = storage, window, os.getpid()
        self._lead = RLock()  # only the thread that has it can release it, however it was interrupted
        self._leader = 0
        self._queue: deque[_Request] = deque()
        self._batch: list[_Request] = []
        self._crowd = 1
        self._wanted = _NEVER
        self._arrivals: SimpleQueue[None] = SimpleQueue()

    def submit(self, run: Callable[[Writer], Done]) -> Done:
        """Run it in a durable block, perhaps together with others, and return what it returned.

        It may be run more than once, each time on what then stands; so it asks the journal first whether its
        transaction is there. When this call is interrupted, only the journal knows what became of it.

        Raises:
            OutcomeUnknown: the commit was sent and not answered. StorageError: nothing was written; also when
            this very thread is inside ``run`` already.
            Whatever ``run`` raises: what it wrote was undone.
        """
        if os.getpid() != self._pid:
            raise StorageError(
                "it was opened before a fork: open stores after forking, or start processes by spawn"
            )
        if self._leader == get_ident():
            raise StorageError("this thread is inside a commit already")
        request = _Request(run)
        self._queue.append(request)
        if len(self._queue) >= self._wanted:
            self._arrivals.put(None)
        try:
            self._await(request)
        finally:
            request.given_up = True
        if request.error is not None:
            raise request.error
        return cast("Done", request.done)

    def _await(self, request: _Request) -> None:
        """Lead until it is answered, or wait while another leads."""
        while not request.answered:
            if not self._led(request):
                with suppress(Empty):
                    request.bell.get(timeout=PATIENCE)

    def _led(self, request: _Request) -> bool:
        """Lead one round, unless another leads.

        Python looks for signals after each call. So nothing is called between the end of a round and the
        release, and what the release says tells whether this thread leads: an interrupt may hide the rest.
        """
        me, led = get_ident(), True
        try:
            if self._lead.acquire(blocking=False):
                self._leader = me
                if not request.answered:  # by the one before, just as it let go
                    self._round()
        finally:
            if self._leader == me:
                self._leader = 0
            try:
                self._lead.release()
            except RuntimeError:
                led = False
            else:
                self._call_next()
        return led

    def _call_next(self) -> None:
        """Wake the first who waits, to lead the next round."""
        with suppress(IndexError):
            self._queue[0].bell.put(None)

    # -- one round, by whoever leads -----------------------------------------------------------------

    def _round(self) -> None:
        """One block for all that wait, and their answers."""
        self._take_up()
        self._gather()
        waiting = len(self._queue)
        try:
            with self._storage.write() as writer:
                self._fill(writer)
        except OutcomeUnknown as error:
            self._fail(error)
        except MemtxnError as error:
            self._divide(error, waiting)
        except _Undone:
            self._answer()
        else:
            self._answer()
        self._crowd = len(self._batch) + len(self._queue)
        self._batch.clear()

    def _take_up(self) -> None:
        """Put back what a leader that was struck had taken and not answered."""
        for request in reversed(self._batch):
            if not request.answered and request not in self._queue:
                self._queue.appendleft(request)
        self._batch.clear()

    def _gather(self) -> None:
        """Wait while fewer have come than were there a moment ago, and somebody still comes."""
        if self._crowd == 1:
            return
        self._arrivals = SimpleQueue()
        self._wanted = min(self._crowd, LIMIT)
        come = 0
        for _ in range(WINDOWS):
            if come == len(self._queue) or len(self._queue) >= self._wanted:
                break
            come = len(self._queue)
            with suppress(Empty):
                self._arrivals.get(timeout=self._window)
        self._wanted = _NEVER

    def _fill(self, writer: Writer) -> None:
        """Run what waits, one after the other, and what comes meanwhile."""
        while self._queue and len(self._batch) < LIMIT:
            request = self._queue[0]
            self._take(1)
            if request.given_up:
                self._batch.pop()
            elif len(self._batch) == 1 and not self._queue:
                _run_alone(writer, request)
            else:
                with _Trial(request), writer.attempt():
                    request.done = request.run(writer)

    def _answer(self) -> None:
        for request in self._batch:
            request.answer()

    def _fail(self, error: MemtxnError) -> None:
        for request in self._batch:
            request.fail(error)

    def _divide(self, error: MemtxnError, waiting: int) -> None:
        """Nothing of the block is there: let each of several learn alone what it has to do with it.

        When the block did not even begin, all that waited for it are told.
        """
        if not self._batch:
            self._take(waiting)
            self._fail(error)
        elif len(self._batch) == 1:
            self._fail(error)
        else:
            for request in self._batch:
                self._alone(request)

    def _take(self, count: int) -> None:
        """Take so many out of the queue, each only when it is in the batch: an interrupt loses none."""
        for _ in range(count):
            self._batch.append(self._queue[0])
            self._queue.popleft()

    def _alone(self, request: _Request) -> None:
        """A block for one request."""
        try:
            with self._storage.write() as writer:
                _run_alone(writer, request)
        except MemtxnError as error:
            request.fail(error)
        except _Undone:
            request.answer()
        else:
            request.answer()


def _run_alone(writer: Writer, request: _Request) -> None:
    """Run the only request of a block, which needs no savepoint: when it fails, the block goes."""
    with _Trial(request):
        request.done = request.run(writer)
    if request.error is not None:
        raise _Undone
