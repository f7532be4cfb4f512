"""Excerpt: of a long text, the sentences around the places that somebody wants to see."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import msgspec

Span = tuple[int, int]
"""Characters start … end-1."""

AROUND = 200
"""Characters that are shown before and after a place at the most, when its sentence goes on."""
PLACE_LIMIT = 600
"""Characters of one place that are shown."""
PLACES_LIMIT = 64
"""Places of one text that are looked at."""
EXCERPTS_LIMIT = 8
"""Excerpts of one text."""
_ENDS = "\n。！？"
_ENDS_BEFORE_SPACE = ".!?"


class Excerpt(msgspec.Struct, frozen=True):
    """A part of a text, and where it starts. ``more``: the text goes on after it."""

    start: int
    text: str
    more: bool = False

    @property
    def end(self) -> int:
        """Where it ends, in characters of the whole text."""
        return self.start + len(self.text)


def excerpts(text: str, spans: Iterable[Span]) -> tuple[Excerpt, ...]:
    """The sentences of a text around these places, in the order of the text; those that touch are one.

    Of very many places the first that are given are shown. The work does not depend on the length of the text.
    """
    size = len(text)
    windows: list[Span] = []
    for start, end in sorted(islice(spans, PLACES_LIMIT)):
        if not 0 <= start < end <= size:
            continue
        first, last = _before(text, start), _after(text, min(end, start + PLACE_LIMIT))
        if windows and first <= windows[-1][1]:
            windows[-1] = (windows[-1][0], max(windows[-1][1], last))
        elif len(windows) < EXCERPTS_LIMIT:
            windows.append((first, last))
    return tuple(Excerpt(first, text[first:last], last < size) for first, last in windows)


def _before(text: str, start: int) -> int:
    """Where the sentence of this character begins, or the nearest place that is near enough."""
    least = max(0, start - AROUND)
    at = start
    while at > least and not _is_end(text, at - 1):
        at -= 1
    while at < start and text[at].isspace():
        at += 1
    return at


def _after(text: str, end: int) -> int:
    """Where the sentence of the character before this place ends, or the nearest place that is near enough."""
    most = min(len(text), end + AROUND)
    at = end
    while at < most and not _is_end(text, at - 1):
        at += 1
    while at > end and text[at - 1].isspace():
        at -= 1
    return at


def _is_end(text: str, at: int) -> bool:
    """Whether a sentence ends with this character. A dot within a number or a name ends none."""
    character = text[at]
    if character in _ENDS:
        return True
    return character in _ENDS_BEFORE_SPACE and (at + 1 == len(text) or text[at + 1].isspace())
