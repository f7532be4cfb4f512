"""Unicode's own view of a text: its words and its clusters (UAX #29). The one place that asks a library."""

from __future__ import annotations

import re
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
    if text.isascii() and "_" not in text:
        return _plain_words(text)
    # The library's annotation says that the iterator yields text; it yields triples.
    found = cast(Iterator[Segment], word_iter_with_offsets(text, categories=_WORDS + _SYMBOLS))
    return list(found)


_INNER = r"(?:(?<=[A-Za-z])[.':](?=[A-Za-z])|(?<=[0-9])[.,;'](?=[0-9]))"
_PLAIN = re.compile(rf"[A-Za-z0-9]+(?:{_INNER}[A-Za-z0-9]+)*|[$+<=>|~]")


def _plain_words(text: str) -> list[Segment]:
    """The same for ASCII without underscores, where few of the rules apply: several times as fast.

    No word goes over a space, and most of what stands between spaces is one word.
    """
    found: list[Segment] = []
    at = 0
    for piece in text.split(" "):
        after = at + len(piece)
        if piece.isalnum():
            found.append((at, after, piece))
        elif piece:
            found += [(at + match.start(), at + match.end(), match[0]) for match in _PLAIN.finditer(piece)]
        at = after + 1
    return found


def clusters(text: str) -> Iterator[Segment]:
    """The extended grapheme clusters of a text: what a reader takes for one character. Linear in the text."""
    return grapheme_iter_with_offsets(text)


def is_boundary(text: str, at: int) -> bool:
    """Whether a cluster may start at this offset, judged by the character before it."""
    return at == 0 or at == len(text) or grapheme_next_break(text[at - 1 : at + 1]) == 1
