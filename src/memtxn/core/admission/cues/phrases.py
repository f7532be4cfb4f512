"""Phrases of a pack: written short, in full, and as tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain, product

from memtxn.core.admission.normal import normalise
from memtxn.core.admission.tokens import tokenise
from memtxn.errors import InvalidInput

ALTERNATIVES_LIMIT = 2_000
"""Phrases that one entry may stand for."""

_APOSTROPHES = ("'", "’")
_NEXT = "a"
_LETTERS = re.compile("[ぁ-ゖァ-ヺー㐀-䶿一-鿿々]+")  # each is a token, so that none need be sought
_BAR = "|"  # a token of its own, so that many words are tokenised at once


def expand(entry: str) -> list[str]:
    """The phrases that an entry stands for: ``(i/we) den(y/ied)`` is four.

    Raises:
        InvalidInput: its parentheses do not match, or it stands for too many.
    """
    if "(" not in entry and ")" not in entry:
        return [" ".join(entry.split())]
    choices: list[list[str]] = []
    count = 1
    for at, part in enumerate(entry.split("(")):
        inside, closed, after = part.partition(")")
        if bool(closed) != bool(at) or ")" in after:
            raise InvalidInput(f"the parentheses of {entry!r} do not match; they do not nest")
        choices += [inside.split("/"), [after]] if closed else [[inside]]
        count *= inside.count("/") + 1 if closed else 1
    if count > ALTERNATIVES_LIMIT:
        raise InvalidInput(f"{entry!r} stands for {count} phrases, over {ALTERNATIVES_LIMIT}: write several")
    return [" ".join("".join(parts).split()) for parts in product(*choices)]


def tokens_of(phrases: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The tokens of each word of these phrases, as a text would have them: what has no letter has none.

    The words are what stands between spaces; a phrase has the tokens of its words.
    """
    words = list(dict.fromkeys(chain.from_iterable(map(str.split, phrases))))
    normal = normalise(f" {_BAR} ".join(words)).text.split(f" {_BAR} ")
    if len(normal) != len(words) or any(_BAR in word for word in words):
        return {
            word: tuple(tokenise(normalise(word).text).texts) for word in words
        }  # one by one: it takes longer
    found = {word: tuple(text) for word, text in zip(words, normal, strict=True) if _LETTERS.fullmatch(text)}
    others = [(word, text) for word, text in zip(words, normal, strict=True) if word not in found]
    texts = [_BAR, *tokenise(f" {_BAR} ".join(text for _, text in others)).texts, _BAR]
    bars = [at for at, text in enumerate(texts) if text == _BAR]
    for (word, _), bar, end in zip(others, bars, bars[1:], strict=False):
        found[word] = tuple(texts[bar + 1 : end])
    return found | {word: _elided(word) for word in words if word.endswith(_APOSTROPHES)}


def _elided(word: str) -> tuple[str, ...]:
    """The tokens of a word that leans on the next: an apostrophe counts only where a letter follows."""
    *tokens, last = tokenise(normalise(word + _NEXT).text).texts
    return tuple(tokens) if tokens and last == _NEXT else tuple(tokenise(normalise(word).text).texts)


def normal_forms(entries: Sequence[str]) -> list[str]:
    """The entries in the form that the texts of tokens have."""
    joined = normalise(f" {_BAR} ".join(entries)).text
    return [entry.strip() for entry in joined.split(_BAR)]
