"""Numbers in Han characters, alone or after digits: 一千五百, 两百五, 3万5, 百分之三十."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

import msgspec

from memtxn.core.admission.forms.digits import read_digits
from memtxn.core.admission.forms.lexicon import Line, Phrases, load

_POINTS = frozenset("点點")
_NO_DECIMAL = frozenset("十分半刻钟鐘整")
_SEVERAL = frozenset("几幾数數")
_LIANG = frozenset("两兩")
_COUNTED = frozenset("个個位人天年次种種杯块塊条條只隻本张張件台家名步")
_LITTLE = ("一点", "一點")
_MORE_CLOCK = "半钟鐘整到至-一二三四五六七八九十0123456789"
_HUNDRED = 100
_MYRIAD = 10_000


class HanNumber(msgspec.Struct, frozen=True):
    """Where it ends and what it is worth; None for a rough one (三四十, 几百) or one that cannot be read.

    ``percent``: it is one of so many (百分之三十). ``code``: digit by digit, as a telephone number is said.
    """

    last: int
    value: Decimal | None
    rough: bool = False
    percent: bool = False
    code: bool = False


class _Numerals(msgspec.Struct, frozen=True):
    digits: dict[str, Decimal]
    scales: dict[str, int]
    lone: dict[str, Decimal]
    formal: frozenset[str]
    words: dict[str, list[tuple[str, int]]]


@lru_cache(maxsize=2)
def numerals(japanese: bool) -> _Numerals:
    """The characters that count, and the words in which they do not."""
    data = load("numerals")["han"]
    digits = {character: Decimal(value) for character, value in data["digits"].items()}
    scales = data["scales"] | (data["japanese_scales"] if japanese else {})
    lone = {character: Decimal(value) for character, value in data["lone"].items()}
    words: dict[str, list[tuple[str, int]]] = {}
    for word in data["words"]:
        for at, character in enumerate(word):
            if character in digits or character in scales or character in lone or character == "半":
                words.setdefault(character, []).append((word, at))
    return _Numerals(digits, scales, lone, frozenset(data["formal"]), words)


@lru_cache(maxsize=1)
def han_minus() -> Phrases[bool]:
    """What stands right before a number below zero."""
    return Phrases((word, True) for word in load("numerals")["han"]["minus"])


def starters(japanese: bool) -> frozenset[str]:
    """The characters with which a number may begin."""
    known = numerals(japanese)
    return frozenset((*known.digits, *known.scales, *known.lone, *_SEVERAL))


def counts_nothing(line: Line, at: int, japanese: bool) -> bool:
    """Whether the numeral is part of a word that is no number: 一起, 十分, 三明治."""
    start = line.starts[at]
    if not japanese and line.text.startswith(_LITTLE, start):
        return not _one_o_clock(line.text, start)
    for word, inside in numerals(japanese).words.get(line.word(at), ()):
        begin = start - inside
        if begin >= 0 and line.text.startswith(word, begin):
            after = line.text[begin + len(word) : begin + len(word) + 1]
            if word != "十分" or after not in ("钟", "鐘", "之"):
                return True
    return False


def _one_o_clock(text: str, start: int) -> bool:
    """一点 is a little, and one o'clock only beside a word of time, or with minutes."""
    before, after = text[max(0, start - 1) : start], text[start + 2 : start + 3]
    return (before != "" and before in "午晨上天六日号") or (after != "" and after in _MORE_CLOCK)


def read_han(line: Line, at: int, languages: tuple[str, ...]) -> HanNumber | None:
    """The number that begins with this token: a numeral, or digits before one that multiplies."""
    japanese = languages[:1] == ("ja",)
    known = numerals(japanese)
    if line.run(at) and counts_nothing(line, at, japanese):
        return None
    items, last = _items(line, at, known)
    if not items or not any(isinstance(item, int) or line.run(at) for item in items):
        return None
    if (
        len(items) == 1
        and line.run(at)
        and (line.word(at) in known.formal or _bare(items[0], line, at, japanese))
    ):
        return None
    over = _over(line, last, known)
    if over is not None:
        return _share(over, _worth(items, japanese))
    number = _worth(items, japanese)
    value, last = _decimals(line, last, number.value, known)
    return HanNumber(last, value, number.rough, False, number.code)


_Items = list[Decimal | int | None]
"""Digits are Decimals, what multiplies are ints, and None is an unknown digit (几)."""


def _items(line: Line, at: int, known: _Numerals) -> tuple[_Items, int]:
    items: _Items = []
    last = at
    while last < line.last:
        text = line.word(last)
        spaced = last == at + 1 and not line.run(at) and line.gap(last) == " " and text in known.scales
        if last > at and line.gap(last) and not spaced:
            break
        if text in known.scales:
            items.append(known.scales[text])
        elif text in known.digits:
            items.append(known.digits[text])
        elif text in known.lone and not items:
            worth = known.lone[text]
            items += [worth] if worth < 10 else [worth / 10, 10]
        elif text in _SEVERAL and _multiplies(line, last, items, known):
            items.append(None)
        elif text[0].isdecimal() and (not items or isinstance(items[-1], int)):
            digits = read_digits(line, last, ("zh",))
            if digits is None or digits.value is None or digits.suffix or digits.last != last + 1:
                break
            items.append(digits.value)
        else:
            break
        last += 1
    liang = last - at > 1 and line.word(last - 1) in _LIANG and isinstance(items[-2], Decimal)
    if liang and not (line.gap(last) == "" and line.word(last) in _COUNTED):
        return items[:-1], last - 1  # 二两: the unit
    return items, last


def _multiplies(line: Line, at: int, items: _Items, known: _Numerals) -> bool:
    after = line.word(at + 1) if line.gap(at + 1) == "" else ""
    return after in known.scales or bool(items and isinstance(items[-1], int))


def _bare(item: Decimal | int | None, line: Line, at: int, japanese: bool) -> bool:
    """万 or 百 alone, before nothing that is counted. In Japanese 百 is a hundred."""
    alone = isinstance(item, int) and item != 10 and line.gap(at + 1) != ""
    return item is None or (alone and not (japanese and item in (100, 1000)))


def _over(line: Line, last: int, known: _Numerals) -> tuple[_Items, int] | None:
    """What stands after 分之: the items of the numerator."""
    if line.gap(last) or line.gap(last + 1) or line.words(last, last + 2) != ["分", "之"]:
        return None
    if last + 2 >= line.last or line.gap(last + 2):
        return None
    items, end = _items(line, last + 2, known)
    if items and end < line.last and line.word(end) in _POINTS:
        value, end = _decimals(line, end, _worth(items, False).value, known)
        items = [value]
    return (items, end) if items else None


def _share(over: tuple[_Items, int], under: HanNumber) -> HanNumber | None:
    items, last = over
    part = _worth(items, False) if items != [_HUNDRED] else HanNumber(0, Decimal(_HUNDRED))
    if not under.value or part.value is None:
        return HanNumber(last, None, rough=True)
    if under.value == _HUNDRED:
        return HanNumber(last, part.value, percent=True)
    return HanNumber(last, part.value / under.value)


def _decimals(line: Line, last: int, value: Decimal | None, known: _Numerals) -> tuple[Decimal | None, int]:
    """三点五 is 3.5; 三点五十 is a time of day, and so is 三点半."""
    end = last + 1
    if value is None or last >= line.last or line.word(last) not in _POINTS or line.gap(last):
        return value, last
    while end < line.last and line.word(end) in known.digits and not line.gap(end):
        end += 1
    if end == last + 1 or (end < line.last and line.word(end) in _NO_DECIMAL and not line.gap(end)):
        return value, last
    text = "".join(str(known.digits[digit]) for digit in line.words(last + 1, end))
    value += Decimal("0." + text)
    while end < line.last and line.word(end) in known.scales and not line.gap(end):
        value *= known.scales[line.word(end)]
        end += 1
    return value, end


def _worth(items: _Items, japanese: bool) -> HanNumber:
    known = [item for item in items if item is not None]
    if len(known) < len(items):
        return HanNumber(0, None, rough=True)
    digits = [item for item in known if isinstance(item, Decimal)]
    if len(digits) == len(known):
        return _digit_by_digit(digits)
    total = section = Decimal(0)
    digit: Decimal | None = None
    scale, highest, zero = 1, 0, False
    for item in known:
        if isinstance(item, Decimal):
            if digit is not None and digit != 0:
                return HanNumber(0, None, rough=item == digit + 1)
            digit, zero = item, zero or item == 0
            continue
        zero = False
        if item < _MYRIAD:
            section += (digit if digit is not None else 1) * item
        elif item > highest:
            total, section = (total + section + (digit or 0) or Decimal(1)) * item, Decimal(0)
            highest = item
        else:
            total, section = total + (section + (digit or 0) or Decimal(1)) * item, Decimal(0)
        digit, scale = None, item
    short = digit is not None and not zero and scale >= _HUNDRED and not japanese and digit < 10
    last = digit * scale / 10 if short and digit is not None else digit or Decimal(0)
    return HanNumber(0, total + section + last)


def _digit_by_digit(digits: list[Decimal]) -> HanNumber:
    if len(digits) == 1:
        return HanNumber(0, digits[0])
    if len(digits) == 2 and digits[0] > 0 and digits[1] in (digits[0] + 1, digits[0] + 2):
        return HanNumber(0, None, rough=True)
    if len(digits) > 40 or any(digit >= 10 for digit in digits):
        return HanNumber(0, None, code=True)
    return HanNumber(0, Decimal("".join(str(digit) for digit in digits)), code=len(digits) > 4)
