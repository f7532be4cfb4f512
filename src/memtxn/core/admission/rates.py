"""Rates: so much *a month*, *a night*; where an attribute asks for the total, that is not the amount."""

from __future__ import annotations

from memtxn.core.admission.periods import NOUNS, PERIODS
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

_PER = word_set("a an per each every /")
_EACH = frozenset("每一")
_AMOUNTS = 2
"""Words for the unit between a number and its rate: 15 *euros* a month."""
_LETTERS = 2
_HAN_UNITS = frozenset("元块角分毛钱")


def other_rate(showing: Spoken, asked: str) -> tuple[int, int] | None:
    """The tokens of a rate beside the value that is for another period than the one asked for."""
    sentence = showing.sentence
    first, last = showing.first - sentence.first, showing.last - sentence.first
    if not _counts(sentence.texts[first]):
        return None
    found = _unspaced(sentence, first, last) if is_unspaced(sentence.texts[0]) else _spaced(sentence, last)
    if found is None or found[0] == asked:
        return None
    return sentence.first + found[1], sentence.first + found[2]


def _counts(word: str) -> bool:
    """Whether a word is a number, or begins like a Chinese one."""
    return word[0].isdecimal() or word[0] in "零一二三四五六七八九十百千万两半"


def _ahead(sentence: Sentence, first: int) -> tuple[str, int, int] | None:
    """At the head of the clause, before the noun: 一年租金四万八, 每月房租两千."""
    start = sentence.clauses.starts[sentence.clause(sentence.first + first)] - sentence.first
    texts = sentence.texts
    for at in range(start, min(first, start + _HEAD)):
        period = PERIODS.get(texts[at + 1]) if texts[at] in _WHOLE and at + 1 < first else None
        if period is not None and texts[at + 2] not in _COUNTED:
            return period, at, at + 2
    return None


_WHOLE = frozenset("每一全整")
_COUNTED = frozenset("零一二三四五六七八九十百千万两半的内后前")
_HEAD = 5
"""Letters from the head of a clause in which its period may begin."""


def _spaced(sentence: Sentence, last: int) -> tuple[str, int, int] | None:
    """Behind the number, and its unit: a month, per person, weekly."""
    texts, gaps = sentence.texts, sentence.clauses.gaps
    for at in range(last, min(last + _AMOUNTS, len(texts))):
        slash = gaps[at] == "/"
        if gaps[at] and not slash:
            return None
        if texts[at] in PERIODS and (slash or texts[at] not in NOUNS):
            return PERIODS[texts[at]], at, at + 1
        if texts[at] in _PER and at + 1 < len(texts) and texts[at + 1] in PERIODS:
            return PERIODS[texts[at + 1]], at, at + 2
    return None


def _unspaced(sentence: Sentence, first: int, last: int) -> tuple[str, int, int] | None:
    """Before the number (一晚三百六, 每月200元), or behind it (200元一晚, 200元/月)."""
    texts, gaps = sentence.texts, sentence.clauses.gaps
    for size in range(1, _LETTERS + 1):
        at = first - size
        period = PERIODS.get("".join(texts[at:first])) if at > 0 else None
        if period is not None and texts[at - 1] in _EACH and not any(gaps[at : first + 1]):
            return period, at - 1, first
    ahead = _ahead(sentence, first)
    if ahead is not None:
        return ahead
    at = last
    while at < len(texts) and texts[at] in _HAN_UNITS:
        at += 1
    slash = at < len(texts) and gaps[at] == "/"
    if at < len(texts) and (slash or (texts[at] in _EACH and not gaps[at])):
        begin = at if slash else at + 1
        for size in range(_LETTERS, 0, -1):
            period = PERIODS.get("".join(texts[begin : begin + size]))
            if period is not None:
                return period, at, begin + size
    return None
