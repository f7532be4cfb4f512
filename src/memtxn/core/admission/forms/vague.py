"""What makes a number a rough one, a bound, part of a range, of a date or of a time of day."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from functools import lru_cache

import msgspec

from memtxn.core.admission.forms.lexicon import Line, Phrases, folded, load


class Flag(StrEnum):
    """What keeps a number from being a plain quantity."""

    RANGE = "range"
    ABOUT = "about"
    UPPER = "upper"
    LOWER = "lower"
    ORDINAL = "ordinal"
    CODE = "code"
    CLOCK = "clock"
    DATE = "date"
    ARTICLE = "article"
    RATE = "rate"


_KINDS = {"about": Flag.ABOUT, "upper": Flag.UPPER, "lower": Flag.LOWER, "none": None}
_HAN = ("zh", "ja")
_LAST_DAY = 31


class Cues(msgspec.Struct, frozen=True):
    """The cues of some languages. A meaning of None: a longer word that only looks like one."""

    before: Phrases[Flag | None]
    after: Phrases[Flag | None]
    between: Phrases[bool]
    opened: dict[str, frozenset[str]]


@lru_cache(maxsize=64)
def cues_of(languages: tuple[str, ...]) -> Cues:
    """The cues of these languages; those of Han script always, for no other word looks like them."""
    data = load("vague")
    chosen = [data[name] for name in dict.fromkeys((*languages, "any", *_HAN)) if name in data]
    sides = [
        [(word, _KINDS[kind]) for one in chosen for kind, words in one[side].items() for word in words]
        for side in ("before", "after")
    ]
    opened: dict[str, frozenset[str]] = {}
    for one in chosen:
        for opener, joints in one["range"]["opened"].items():
            opened[folded(opener)] = frozenset(joints)
    between = [(word, True) for one in chosen for word in one["range"]["between"]]
    return Cues(Phrases(sides[0]), Phrases(sides[1]), Phrases(between), opened)


class Calendar(msgspec.Struct, frozen=True):
    """What stands beside a number that is part of a date or of a time of day."""

    months: frozenset[str]
    clock_after: Phrases[bool]
    clock_before: Phrases[bool]
    clock_start: Phrases[bool]
    clock_between: frozenset[str]
    hour_before: frozenset[str]
    date_before: Phrases[bool]
    date_after: Phrases[bool]
    year_after: Phrases[bool]
    year_before: frozenset[str]


@lru_cache(maxsize=1)
def calendar() -> Calendar:
    """The words of `data/dated.toml`."""
    data = load("dated")

    def phrases(name: str, but: str = "") -> Phrases[bool]:
        return Phrases([(word, True) for word in data[name]] + [(word, False) for word in data.get(but, ())])

    return Calendar(
        frozenset(folded(month) for month in data["months"]),
        phrases("clock_after", "clock_not"),
        phrases("clock_before"),
        phrases("clock_start"),
        frozenset(data["clock_between"]),
        frozenset(data["hour_before"]),
        phrases("date_before"),
        phrases("date_after", "date_not"),
        phrases("year_after"),
        frozenset(data["year_before"]),
    )


def calendar_flag(
    line: Line, first: int, last: int, whole: bool, value: Decimal | None
) -> tuple[Flag, int, int] | None:
    """Whether the number on these tokens is part of a date or a time of day, and what belongs to it.

    ``whole``: it is an integer from 0 to 60, or a year.
    """
    known = calendar()
    after, before = known.clock_after.at(line, last), known.clock_before.before(line, first)
    if whole and after is not None and after[1] and line.gap(last) in ("", " "):
        return Flag.CLOCK, first, after[0]
    if whole and before is not None and line.gap(first) == " ":
        return Flag.CLOCK, before[0], last
    return _date(line, first, last, known, value is None or value <= _LAST_DAY)


def _date(line: Line, first: int, last: int, known: Calendar, day: bool) -> tuple[Flag, int, int] | None:
    after = known.date_after.at(line, last)
    if day and after is not None and after[1] and line.gap(last) in ("", " "):
        return Flag.DATE, first, after[0]
    before = known.date_before.before(line, first)
    if before is not None and not line.gap(first):
        return Flag.DATE, before[0], last
    text = line.word(first)
    year = last == first + 1 and len(text) == 4 and text.isdecimal() and text[0] in "12"
    if (year or last - first == 4) and (found := known.year_after.at(line, last)) and not line.gap(last):
        return Flag.DATE, first, found[0]
    beside = (
        line.word(first - 1) if line.gap(first) in (" ", "-", ". ") else "",
        line.word(last) if line.gap(last) in (" ", "-", ". ") else "",
    )
    if any(word in known.months for word in beside):
        return Flag.DATE, first, last
    skipped = line.words(last + 1, last + 2) if beside[1] in ("of", "de") else line.words(first - 2, first - 1)
    if skipped and skipped[0] in known.months and (beside[1] in ("of", "de") or year):
        return Flag.DATE, first, last
    return (Flag.DATE, first, last) if year and beside[0] in known.year_before else None
