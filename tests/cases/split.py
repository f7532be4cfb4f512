"""The split of the written cases: a sealed quarter is read by nobody and judged once, at the end."""

from __future__ import annotations

from zlib import crc32


def is_sealed(case_id: str) -> bool:
    """Whether a case belongs to the part that no rule may be tuned on."""
    return crc32(case_id.encode()) % 4 == 0
