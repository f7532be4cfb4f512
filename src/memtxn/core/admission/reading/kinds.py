"""Kinds: whether words say a day, a time of day or another number. One takes the place of its like only."""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.core.admission.word_set import word_set

DAY, CLOCK, NUMBER, ORDINAL = "day", "clock", "number", "ordinal"

_DAYS = word_set("""
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec today tomorrow yesterday weekend
    lunes martes miércoles jueves viernes sábado domingo
    lundi mardi mercredi jeudi vendredi samedi dimanche demain
    montag dienstag mittwoch donnerstag freitag samstag sonntag
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    januar februar märz juni juli oktober dezember
""") | frozenset("周期曜")
_ORDINALS = word_set("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
_HOURS = word_set(
    "noon midnight midday o'clock oclock am pm a.m p.m a.m. p.m. uhr heures midi medianoche mediodía"
)
NUMERALS = word_set("""
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
    uno dos tres cuatro cinco seis siete ocho nueve diez once doce
    deux trois quatre cinq sept huit neuf dix onze douze
    zwei drei vier fünf sechs sieben acht neun zehn elf zwölf
""") | frozenset("零一二三四五六七八九十百千万两半")
"""Words that are numbers."""
_AT = word_set("at past las um à")
"""Words before a number that make it a time of day."""
_SIGNS = {"点": CLOCK, "时": CLOCK, "時": CLOCK, "月": DAY, "号": DAY, "日": DAY, "h": CLOCK, "uhr": CLOCK}
"""What behind a number makes it one of these."""
_SIGNS |= dict.fromkeys(_HOURS, CLOCK)
_NOTHING: frozenset[str] = frozenset()


def kind_at(texts: Sequence[str], at: int) -> frozenset[str]:
    """What a word says: a day, a time of day, a number; nothing, if it is another word. An ordinal may be two."""
    word = texts[at]
    before, after = texts[at - 1] if at else "", texts[at + 1] if at + 1 < len(texts) else ""
    if word in _DAYS:
        return frozenset((DAY,))
    if word in _HOURS:
        return frozenset((CLOCK,))
    if word in _ORDINALS or (word[0].isdecimal() and word.endswith(("st", "nd", "rd", "th"))):
        return frozenset((DAY, ORDINAL))
    if word[0].isdecimal() or word in NUMERALS:
        return frozenset((_figure(texts, at, word, before, after),))
    return _NOTHING


def _figure(texts: Sequence[str], at: int, word: str, before: str, after: str) -> str:
    if ":" in word or word.endswith(("am", "pm")):
        return CLOCK
    if word.count("-") == 2 or "/" in word or (before in _DAYS and before in _HAN_DAYS):
        return DAY
    while after in _HAN_NUMERALS and at + 1 < len(texts):
        at += 1
        after = texts[at + 1] if at + 1 < len(texts) else ""
    if after in _SIGNS:
        return _SIGNS[after]
    if before in _AT:
        return CLOCK
    dated = (
        before in _DAYS
        or after in _DAYS
        or (after == "of" and texts[at + 2 : at + 3] != [] and texts[at + 2] in _DAYS)
    )
    return DAY if dated else NUMBER


_HAN_DAYS = frozenset("周期曜")
_HAN_NUMERALS = frozenset("零一二三四五六七八九十百千万两半")


def kinds(texts: Sequence[str], first: int, last: int) -> frozenset[str]:
    """All kinds that words first … last-1 say."""
    return _NOTHING.union(*(kind_at(texts, at) for at in range(first, min(last, len(texts)))))
