"""Words that answers and failures share: counts and times as people write them."""

from __future__ import annotations

from datetime import datetime


def counted(number: int, noun: str) -> str:
    """``1 record``, ``2 records``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def time_text(moment: datetime | None) -> str:
    """A moment to the second, in UTC."""
    return "time unknown" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def bytes_text(number: int) -> str:
    """A size: ``512 bytes``, ``1.5 MiB``."""
    size, unit = float(number), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return counted(number, "byte") if unit == "bytes" else f"{size:,.1f} {unit}"
