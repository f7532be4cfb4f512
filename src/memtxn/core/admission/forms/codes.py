"""Codes: digits that count nothing. Versions, identifiers, telephone numbers, addresses, dates in digits."""

from __future__ import annotations

import re

from memtxn.core.admission.forms.lexicon import Line
from memtxn.core.admission.forms.piece import Piece
from memtxn.core.admission.forms.vague import Flag
from memtxn.core.admission.word_set import word_set

_COLON_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:am|pm|h|uhr|z)?|\d{1,2}(?:\.\d{2})?(?:am|pm|uhr)")
_DOTTED_DATE = re.compile(r"[0-3]?\d\.[01]?\d\.(?:\d{4}|\d{2})|\d{4}\.\d{1,2}\.\d{1,2}")
_DOTTED = re.compile(r"\d+(?:\.\d+){2,}.*")
_GROUPS = re.compile(r"-?\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_LINKS = frozenset(("-", "/", "_", "--", "://", ":", "."))
_GLUE = frozenset("@#&=_")
_WORDS_BETWEEN = frozenset(("to", "or", "and", "by", "bis", "a", "y", "et", "und", "per", "x"))
_SOFT_PREFIXES = word_set("""
    mid pre post under over sub non top early late minus plus about almost nearly approx ca max min
    twenty thirty forty fifty sixty seventy eighty ninety a an
""")
_REACH = 24
_DATE_SIZES = ([1, 1, 4], [1, 2, 4], [2, 2, 4])
_TELEPHONE = 7


def code_at(line: Line, at: int, floor: int) -> Piece | None:
    """The code or date in digits of which this token is a part, or None when it is neither.

    Nothing before ``floor`` belongs to it. At most some two dozen tokens to either side are looked at.
    """
    text = line.word(at)
    if not any(character.isdecimal() for character in text):
        return None
    if _COLON_TIME.fullmatch(text):
        return _piece(at, at + 1, Flag.CLOCK)
    first, last = _chain(line, at, floor)
    if last - first > 1:
        flag = _chain_flag(line, first, last)
        return _piece(first, last, flag) if flag else _telephone(line, at)
    if text[0].isalpha():
        return _piece(at, at + 1, Flag.CODE)
    if _DOTTED.fullmatch(text) and not _GROUPS.fullmatch(text):
        return _piece(at, at + 1, Flag.DATE if _DOTTED_DATE.fullmatch(text) else Flag.CODE)
    return _telephone(line, at)


def _piece(first: int, last: int, flag: Flag) -> Piece:
    return Piece(first=first, last=last, number=(first, last), flags=frozenset((flag,)))


def _chain(line: Line, at: int, floor: int) -> tuple[int, int]:
    first, last = at, at + 1
    while first > max(floor, line.first, at - _REACH) and _linked(line, first):
        first -= 1
    while last < min(line.last, at + _REACH) and _linked(line, last):
        last += 1
    return first, last


def _linked(line: Line, at: int) -> bool:
    """Whether a code goes on from token at-1 to this one: no space, and a sign as codes have it between."""
    gap, left, right = line.gap(at), line.word(at - 1), line.word(at)
    if line.run(at - 1) or line.run(at):
        return False
    if not gap:
        return left in _GLUE or right in _GLUE
    if gap in (":", "."):
        return (left + right).isalnum() and not (left.isdecimal() or left.isalpha())
    return gap in _LINKS and (left[-1].isalnum() or left in _GLUE) and (right[0].isalnum() or right[0] == "-")


def _chain_flag(line: Line, first: int, last: int) -> Flag | None:
    texts = line.words(first, last)
    gaps = {line.gap(at) for at in range(first + 1, last)}
    if "@" in texts or "://" in gaps or "_" in gaps:
        return Flag.CODE
    if all(text.isdecimal() for text in texts):
        return _digits_flag(texts, gaps)
    lettered = [text[0].isalpha() for text in texts]
    for at in range(1, len(texts)):
        before = texts[at - 1]
        if not lettered[at] and lettered[at - 1] and before not in _SOFT_PREFIXES | _WORDS_BETWEEN:
            return Flag.CODE if line.gap(first + at) in ("-", "/") or before in ("#", "=") else None
    if any(not text.isalpha() and text[0].isalpha() for text in texts):
        return Flag.CODE
    return None


def _digits_flag(texts: list[str], gaps: set[str]) -> Flag | None:
    """2026-11-03 and 12/05/2026 are dates, 555-1234 a telephone number, 3-5 a range, 3/4 a fraction."""
    if gaps == {"/"} and len(texts) == 2:
        over, under = int(texts[0][:9]), int(texts[1][:9])
        return None if 0 < over < under <= 16 and texts[0][0] != "0" and texts[1][0] != "0" else Flag.DATE
    if len(texts) == 3 and sorted(map(len, texts)) in _DATE_SIZES and 4 in (len(texts[0]), len(texts[2])):
        return Flag.DATE
    if len(texts) == 2 and gaps == {"-"}:
        left, right = texts
        if len(left) == 4 and len(right) == 2 and right <= "12":
            return Flag.DATE
        code = left[0] == "0" or right[0] == "0" or (len(left), len(right)) == (3, 4)
        return Flag.CODE if code or len(left) + len(right) > 2 * _TELEPHONE else None
    return Flag.CODE


def _telephone(line: Line, at: int) -> Piece | None:
    """+49 170 1234567, and any row of digits that is too long, or begins as no number does."""
    last, size = at, 0
    while last < min(line.last, at + _REACH) and line.word(last).isdecimal():
        if last > at and line.gap(last) not in (" ", "-", ") "):
            break
        size += len(line.word(last))
        last += 1
    led = at > line.first and line.word(at - 1) == "+" and not line.gap(at)
    zero = line.word(at).startswith("0") and last - at > 1
    groups = last - at > 1 and (last - at > 3 or all(len(text) > 1 for text in line.words(at, last)))
    long = groups and not _same_size(line, at, last)
    if size >= _TELEPHONE and (led or zero or (long and size > _TELEPHONE + 1)):
        return _piece(at - led, last, Flag.CODE)
    return None


def _same_size(line: Line, at: int, last: int) -> bool:
    """1 500 000 and 2019 2020 are numbers, each by itself or together."""
    rest = {len(text) for text in line.words(at + 1, last)}
    return len(rest) == 1 and (rest == {3} or len(line.word(at)) == rest.pop())
