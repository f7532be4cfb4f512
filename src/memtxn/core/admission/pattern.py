"""Pattern: the tokens of a value, as the evidence must show them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from memtxn.core.admission.normal import normalise, unseen
from memtxn.core.admission.numbers import BY_VALUE, value_of_number
from memtxn.core.admission.tokens import Tokens, tokenise
from memtxn.model.codec import Json

Unit = tuple[str, ...]
"""Tokens that must stand side by side: one word, or a contiguous run of letters without spaces."""


class Pattern(msgspec.Struct, frozen=True):
    """The units of a value in their order, and the characters in it that no reader sees.

    ``words``: the tokens of the units, if each is one and none is the name of a number by its value.
    """

    units: tuple[Unit, ...] = ()
    unseen: str = ""
    words: tuple[str, ...] = ()


def pattern_of(value: Json) -> Pattern:
    """The tokens of a JSON value: of its keys and leaves in canonical order.

    A number is one token, its canonical decimal text; a boolean is the word ``true`` or ``false``; null, and
    a text without a word, number or symbol, has none. Linear in the value.
    """
    return _kept_pattern(value) if isinstance(value, str) and len(value) <= _KEPT else _pattern(value)


_KEPT = 200
"""Characters of a text whose pattern is kept: the same short values are proposed again and again."""


@lru_cache(maxsize=4096)
def _kept_pattern(value: str) -> Pattern:
    return _pattern(value)


def _pattern(value: Json) -> Pattern:
    leaves = list(_leaves(value))
    units = tuple(unit for leaf in leaves for unit in _units(leaf))
    plain = all(len(unit) == 1 and not unit[0].startswith(BY_VALUE) for unit in units)
    hidden = "".join(unseen(leaf) for leaf in leaves if isinstance(leaf, str))
    return Pattern(units, hidden, tuple(unit[0] for unit in units) if plain else ())


def _leaves(value: Json) -> Iterator[str | int | float]:
    if isinstance(value, dict):
        for name in sorted(value):
            yield name
            yield from _leaves(value[name])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, bool):
        yield "true" if value else "false"
    elif value is not None:
        yield value


def _units(leaf: str | int | float) -> Iterator[Unit]:
    if not isinstance(leaf, str):
        yield (value_of_number(leaf),)
    else:
        yield from _text_units(leaf)


def _text_units(leaf: str) -> Iterator[Unit]:
    normal = normalise(leaf)
    tokens = tokenise(normal.text, normal.stops)
    first = 0
    for at in range(1, len(tokens.texts) + 1):
        if at == len(tokens.texts) or not _hangs_together(tokens, at):
            yield tuple(tokens.texts[first:at])
            first = at


def _hangs_together(tokens: Tokens, at: int) -> bool:
    """Whether token ``at`` touches the one before, and one of them is a letter of a script without spaces."""
    return not tokens.gaps[at] and tokens.runs[at - 1] + tokens.runs[at] > 0
