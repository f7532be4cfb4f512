"""Names and words that a harness declares: short texts, each once."""

from __future__ import annotations

import unicodedata

from memtxn.errors import InvalidInput
from memtxn.model.codec import check_text
from memtxn.model.exact import brief, exact_items

NAME_LIMIT = 256
"""Characters that a declared word or name may have."""


def short_text(given: object, what: str, limit: int = NAME_LIMIT) -> str:
    """The text, NFC and trimmed, of up to ``limit`` characters. Raises InvalidInput."""
    text = unicodedata.normalize("NFC", check_text(given, what, limit=8 * limit)).strip()
    if len(text) > limit:
        raise InvalidInput(f"{what} has {len(text)} characters; the limit is {limit}")
    return text


def names_of(given: object, what: str, limit: int) -> tuple[str, ...]:
    """The names of a list or tuple, each once and none empty, up to ``limit`` of them. Raises InvalidInput."""
    names = exact_items(given)
    if names is None or len(names) > limit:
        raise InvalidInput(f"{what} must be a list or tuple of up to {limit} texts, not {brief(given)}")
    found = dict.fromkeys(short_text(name, what) for name in names)
    if "" in found:
        raise InvalidInput(f"{what}: an empty text says nothing")
    return tuple(found)
