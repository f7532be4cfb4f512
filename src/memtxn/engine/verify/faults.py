"""What the storage finds wrong with structures of its own, asked for meanwhile."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from memtxn.engine.verify.check import Check
from memtxn.ports.storage import Storage


class Faults:
    """A block at whose begin the question is asked, in a thread and a moment of its own; it ends with the thread.

    A storage looks through all of its pages for it, for which it hardly needs the interpreter.
    """

    def __init__(self, storage: Storage, mem: int) -> None:
        self._storage, self._mem = storage, mem
        self._thread = ThreadPoolExecutor(1, "memtxn-verify")
        self._asked: Future[list[str]] | None = None

    def __enter__(self) -> Faults:
        try:
            self._asked = self._thread.submit(self._ask)
        except RuntimeError:  # no thread is to be had: it is asked later, in this one
            self._asked = None
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown()

    def tell(self, check: Check) -> None:
        """Each fault is a problem."""
        for fault in self.told(check):
            check.found("storage", "", fault)

    def told(self, check: Check) -> list[str]:
        """Wait for the answer. That there is none is a problem too."""
        with check.reading("faults"):
            return self._ask() if self._asked is None else self._asked.result()
        return []

    def _ask(self) -> list[str]:
        with self._storage.read() as reader:
            return reader.faults(self._mem)
