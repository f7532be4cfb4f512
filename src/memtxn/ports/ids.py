"""Port: unpredictable bytes, for transaction ids and the salts of commitments."""

from __future__ import annotations

from typing import Protocol


class Ids(Protocol):
    """Returns ``size`` bytes that nobody can guess and that never come twice. Must be safe in every thread."""

    def __call__(self, size: int) -> bytes: ...
