"""What this process and a store take up: memory, files."""

from __future__ import annotations

import resource
import sys
from contextlib import closing
from pathlib import Path

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
