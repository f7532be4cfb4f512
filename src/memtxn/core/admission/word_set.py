"""Word sets: how a set of words is written down in code, several on a line."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """The words of a text, which are set apart by white space."""
    return frozenset(text.split())
