"""A storage that fails when it is told to, on top of a real one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, cast

from memtxn.errors import OutcomeUnknown, StorageError
from memtxn.ports.storage import Facts, Meta, Presence, Progress, Reader, Storage, Writer


class FaultyStorage:
    """Passes everything on, and fails when it is told to.

    ``fail(n, error)`` makes the n-th call from now on fail, counting those of readers and writers;
    ``fail_commits`` commits fail; ``lose`` says what becomes of the next commits: "before" and "after" lose
    the answer before or after they took place. ``deaf``: nothing can be read after a lost answer.
    """

    def __init__(self, inner: Storage) -> None:
        self.inner = inner
        self.calls, self.failing, self.error = 0, 0, Exception()
        self.fail_commits = 0
        self.lose: list[str] = []
        self.deaf = self.broken = False

    def fail(self, at: int, error: Exception) -> None:
        """Let the ``at``-th call from now on fail (0: none)."""
        self.calls, self.failing, self.error = 0, at, error

    def called(self) -> None:
        """Count a call, and fail if it is its turn."""
        self.calls += 1
        if self.calls == self.failing:
            raise self.error

    @property
    def meta(self) -> Meta:
        return self.inner.meta

    @property
    def read_only(self) -> str | None:
        return self.inner.read_only

    def facts(self) -> Facts:
        return self.inner.facts()

    @contextmanager
    def read(self) -> Iterator[Reader]:
        if self.broken:
            raise StorageError("the connection is gone")
        self.called()
        with self.inner.read() as reader:
            yield cast(Reader, _Counted(self, reader))

    @contextmanager
    def glance(self) -> Iterator[Reader]:
        if self.broken:
            raise StorageError("the connection is gone")
        self.called()
        with self.inner.glance() as reader:
            yield cast(Reader, _Counted(self, reader))

    @contextmanager
    def write(self) -> Iterator[Writer]:
        self.called()
        lost = self.lose.pop(0) if self.lose else ""
        try:
            with self.inner.write() as writer:
                yield cast(Writer, _Counted(self, writer))
                self.called()
                if self.fail_commits:
                    self.fail_commits -= 1
                    raise StorageError("the commit failed")
                if lost == "before":
                    raise _NeverCame
        except _NeverCame:
            pass
        if lost:
            self.broken = self.deaf
            raise OutcomeUnknown("the connection was lost")

    def backup(self, target: str, *, replace: bool = False, progress: Progress | None = None) -> int:
        return self.inner.backup(target, replace=replace, progress=progress)

    def rekey(self, key: bytes, *, inside: bool) -> AbstractContextManager[Writer]:
        return self.inner.rekey(key, inside=inside)

    def scratch(self) -> AbstractContextManager[Storage]:
        return self.inner.scratch()

    def presence(self, name: bytes, lease: float) -> Presence:
        return self.inner.presence(name, lease)

    def is_present(self, name: bytes) -> bool:
        return self.inner.is_present(name)

    def scrub(self, patience: float = 0.0) -> bool:
        return self.inner.scrub(patience)

    @property
    def scrubbed(self) -> bool:
        return self.inner.scrubbed

    def copies(self) -> tuple[str, ...]:
        return self.inner.copies()

    def forget(self) -> None:
        self.inner.forget()

    def close(self) -> None:
        self.inner.close()


class _NeverCame(Exception):
    """The commit did not reach the storage."""


class _Counted:
    """A reader or writer whose every call is counted."""

    def __init__(self, storage: FaultyStorage, inner: Reader) -> None:
        self._storage, self._inner = storage, inner

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        self._storage.called()
        return getattr(self._inner, name)
