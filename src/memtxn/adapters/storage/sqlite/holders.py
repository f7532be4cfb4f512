"""Who holds a lock on a file, as Linux tells in ``/proc/locks``; elsewhere nobody is found."""

from __future__ import annotations

import os
from pathlib import Path

LOCKS = Path("/proc/locks")


def holders(path: Path, byte: int | None = None) -> list[int]:
    """The processes that hold a write lock on a file, or on a byte of it."""
    try:
        found, text = path.stat(), LOCKS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    file = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    return sorted({pid for pid, first, last in _locks(text, file) if byte is None or first <= byte <= last})


def _locks(text: str, file: str) -> list[tuple[int, int, float]]:
    """The write locks on a file: process, first and last byte (proc_locks(5)); who only waits stands with ``->``.

    A process of another container has no number here, which Linux shows as 0.
    """
    found = []
    for line in text.splitlines():
        parts = line.split()
        if (
            len(parts) == 8
            and parts[3] == "WRITE"
            and parts[5] == file
            and parts[4].isdecimal()
            and parts[4] != "0"
        ):
            last = float("inf") if parts[7] == "EOF" else float(parts[7])
            found.append((int(parts[4]), int(parts[6]), last))
    return found
