"""Units of measure: their names, and what one is in another."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

import msgspec

from memtxn.core.admission.forms.lexicon import Phrases, folded, load


class Unit(msgspec.Struct, frozen=True):
    """A unit. ``factor`` and ``offset`` lead to the first unit of its dimension: x · factor + offset."""

    name: str
    dimension: str
    factor: Decimal
    offset: Decimal = Decimal(0)
    money: bool = False

    def convert(self, value: Decimal, to: Unit) -> Decimal | None:
        """The value in another unit; None when they measure different things."""
        if self.dimension != to.dimension:
            return None
        if self == to:
            return value
        return (value * self.factor + self.offset - to.offset) / to.factor


Units = tuple[Unit, ...]
"""The units that one surface may stand for, the likeliest first."""


class UnitNames(msgspec.Struct, frozen=True):
    """How units are written in some languages: behind a number, touching it, and before it."""

    after: Phrases[Units]
    glued: dict[str, Units]
    before: Phrases[Units]
    single: dict[str, Units]


@lru_cache(maxsize=64)
def unit_names(languages: tuple[str, ...]) -> UnitNames:
    """The surfaces of all units; those of one language only are left out when it is not among these."""
    after: dict[str, Units] = {}
    glued: dict[str, Units] = {}
    before: dict[str, Units] = {}
    for unit, entry in _entries():
        for table, words in ((after, entry["words"]), (glued, entry.get("glued", ()))):
            for word in words:
                language, _, surface = word.rpartition(":")
                if not language or language in languages:
                    table[surface] = (*table.get(surface, ()), unit)
        for word in entry.get("before", ()):
            before[word] = (*before.get(word, ()), unit)
    after |= dict.fromkeys(load("units")["none"], ())
    single = {folded(word): units for word, units in after.items() if " " not in word and units}
    touching = {folded(word): units for word, units in glued.items()}
    touching |= {word: units + touching.get(word, ()) for word, units in single.items()}
    return UnitNames(Phrases(after.items()), touching, Phrases(before.items()), single)


@lru_cache(maxsize=1)
def _entries() -> tuple[tuple[Unit, dict[str, list[str]]], ...]:
    return tuple(_read())


def _read() -> Iterator[tuple[Unit, dict[str, list[str]]]]:
    for dimension, units in load("units").items():
        if dimension == "none":
            continue
        money = any("before" in entry for entry in units.values())
        for name, entry in units.items():
            factor, offset = Decimal(entry["factor"]), Decimal(entry.get("offset", 0))
            yield Unit(name, dimension, factor, offset, money), entry


def units_named(words: tuple[str, ...]) -> Units:
    """The units that an attribute's words name: the last such word decides, before a *per*."""
    names = unit_names(_ALL)
    if "per" in words:
        words = words[: words.index("per")]
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        found = names.single.get(word) or (names.glued.get(word) if at == len(words) - 1 else None)
        pair = names.single.get(" ".join(words[max(0, at - 1) : at + 1]))
        if pair or found:
            return pair or found or ()
    return ()


_ALL = ("en", "zh", "ja", "es", "fr", "de")
