"""Savepoint: a point inside a transaction to come back to."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

from memtxn.engine.workbench import Mark
from memtxn.model.receipt import Receipt


class _Transaction(Protocol):
    def rollback_to(self, savepoint: Savepoint) -> None: ...

    def release(self, savepoint: Savepoint) -> None: ...

    def holds(self, savepoint: Savepoint) -> bool: ...


class _Told(Protocol):
    _open: bool

    @property
    def id(self) -> str: ...

    @property
    def receipt(self) -> Receipt | None: ...


def described(transaction: _Told) -> str:
    """A transaction for whoever looks at it: which it is, and whether it is open."""
    done = transaction.receipt
    state = "open" if transaction._open else "over" if done is None else f"committed as seq {done.seq}"
    return f"<memtxn.Transaction {transaction.id} {state}>"


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

    def __repr__(self) -> str:
        return f"<memtxn.Savepoint {'open' if self._transaction.holds(self) else 'over'}>"

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
