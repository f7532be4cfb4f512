"""Lone numbers: those with nothing beside them that could belong to them. Most are, and are read at once."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

import msgspec

from memtxn.core.admission.forms.lexicon import Line
from memtxn.core.admission.forms.piece import Quantity, Reading
from memtxn.core.admission.forms.started import languages_of, number_at
from memtxn.core.admission.forms.units import unit_names
from memtxn.core.admission.forms.vague import Flag, calendar, cues_of

_DIGITS = 4
"""Digits of a number that is no code and no part of a telephone number by its look."""
_APART = frozenset((" ", "\n", ", "))


class _Beside(msgspec.Struct, frozen=True):
    """Words that may belong to a number: ``before`` it, ``after`` it, and ``behind`` what it counts."""

    before: frozenset[str]
    after: frozenset[str]
    behind: frozenset[str]
    begins: frozenset[str]


@lru_cache(maxsize=64)
def _beside(languages: tuple[str, ...]) -> _Beside:
    units, cues, days = unit_names(languages), cues_of(languages), calendar()
    before = cues.before.lasts().union(
        units.before.lasts(), days.clock_before.lasts(), days.date_before.lasts(), days.months, cues.opened
    )
    after = cues.after.firsts().union(
        units.after.firsts(),
        cues.between.firsts(),
        days.clock_after.firsts(),
        days.date_after.firsts(),
        days.year_after.firsts(),
        days.clock_between,
        days.months,
    )
    for known in languages_of(languages):
        before |= known.minus
        after = after.union(
            known.words,
            known.scales,
            known.lone,
            known.halves,
            known.ordinals,
            known.denominators,
            known.articles,
        )
    return _Beside(before, after, cues.after.firsts() | days.months, days.clock_start.firsts())


def lone(line: Line, at: int, languages: tuple[str, ...]) -> Quantity | None:
    """The number of one token that is all of its quantity; None where that takes a closer look."""
    known, text = _beside(languages), line.texts[at]
    before, after = line.word(at - 1), line.word(at + 1)
    if text in known.begins or before in known.before or after in known.after or line.runs[at]:
        return None
    if not _stands_apart(line, at, before, after):
        return None
    behind = line.word(at + 2)
    if behind in known.behind or not (behind.isalpha() or not behind):
        return None
    if text.isdecimal() and text.isascii():
        plain = len(text) < _DIGITS or (len(line.raw(at)) == _DIGITS and not _is_year(line, at, before))
        plain = plain and text[0] != "0"
        return _quantity(at, Decimal(text), frozenset()) if plain else None
    if not text.isalpha():
        return None
    number = number_at(line, at, languages)
    if number is None or number.last > at + 1 or number.value is None or number.part:
        return None
    return None if Flag.ARTICLE in number.flags else _quantity(at, number.value, number.flags)


def _is_year(line: Line, at: int, before: str) -> bool:
    """Whether what stands before a number of four digits makes it a year: "in 2024", "May the 2024"."""
    days = calendar()
    return before in days.year_before or line.word(at - 2) in days.months


def _stands_apart(line: Line, at: int, before: str, after: str) -> bool:
    """Whether words of letters stand on both sides, a space away, and in no script without spaces."""
    if line.gap(at) not in _APART or line.gap(at + 1) not in _APART:
        return False
    words = before + after
    return not words or (words.isalpha() and words.isascii())


def _quantity(at: int, value: Decimal, flags: frozenset[Flag]) -> Quantity:
    return Quantity(first=at, last=at + 1, number=(at, at + 1), readings=(Reading(value),), flags=flags)
