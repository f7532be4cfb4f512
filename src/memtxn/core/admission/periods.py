"""Periods of which an attribute may ask for the amount: a month, a night, a person, or the whole."""

from __future__ import annotations

from itertools import pairwise

from memtxn.core.admission.word_set import word_set

_WORDS = {
    "hour": "hourly hour 小时 时薪",
    "day": "daily day 天 日 日租 日薪",
    "night": "nightly night 晚 夜",
    "week": "weekly week 周 星期 礼拜 周薪",
    "month": "monthly month 月 月租 月薪 月费",
    "quarter": "quarterly quarter 季 季度",
    "year": "yearly annual annually year 年 年费 年薪 年租 全年",
    "person": "person head guest ticket seat cover visitor 人 位",
    "dozen": "dozen",
    "pair": "pair couple",
    "kilo": "kilo kg kilogram",
    "litre": "litre liter",
    "box": "box pack packet case crate carton",
    "mile": "mile",
    "km": "km kilometre kilometer",
    "minute": "minute",
    "item": "item piece unit egg bottle",
    "total": "total overall altogether combined 总 总价 总额 总共 合计 一共",
}
PERIODS = {word: period for period, words in _WORDS.items() for word in words.split()}
"""The period that a word gives, in an attribute or in a text."""
NOUNS = word_set("""
    hour day night week month quarter year person head guest ticket seat cover visitor dozen pair couple kilo kg
    kilogram litre liter box pack packet case crate carton mile km kilometre kilometer minute item piece unit egg
    bottle
""")
"""Words that say a period only behind *per*: ``hours_per_week``, and not ``delivery_day``."""


def period_of(attribute: tuple[str, ...]) -> str:
    """The period of which an attribute asks for the amount; empty if its name gives none."""
    if "per" in attribute:
        return PERIODS.get(attribute[-1], "")
    plain = [PERIODS[word] for word in attribute if word in PERIODS and word not in NOUNS]
    joined = "".join(attribute)
    if not plain and not joined.isascii():
        plain = [PERIODS[word] for word in PERIODS if not word.isascii() and len(word) > 1 and word in joined]
        plain += ["total"] if "总" in joined else []
        plain += [PERIODS[after] for each, after in pairwise(joined) if each == "每" and after in PERIODS]
    return plain[0] if len(set(plain)) == 1 else ""
