"""Said: where an excerpt says a row of words, or words that count as the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from memtxn.core.admission.numbers import BY_VALUE
from memtxn.core.admission.patchtest import Excerpt, Range
from memtxn.core.admission.pattern import pattern_of

PLACES = 16
"""How many places are told; more of them tell nothing new."""
LONGEST = 16
"""Words that are looked for; a longer row is no name of anything."""

Said = Callable[[str], Iterable[str]]
"""The words of the text that count as one of the value."""


def words_of(text: str) -> tuple[str, ...]:
    """The tokens of a bare text, as an excerpt would show them."""
    pattern = pattern_of(text)
    return pattern.words or tuple(token for unit in pattern.units for token in unit)


def places(words: Sequence[str], excerpt: Excerpt, said: Said | None = None) -> list[Range]:
    """Where these words stand side by side in the excerpt, at most ``PLACES`` times.

    Each distinct word of the text is compared once; the search is one pass over the excerpt.
    """
    if not 0 < len(words) <= LONGEST:
        return []
    vocabulary = excerpt.analysis.vocabulary
    classes = []
    for word in words:
        found = said(word) if said else (word,)
        codes = "".join(vocabulary.names.get(name, "") for name in found)
        if not codes:
            return []
        classes.append(f"[{re.escape(codes)}]")
    place = re.compile("".join(classes))
    matches = place.finditer(vocabulary.codes, excerpt.first, excerpt.last)
    spans = (match.span() for match, _ in zip(matches, range(PLACES), strict=False))
    return [(first, last) for first, last in spans if _uncut(excerpt, first, last)]


def names_in(excerpt: Excerpt) -> list[str]:
    """The distinct words of the text from which an excerpt is."""
    return [name for name in excerpt.analysis.vocabulary.names if len(name) == 1 or name[0] != BY_VALUE]


def places_in_another_form(words: Sequence[str], excerpt: Excerpt, said: Said) -> list[Range]:
    """Those of `places` where at least one word stands in another form."""
    texts, sought = excerpt.analysis.tokens.texts, list(words)
    return [(first, last) for first, last in places(words, excerpt, said) if texts[first:last] != sought]


def _uncut(excerpt: Excerpt, first: int, last: int) -> bool:
    """Whether letters of a script without spaces are one run there."""
    return not any(excerpt.analysis.tokens.cuts[first + 1 : last])


def quoted(excerpt: Excerpt, place: Range) -> str:
    """The words of the original text at a place."""
    start, end = excerpt.analysis.span(*place)
    return (excerpt.analysis.text or "")[start:end]
