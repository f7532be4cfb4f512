"""One quantity by itself: a number with its sign, unit and currency, or a part of a date or time."""

from __future__ import annotations

from decimal import Decimal

from memtxn.core.admission.forms.han import han_minus
from memtxn.core.admission.forms.lexicon import Line
from memtxn.core.admission.forms.measured import SCALES, counted_marks, inner_marks, unit_at
from memtxn.core.admission.forms.piece import Piece, Range, Reading
from memtxn.core.admission.forms.started import Started, languages_of, number_at
from memtxn.core.admission.forms.units import Units, unit_names
from memtxn.core.admission.forms.vague import Flag, calendar, calendar_flag, cues_of

_UNTIL = 60
"""The largest number on a clock."""


def read_single(line: Line, at: int, floor: int, languages: tuple[str, ...]) -> Piece | None:
    """The quantity whose number begins with this token; nothing before ``floor`` belongs to it."""
    start = calendar().clock_start.at(line, at)
    number = number_at(line, start[0] if start else at, languages) or (
        number_at(line, at, languages) if start else None
    )
    if number is None:
        return None
    core: Range = (number.first, number.last)
    whole = (
        number.value is not None and 0 <= number.value <= _UNTIL and (number.value % 1 == 0 or _dotted(line, at))
    )
    if _on_the_hour(line, number):
        return _piece(at, number.last, core, number, (), Flag.CLOCK)
    whole = whole and Flag.ORDINAL not in number.flags
    dated = calendar_flag(line, *core, whole, number.value) if not number.suffix and not number.part else None
    if dated is not None:
        flag, first, last = dated
        return _piece(min(at, max(first, floor)), last, core, number, (), flag)
    marks, after = inner_marks(line, number.last, languages)
    units, last, value = unit_at(line, number, after, languages)
    first, money, negative = _before(line, number.first, floor, languages)
    below = next(
        (end for known in languages_of(languages) if (end := known.below_zero.at(line, last)) and units), None
    )
    if below is not None:
        last, negative = below[0], not negative
    if value is not None and negative:
        value = -value
    ordinal = _ordinal_before(line, first, floor)
    if ordinal is not None:
        first, number.flags = ordinal, number.flags | {Flag.ORDINAL}
    if not units and not money and marks:
        marks, last = counted_marks(line, marks, number.last, after)
    readings = _readings(number, value, money or units, languages[:1] == ("zh",))
    flags = number.flags | {flag for _, _, flag in marks}
    spans = tuple((start, end) for start, end, _ in marks)
    return Piece(
        first=first, last=max(last, number.last), number=core, readings=readings, flags=flags, marks=spans
    )


def _dotted(line: Line, at: int) -> bool:
    """19.30 may be a time of day."""
    return len(line.word(at).partition(".")[2]) == 2


def _on_the_hour(line: Line, number: Started) -> bool:
    """À 19h30; 2h30 is a length of time."""
    before = line.word(number.first - 1) if line.gap(number.first) == " " else ""
    clock = number.suffix == "h" or (number.suffix[:1] == "h" and number.suffix[1:].isdecimal())
    return clock and before in calendar().hour_before and number.value is not None and number.value <= 24


def _piece(first: int, last: int, core: Range, number: Started, marks: tuple[Range, ...], flag: Flag) -> Piece:
    readings = (Reading(number.value),) if number.value is not None else ()
    return Piece(first=first, last=last, number=core, readings=readings, flags=number.flags | {flag}, marks=marks)


def _before(line: Line, first: int, floor: int, languages: tuple[str, ...]) -> tuple[int, Units, bool]:
    """Sign and currency before the number, in either order."""
    money: Units = ()
    negative = False
    for _ in range(2):
        sign = _sign(line, first, floor, languages)
        if sign is not None and not negative:
            first, negative = sign, True
        found = unit_names(languages).before.before(line, first) if line.gap(first) in ("", " ") else None
        if found is not None and not money and found[0] >= floor:
            first, money = found
    start = line.starts[first]
    if money and line.text[max(0, start - 1) : start] == "-":
        negative = negative or not line.text[max(0, start - 2) : start - 1].isalnum()
    return first, money, negative


def _sign(line: Line, first: int, floor: int, languages: tuple[str, ...]) -> int | None:
    if first <= floor:
        return None
    before = line.word(first - 1)
    cue = cues_of(languages).before.before(line, first)
    if cue is not None and first - cue[0] > 1:
        return None
    if line.gap(first) == " " and any(before in known.minus for known in languages_of(languages)):
        return first - 1
    found = han_minus().before(line, first) if line.gap(first) == "" else None
    return found[0] if found is not None and found[0] >= floor else None


def _ordinal_before(line: Line, first: int, floor: int) -> int | None:
    """第三, №3, #3."""
    if first > floor and not line.gap(first) and line.word(first - 1) in ("第", "№", "#"):
        return first - 1
    return None


def _readings(number: Started, value: Decimal | None, units: Units, chinese: bool) -> tuple[Reading, ...]:
    if value is None:
        return ()
    found = [Reading(value, unit) for unit in units]
    scale = 10**4 if number.suffix == "w" and chinese else SCALES.get(number.suffix)
    if scale is not None:
        money = any(unit.money for unit in units)
        scaled = [Reading(value * scale, unit) for unit in units if unit.money] or [Reading(value * scale)]
        found = scaled if money else scaled + found if number.suffix != "m" else found + scaled
    return tuple(found) or (Reading(value),)
