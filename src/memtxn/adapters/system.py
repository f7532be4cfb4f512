"""The real clock and real chance."""

from __future__ import annotations

import os
import threading
from datetime import UTC, datetime


def system_clock() -> datetime:
    """The present, in UTC, as the operating system tells it (ports.clock)."""
    return datetime.now(UTC)


class _Stock(threading.local):
    """Random bytes of one thread in one process; those before ``given`` were given out."""

    pid = given = 0
    data = b""


_stock = _Stock()
_DRAWN = 1024


def system_ids(size: int) -> bytes:
    """Bytes of the operating system's cryptographic generator (ports.ids), each given out once.

    They are drawn in stock: each draw is a system call, at which Python lets another thread run. A fork draws
    anew.
    """
    start, end = _stock.given, _stock.given + size
    if end > len(_stock.data) or _stock.pid != os.getpid():
        _stock.data, _stock.pid = os.urandom(max(size, _DRAWN)), os.getpid()
        start, end = 0, size
    _stock.given = end
    return _stock.data[start:end]
