"""Started quantities: the number at a token, in digits, in Han characters or in words."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

import msgspec

from memtxn.core.admission.forms.digits import read_digits
from memtxn.core.admission.forms.han import HanNumber, counts_nothing, read_han
from memtxn.core.admission.forms.lexicon import Line
from memtxn.core.admission.forms.numerals import Numerals, numerals_of, read_words
from memtxn.core.admission.forms.units import unit_names
from memtxn.core.admission.forms.vague import Flag
from memtxn.core.admission.word_set import word_set

_ORDINALS = word_set("st nd rd th º ª er ère ème eme e te ten ste sten")
_CLOSE = frozenset(("", " ", "-"))
_HALF = Decimal("0.5")
_COUNTERS = frozenset("个個")


class Started(msgspec.Struct):
    """A number while it is read: what it is worth, and what its last token holds besides."""

    first: int
    last: int
    value: Decimal | None
    suffix: str = ""
    flags: frozenset[Flag] = frozenset()
    percent: bool = False
    part: bool = False
    digits: bool = False


def number_at(line: Line, at: int, languages: tuple[str, ...]) -> Started | None:
    """The number that begins with this token, in digits, in Han characters or in words."""
    text = line.word(at)
    if not text:
        return None
    if text == "半":
        return _half(line, at, languages)
    if text[0] in "-0123456789" or (not text[0].isalpha() and not line.run(at)):
        han = read_han(line, at, languages) if line.run(at + 1) else None
        return _from_han(at, han) if han is not None else _digits(line, at, languages)
    if line.run(at):
        if line.words(at, at + 2) == ["一", "半"] and not line.gap(at + 1):
            return Started(at, at + 2, _HALF, part=True)
        found = read_han(line, at, languages)
        return None if found is None else _from_han(at, found)
    return _words(line, at, languages)


def _from_han(at: int, han: HanNumber) -> Started:
    flags = frozenset({Flag.RANGE} if han.rough else {Flag.CODE} if han.code else ())
    return Started(at, han.last, han.value, "", flags, han.percent)


def _half(line: Line, at: int, languages: tuple[str, ...]) -> Started | None:
    """半斤, 半个小时, 半年: a half only before a unit; 一半 is read with the numeral."""
    if counts_nothing(line, at, False) or line.gap(at + 1):
        return None
    after = at + 2 if line.word(at + 1) in _COUNTERS else at + 1
    known = unit_names(languages).after
    if after == at + 1 and known.at(line, after) is None:
        return None
    return Started(at, at + 1, _HALF)


def _digits(line: Line, at: int, languages: tuple[str, ...]) -> Started | None:
    digits = read_digits(line, at, languages)
    if digits is None:
        return None
    flags = frozenset({Flag.CODE}) if digits.code else frozenset()
    number = Started(at, digits.last, digits.value, digits.suffix, flags, digits=True)
    _fraction(line, number, languages)
    if number.suffix == "ish":
        number.flags, number.suffix = number.flags | {Flag.ABOUT}, ""
    if number.suffix == "x":
        number.suffix = ""
    if number.suffix == "s" and len(line.word(at)) == 5 and line.word(at)[3] == "0":
        number.flags, number.suffix = number.flags | {Flag.DATE, Flag.ABOUT}, ""
    if number.suffix in _ORDINALS:
        number.flags |= {Flag.ORDINAL}
        number.suffix = ""
    _multiply(line, number, languages)
    return number


def _fraction(line: Line, number: Started, languages: tuple[str, ...]) -> None:
    """3/4, 1 1/2 and 1 ½: the parts are digits, and a code was looked for before."""
    at = number.last
    if number.suffix or number.value is None:
        return
    if line.gap(at) == " " and line.word(at) in ("½", "¼", "¾", "⅓", "⅔"):
        part = read_digits(line, at, languages)
        if part is not None and part.value is not None:
            number.value, number.last = number.value + part.value, part.last
    elif line.gap(at) == "/" and line.word(at).isdecimal() and _divides(line.word(at)):
        number.value, number.last, number.part = number.value / int(line.word(at)), at + 1, True
    elif line.gap(at) == " " and line.gap(at + 1) == "/" and line.word(at).isdecimal():
        under = line.word(at + 1)
        if under.isdecimal() and _divides(under) and 0 < int(line.word(at)[:3]) < int(under):
            number.value, number.last = number.value + Decimal(line.word(at)) / int(under), at + 2


def _divides(text: str) -> bool:
    return len(text) < 3 and int(text) > 0


def _multiply(line: Line, number: Started, languages: tuple[str, ...]) -> None:
    """1.2 million, 5 mio, 2 dozen."""
    while not number.suffix and number.value is not None and line.gap(number.last) in _CLOSE:
        text = line.word(number.last)
        scale = next((known.scales[text] for known in languages_of(languages) if text in known.scales), None)
        if scale is None or (line.gap(number.last) == "-" and scale < 1000):
            return
        number.value, number.last = number.value * scale, number.last + 1


@lru_cache(maxsize=64)
def languages_of(languages: tuple[str, ...]) -> tuple[Numerals, ...]:
    """The number words of those languages that have any here."""
    return tuple(known for known in map(numerals_of, languages) if known is not None)


def _words(line: Line, at: int, languages: tuple[str, ...]) -> Started | None:
    """By the language that reads the most of it; of equals by the likeliest."""
    best = None
    for known in languages_of(languages):
        if line.word(at) in known.articles or known.is_word(line.word(at)) or _made(line.word(at), known):
            found = read_words(line, at, known)
            if found is not None and (best is None or found.last > best.last):
                best = found
    if best is None:
        return None
    flags = {Flag.ARTICLE} if best.article else {Flag.ORDINAL} if best.ordinal else set()
    flags |= {Flag.ABOUT} if best.rough else set()
    return Started(at, best.last, best.value, "", frozenset(flags), part=best.part)


def _made(text: str, known: Numerals) -> bool:
    return text in known.ordinals or text in known.denominators or (known.language == "de" and "tausend" in text)
