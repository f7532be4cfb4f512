"""A file layer for SQLite that counts, tells and fails: for tests of durability, and of what errors do.

It passes everything on to the default layer. Before and after each write, flush, truncation and deletion it
calls a hook, which may count, end the process, or raise an `apsw.Error` that SQLite then meets as that error
of the disk; `Nth` is a hook that does so at a chosen one. Select the layer by its name:
``SQLiteStorage(path, ids=ids, vfs=faults.name)``. Keep the object as long as it is in use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

import apsw

Kind: TypeAlias = Literal["db", "wal", "other"]
"""Which file: the database, its log, or another one (a rollback journal, a temporary file)."""


class Event(NamedTuple):
    """Something done to a file. ``after`` tells the second call from the first.

    ``size`` is that of the piece written or to be read, or that of the file once truncated.
    """

    action: Literal["read", "write", "sync", "truncate", "delete"]
    kind: Kind
    after: bool
    offset: int = 0
    size: int = 0


Hook: TypeAlias = Callable[[Event], None]


class FaultVFS(apsw.VFS):
    """Counts in ``writes`` and ``syncs`` by kind of file, and calls ``hook``, which may be replaced.

    With ``reads`` the hook is called before each read as well.
    """

    def __init__(self, name: str, hook: Hook | None = None, *, reads: bool = False) -> None:
        self.name = name
        self.hook = hook
        self.reads = reads
        self.writes: Counter[Kind] = Counter()
        self.syncs: Counter[Kind] = Counter()
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> FaultFile:  # noqa: N802
        """SQLite opens a file."""
        return FaultFile(self, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
        """SQLite deletes a log or a rollback journal."""
        event = Event("delete", "wal" if name.endswith("-wal") else "other", False)
        self.tell(event)
        super().xDelete(name, syncdir)
        self.tell(event._replace(after=True))

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

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        """SQLite reads a piece of the file."""
        if self._vfs.reads:
            self._vfs.tell(Event("read", self._kind, False, offset, amount))
        return super().xRead(amount, offset)

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

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        """SQLite cuts the file off."""
        event = Event("truncate", self._kind, False, size=newsize)
        self._vfs.tell(event)
        super().xTruncate(newsize)
        self._vfs.tell(event._replace(after=True))


class Nth:
    """A hook that acts at one event, counted from 0, or from that one on.

    ``acts`` ends the process or raises; ``counts`` tells which events it counts. While it is not ``armed``
    everything passes.
    """

    def __init__(
        self,
        number: int,
        acts: Callable[[], None],
        *,
        counts: Callable[[Event], bool],
        for_good: bool = False,
        armed: bool = False,
    ) -> None:
        self.number, self.acts, self.counts = number, acts, counts
        self.for_good, self.armed = for_good, armed
        self.seen = 0

    def __call__(self, event: Event) -> None:
        """Something is done to a file, or has been done."""
        if not self.armed or not self.counts(event):
            return
        self.seen += 1
        if self.seen == self.number + 1 or (self.for_good and self.seen > self.number):
            self.acts()

    @property
    def sprung(self) -> bool:
        """Whether it has come to that event."""
        return self.seen > self.number


def _kind(flags: int) -> Kind:
    if flags & apsw.SQLITE_OPEN_MAIN_DB:
        return "db"
    return "wal" if flags & apsw.SQLITE_OPEN_WAL else "other"
