"""Unicode's own view of a text: its words and its clusters (UAX #29). The one place that asks a library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from apsw.unicode import grapheme_iter_with_offsets, grapheme_next_break, word_iter_with_offsets

Segment = tuple[int, int, str]
"""Where a piece of text starts, where it ends, and the piece itself."""

_WORDS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No")
_SYMBOLS = ("Sc", "Sm", "So")


def words(text: str) -> list[Segment]:
    """The words of a text by UAX #29 word boundaries, and its symbols, each a word of its own.

    Letters and numbers make a word; so does a currency sign, a mathematical operator or an emoji, for a
    value that adds one says something else. Spaces and punctuation make none. Linear in the text.
    """
    # The library's annotation says that the iterator yields text; it yields triples.
    found = cast(Iterator[Segment], word_iter_with_offsets(text, categories=_WORDS + _SYMBOLS))
    return list(found)


def clusters(text: str) -> Iterator[Segment]:
    """The extended grapheme clusters of a text: what a reader takes for one character. Linear in the text."""
    return grapheme_iter_with_offsets(text)


def is_boundary(text: str, at: int) -> bool:
    """Whether a cluster may start at this offset, judged by the character before it."""
    return at == 0 or at == len(text) or grapheme_next_break(text[at - 1 : at + 1]) == 1
