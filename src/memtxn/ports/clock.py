"""Port: the time of day."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Returns the present as an aware datetime. May step back; memtxn's recorded times never do."""

    def __call__(self) -> datetime: ...
