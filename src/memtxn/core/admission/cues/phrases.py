"""Phrases of a pack: written short, in full, and as tokens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, product

from memtxn.core.admission.normal import normalise
from memtxn.core.admission.tokens import tokenise
from memtxn.errors import InvalidInput

ALTERNATIVES_LIMIT = 2_000
"""Phrases that one entry may stand for."""

_BAR = "|"  # a token of its own, so that many words are tokenised at once


def expand(entry: str) -> list[str]:
    """The phrases that an entry stands for: ``(i/we) den(y/ied)`` is four.

    Raises:
        InvalidInput: its parentheses do not match, or it stands for too many.
    """
    if "(" not in entry and ")" not in entry:
        return [entry]
    choices: list[list[str]] = []
    count = 1
    for at, part in enumerate(entry.split("(")):
        inside, closed, after = part.partition(")")
        if bool(closed) != bool(at) or ")" in after:
            raise InvalidInput(f"the parentheses of {entry!r} do not match; they do not nest")
        choices += [inside.split("/"), [after]] if closed else [[inside]]
        count *= inside.count("/") + 1 if closed else 1
    if count > ALTERNATIVES_LIMIT:
        raise InvalidInput(f"{entry!r} stands for {count} phrases; the limit is {ALTERNATIVES_LIMIT}: write several")
    return [" ".join("".join(parts).split()) for parts in product(*choices)]


def tokens_of(phrases: Sequence[str]) -> list[tuple[str, ...]]:
    """The tokens of each phrase, as a text would have them. A phrase without a word has none."""
    words = list(dict.fromkeys(word for phrase in phrases for word in phrase.split()))
    normal = normalise(f" {_BAR} ".join(words))
    found = [
        tuple(texts)
        for is_bar, texts in groupby([_BAR, *tokenise(normal.text).texts, _BAR], _BAR.__eq__)
        if not is_bar
    ]
    if len(found) != len(words) or any(_BAR in word for word in words):
        found = [tuple(tokenise(normalise(word).text).texts) for word in words]
    tokens = dict(zip(words, found, strict=True))
    return [tuple(token for word in phrase.split() for token in tokens[word]) for phrase in phrases]


def normal_forms(entries: Sequence[str]) -> list[str]:
    """The entries in the form that the texts of tokens have."""
    joined = normalise(f" {_BAR} ".join(entries)).text
    return [entry.strip() for entry in joined.split(_BAR)]
