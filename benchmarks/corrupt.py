"""Corrupting true values, and an independent ordered-subsequence test to say which corruptions still are one.

The three operators of the published evaluation: a negator inserted, two words exchanged, a value from another
conversation. Nothing here uses memtxn's own text layer.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from memtxn.testkit.dialogues import Offer

_WORD = re.compile(r"\w+")
_NEGATORS = ("not", "never", "no")


def words(text: str) -> list[str]:
    """The words of a text, as a plain person would take them apart."""
    return _WORD.findall(text.lower())


def is_ordered_subsequence(value: str, text: str) -> bool:
    """Whether the words of a value stand in a text in their order."""
    rest = iter(words(text))
    return all(word in rest for word in words(value))


def corruptions(offer: Offer, foreign: Sequence[str], chance: random.Random) -> Iterator[tuple[str, str]]:
    """(how, value): one corruption by each operator that can be applied."""
    value = str(offer.value)
    yield "negator_inserted", inserted(value, chance)
    if len(set(words(value))) > 1:
        yield "tokens_exchanged", exchanged(value, chance)
    yield "foreign_value", chance.choice(foreign)


def inserted(value: str, chance: random.Random) -> str:
    """A negator somewhere in the value."""
    parts = value.split()
    parts.insert(chance.randrange(len(parts) + 1), chance.choice(_NEGATORS))
    return " ".join(parts)


def exchanged(value: str, chance: random.Random, longer_than: int = 0) -> str:
    """Two different words of more than so many letters change places; what stands between words stays."""
    found = [word for word in _WORD.finditer(value) if len(word[0]) > longer_than]
    pairs = [(a, b) for a in found for b in found if a.start() < b.start() and a[0].lower() != b[0].lower()]
    one, other = chance.choice(pairs)
    between = value[one.end() : other.start()]
    return value[: one.start()] + other[0] + between + one[0] + value[other.end() :]
