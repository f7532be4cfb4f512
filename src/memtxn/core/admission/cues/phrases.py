"""Phrases of a pack: written short, in full, and as tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, product

from memtxn.core.admission.normal import normalise
from memtxn.core.admission.tokens import tokenise
from memtxn.errors import InvalidInput

ALTERNATIVES_LIMIT = 2_000
"""Phrases that one entry may stand for."""

_APOSTROPHES = ("'", "’")
_NEXT = "a"
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
    texts = [_BAR, *tokenise(normalise(f" {_BAR} ".join(words)).text).texts, _BAR]
    bars = [at for at, text in enumerate(texts) if text == _BAR]
    if len(bars) == len(words) + 1:
        found = {word: tuple(texts[bar + 1 : end]) for word, bar, end in zip(words, bars, bars[1:], strict=False)}
    else:  # a word has a bar in it: it takes longer, one by one
        found = {word: tuple(tokenise(normalise(word).text).texts) for word in words}
    return found | {word: _elided(word) for word in words if word.endswith(_APOSTROPHES)}


def _elided(word: str) -> tuple[str, ...]:
    """The tokens of a word that leans on the next: an apostrophe counts only where a letter follows."""
    *tokens, last = tokenise(normalise(word + _NEXT).text).texts
    return tuple(tokens) if tokens and last == _NEXT else tuple(tokenise(normalise(word).text).texts)


def normal_forms(entries: Sequence[str]) -> list[str]:
    """The entries in the form that the texts of tokens have."""
    joined = normalise(f" {_BAR} ".join(entries)).text
    return [entry.strip() for entry in joined.split(_BAR)]
