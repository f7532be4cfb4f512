"""Homoglyphs: letters of another alphabet that look like Latin ones, in a word that is otherwise Latin.

A word of one alphabet is what it is; one of two is a disguise ("nеvеr" with two Cyrillic letters). The pairs are
those of lower-case letters in Unicode's confusables (UTS #39) that look the same in common typefaces.
"""

from __future__ import annotations

import re
from functools import lru_cache

_MIXED = re.compile(r"(?=.*[a-z])(?=.*[\u0370-\u03ff\u0400-\u052f])")
_LATIN = str.maketrans("аеорсухіѕјԁһӏвкмтɡνοαρυιτκ", "aeopcyxisjdhlbkmtgvoapuitk")


@lru_cache(maxsize=4096)
def unmixed(word: str) -> str:
    """The word with its disguised letters as Latin ones; any other word as it is."""
    return word.translate(_LATIN) if not word.isascii() and _MIXED.match(word) else word
