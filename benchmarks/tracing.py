"""Watching SQLite: every statement that new connections execute, every COMMIT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import TypeAlias

import apsw

Statement: TypeAlias = "tuple[str, tuple[apsw.SQLiteValue, ...]]"
_CONTROL = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA")


@contextmanager
def traced() -> Iterator[list[Statement]]:
    """All statements that connections opened in this block execute."""
    seen: list[Statement] = []

    def note(_: apsw.Cursor, sql: str, bindings: apsw.Bindings | None) -> bool:
        if isinstance(bindings, dict):
            raise TypeError("memtxn binds by position")
        seen.append((sql.strip(), tuple(bindings or ())))
        return True

    def hook(connection: apsw.Connection) -> None:
        connection.exec_trace = note

    apsw.connection_hooks.append(hook)
    try:
        yield seen
    finally:
        apsw.connection_hooks.remove(hook)


@contextmanager
def commits_counted() -> Iterator[Counter[str]]:
    """Counts in ``"commits"`` each COMMIT that writes, of connections opened in this block."""
    counted = Counter[str]()

    def note() -> bool:
        counted["commits"] += 1
        return False

    def hook(connection: apsw.Connection) -> None:
        connection.set_commit_hook(note)

    apsw.connection_hooks.append(hook)
    try:
        yield counted
    finally:
        apsw.connection_hooks.remove(hook)


def is_read(sql: str) -> bool:
    """Whether a statement writes nothing: it reads, or opens and closes a transaction."""
    return sql.upper().startswith((*_CONTROL, "SELECT", "WITH"))


def prepared(statements: list[Statement]) -> list[str]:
    """The statements as they were prepared: one that ran for many rows in turn counts once.

    Those that open and close a transaction are left out.
    """
    texts = [sql for sql, _ in statements if not sql.upper().startswith(_CONTROL)]
    return [sql for sql, _ in groupby(texts)]
