"""How often the same is done again: what `make test` can wait for; in `make soak` (``MEMTXN_SOAK``) far more."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("MEMTXN_SOAK"))


def often(usual: int, soak: int) -> int:
    """How often to repeat it."""
    return soak if SOAK else usual
