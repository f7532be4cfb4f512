"""Number words of languages that write words apart, and of German, which writes them as one."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any

import msgspec

from memtxn.core.admission.forms.digits import fraction
from memtxn.core.admission.forms.lexicon import Line, Phrases, folded, load
from memtxn.core.admission.forms.units import unit_names

_JOINED = frozenset((" ", "-"))
_THOUSAND = 1000
_FOUR_TWENTIES = 80


class Numerals(msgspec.Struct, frozen=True):
    """The number words of one language; `data/numerals.toml` says what is what."""

    language: str
    words: dict[str, Decimal]
    scales: dict[str, int]
    lone: dict[str, Decimal]
    articles: frozenset[str]
    joints: frozenset[str]
    halves: frozenset[str]
    denominators: dict[str, int]
    ordinals: dict[str, Decimal]
    plus: Phrases[Decimal]
    links: Phrases[bool]
    compound: frozenset[str]
    minus: frozenset[str]
    below_zero: Phrases[bool]
    couple: Phrases[bool]
    point: frozenset[str]
    pronoun: dict[str, frozenset[str]]

    def is_word(self, text: str) -> bool:
        """Whether a number may begin with this word."""
        return text in self.words or text in self.scales or text in self.lone or text in self.halves


class WordNumber(msgspec.Struct, frozen=True):
    """Where it ends and what it is worth. ``article``: only an article says one ("an hour")."""

    last: int
    value: Decimal
    article: bool = False
    part: bool = False
    ordinal: bool = False
    rough: bool = False


@lru_cache(maxsize=16)
def numerals_of(language: str) -> Numerals | None:
    """The number words of a language, or None when there are none."""
    data = load("numerals").get(language) if language != "han" else None
    return None if data is None else _numerals(language, data)


def _numerals(language: str, data: dict[str, Any]) -> Numerals:
    words = {folded(word): Decimal(value) for word, value in data["words"].items()}
    if language == "de":
        words |= _german(words)
    return Numerals(
        language,
        words,
        {folded(word): value for word, value in data["scales"].items()},
        {folded(word): Decimal(value) for word, value in data.get("lone", {}).items()},
        frozenset(data["articles"]),
        frozenset(data["joints"]),
        frozenset(data["halves"]),
        {folded(word): value for word, value in data["denominators"].items()},
        {folded(word): Decimal(value) for word, value in data["ordinals"].items()},
        Phrases((word, fraction(value)) for word, value in data["plus"].items()),
        Phrases((word, True) for word in data["links"]),
        frozenset(data["compound"]),
        frozenset(data["minus"]),
        Phrases((word, True) for word in data.get("below_zero", ())),
        Phrases((word, True) for word in data.get("couple", ())),
        frozenset(data["point"]),
        {word: frozenset(before) for word, before in data.get("pronoun", {}).items()},
    )


def _german(words: dict[str, Decimal]) -> dict[str, Decimal]:
    """1 … 999, each as one word."""
    units = {word: value for word, value in words.items() if 0 < value < 10 and word != "eins"} | {
        "ein": Decimal(1)
    }
    tens = {word: value for word, value in words.items() if value >= 20}
    below = dict(words) | {f"{one}und{ten}": units[one] + tens[ten] for one in units for ten in tens}
    hundreds = {f"{one}hundert": value * 100 for one, value in units.items()} | {"hundert": Decimal(100)}
    made = {
        f"{hundred}{joint}{rest}": hundreds[hundred] + value
        for hundred in hundreds
        for rest, value in below.items()
        if value
        for joint in ("", "und")
    }
    return below | {word: value for word, value in hundreds.items() if word != "hundert"} | made


def worth_of_word(text: str, known: Numerals) -> Decimal | None:
    """The worth of one word; German thousands are taken apart."""
    value = known.words.get(text)
    if value is None and known.language == "de" and "tausend" in text and text != "tausend":
        left, _, right = text.partition("tausend")
        many = Decimal(1) if left in ("", "ein") else known.words.get(left)
        right = right.removeprefix("und") if right not in known.words else right
        rest = Decimal(0) if not right else known.words.get(right)
        left_scale = known.scales.get(left) if many is None else None
        many = Decimal(left_scale) if left_scale is not None else many
        return None if many is None or rest is None else many * _THOUSAND + rest
    return value


def read_words(line: Line, at: int, known: Numerals) -> WordNumber | None:
    """The number that begins with this word."""
    text = line.word(at)
    if text in known.lone:
        return WordNumber(at + 1, known.lone[text])
    if text in known.articles:
        return _article(line, at, known)
    if text in known.halves:
        return _half(line, at, known)
    if text in known.ordinals:
        return WordNumber(at + 1, known.ordinals[text], ordinal=True)
    if text in known.denominators:
        return _of_one(line, at, known)
    if line.word(at - 1) in known.pronoun.get(text, ()) and line.gap(at) == " ":
        return None
    summed = _sum(line, at, known, Decimal(0))
    return None if summed is None else _with_part(line, at, *summed, known)


def _article(line: Line, at: int, known: Numerals) -> WordNumber | None:
    after = at + 1
    if line.gap(after) not in _JOINED:
        return None
    text = line.word(after)
    couple = known.couple.at(line, after)
    if couple is not None:
        return WordNumber(couple[0], Decimal(2), rough=True)
    if text in known.scales and known.scales[text] != 0:
        summed = _sum(line, after, known, Decimal(1))
        return None if summed is None else _with_part(line, at, *summed, known)
    if text in known.halves and known.denominators.get(text) is None and _unit_at(line, after + 1, known):
        return WordNumber(after + 1, Decimal("0.5"), part=True)
    plus = known.plus.at(line, after)
    if plus is not None and _unit_at(line, plus[0], known):
        return WordNumber(plus[0], 1 + plus[1])
    if text in known.denominators and (_linked(line, after + 1, known) or text in ("quarter", "half", "viertel")):
        return _linking(line, WordNumber(after + 1, Decimal(1) / known.denominators[text], part=True), known)
    if _unit_at(line, after, known):
        return WordNumber(after, Decimal(1), article=True)
    return None


def _of_one(line: Line, at: int, known: Numerals) -> WordNumber | None:
    """Quarter of an hour, quart d'heure: without a number before it, only with its unit."""
    part = WordNumber(at + 1, Decimal(1) / known.denominators[line.word(at)], part=True)
    linked = _linking(line, part, known)
    return linked if linked.last > part.last else None


def _half(line: Line, at: int, known: Numerals) -> WordNumber:
    """Half a million, half an hour, halbe Stunde, media hora."""
    half, after = Decimal("0.5"), at + 1
    if line.gap(after) in _JOINED and line.word(after) in known.articles:
        after += 1
    if line.gap(after) in _JOINED and line.word(after) in known.scales:
        return WordNumber(after + 1, half * known.scales[line.word(after)])
    return _linking(line, WordNumber(at + 1, half, part=True), known)


def _linking(line: Line, number: WordNumber, known: Numerals) -> WordNumber:
    """With the words between a fraction and its unit: three quarters *of an* hour."""
    link = known.links.at(line, number.last)
    if link is not None and line.gap(number.last) == " " and _unit_at(line, link[0], known):
        return msgspec.structs.replace(number, last=link[0])
    return number


def _linked(line: Line, at: int, known: Numerals) -> bool:
    return line.gap(at) == " " and known.links.at(line, at) is not None


def _unit_at(line: Line, at: int, known: Numerals) -> bool:
    found = unit_names((known.language,)).after.at(line, at) if line.gap(at) in _JOINED else None
    return found is not None and bool(found[1])


def _with_part(line: Line, at: int, last: int, value: Decimal, known: Numerals) -> WordNumber:
    """Three quarters, two and a half million, three point five."""
    if line.gap(last) in _JOINED:
        text = line.word(last)
        under = known.denominators.get(text)
        if (
            under
            and value < under * 3
            and (value > 1 or last == at + 1 or text not in known.ordinals)
            and value != 0
        ):
            return _linking(line, WordNumber(last + 1, value / under, part=True), known)
        plus = known.plus.at(line, last)
        if plus is not None:
            last, value = plus[0], value + plus[1]
        elif text in known.point:
            last, value = _decimals(line, last, value, known)
    while line.gap(last) in _JOINED and line.word(last) in known.scales and value % 1:
        value, last = value * known.scales[line.word(last)], last + 1
    return WordNumber(last, value)


def _decimals(line: Line, last: int, value: Decimal, known: Numerals) -> tuple[int, Decimal]:
    end, digits = last + 1, ""
    while line.gap(end) == " " and known.words.get(line.word(end), Decimal(10)) < 10:
        digits += str(known.words[line.word(end)])
        end += 1
    return (end, value + Decimal("0." + digits)) if digits else (last, value)


def _sum(line: Line, at: int, known: Numerals, begun: Decimal) -> tuple[int, Decimal] | None:
    """Words that add up and multiply to one number, as far as they do."""
    total, section, lowest, last = Decimal(0), begun, 10**18, at
    while last < line.last and (last == at or line.gap(last) in _JOINED):
        word = last
        if line.word(word) in known.joints and last > at and line.gap(last + 1) in _JOINED:
            word += 1
            if not _may_join(line, word, section, total, known):
                break
        text = line.word(word)
        scale = known.scales.get(text)
        value = None if scale else worth_of_word(text, known)
        if value is None and last > at and text in known.articles:
            value = Decimal(1) if known.language in ("es", "fr") else None
        if scale is not None and word == last and _scales(scale, section, lowest, last > at or bool(begun)):
            if scale < _THOUSAND:
                section = (section or Decimal(1)) * scale
            else:
                total, section, lowest = total + (section or Decimal(1)) * scale, Decimal(0), scale
        elif value is not None and _fits(section, value, known.language, last == at):
            section += _added(section, value, known.language)
        else:
            break
        last = word + 1
        if value == 0:
            break
    return (last, total + section) if last > at else None


def _scales(scale: int, section: Decimal, lowest: int, begun: bool) -> bool:
    if scale < _THOUSAND:
        return section < 100 if scale == 100 else section < 1000
    return scale < lowest and (begun or scale == _THOUSAND or section > 0)


def _may_join(line: Line, at: int, section: Decimal, total: Decimal, known: Numerals) -> bool:
    """One hundred *and* five, treinta *y* cinco, vingt *et* un: what may stand before and after the joint."""
    text = line.word(at)
    value = known.words.get(text, Decimal(1) if text in known.articles and known.language != "en" else None)
    if value is None:
        return False
    if known.language == "en":
        return 0 < value < 100 and (section % 100 == 0 and section + total > 0) and not _counted(line, at, known)
    tens = section % 100
    if known.language == "fr":
        return tens in (20, 30, 40, 50, 60, 70) and (value == 1 or (value == 11 and tens == 60))
    return known.language == "es" and tens >= 30 and tens % 10 == 0 and value < 10


def _counted(line: Line, at: int, known: Numerals) -> bool:
    """Two hundred and one thousand is one number; a hundred and two hundred are two."""
    return line.gap(at + 1) in _JOINED and line.word(at + 1) == "hundred" and known.language == "en"


def _fits(section: Decimal, value: Decimal, language: str, first: bool) -> bool:
    if first or section == 0:
        return value > 0 or first
    tens = section % 100
    if value >= 100:
        return False
    if value >= 20:
        return tens == 0 or (value == 20 and language == "fr" and tens == 4)
    if language == "fr" and tens in (60, _FOUR_TWENTIES):
        return value > 0
    if value >= 10:
        return tens == 0
    return (value > 0 and tens % 10 == 0 and tens != 10) or (language == "fr" and tens == 10 and value >= 7)


def _added(section: Decimal, value: Decimal, language: str) -> Decimal:
    if language == "fr" and value == 20 and section % 100 == 4:
        return Decimal(_FOUR_TWENTIES - 4)
    return value
