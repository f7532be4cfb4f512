"""Span rules: moments counted from now or from a day: in three weeks, two days ago, a week from Friday."""

from __future__ import annotations

from datetime import timedelta

from memtxn.core.admission.forms.calendar import days_on, months_on
from memtxn.core.admission.forms.day_rules import moments_of
from memtxn.core.admission.forms.grammar import Grammar, rule
from memtxn.core.admission.forms.moments import Anchor, Kind, Moment
from memtxn.core.admission.forms.time_words import Sense

_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_SECONDS = {"minute": 60, "hour": 3600}
_DAY_SECONDS = 86_400


def _count(_anchor: Anchor, number: Sense) -> Sense:
    return number


def _length(_anchor: Anchor, count: Sense, unit: Sense) -> Sense:
    return Sense(count.number, unit.text)


def _and_half(_anchor: Anchor, count: Sense, half: Sense) -> Sense:
    """Two and a half hours, in minutes."""
    return Sense(count.number * 60 + half.number, "minute")


def _ahead(anchor: Anchor, length: Sense) -> Sense:
    return _counted(anchor, length, 1)


def _back(anchor: Anchor, length: Sense) -> Sense:
    return _counted(anchor, length, -1)


def _counted(anchor: Anchor, length: Sense, direction: int) -> Sense:
    count = direction * length.number
    if length.text in _SECONDS:
        return _moved(anchor, count * _SECONDS[length.text])
    if length.text in _DAYS:
        return moments_of((days_on(anchor.today, count * _DAYS[length.text]), ""))
    if length.text in _MONTHS:
        return _coarse(anchor, count * _MONTHS[length.text], length.text)
    return Sense()


def _coarse(anchor: Anchor, months: int, unit: str) -> Sense:
    """The day, and also the month or the year alone: who says "two years ago" seldom means the day."""
    day = months_on(anchor.today, months)
    kinds: tuple[Kind, ...] = ("date", "year") if unit == "year" else ("date", "month")
    return Sense(moments=tuple(Moment(kind, day) for kind in kinds if day))


def _moved(anchor: Anchor, seconds: int) -> Sense:
    """To the minute, and the time of day alone when the day is still the same or the next."""
    try:
        then = anchor.now.replace(second=0, microsecond=0) + timedelta(seconds=seconds)
    except OverflowError:
        return Sense()
    clock = then.time().replace(tzinfo=None)
    moments = (Moment("datetime", then.date(), clock),)
    return Sense(moments=(*moments, Moment("time", None, clock)) if abs(seconds) < _DAY_SECONDS else moments)


def _from_day(_anchor: Anchor, length: Sense, day: Sense) -> Sense:
    return _offset(length, day, 1)


def _day_in(_anchor: Anchor, day: Sense, length: Sense) -> Sense:
    return _offset(length, day, 1)


def _before_day(_anchor: Anchor, length: Sense, day: Sense) -> Sense:
    return _offset(length, day, -1)


def _offset(length: Sense, day: Sense, direction: int) -> Sense:
    count = direction * length.number
    days, months = count * _DAYS.get(length.text, 0), count * _MONTHS.get(length.text, 0)
    starts = (one.day for one in day.moments if one.day)
    moved = ((days_on(one, days) if days else months_on(one, months)) for one in starts)
    return moments_of(*((one, "") for one in moved)) if days or months else Sense()


SPAN_RULES: Grammar = {
    "Count": (rule("number", _count), rule("a", _count)),
    "Length": (rule("Count unit", _length), rule("Count and_half", _and_half), rule("span", _count)),
    "Counted": (
        rule("_in Length", _ahead),
        rule("Length _later", _ahead),
        rule("_in Length _later", _ahead),
        rule("_in_prefix Length", _ahead),
        rule("Length _ago", _back),
        rule("_ago_prefix Length", _back),
        rule("Length _from_day _the? Day", _from_day),
        rule("Pointed _in Length", _day_in),
        rule("Length _before_day _the? Day", _before_day),
        rule("_in Length _from_day _the? Day", _from_day),
    ),
    "Date": (rule("Day", _count), rule("Counted", _count)),
}
"""The rules for what is counted."""
