"""A file layer for SQLite that counts, tells and fails: for tests of durability, and of what errors do.

It passes everything on to the default layer. Before and after each write and flush it calls a hook, which may
count, end the process, or raise an `apsw.Error` that SQLite then meets as that error of the disk. Select it
by its name: ``SQLiteStorage(path, ids=ids, vfs=faults.name)``. Keep the object as long as it is in use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

import apsw

Kind: TypeAlias = Literal["db", "wal", "other"]
"""Which file: the database, its log, or another one (a rollback journal, a temporary file)."""


class Event(NamedTuple):
    """Something done to a file. ``after`` tells the second call from the first; ``size`` is 0 for a flush."""

    action: Literal["write", "sync"]
    kind: Kind
    after: bool
    offset: int = 0
    size: int = 0


Hook: TypeAlias = Callable[[Event], None]


class FaultVFS(apsw.VFS):
    """Counts in ``writes`` and ``syncs`` by kind of file, and calls ``hook``, which may be replaced."""

    def __init__(self, name: str, hook: Hook | None = None) -> None:
        self.name = name
        self.hook = hook
        self.writes: Counter[Kind] = Counter()
        self.syncs: Counter[Kind] = Counter()
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> FaultFile:  # noqa: N802
        """SQLite opens a file."""
        return FaultFile(self, name, flags)

    def tell(self, event: Event) -> None:
        """Let the hook know."""
        if self.hook is not None:
            self.hook(event)


class FaultFile(apsw.VFSFile):
    """A file of that layer."""

    def __init__(self, vfs: FaultVFS, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self._vfs = vfs
        self._kind: Kind = _kind(flags[0])
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        """SQLite writes a piece of the file."""
        event = Event("write", self._kind, False, offset, len(data))
        self._vfs.tell(event)
        super().xWrite(data, offset)
        self._vfs.writes[self._kind] += 1
        self._vfs.tell(event._replace(after=True))

    def xSync(self, flags: int) -> None:  # noqa: N802
        """SQLite makes the file durable."""
        event = Event("sync", self._kind, False)
        self._vfs.tell(event)
        super().xSync(flags)
        self._vfs.syncs[self._kind] += 1
        self._vfs.tell(event._replace(after=True))


def _kind(flags: int) -> Kind:
    if flags & apsw.SQLITE_OPEN_MAIN_DB:
        return "db"
    return "wal" if flags & apsw.SQLITE_OPEN_WAL else "other"
