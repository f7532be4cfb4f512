"""Likeness: whether two words of names or verbs are the same but for their ending. Cheap and strict."""

from __future__ import annotations

STEM = 4
"""Letters that two words have in common at least, unless they are equal."""
_ENDING = 3
"""Letters by which the longer of two words may be longer."""


def alike(word: str, other: str) -> bool:
    """``swims`` and ``swim``, ``signed`` and ``sign``; not ``car`` and ``care``."""
    if word == other:
        return True
    if not (word.isalpha() and other.isalpha()) or word[0] != other[0]:
        return False
    short, long = sorted((word, other), key=len)
    if len(short) < STEM:
        return len(short) == STEM - 1 and long in (
            short + "s",
            short + "es",
            short + "ed",
            short + short[-1] + "ing",
        )
    common = max(STEM, len(short) - 2 if len(short) > 5 else len(short) - 1)
    return long[:common] == short[:common] and len(long) - len(short) <= _ENDING
