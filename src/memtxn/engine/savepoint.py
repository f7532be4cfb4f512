"""Savepoint: a point inside a transaction to come back to."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

from memtxn.engine.workbench import Mark


class _Transaction(Protocol):
    def rollback_to(self, savepoint: Savepoint) -> None: ...

    def release(self, savepoint: Savepoint) -> None: ...


class Savepoint:
    """Obtained from `Transaction.savepoint`.

    As a context manager it rolls back to its beginning when its block raises, and lets the exception pass; else
    it is released.
    """

    def __init__(self, transaction: _Transaction, mark: Mark) -> None:
        self._transaction, self.mark = transaction, mark
        self._over = False

    def rollback(self) -> None:
        """Give up what was proposed and observed since. See `Transaction.rollback_to`."""
        self._transaction.rollback_to(self)

    def release(self) -> None:
        """Keep what was proposed, and forget the savepoint. See `Transaction.release`."""
        self._over = True
        self._transaction.release(self)

    def __enter__(self) -> Savepoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.rollback()
        self.release()
