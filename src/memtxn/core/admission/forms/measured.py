"""Measured numbers: the unit behind a number, and what is added behind the unit."""

from __future__ import annotations

import re
from decimal import Decimal

from memtxn.core.admission.forms.han import counts_nothing, numerals
from memtxn.core.admission.forms.lexicon import Line
from memtxn.core.admission.forms.started import Started, languages_of
from memtxn.core.admission.forms.units import Unit, Units, unit_names
from memtxn.core.admission.forms.vague import Flag, cues_of

SCALES = {"k": 10**3, "m": 10**6, "mm": 10**6, "mn": 10**6, "mio": 10**6} | {
    "b": 10**9,
    "bn": 10**9,
    "mrd": 10**9,
    "tsd": 10**3,
}
"""Letters that touch digits and multiply them; some are units as well."""

_PIECES = re.compile(r"[0-9]+(?:\.[0-9]+)?|[^\d]+")
_CLOSE = frozenset(("", " ", "-"))
_HALF = Decimal("0.5")
_OVER_WORD = frozenset(("多", "余", "餘", "来", "來", "+"))
_COUNTERS = frozenset("个個")


def inner_marks(line: Line, at: int, languages: tuple[str, ...]) -> tuple[list[tuple[int, int, Flag]], int]:
    """Cues between the number and its unit: 三十多公里, 30-odd km, 5+ years."""
    counted = line.gap(at) == "" and line.word(at) in _COUNTERS and line.words(at + 1, at + 2) == ["多"]
    at += counted
    found = cues_of(languages).after.at(line, at) if line.gap(at) in _CLOSE else None
    if found is None or found[1] is None or (counted and unit_names(languages).after.at(line, found[0]) is None):
        return [], at - counted
    if unit_names(languages).after.at(line, at) is not None and line.word(at) not in _OVER_WORD:
        return [], at
    return [(at, found[0], found[1])], found[0]


def counted_marks(
    line: Line, marks: list[tuple[int, int, Flag]], last: int, after: int
) -> tuple[list[tuple[int, int, Flag]], int]:
    """来 stands before what is counted (十来个), or it is a verb (三点来)."""
    if line.word(last) in ("来", "來") and line.gap(after):
        return [], last
    return marks, last


def unit_at(
    line: Line, number: Started, at: int, languages: tuple[str, ...]
) -> tuple[Units, int, Decimal | None]:
    """The units behind the number, where they end, and the value with what was added behind them."""
    names = unit_names(languages)
    if number.percent:
        return names.single["%"], number.last, number.value
    if number.suffix:
        return _suffix(line, number, languages)
    value, last = number.value, at
    if value is not None and line.words(last, last + 2) and line.gap(last) == "":
        value, last = _counter_half(line, last, value)
    share = _tenths(line, last, number, "割" if languages[:1] == ("ja",) else "成")
    if share is not None and value is not None:
        return names.single["%"], share, value * 10
    if line.gap(last) not in _CLOSE:
        return (), number.last, number.value
    found = names.after.at(line, last)
    if found is None and line.gap(last) == "" and line.word(last) in names.glued:
        found = last + 1, names.glued[line.word(last)]
    if found is None and line.run(min(last, line.last - 1)) and line.word(last) in _COUNTERS:
        found = _after_counter(line, last, names.after.at(line, last + 1))
    if found is None or not found[1]:
        return (), max(number.last, last) if value != number.value else number.last, value
    last, units = found
    end, value = _added(line, last, value, units, languages)
    if end > last:
        number.flags -= {Flag.ARTICLE}
        last = end
    return units, last, value


def _after_counter(line: Line, at: int, found: tuple[int, Units] | None) -> tuple[int, Units] | None:
    return found if found is not None and not line.gap(at + 1) else None


def _tenths(line: Line, at: int, number: Started, sign: str) -> int | None:
    """三成 (ja 三割) is thirty percent; 成 begins many other words."""
    if line.gap(at) or line.words(at, at + 1) != [sign] or number.value is None or number.value > 10:
        return None
    if (
        line.gap(at + 1) == ""
        and line.words(at + 1, at + 2)
        and line.word(at + 1) in "为為了功立本长長员員绩就熟交都年人品"
    ):
        return None
    return at + 1


def _counter_half(line: Line, at: int, value: Decimal) -> tuple[Decimal, int]:
    """一个半, 个半: the half before the unit."""
    if line.word(at) in _COUNTERS and at + 1 < line.last and line.word(at + 1) == "半" and not line.gap(at + 1):
        return value + _HALF, at + 2
    return value, at


def _added(
    line: Line, last: int, value: Decimal | None, units: Units, languages: tuple[str, ...]
) -> tuple[int, Decimal | None]:
    """2斤半, 三米二, an hour and a half."""
    if value is None or last >= line.last:
        return last, value
    if line.word(last) == "半" and not line.gap(last) and not counts_nothing(line, last, False):
        return last + 1, value + _HALF
    for known in languages_of(languages):
        plus = known.plus.at(line, last) if line.gap(last) == " " else None
        if plus is not None:
            return plus[0], value + plus[1]
    tenth = _tenth(line, last, units, languages)
    if tenth is not None:
        return tenth[0], value + tenth[1]
    return last, value


def _tenth(line: Line, last: int, units: Units, languages: tuple[str, ...]) -> tuple[int, Decimal] | None:
    """The one or two digits behind 块 or 米 that nothing is counted by."""
    split = any(unit.money or unit.name in ("m", "jin", "celsius") for unit in units)
    if not split or languages[:1] == ("ja",) or line.gap(last) or not line.run(last - 1):
        return None
    end, digits = last, ""
    while end < min(line.last, last + 3) and not line.gap(end):
        digit = numerals(False).digits.get(line.word(end))
        text = str(digit) if digit is not None else line.word(end)
        if not text.isdecimal():
            break
        digits, end = digits + text, end + 1
    free = end >= line.last or line.gap(end) != "" or line.word(end) in "的了吧呢啊吗，"
    return (end, Decimal("0." + digits)) if free and 0 < len(digits) < 3 else None


def _suffix(line: Line, number: Started, languages: tuple[str, ...]) -> tuple[Units, int, Decimal | None]:
    """5mg, 1.5k, 1h30, 6ft2: the letters that touch the digits."""
    names, suffix = unit_names(languages), number.suffix
    pieces = _PIECES.findall(suffix)
    if len(pieces) > 1 and number.value is not None:
        return _compound(number, pieces, languages)
    joint = suffix + "/" + line.word(number.last) if line.gap(number.last) == "/" else ""
    if joint and joint in names.single:
        return names.single[joint], number.last + 1, number.value
    if suffix in SCALES or suffix == "w":
        money = names.after.at(line, number.last) if line.gap(number.last) in ("", " ") else None
        if money is not None and any(unit.money for unit in money[1]):
            return money[1], money[0], number.value
    if suffix not in names.glued and suffix not in SCALES:
        number.flags |= {Flag.CODE}
        return (), number.last, number.value
    return names.glued.get(suffix, ()), number.last, number.value


def _compound(
    number: Started, pieces: list[str], languages: tuple[str, ...]
) -> tuple[Units, int, Decimal | None]:
    names = unit_names(languages)
    below = {"hour": "minute", "minute": "second", "foot": "inch", "day": "hour"}
    main = (
        _pick(names.glued.get(pieces[0], ()), ("hour", "minute", "foot", "day"))
        if pieces[0] != "'"
        else _named(names.single["ft"], "foot")
    )
    value, last = number.value, main
    if main is None or value is None:
        number.flags |= {Flag.CODE}
        return (), number.last, number.value
    for at in range(1, len(pieces), 2):
        smaller = below.get(last.name) if last is not None else None
        unit = _find(smaller, languages)
        written = pieces[at + 1] if at + 1 < len(pieces) else ""
        if unit is None or (written and unit not in names.glued.get(written, ())) or len(pieces[at]) > 4:
            number.flags |= {Flag.CODE}
            return (), number.last, None
        value += Decimal(pieces[at]) * unit.factor / main.factor
        last = unit
    return (main,), number.last, value


def _find(name: str | None, languages: tuple[str, ...]) -> Unit | None:
    surface = {"minute": "min", "second": "sec", "inch": "inch", "hour": "h"}.get(name or "", "")
    return next((unit for unit in unit_names(languages).single.get(surface, ()) if unit.name == name), None)


def _pick(units: Units, names: tuple[str, ...]) -> Unit | None:
    return next((unit for unit in units if unit.name in names), None)


def _named(units: Units, name: str) -> Unit | None:
    return _pick(units, (name,))
