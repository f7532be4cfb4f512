"""Rates: so much *a month*, *a night*; where an attribute asks for the total, that is not the amount."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

_PERIODS = {
    "hour": "hourly hour 小时 时薪",
    "day": "daily day 天 日 日租 日薪",
    "night": "nightly night 晚 夜",
    "week": "weekly week 周 星期 礼拜 周薪",
    "month": "monthly month 月 月租 月薪 月费",
    "quarter": "quarterly quarter 季 季度",
    "year": "yearly annual annually year 年 年费 年薪 年租 全年",
    "person": "person head guest 人 位",
    "total": "total overall altogether combined 总 总价 总额 总共 合计 一共",
}
_OF = {word: period for period, words in _PERIODS.items() for word in words.split()}
_NOUNS = word_set("hour day night week month quarter year person head guest")
"""Words that say a period only behind *per*: ``hours_per_week``, and not ``delivery_day``."""
_PER = word_set("a an per each every /")
_EACH = frozenset("每一")
_AMOUNTS = 2
"""Words for the unit between a number and its rate: 15 *euros* a month."""
_LETTERS = 2
_HAN_UNITS = frozenset("元块角分毛钱")


def other_rate(showing: Spoken, attribute: tuple[str, ...]) -> tuple[int, int] | None:
    """The tokens of a rate beside the value that is for another period than the one the attribute asks for."""
    asked = _asked(attribute)
    if not asked:
        return None
    sentence = showing.sentence
    first, last = showing.first - sentence.first, showing.last - sentence.first
    if not _counts(sentence.texts[first]):
        return None
    found = _unspaced(sentence, first, last) if is_unspaced(sentence.texts[0]) else _spaced(sentence, last)
    if found is None or found[0] == asked:
        return None
    return sentence.first + found[1], sentence.first + found[2]


@lru_cache(maxsize=4096)
def _asked(attribute: tuple[str, ...]) -> str:
    """The period of which an attribute asks for the amount; empty if its name gives none."""
    if "per" in attribute:
        return _OF.get(attribute[-1], "")
    plain = [_OF[word] for word in attribute if word in _OF and word not in _NOUNS]
    joined = "".join(attribute)
    if not plain and not joined.isascii():
        plain = [_OF[word] for word in _OF if not word.isascii() and len(word) > 1 and word in joined]
        plain += ["total"] if "总" in joined else []
        plain += [_OF[after] for each, after in pairwise(joined) if each == "每" and after in _OF]
    return plain[0] if len(set(plain)) == 1 else ""


def _counts(word: str) -> bool:
    """Whether a word is a number, or begins like a Chinese one."""
    return word[0].isdecimal() or word[0] in "零一二三四五六七八九十百千万两半"


def _spaced(sentence: Sentence, last: int) -> tuple[str, int, int] | None:
    """Behind the number, and its unit: a month, per person, weekly."""
    texts, gaps = sentence.texts, sentence.clauses.gaps
    for at in range(last, min(last + _AMOUNTS, len(texts))):
        slash = gaps[at] == "/"
        if gaps[at] and not slash:
            return None
        if texts[at] in _OF and (slash or texts[at] not in _NOUNS):
            return _OF[texts[at]], at, at + 1
        if texts[at] in _PER and at + 1 < len(texts) and texts[at + 1] in _OF:
            return _OF[texts[at + 1]], at, at + 2
    return None


def _unspaced(sentence: Sentence, first: int, last: int) -> tuple[str, int, int] | None:
    """Before the number (一晚三百六, 每月200元), or behind it (200元一晚, 200元/月)."""
    texts, gaps = sentence.texts, sentence.clauses.gaps
    for size in range(1, _LETTERS + 1):
        at = first - size
        period = _OF.get("".join(texts[at:first])) if at > 0 else None
        if period is not None and texts[at - 1] in _EACH and not any(gaps[at : first + 1]):
            return period, at - 1, first
    at = last
    while at < len(texts) and texts[at] in _HAN_UNITS:
        at += 1
    slash = at < len(texts) and gaps[at] == "/"
    if at < len(texts) and (slash or (texts[at] in _EACH and not gaps[at])):
        begin = at if slash else at + 1
        for size in range(_LETTERS, 0, -1):
            period = _OF.get("".join(texts[begin : begin + size]))
            if period is not None:
                return period, at, begin + size
    return None
