"""The real clock and real chance."""

from __future__ import annotations

import os
from datetime import UTC, datetime


def system_clock() -> datetime:
    """The present, in UTC, as the operating system tells it (ports.clock)."""
    return datetime.now(UTC)


def system_ids(size: int) -> bytes:
    """Bytes of the operating system's cryptographic generator (ports.ids). Safe after a fork, too."""
    return os.urandom(size)
