"""Digits: a token that begins with one, read in the way of a language."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

import msgspec

from memtxn.core.admission.forms.lexicon import Line

COMMA_DECIMAL = frozenset(("es", "fr", "de", "it", "pt", "nl", "ru", "pl", "sv", "da", "nb", "fi", "tr", "cs"))
"""Languages that write 1,5 for one and a half."""

LONGEST = 40
"""Digits of the longest number that is read; a longer one is a code."""

_NUMBER = re.compile(r"(-?)([0-9]+(?:[.,'][0-9]+)*)(.*)", re.DOTALL)
_FEET = re.compile(r"([0-9])('[0-9]{1,2})")
_FRACTIONS = {
    "½": "0.5",
    "¼": "0.25",
    "¾": "0.75",
    "⅓": "1/3",
    "⅔": "2/3",
    "⅛": "0.125",
    "⅜": "0.375",
    "⅝": "0.625",
}
_POINT_BEFORE = frozenset("\n (+-$€£¥~<>=")
_SEPARATORS = str.maketrans("٫٬", ".,")


class Digits(msgspec.Struct, frozen=True):
    """A number in digits: where it ends, its value, and the letters that touch it.

    ``value`` is None for what is no number (3.2.1), and for one that languages read differently when the
    language does not decide. ``code``: it is written as a code is (007, 3.2.1).
    """

    last: int
    value: Decimal | None
    suffix: str
    code: bool = False


def read_digits(line: Line, at: int, languages: tuple[str, ...]) -> Digits | None:
    """The number that begins with this token, which begins with a digit or a minus, or is a fraction sign."""
    raw = _ascii(line.raw(at))
    if raw in _FRACTIONS:
        return Digits(at + 1, fraction(_FRACTIONS[raw]), "")
    match = _NUMBER.match(raw)
    if match is None:
        return None
    sign, number, suffix = match.groups()
    feet = _FEET.fullmatch(number)
    if feet is not None and not suffix:
        number, suffix = feet.groups()
    last = at + 1
    if not suffix and "." not in number:
        last, number, suffix = _spaced(line, at, number, languages)
    code = number[0] == "0" and len(number) > 1 and number[1].isdecimal()
    value = None if len(number) > LONGEST else _value(number, languages)
    if value is not None and _led_by_point(line, at) and number.isdecimal():
        value, code = Decimal("0." + number), False
    elif code:
        value = None
    if value is not None and suffix in _FRACTIONS:
        value, suffix = value + fraction(_FRACTIONS[suffix]), ""
    if value is not None and sign == "" and line.text[max(0, line.starts[at] - 2) : line.starts[at]] == "-.":
        sign = "-"
    value = -value if sign and value is not None else value
    return Digits(last, value, suffix, code or value is None)


def fraction(text: str) -> Decimal:
    """A decimal, or a numerator over a denominator."""
    over, _, under = text.partition("/")
    return Decimal(over) / Decimal(under) if under else Decimal(over)


def _spaced(line: Line, at: int, number: str, languages: tuple[str, ...]) -> tuple[int, str, str]:
    """``1 500,5`` is one number where the comma is the decimal sign; elsewhere ``5 000`` is, ``5 200`` not."""
    last, parts, suffix = at + 1, [number], ""
    free = bool(languages) and languages[0] in COMMA_DECIMAL
    while len(parts[0]) <= 3 and parts[0][0] != "0" and parts[-1].isdecimal() and line.gap(last) == " ":
        match = _NUMBER.fullmatch(_ascii(line.raw(last)))
        if match is None or match[1] or suffix:
            break
        whole = match[2].partition(",")[0]
        if len(whole) != 3 or not whole.isdecimal() or not (free or whole == "000"):
            break
        parts.append(match[2])
        suffix, last = match[3], last + 1
    return last, "".join(parts), suffix


def _value(number: str, languages: tuple[str, ...]) -> Decimal | None:
    marks = [mark for mark in number if not mark.isdecimal()]
    if not marks:
        return Decimal(number)
    groups = re.split(r"[.,']", number)
    if len(set(marks)) == 1:
        return _one_kind(marks[0], groups, languages)
    if marks[-1] == "'" or marks[-1] in marks[:-1] or len(set(marks[:-1])) != 1 or not _grouped(groups[:-1]):
        return None
    return Decimal("".join(groups[:-1]) + "." + groups[-1])


def _one_kind(mark: str, groups: list[str], languages: tuple[str, ...]) -> Decimal | None:
    together = Decimal("".join(groups))
    if len(groups) > 2 or mark == "'":
        indian = mark == "," and len(groups[-1]) == 3 and all(len(group) == 2 for group in groups[1:-1])
        return together if _grouped(groups) or (indian and len(groups[0]) <= 2) else None
    comma = languages[0] in COMMA_DECIMAL if languages and "und" not in languages else None
    split = Decimal(f"{groups[0]}.{groups[1]}")
    if _grouped(groups):
        return None if comma is None else (split if (mark == ",") == comma else together)
    if mark == "." or comma or len(groups[1]) == 2:
        return split
    return None


def _grouped(groups: list[str]) -> bool:
    return groups[0][0] != "0" and len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])


def _led_by_point(line: Line, at: int) -> bool:
    start = line.starts[at]
    if start == 0 or line.text[start - 1] not in ".,":
        return False
    return start == 1 or line.text[start - 2] in _POINT_BEFORE


def _ascii(word: str) -> str:
    if word.isascii():
        return word
    return "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character
        for character in word.translate(_SEPARATORS)
    )
