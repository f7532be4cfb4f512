"""Savepoint: a point inside a transaction to come back to."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

from memtxn.engine.workbench import Mark


class _Transaction(Protocol):
    def rollback_to(self, savepoint: Savepoint) -> None: ...

    def release(self, savepoint: Savepoint) -> None: ...

    def holds(self, savepoint: Savepoint) -> bool: ...


class Savepoint:
    """Obtained from `Transaction.savepoint`.

    As a context manager it rolls back to its beginning when its block raises, and lets the exception pass; else
    it is released. Once it or its transaction is over, the end of the block changes nothing.
    """

    def __init__(self, transaction: _Transaction, mark: Mark) -> None:
        self._transaction, self.mark = transaction, mark

    def rollback(self) -> None:
        """Give up what was proposed and observed since. See `Transaction.rollback_to`."""
        self._transaction.rollback_to(self)

    def release(self) -> None:
        """Keep what was proposed, and forget the savepoint. See `Transaction.release`."""
        self._transaction.release(self)

    def __enter__(self) -> Savepoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._transaction.holds(self):
            return
        if kind is not None:
            self.rollback()
        self.release()
