"""What this process and a store take up: memory, files, pages that are looked at."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import get_ident

import apsw

MB = 1_000_000
_STATM = Path("/proc/self/statm")


def resident() -> float:
    """Megabytes of this process that are in memory now; the most it ever had where the system tells no more."""
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * resource.getpagesize() / MB
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most * (1 if sys.platform == "darwin" else 1024) / MB


def log_size(path: Path) -> float:
    """Megabytes of the log beside a database."""
    log = path.with_name(f"{path.name}-wal")
    return log.stat().st_size / MB if log.exists() else 0.0


def file_size(path: Path) -> float:
    """Megabytes of the database itself, once the log is copied into it."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.wal_checkpoint()
    return path.stat().st_size / MB


@contextmanager
def pages_counted() -> Iterator[Callable[[], int]]:
    """Says how many pages were looked at by the connections that this thread opens in the block and still has."""
    connections: list[apsw.Connection] = []
    me = get_ident()

    def opened(connection: apsw.Connection) -> None:
        if get_ident() == me:  # those of checkpoints are another thread's
            connections.append(connection)

    apsw.connection_hooks.append(opened)
    try:
        yield lambda: sum(map(_looked_at, connections))
    finally:
        apsw.connection_hooks.remove(opened)


def _looked_at(connection: apsw.Connection) -> int:
    """Whether they were in its cache or not."""
    with suppress(apsw.ConnectionClosedError):
        kinds = (apsw.SQLITE_DBSTATUS_CACHE_HIT, apsw.SQLITE_DBSTATUS_CACHE_MISS)
        return sum(connection.status(kind)[0] for kind in kinds)
    return 0
