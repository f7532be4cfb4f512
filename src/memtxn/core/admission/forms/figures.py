"""Figures: the numbers, clock times and dates that are written in digits or in Han numerals."""

from __future__ import annotations

import re
from datetime import date

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.forms.calendar import day_of
from memtxn.core.admission.forms.moments import Moment
from memtxn.core.admission.forms.time_words import Sense, TimeWords, plain

Found = tuple[str, Sense, int]
"""A kind of word, what it says, and the token after it."""

_NUMBER = re.compile(r"\d{1,4}")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|ère|re|º|ª|°|e|ème)")
_CLOCK = re.compile(r"(\d{1,2})([:h.])([0-5]\d)(?::([0-5]\d))?(am|pm|a\.m|p\.m|h|uhr)?")
_HOUR = re.compile(r"(\d{1,2})(am|pm|a\.m|p\.m|h|uhr)")
_DOTTED = re.compile(r"(\d{1,4})\.(\d{1,2})\.(\d{2}|\d{4})")
_SHORT = re.compile(r"(\d{1,2})\.(\d{1,2})")
_QUARTER = re.compile(r"q([1-4])")
_DIGITS = {one: at for at, one in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_TENS = {"十": 10, "百": 100}
HAN_NUMERALS = frozenset(_DIGITS) | frozenset(_TENS)
"""The Han characters that numbers are written with, in their simplified form."""
_LONGEST_NUMERAL = 7
_WEEKDAY_MARKS = frozenset("周期拜")


def figures_at(analysis: Analysis, at: int, words: TimeWords) -> list[Found]:
    """What the token says as a figure: each way to read it."""
    text = analysis.tokens.texts[at]
    if plain(text) in HAN_NUMERALS:
        return _han(analysis, at)
    if not text[0].isdecimal():
        quarter = _QUARTER.fullmatch(text)
        return [("quarter_name", Sense(int(quarter[1])), at + 1)] if quarter else []
    found = _one_token(text, at, words)
    if _NUMBER.fullmatch(text):
        found += _numeric_date(analysis, at, words)
        if "de" in words.languages and _gap(analysis, at).startswith("."):
            found.append(("ordinal", Sense(int(text)), at + 1))
    elif _gap(analysis, at).startswith(".") and (short := _SHORT.fullmatch(text)):
        found.append(("short_date", Sense(int(short[1]) * 100 + int(short[2])), at + 1))
    return found


def _one_token(text: str, at: int, words: TimeWords) -> list[Found]:
    found: list[Found] = []
    if _NUMBER.fullmatch(text):
        found.append(("number", Sense(int(text), text), at + 1))
        if len(text) == 4 and "1" <= text[0] <= "2":
            found.append(("year", Sense(int(text)), at + 1))
        if len(text) == 4 and int(text[:2]) < 24 and int(text[2:]) < 60:
            found.append(("military", Sense(_seconds(text[:2], text[2:])), at + 1))
    elif ordinal := _ORDINAL.fullmatch(text):
        found.append(("ordinal", Sense(int(ordinal[1])), at + 1))
        found.append(("ordinal_figure", Sense(int(ordinal[1])), at + 1))
    elif (clock := _CLOCK.fullmatch(text)) and int(clock[1]) <= 24:
        dotted = clock[2] == "." and not clock[5]
        sense = Sense(_seconds(clock[1], clock[3], clock[4]), _style(clock[1], clock[2], clock[5]))
        found.append(("clock_dotted" if dotted else "clock", sense, at + 1))
    elif (hour := _HOUR.fullmatch(text)) and int(hour[1]) <= 24:
        found.append(("clock", Sense(_seconds(hour[1]), _style(hour[1], "", hour[2])), at + 1))
    if dotted_date := _DOTTED.fullmatch(text):
        found.append(("numeric", _dates(dotted_date.groups(), words, "."), at + 1))
    return found


def _style(hour: str, separator: str, suffix: str | None) -> str:
    """How a clock time is told: in a half of the day, by 24 hours, or one cannot say."""
    if suffix in {"am", "a.m"}:
        return "am"
    if suffix in {"pm", "p.m"}:
        return "pm"
    return "exact" if suffix or separator == "h" or hour.startswith("0") else "plain"


def _seconds(hour: str, minute: str = "0", second: str | None = None) -> int:
    return int(hour) * 3600 + int(minute) * 60 + int(second or 0)


def _gap(analysis: Analysis, at: int) -> str:
    """What stands between a token and the next one."""
    tokens = analysis.tokens
    end = tokens.starts[at + 1] if at + 1 < len(tokens.starts) else len(analysis.normal.text)
    return analysis.normal.text[tokens.ends[at] : end]


def _numeric_date(analysis: Analysis, at: int, words: TimeWords) -> list[Found]:
    """Three figures with one separator: 2026-05-03, 05/03/2026."""
    texts, separator = analysis.tokens.texts, _gap(analysis, at)
    if separator not in {"-", "/", "."} or at + 2 >= len(texts):
        return []
    parts = texts[at : at + 3]
    if _gap(analysis, at + 1) != separator or not all(_NUMBER.fullmatch(part) for part in parts):
        return []
    return [("numeric", _dates(tuple(parts), words, separator), at + 3)]


def _dates(parts: tuple[str, ...], words: TimeWords, separator: str) -> Sense:
    """All days that three figures may mean; with the year in front there is but one."""
    if len(parts[0]) == 4:
        orders: tuple[str, ...] = ("ymd",)
    elif separator == ".":
        orders = ("dmy",)
    else:
        orders = ("dmy",) if words.orders == ("ymd",) else words.orders
    days = dict.fromkeys(_ordered(parts, order) for order in orders)
    return Sense(moments=tuple(Moment("date", day) for day in days if day is not None))


def _ordered(parts: tuple[str, ...], order: str) -> date | None:
    year, month, day = (parts[order.index(letter)] for letter in "ymd")
    return day_of(_full_year(year), int(month), int(day))


def _full_year(year: str) -> int:
    short = int(year)
    return short if len(year) > 2 else short + (2000 if short < 70 else 1900)


def _han(analysis: Analysis, at: int) -> list[Found]:
    """The numbers that begin here, the longest and each shorter one that is a number by itself."""
    tokens, letters = analysis.tokens, ""
    for place in range(at, min(at + _LONGEST_NUMERAL, len(tokens.texts))):
        letter = plain(tokens.texts[place])
        if letter not in HAN_NUMERALS or (place > at and tokens.starts[place] != tokens.ends[place - 1]):
            break
        letters += letter
    number = han_number(letters)
    if number is None or (at > 0 and _goes_on(analysis, at)):
        return []
    found: list[Found] = [("number", Sense(number, letters), at + len(letters))]
    if len(letters) == 4 and 1000 <= number < 3000:
        found.append(("year", Sense(number), at + len(letters)))
    return found


def _goes_on(analysis: Analysis, at: int) -> bool:
    """Whether the numeral began before this token. That of a weekday ends with it: 周三十点 is ten o'clock."""
    tokens = analysis.tokens
    if tokens.ends[at - 1] != tokens.starts[at] or plain(tokens.texts[at - 1]) not in HAN_NUMERALS:
        return False
    return at < 2 or plain(tokens.texts[at - 2]) not in _WEEKDAY_MARKS


def han_number(letters: str) -> int | None:
    """The number below a thousand, or the row of digits, that these Han numerals write."""
    if not any(letter in _TENS for letter in letters):
        return int("".join(str(_DIGITS[letter]) for letter in letters)) if letters else None
    total, digit, unit = 0, None, 1000
    for letter in letters:
        size = _TENS.get(letter)
        if size is None:
            digit = _DIGITS[letter]
        elif size >= unit or digit == 0:
            return None
        else:
            total, digit, unit = total + (1 if digit is None else digit) * size, None, size
    return total + (digit or 0)
