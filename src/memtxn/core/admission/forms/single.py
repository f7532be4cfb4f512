"""One quantity by itself: a number in digits or words with its sign, unit and currency."""

from __future__ import annotations

import re
from decimal import Decimal

import msgspec

from memtxn.core.admission.forms.digits import read_digits
from memtxn.core.admission.forms.han import HanNumber, counts_nothing, numerals, read_han
from memtxn.core.admission.forms.lexicon import Line
from memtxn.core.admission.forms.numerals import Numerals, numerals_of, read_words
from memtxn.core.admission.forms.piece import Piece, Range, Reading
from memtxn.core.admission.forms.units import Unit, Units, unit_names
from memtxn.core.admission.forms.vague import Flag, calendar_flag, cues_of

_SCALES = {
    "k": 10**3,
    "m": 10**6,
    "mm": 10**6,
    "mn": 10**6,
    "mio": 10**6,
    "b": 10**9,
    "bn": 10**9,
    "mrd": 10**9,
    "tsd": 10**3,
}
_ORDINALS = frozenset(
    ("st", "nd", "rd", "th", "º", "ª", "er", "ère", "ème", "eme", "e", "te", "ten", "ste", "sten")
)
_PIECES = re.compile(r"[0-9]+(?:\.[0-9]+)?|[^\d]+")
_CLOSE = frozenset(("", " ", "-"))
_HALF = Decimal("0.5")
_UNTIL = 60
_OVER_WORD = frozenset(("多", "余", "餘", "来", "來", "+"))
_COUNTERS = frozenset("个個")


class _Number(msgspec.Struct):
    """A number while it is read: what it is worth, and what its last token holds besides."""

    first: int
    last: int
    value: Decimal | None
    suffix: str = ""
    flags: frozenset[Flag] = frozenset()
    percent: bool = False
    part: bool = False
    digits: bool = False


def read_single(line: Line, at: int, floor: int, languages: tuple[str, ...]) -> Piece | None:
    """The quantity whose number begins with this token; nothing before ``floor`` belongs to it."""
    number = _number(line, at, languages)
    if number is None:
        return None
    core: Range = (number.first, number.last)
    whole = number.value is not None and number.value % 1 == 0 and (0 <= number.value <= _UNTIL)
    dated = calendar_flag(line, *core, whole) if not number.suffix and not number.part else None
    if dated is not None:
        flag, first, last = dated
        return _piece(max(first, floor), last, core, number, (), flag)
    marks, after = _inner_marks(line, number.last, languages)
    units, last, value = _unit(line, number, after, languages)
    first, money, negative = _before(line, number.first, floor, languages)
    if value is not None and negative:
        value = -value
    ordinal = _ordinal_before(line, first, floor)
    if ordinal is not None:
        first, number.flags = ordinal, number.flags | {Flag.ORDINAL}
    if not units and not money and marks:
        marks, last = _counted_marks(line, marks, number.last, after)
    readings = _readings(number, value, money or units)
    flags = number.flags | {flag for _, _, flag in marks}
    spans = tuple((start, end) for start, end, _ in marks)
    return Piece(
        first=first, last=max(last, number.last), number=core, readings=readings, flags=flags, marks=spans
    )


def _piece(first: int, last: int, core: Range, number: _Number, marks: tuple[Range, ...], flag: Flag) -> Piece:
    readings = (Reading(number.value),) if number.value is not None else ()
    return Piece(first=first, last=last, number=core, readings=readings, flags=number.flags | {flag}, marks=marks)


# --- the number ---------------------------------------------------------------------------------


def _number(line: Line, at: int, languages: tuple[str, ...]) -> _Number | None:
    text = line.texts[at]
    if text == "半":
        return _half(line, at, languages)
    if text[0] in "-0123456789" or (not text[0].isalpha() and not line.runs[at]):
        han = read_han(line, at, languages) if not text[-1].isalpha() else None
        return _from_han(at, han) if han is not None else _digits(line, at, languages)
    if line.runs[at]:
        if line.texts[at : at + 2] == ["一", "半"] and not line.gap(at + 1):
            return _Number(at, at + 2, _HALF, part=True)
        found = read_han(line, at, languages)
        return None if found is None else _from_han(at, found)
    return _words(line, at, languages)


def _from_han(at: int, han: HanNumber) -> _Number:
    flags = frozenset({Flag.RANGE} if han.rough else {Flag.CODE} if han.code else ())
    return _Number(at, han.last, han.value, "", flags, han.percent)


def _half(line: Line, at: int, languages: tuple[str, ...]) -> _Number | None:
    """半斤, 半个小时, 半年: a half only before a unit; 一半 is read with the numeral."""
    if counts_nothing(line, at, False) or line.gap(at + 1):
        return None
    after = at + 2 if line.texts[at + 1] in _COUNTERS else at + 1
    known = unit_names(languages).after
    if known.at(line, at + 1) is None and known.at(line, after) is None:
        return None
    return _Number(at, at + 1, _HALF)


def _digits(line: Line, at: int, languages: tuple[str, ...]) -> _Number | None:
    digits = read_digits(line, at, languages)
    if digits is None:
        return None
    flags = frozenset({Flag.CODE}) if digits.code else frozenset()
    number = _Number(at, digits.last, digits.value, digits.suffix, flags, digits=True)
    _fraction(line, number, languages)
    if number.suffix == "s" and len(line.texts[at]) == 5 and line.texts[at][3] == "0":
        number.flags, number.suffix = number.flags | {Flag.DATE, Flag.ABOUT}, ""
    if number.suffix in _ORDINALS:
        number.flags |= {Flag.ORDINAL}
        number.suffix = ""
    _multiply(line, number, languages)
    return number


def _fraction(line: Line, number: _Number, languages: tuple[str, ...]) -> None:
    """3/4, 1 1/2 and 1 ½: the parts are digits, and a code was looked for before."""
    at = number.last
    if number.suffix or number.value is None:
        return
    if line.gap(at) == " " and line.texts[at] in ("½", "¼", "¾", "⅓", "⅔"):
        part = read_digits(line, at, languages)
        if part is not None and part.value is not None:
            number.value, number.last = number.value + part.value, part.last
    elif line.gap(at) == "/" and line.texts[at].isdecimal() and _divides(line.texts[at]):
        number.value, number.last, number.part = number.value / int(line.texts[at]), at + 1, True
    elif line.gap(at) == " " and line.gap(at + 1) == "/" and line.texts[at].isdecimal():
        under = line.texts[at + 1]
        if under.isdecimal() and _divides(under) and 0 < int(line.texts[at][:3]) < int(under):
            number.value, number.last = number.value + Decimal(line.texts[at]) / int(under), at + 2


def _divides(text: str) -> bool:
    return len(text) < 3 and int(text) > 0


def _multiply(line: Line, number: _Number, languages: tuple[str, ...]) -> None:
    """1.2 million, 5 mio, 2 dozen."""
    while not number.suffix and number.value is not None and line.gap(number.last) in _CLOSE:
        text = line.texts[number.last]
        scale = next((known.scales[text] for known in _known(languages) if text in known.scales), None)
        if scale is None or (line.gap(number.last) == "-" and scale < 1000):
            return
        number.value, number.last = number.value * scale, number.last + 1


def _known(languages: tuple[str, ...]) -> list[Numerals]:
    return [known for known in map(numerals_of, languages) if known is not None]


def _words(line: Line, at: int, languages: tuple[str, ...]) -> _Number | None:
    """By the language that reads the most of it; of equals by the likeliest."""
    best = None
    for known in _known(languages):
        if line.texts[at] in known.articles or known.is_word(line.texts[at]) or _made(line.texts[at], known):
            found = read_words(line, at, known)
            if found is not None and (best is None or found.last > best.last):
                best = found
    if best is None:
        return None
    flags = {Flag.ARTICLE} if best.article else {Flag.ORDINAL} if best.ordinal else set()
    return _Number(at, best.last, best.value, "", frozenset(flags), part=best.part)


def _made(text: str, known: Numerals) -> bool:
    return text in known.ordinals or text in known.denominators or (known.language == "de" and "tausend" in text)


# --- the unit ------------------------------------------------------------------------------------


def _inner_marks(line: Line, at: int, languages: tuple[str, ...]) -> tuple[list[tuple[int, int, Flag]], int]:
    """Cues between the number and its unit: 三十多公里, 30-odd km, 5+ years."""
    counted = line.gap(at) == "" and line.texts[at] in _COUNTERS and line.texts[at + 1 : at + 2] == ["多"]
    at += counted
    found = cues_of(languages).after.at(line, at) if line.gap(at) in _CLOSE else None
    if found is None or found[1] is None or (counted and unit_names(languages).after.at(line, found[0]) is None):
        return [], at - counted
    if unit_names(languages).after.at(line, at) is not None and line.texts[at] not in _OVER_WORD:
        return [], at
    return [(at, found[0], found[1])], found[0]


def _counted_marks(
    line: Line, marks: list[tuple[int, int, Flag]], last: int, after: int
) -> tuple[list[tuple[int, int, Flag]], int]:
    """来 stands before what is counted (十来个), or it is a verb (三点来)."""
    if line.texts[last] in ("来", "來") and line.gap(after):
        return [], last
    return marks, last


def _unit(line: Line, number: _Number, at: int, languages: tuple[str, ...]) -> tuple[Units, int, Decimal | None]:
    """The units behind the number, where they end, and the value with what was added behind them."""
    names = unit_names(languages)
    if number.percent:
        return names.single["%"], number.last, number.value
    if number.suffix:
        return _suffix(line, number, languages)
    value, last = number.value, at
    if value is not None and line.texts[last : last + 2] and line.gap(last) == "":
        value, last = _counter_half(line, last, value)
    share = _tenths(line, last, number)
    if share is not None and value is not None:
        return names.single["%"], share, value * 10
    if line.gap(last) not in _CLOSE:
        return (), number.last, number.value
    found = names.after.at(line, last)
    if found is None and line.gap(last) == "" and line.texts[last] in names.glued:
        found = last + 1, names.glued[line.texts[last]]
    if found is None and line.runs[min(last, line.last - 1)] and line.texts[last] in _COUNTERS:
        found = _after_counter(line, last, names.after.at(line, last + 1))
    if found is None:
        return (), max(number.last, last) if value != number.value else number.last, value
    last, units = found
    end, value = _added(line, last, value, units, languages)
    if end > last:
        number.flags -= {Flag.ARTICLE}
        last = end
    return units, last, value


def _after_counter(line: Line, at: int, found: tuple[int, Units] | None) -> tuple[int, Units] | None:
    return found if found is not None and not line.gap(at + 1) else None


def _tenths(line: Line, at: int, number: _Number) -> int | None:
    """三成 is thirty percent; 成 begins many other words."""
    if line.gap(at) or line.texts[at : at + 1] != ["成"] or number.value is None or number.value > 10:
        return None
    if (
        line.gap(at + 1) == ""
        and line.texts[at + 1 : at + 2]
        and line.texts[at + 1] in "为為了功立本长長员員绩就熟交都年人品"
    ):
        return None
    return at + 1


def _counter_half(line: Line, at: int, value: Decimal) -> tuple[Decimal, int]:
    """一个半, 个半: the half before the unit."""
    if line.texts[at] in _COUNTERS and at + 1 < line.last and line.texts[at + 1] == "半" and not line.gap(at + 1):
        return value + _HALF, at + 2
    return value, at


def _added(
    line: Line, last: int, value: Decimal | None, units: Units, languages: tuple[str, ...]
) -> tuple[int, Decimal | None]:
    """2斤半, 三米二, an hour and a half."""
    if value is None or last >= line.last:
        return last, value
    if line.texts[last] == "半" and not line.gap(last) and not counts_nothing(line, last, False):
        return last + 1, value + _HALF
    for known in _known(languages):
        plus = known.plus.at(line, last) if line.gap(last) == " " else None
        if plus is not None:
            return plus[0], value + plus[1]
    tenth = _tenth(line, last, units, languages)
    if tenth is not None:
        return tenth[0], value + tenth[1]
    return last, value


def _tenth(line: Line, last: int, units: Units, languages: tuple[str, ...]) -> tuple[int, Decimal] | None:
    """The one or two digits behind 块 or 米 that nothing is counted by."""
    split = any(unit.money or unit.name in ("m", "jin") for unit in units)
    if not split or languages[:1] == ("ja",) or line.gap(last) or not line.runs[last - 1]:
        return None
    end, digits = last, ""
    while end < min(line.last, last + 3) and not line.gap(end):
        digit = numerals(False).digits.get(line.texts[end])
        text = str(digit) if digit is not None else line.texts[end]
        if not text.isdecimal():
            break
        digits, end = digits + text, end + 1
    free = end >= line.last or line.gap(end) != "" or line.texts[end] in "的了吧呢啊吗，"
    return (end, Decimal("0." + digits)) if free and 0 < len(digits) < 3 else None


def _suffix(line: Line, number: _Number, languages: tuple[str, ...]) -> tuple[Units, int, Decimal | None]:
    """5mg, 1.5k, 1h30, 6ft2: the letters that touch the digits."""
    names, suffix = unit_names(languages), number.suffix
    pieces = _PIECES.findall(suffix)
    if len(pieces) > 1 and number.value is not None:
        return _compound(number, pieces, languages)
    joint = suffix + "/" + line.texts[number.last] if line.gap(number.last) == "/" else ""
    if joint and joint in names.single:
        return names.single[joint], number.last + 1, number.value
    if suffix not in names.glued and suffix not in _SCALES:
        number.flags |= {Flag.CODE}
        return (), number.last, number.value
    return names.glued.get(suffix, ()), number.last, number.value


def _compound(
    number: _Number, pieces: list[str], languages: tuple[str, ...]
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


# --- before the number ---------------------------------------------------------------------------


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
    before = line.texts[first - 1]
    if line.gap(first) == " " and any(before in known.minus for known in _known(languages)):
        return first - 1
    if line.gap(first) == "" and before in ("负", "負"):
        return first - 1
    if line.gap(first) == "" and first - 2 >= floor and line.texts[first - 2 : first] == ["零", "下"]:
        return first - 2
    return None


def _ordinal_before(line: Line, first: int, floor: int) -> int | None:
    """第三, №3, #3."""
    if first > floor and not line.gap(first) and line.texts[first - 1] in ("第", "№", "#"):
        return first - 1
    return None


# --- readings ------------------------------------------------------------------------------------


def _readings(number: _Number, value: Decimal | None, units: Units) -> tuple[Reading, ...]:
    if value is None:
        return ()
    found = [Reading(value, unit) for unit in units]
    scale = _SCALES.get(number.suffix)
    if scale is not None:
        money = any(unit.money for unit in units)
        scaled = [Reading(value * scale, unit) for unit in units if unit.money] or [Reading(value * scale)]
        found = scaled if money else scaled + found if number.suffix != "m" else found + scaled
    return tuple(found) or (Reading(value),)
