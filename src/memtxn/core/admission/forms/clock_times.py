"""Clock times: how times of day are said, and which they may be.

A time without a part of the day means either half of it where people speak so: "at 7" is 07:00 or 19:00. A part
of the day beside it decides, and one elsewhere in the sentence does if there is but one.
"""

from __future__ import annotations

from datetime import time

from memtxn.core.admission.forms.day_rules import ranged, with_role
from memtxn.core.admission.forms.grammar import Grammar, rule
from memtxn.core.admission.forms.moments import Anchor, Moment
from memtxn.core.admission.forms.time_words import Sense

_HOUR = 3600
_HALF_DAY = 12 * _HOUR
_DAY = 24 * _HOUR
_PARTS = {
    "am": (0, 12),
    "pm": (12, 24),
    "dawn": (0, 7),
    "morning": (0, 12),
    "noon": (10, 15),
    "afternoon": (12, 20),
    "evening": (16, 24),
    "night": (17, 24),
}
_SMALL_HOURS = 6


def in_part(clock: time, part: str) -> bool:
    """Whether a time can lie in this part of the day. Twelve at night is 00:00, and so are the hours after it."""
    first, last = _PARTS[part]
    small = part == "night" and clock.hour < _SMALL_HOURS
    return first <= clock.hour < last or small or (part == "evening" and clock.hour == 0)


def narrowed(moments: tuple[Moment, ...], part: str) -> tuple[Moment, ...]:
    """Those that lie in this part of the day; all of them if none does."""
    kept = tuple(one for one in moments if one.clock is not None and in_part(one.clock, part))
    return kept or moments


def _told(_anchor: Anchor, seconds: int, part: str = "", *, exact: bool = False) -> Sense | None:
    """The times that so many seconds since midnight (or noon) may be."""
    if not 0 <= seconds <= _DAY:
        return None
    ambiguous = not exact and _HOUR <= seconds < _HALF_DAY + _HOUR
    halves = (seconds, (seconds + _HALF_DAY) % _DAY) if ambiguous else (seconds,)
    moments = tuple(Moment("time", None, _clock(one % _DAY)) for one in halves)
    return Sense(moments=narrowed(moments, part) if part else moments)


def _clock(seconds: int) -> time:
    return time(seconds // _HOUR, seconds % _HOUR // 60, seconds % 60)


def _figure(anchor: Anchor, clock: Sense, part: Sense | None) -> Sense | None:
    """19:30, 4.30 pm. Without a part of the day it is exact where people use 24 hours."""
    if clock.text in {"am", "pm"}:
        return _told(anchor, clock.number, clock.text)
    if part is not None:
        return _told(anchor, clock.number, part.text)
    return _told(anchor, clock.number, exact=clock.text == "exact" or anchor.hours == 24)


def _part_figure(anchor: Anchor, part: Sense, clock: Sense) -> Sense | None:
    return _figure(anchor, clock, part)


def _hours(anchor: Anchor, hour: Sense, tail: Sense | None, part: Sense | None) -> Sense | None:
    """Seven o'clock, seven thirty, 16 heures 30."""
    if hour.number > 24 or len(hour.text) > 3:
        return None
    seconds = hour.number * _HOUR + (0 if tail is None else tail.number * 60)
    exact = hour.text.startswith("0") and len(hour.text) > 1
    return _told(anchor, seconds, "" if part is None else part.text, exact=exact)


def _hour(anchor: Anchor, hour: Sense, part: Sense | None) -> Sense | None:
    return _hours(anchor, hour, None, part)


def _part_hours(anchor: Anchor, part: Sense, hour: Sense, tail: Sense | None) -> Sense | None:
    return _hours(anchor, hour, tail, part)


def _minutes(_anchor: Anchor, minutes: Sense) -> Sense | None:
    return minutes if 0 <= minutes.number < 60 else None


def _two_digits(_anchor: Anchor, minutes: Sense) -> Sense | None:
    return minutes if 10 <= minutes.number < 60 or minutes.text in {"00", "05"} else None


def _short_of(_anchor: Anchor, minutes: Sense) -> Sense | None:
    return Sense(-minutes.number) if 0 < minutes.number < 60 else None


def _past(anchor: Anchor, minutes: Sense, hour: Sense, part: Sense | None) -> Sense | None:
    return _hours(anchor, hour, minutes, part) if 0 < minutes.number < 60 and hour.number else None


def _before(anchor: Anchor, minutes: Sense, hour: Sense, part: Sense | None) -> Sense | None:
    """Quarter to nine. Before one o'clock it is still twelve."""
    if not (0 < minutes.number < 60 and 0 < hour.number <= 24):
        return None
    return _hours(anchor, Sense(hour.number - 1 or 12), Sense(60 - minutes.number), part)


def _words_before(anchor: Anchor, minutes: Sense, hour: Sense, part: Sense | None) -> Sense | None:
    """Ten to nine; but 9 to 10 is a range."""
    return None if minutes.text else _before(anchor, minutes, hour, part)


def _of_next(anchor: Anchor, minutes: Sense, hour: Sense, part: Sense | None) -> Sense | None:
    """Halb sieben, dreiviertel sieben: so many minutes of the hour that ends at seven."""
    return _before(anchor, Sense(60 - minutes.number), hour, part)


def _part_short(anchor: Anchor, part: Sense | None, minutes: Sense, hour: Sense) -> Sense | None:
    return _before(anchor, minutes, hour, part)


def _named(_anchor: Anchor, name: Sense) -> Sense:
    return Sense(moments=(Moment("time", None, time.fromisoformat(name.text)),))


def _military(anchor: Anchor, clock: Sense) -> Sense | None:
    return _told(anchor, clock.number, exact=True)


def _at_part(anchor: Anchor, hour: Sense, part: Sense) -> Sense | None:
    return _hours(anchor, hour, None, part)


def _same(_anchor: Anchor, sense: Sense) -> Sense:
    return sense


def _range(_anchor: Anchor, first: Sense, last: Sense) -> Sense:
    """3 to 5 pm: the first, if it can be in the same half of the day, is before the last."""
    ends = [one.clock for one in last.moments if one.clock]
    if len(ends) == 1 and len(first.moments) > 1:
        before = tuple(one for one in first.moments if one.clock and one.clock < ends[0])
        close = sorted(before, key=lambda one: one.clock or time(), reverse=True)
        first = Sense(moments=tuple(close[:1]) or first.moments)
    elif len(first.moments) == 1:
        after = tuple(one for one in last.moments if _after(one, first.moments[0]))
        last = Sense(moments=after[:1] or last.moments)
    return ranged(first, last)


def _bare_range(anchor: Anchor, first: Sense, last: Sense) -> Sense | None:
    start = _hours(anchor, first, None, None)
    return None if start is None else _range(anchor, start, last)


def _figure_range(anchor: Anchor, first: Sense, last: Sense) -> Sense | None:
    """3 to 5 pm; but "ten to five pm" is one time."""
    return _bare_range(anchor, first, last) if first.text else None


def _range_bare(anchor: Anchor, first: Sense, last: Sense) -> Sense | None:
    end = _hours(anchor, last, None, None)
    return None if end is None else _range(anchor, first, end)


def _after(one: Moment, other: Moment) -> bool:
    return one.clock is not None and other.clock is not None and one.clock > other.clock


def _bare_both(anchor: Anchor, first: Sense, last: Sense) -> Sense | None:
    start, end = _hours(anchor, first, None, None), _hours(anchor, last, None, None)
    return None if start is None or end is None else ranged(start, end)


def _either(_anchor: Anchor, first: Sense, last: Sense) -> Sense:
    return Sense(moments=(*with_role(first, "choice"), *with_role(last, "choice")))


def _bare_either(anchor: Anchor, first: Sense, last: Sense) -> Sense | None:
    start = _hours(anchor, first, None, None)
    return None if start is None else _either(anchor, start, last)


CLOCK = (
    rule("clock _oclock? daypart?", _figure),
    rule("clock_dotted daypart", _figure),
    rule("clock_dotted _oclock daypart?", _figure),
    rule("number daypart", _hour),
    rule("number part_of_day", _at_part),
    rule("number _oclock Tail? daypart?", _hours),
    rule("number _clock_mark Tail?", lambda anchor, hour, tail: _hours(anchor, hour, tail, None)),
    rule("_at number daypart?", _hour),
    rule("_at number Tail daypart?", _hours),
    rule("_at? number SpokenTail daypart?", _hours),
    rule("_at number Minutes daypart?", _hours),
    rule("number Minutes daypart", _hours),
    rule("half _past number _oclock? daypart?", _past),
    rule("half_to number _oclock? daypart?", _of_next),
    rule("quarter_of number _oclock? daypart?", _of_next),
    rule("quarter _past number _oclock? daypart?", _past),
    rule("quarter _to number _oclock? daypart?", _before),
    rule("number _minute_mark? _past number _oclock? daypart?", _past),
    rule("number _to number _oclock? daypart?", _words_before),
    rule("number _minute_mark _to number _oclock? daypart?", _before),
    rule("number _minute_mark? _to_hour number _oclock? daypart?", _before),
    rule("quarter _to_hour number _oclock? daypart?", _before),
    rule("part_before? _short_of Portion number _clock_mark", _part_short),
    rule("hour", _named),
    rule("military _hour_unit", _military),
)
TIME = (
    rule("Clock", _same),
    rule("_at Clock", _same),
    rule("part_before _of? clock", _part_figure),
    rule("part_before _of? number _clock_mark Tail?", _part_hours),
    rule("part_before _of? number _oclock Tail?", _part_hours),
)
TIME_RANGE = (
    rule("_from? Time _until Time", _range),
    rule("_from number _until Time", _bare_range),
    rule("number _until Time", _figure_range),
    rule("_from? Time _until number", _range_bare),
    rule("_from number _until number", _bare_both),
    rule("Time _or Time", _either),
    rule("number _or Time", _bare_either),
)
CLOCK_RULES: Grammar = {
    "Minutes": (rule("number", _two_digits),),
    "Portion": (rule("number _minute_mark?", _minutes), rule("quarter", _minutes)),
    "SpokenTail": (
        rule("half_after", _same),
        rule("quarter_after", _same),
        rule("minus_quarter", _short_of),
    ),
    "Tail": (
        rule("half", _same),
        rule("quarter", _same),
        rule("half_after", _same),
        rule("quarter_after", _same),
        rule("minus_quarter", _short_of),
        rule("number _minute_mark?", _minutes),
        rule("_plus number", _minutes),
        rule("_minus number", _short_of),
        rule("_short_of Portion", _short_of),
    ),
    "Clock": CLOCK,
    "Time": TIME,
    "TimeRange": TIME_RANGE,
}
"""The rules for times of day."""
