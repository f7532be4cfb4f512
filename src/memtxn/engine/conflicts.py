"""Conflicts: what moved, from which version to which, and what a session has to read again after one."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from memtxn.core.project import visible_belief
from memtxn.core.workspace import Refusal, Scan, Workspace
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import Conflict, StaleRead, StorageError
from memtxn.model.belief import Belief
from memtxn.model.key import Key
from memtxn.ports.storage import LATEST, Reader

REMEMBERED = 1_000
"""Keys of conflicts that a session remembers; beyond that it forgets the oldest."""


def conflict_of(refusal: Refusal, seq: int) -> Conflict:
    """The error for a refusal that was given while record ``seq`` was the last one."""
    if refusal.declaration:
        return Conflict(f"{refusal.declaration} was declared anew", seq=seq)
    key = Key.from_name(refusal.name)
    return Conflict(
        f"{key} is at version {refusal.actual}, not {refusal.expected}",
        entity=key.entity,
        attribute=key.attribute,
        expected=refusal.expected,
        actual=refusal.actual,
        seq=seq,
    )


def add_beliefs(conflict: Conflict, runtime: Runtime, ledger: Ledger, workspace: Workspace) -> None:
    """Add what the key showed to the transaction, and what it shows now, for the one who has to decide.

    What cannot be read is missing, and a note says why.
    """
    if not conflict.attribute:
        return
    name = Key.of(conflict.entity, conflict.attribute).name
    try:
        with runtime.storage.read() as reader:
            mem, t = ledger.mem(reader), workspace.instant
            conflict.relied_on = _shown(reader, mem, name, workspace.since, t, conflict.expected)
            conflict.current = _shown(reader, mem, name, LATEST, max(t, ledger.now()), None)
    except StorageError as error:
        conflict.add_note(f"what {name} shows could not be read: {error}")


def _shown(reader: Reader, mem: int, name: str, n: int, t: int, version: int | None) -> tuple[Belief, ...]:
    rows = reader.visible(mem, name, n, t) if mem else []
    return tuple(visible_belief(row) for row in rows if version in (None, row.ver))


class _Stale(msgspec.Struct, frozen=True):
    """A key that lost a race: the version that was relied on, the one that was there, as of which record.

    ``written`` are the keys that the transaction wanted to write.
    """

    expected: int
    actual: int
    seq: int
    written: frozenset[str]


class Session:
    """What one thread has to read again before it builds on it: the keys of conflicts that it was told.

    A retry that just proposes the same again would make a stale decision look like a fresh one.
    """

    def __init__(self) -> None:
        self._stale: dict[str, _Stale] = {}

    def lost(self, conflict: Conflict, written: Iterable[str]) -> None:
        """A transaction that wanted to write these keys has met a conflict."""
        if not conflict.attribute:
            return
        name = Key.of(conflict.entity, conflict.attribute).name
        self._stale.pop(name, None)
        self._stale[name] = _Stale(conflict.expected, conflict.actual, conflict.seq, frozenset(written))
        while len(self._stale) > REMEMBERED:
            del self._stale[next(iter(self._stale))]

    def read(self, name: str, n: int) -> None:
        """A key was read as of record ``n``."""
        if name in self._stale and self._stale[name].seq <= n:
            del self._stale[name]

    def scanned(self, scan: Scan, n: int) -> None:
        """A range was read as of record ``n``."""
        for name in [name for name in self._stale if scan.covers(name)]:
            self.read(name, n)

    def check(self, name: str, named: int | None) -> None:
        """A key is proposed for, perhaps naming its version. Raises StaleRead when it has to be read first."""
        if name not in self._stale or (named is not None and named >= self._stale[name].actual):
            return
        stale, key = self._stale[name], Key.from_name(name)
        raise StaleRead(
            f"{key} is at version {stale.actual}, and version {stale.expected} was the last one read",
            entity=key.entity,
            attribute=key.attribute,
        )

    def inherited(self, written: set[str]) -> dict[str, int]:
        """The keys that a transaction which writes these relies on though it has not read them, with versions.

        It repeats, in part or whole, one that met a conflict on them.
        """
        return {name: stale.expected for name, stale in self._stale.items() if stale.written & written}
