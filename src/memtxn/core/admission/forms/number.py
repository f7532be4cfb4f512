"""The form ``number``: a number, or a text that is one, said in another way: 1500 for "fifteen hundred"."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache

import msgspec

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.forms.cut import ROUGH, TRUNCATED, UNIT
from memtxn.core.admission.forms.expected import Expected, expected
from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.parts import parts_of
from memtxn.core.admission.forms.piece import Quantity, Reading
from memtxn.core.admission.forms.quantities import quantities
from memtxn.core.admission.forms.units import Unit
from memtxn.core.admission.forms.vague import Flag
from memtxn.core.admission.numbers import decimal_of
from memtxn.core.admission.patchtest import Excerpt
from memtxn.model.codec import Json

NAME = "number"

REACH = 16
"""Tokens around an excerpt that are looked at: a number is judged on its source, never on its quote."""

NUMBERS = 1024
"""Quantities of one excerpt that a value is compared with."""

LONGEST_VALUE = 200
"""Characters of the longest text that is read as a number."""

_BOUNDS = frozenset((Flag.ABOUT, Flag.UPPER, Flag.LOWER))
_SPECIAL = {
    Flag.CODE: "a code",
    Flag.CLOCK: "a time of day",
    Flag.DATE: "part of a date",
    Flag.ORDINAL: "an ordinal",
}
_DIGITS_THAT_ROUND = 3


class Wanted(msgspec.Struct, frozen=True):
    """What is looked for: a bare number or one in some units. ``bounds``: how rough it says it is."""

    readings: tuple[Reading, ...]
    bounds: frozenset[Flag] = frozenset()
    ordinal: bool = False


class NumberForm:
    """A JSON number, or a text that is one quantity or a range, against the maximal quantities of the excerpt."""

    def __init__(self, name: str = NAME) -> None:
        self._name = name

    @property
    def name(self) -> str:
        """The name in traces."""
        return self._name

    def find(self, value: Json, excerpt: Excerpt, context: Context) -> list[Match]:
        """The quantities that are worth the value; with a code those that are so only in part."""
        return self.find_wanted(wanted_of(value, context.languages), excerpt, context)

    def find_wanted(self, wanted: tuple[Wanted, ...], excerpt: Excerpt, context: Context) -> list[Match]:
        """The same for a quantity that was read elsewhere; two are the ends of a range."""
        if not wanted or excerpt.first >= excerpt.last:
            return []
        meant = expected(context.attribute, context.terms)
        found = quantities_around(excerpt, context.languages)
        rows = zip(*(found[at:] for at in range(len(wanted))), strict=False)
        matches = [match for row in rows if (match := self._match(row, wanted, meant, excerpt)) is not None]
        return sorted(matches, key=lambda match: bool(match.code))

    def _match(
        self, row: tuple[Quantity, ...], wanted: tuple[Wanted, ...], meant: Expected, excerpt: Excerpt
    ) -> Match | None:
        """The match of a quantity, or of a range with a range; None when they have nothing in common."""
        codes, told = [], []
        for one, want in zip(row, wanted, strict=True):
            judged = _judge(one, want, meant, excerpt, both=len(row) == 2)
            if judged is None:
                return None
            codes.append(judged[0])
            told.append(judged[1])
        if len(row) == 2 and row[0].partner != row[1].number:
            return None
        order = (TRUNCATED, UNIT, ROUGH, "")
        first, last = max(row[0].first, excerpt.first), min(row[-1].last, excerpt.last)
        return Match(
            first=first, last=last, form=self._name, reading="; ".join(told), code=min(codes, key=order.index)
        )


def quantities_around(excerpt: Excerpt, languages: tuple[str, ...]) -> tuple[Quantity, ...]:
    """The quantities of which a part stands in the excerpt, seen whole; the first `NUMBERS` of them."""
    first = max(0, excerpt.first - REACH)
    last = min(len(excerpt.analysis.tokens.texts), excerpt.last + REACH)
    found = quantities(excerpt.analysis, first, last, languages, most=NUMBERS)
    return tuple(one for one in found if one.first < excerpt.last and excerpt.first < one.last)


def wanted_of(value: Json, languages: tuple[str, ...]) -> tuple[Wanted, ...]:
    """The quantity that a value is, or the two ends of a range; empty for any other value."""
    if isinstance(value, bool):
        return ()
    if isinstance(value, int | float):
        return (Wanted((Reading(decimal_of(value)),)),)
    if not isinstance(value, str) or len(value) > LONGEST_VALUE:
        return ()
    return _wanted_of_text(value, languages)


@lru_cache(maxsize=4096)
def _wanted_of_text(value: str, languages: tuple[str, ...]) -> tuple[Wanted, ...]:
    analysis = analyse_text(value)
    size = len(analysis.tokens.texts)
    found = quantities(analysis, 0, size, languages)
    if not found or len(found) > 2 or not _is_all(found, size) or any(not one.readings for one in found):
        return ()
    if any(one.flags & {Flag.CODE, Flag.CLOCK, Flag.DATE} for one in found):
        return ()
    return tuple(Wanted(one.readings, one.flags & _BOUNDS, Flag.ORDINAL in one.flags) for one in found)


def _is_all(found: tuple[Quantity, ...], size: int) -> bool:
    """Whether nothing but the quantity stands in the text, or nothing but a range."""
    if len(found) == 2 and found[0].partner != found[1].number:
        return False
    places = [place for one in found for place in ((one.first, one.last), *one.marks)]
    covered = {at for first, last in places for at in range(first, last)}
    if len(found) == 2:
        covered |= set(range(found[0].first, found[1].last))
        covered |= {found[0].first - 1} if found[0].first == 1 else set()
    return len(covered) == size


def _judge(
    one: Quantity, want: Wanted, meant: Expected, excerpt: Excerpt, *, both: bool
) -> tuple[str, str] | None:
    """The code and what was read, or None when the quantity is worth something else altogether."""
    text = _text(one, excerpt)
    agreed = _agreement(one.readings, want, meant)
    if agreed is None:
        if not both and _is_part(one, want, excerpt):
            return TRUNCATED, f"{text} as a whole"
        return None
    code, reading = agreed
    told = f"{text} is {_plain(reading)}"
    if not (excerpt.first <= one.number[0] and one.number[1] <= excerpt.last):
        return TRUNCATED, f"{told}, and only part of it is quoted"
    special = _special(one, want, meant)
    if special:
        return TRUNCATED, f"{told}, {special}"
    if Flag.RANGE in one.flags and not both and not _end_asked(one, meant):
        return TRUNCATED, f"{told}, one end of a range"
    if code or (Flag.RATE in one.flags and "total" in meant.implied):
        return UNIT, f"{told}, in a unit that the value does not say"
    if one.flags & _BOUNDS != want.bounds and not _licensed(one, want, meant):
        return ROUGH, f"{told}, but it is a rough one or a bound"
    return "", told


def _is_part(one: Quantity, want: Wanted, excerpt: Excerpt) -> bool:
    """Whether the value is what remains of the quantity when some of its number is left out."""
    wanted = want.readings[0]
    same = wanted.unit is None or wanted.unit in one.units
    return same and wanted.value in parts_of(one, excerpt.analysis)


def _special(one: Quantity, want: Wanted, meant: Expected) -> str:
    """What the number is that counts nothing, unless the attribute or the value says so."""
    for flag, name in _SPECIAL.items():
        if flag in one.flags and flag not in meant.flags and not (flag is Flag.ORDINAL and want.ordinal):
            if flag is Flag.DATE and one.last - one.first == 1 and one.value is not None and one.value >= 1000:
                continue  # a year that nothing marks as one but the word before it
            return name
    return ""


def _end_asked(one: Quantity, meant: Expected) -> bool:
    if one.partner is None:
        return False
    return (Flag.UPPER if one.partner[0] < one.first else Flag.LOWER) in meant.flags


def _licensed(one: Quantity, want: Wanted, meant: Expected) -> bool:
    """Whether the attribute says what the value leaves out. A value may not be rougher than its source."""
    flags = one.flags & _BOUNDS
    return not want.bounds and flags <= meant.flags


# --- values and units ----------------------------------------------------------------------------


def _agreement(readings: tuple[Reading, ...], want: Wanted, meant: Expected) -> tuple[str, Reading] | None:
    """The reading that is worth what is wanted: without a code if there is one, else with ``unit_dropped``."""
    loose = None
    for reading in readings:
        for wanted in want.readings:
            code = _compare(reading, wanted, meant)
            if code == "":
                return "", reading
            loose = loose or (None if code is None else (code, reading))
    return loose


def _compare(reading: Reading, wanted: Reading, meant: Expected) -> str | None:
    unit = reading.unit
    if unit is None:
        if not _same(reading.value, wanted.value):
            return None
        whole = reading.value == reading.value.to_integral_value()
        if not whole and _places(reading.value) > _places(wanted.value) and not (meant.units or meant.implied):
            return None  # 3.10 and 3.1 are two versions
        return "" if wanted.unit is None or meant.takes(wanted.unit) else None
    targets: Iterable[Unit] = (wanted.unit,) if wanted.unit is not None else meant.units
    for target in targets:
        converted = unit.convert(reading.value, target)
        if converted is not None and _same(converted, wanted.value, rounded=unit != target):
            return ""
    if wanted.unit is not None:
        return None
    if unit.dimension == "ratio" and "percent" in meant.implied and _same(reading.value / 100, wanted.value):
        return ""
    if not _same(reading.value, wanted.value):
        return None
    return "" if meant.takes(unit) else UNIT


def _places(value: Decimal) -> int:
    """The digits that are written behind the point."""
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0


def _same(value: Decimal, wanted: Decimal, *, rounded: bool = False) -> bool:
    """Whether both are the same number; a converted one may have been rounded to three digits or more."""
    if abs(value - wanted) <= abs(wanted) * Decimal("1e-9"):
        return True
    _, digits, exponent = wanted.normalize().as_tuple()
    whole = len(digits) + (exponent if isinstance(exponent, int) and exponent > 0 else 0)
    if not rounded or whole < _DIGITS_THAT_ROUND or not isinstance(exponent, int):
        return False
    return abs(value - wanted) <= Decimal(5).scaleb(min(exponent, 0) - 1)


def _text(one: Quantity, excerpt: Excerpt) -> str:
    tokens = excerpt.analysis.tokens
    text = excerpt.analysis.normal.text[tokens.starts[one.first] : tokens.ends[one.last - 1]]
    return f"{text[:60]!r}"


def _plain(reading: Reading) -> str:
    number = format(reading.value.normalize(), "f") if abs(reading.value) < 10**21 else str(reading.value)
    return f"{number[:30]} {reading.unit.name}" if reading.unit else number[:30]
