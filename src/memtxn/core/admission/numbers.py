"""Numbers: written in a text, given as JSON, and when the two are the same."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

BY_VALUE = "#"
"""What begins the name of a number by its value. A token of a text never begins with it and goes on."""

_GROUPED = re.compile(r"\d{1,3}(?:[,']\d{3})+(?![\d]|[,']\d)")
_DECIMAL = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
_AMBIGUOUS = re.compile(r"-?[1-9]\d{0,2}\.\d{3}")
_SEPARATORS = str.maketrans("٫٬", ".,")


def number_text(word: str) -> str:
    """A word that begins with a digit, with ASCII digits and without grouping: ``1,500kg`` is ``1500kg``.

    Zeros at either end stay: 3.10 and 3.1 are two versions, 01234 and 1234 two postcodes.
    """
    if not word.isascii():
        word = "".join(map(_ascii_digit, word.translate(_SEPARATORS)))
    grouped = _GROUPED.match(word)
    if grouped is None:
        return word
    return grouped[0].replace(",", "").replace("'", "") + word[grouped.end() :]


def value_of_text(text: str) -> str | None:
    """The name by value of a number token, or None when it is no plain number.

    None also for what languages read differently (``1.500`` is one and a half here, fifteen hundred there)
    and for zeros in front (a code, not a count): such a number is compared as it is written.
    """
    if not _DECIMAL.fullmatch(text) or _AMBIGUOUS.fullmatch(text):
        return None
    return BY_VALUE + _plain(text)


def value_of_number(number: int | float) -> str:
    """The name by value of a JSON number: its canonical decimal text."""
    return BY_VALUE + _plain(format(decimal_of(number), "f"))


def decimal_of(number: int | float) -> Decimal:
    """A JSON number, exactly as it is written."""
    return Decimal(repr(number))


def _plain(text: str) -> str:
    short = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if short == "-0" else short


def _ascii_digit(character: str) -> str:
    return str(unicodedata.decimal(character)) if character.isdecimal() else character
