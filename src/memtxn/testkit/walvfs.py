"""A SQLite VFS that hands every write and sync of a write-ahead log to a watcher, who may do anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import apsw


class Watcher(Protocol):
    """Who is asked. What it does not let proceed does not happen."""

    def write(self, data: bytes, proceed: Callable[[bytes], None]) -> None:
        """Before these bytes are written; ``proceed`` writes the ones that it is given, at the same place."""

    def sync(self, proceed: Callable[[], None]) -> None:
        """Before what was written is made durable; ``proceed`` does it."""


class WalVFS(apsw.VFS):
    """Registered under its name until `unregister` is called; keep it referenced that long."""

    def __init__(self, name: str, watcher: Watcher) -> None:
        self._watcher = watcher
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        """Open a file; only that of a log is watched."""
        if flags[0] & apsw.SQLITE_OPEN_WAL:
            return _Log(self._watcher, name, flags)
        return apsw.VFSFile("", name, flags)


class _Log(apsw.VFSFile):
    def __init__(self, watcher: Watcher, *opened: Any) -> None:  # noqa: ANN401  # handed on
        self._watcher = watcher
        super().__init__("", *opened)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        write = super().xWrite
        self._watcher.write(data, lambda given: write(given, offset))

    def xSync(self, flags: int) -> None:  # noqa: N802
        sync = super().xSync
        self._watcher.sync(lambda: sync(flags))
