"""Calendar: arithmetic on days, weeks and months. None where the calendar ends or has no such day."""

from __future__ import annotations

from datetime import MAXYEAR, date, timedelta

_MONTHS = 12


def day_of(year: int, month: int, day: int) -> date | None:
    """This day, if there is one."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def days_on(start: date, days: int) -> date | None:
    """The day so many days later."""
    try:
        return start + timedelta(days=days)
    except OverflowError:
        return None


def months_on(start: date, months: int) -> date | None:
    """The same day so many months later; the last day of a month that is too short for it."""
    count = start.year * _MONTHS + start.month - 1 + months
    first = day_of(count // _MONTHS, count % _MONTHS + 1, 1)
    return None if first is None else first.replace(day=min(start.day, last_day(first).day))


def last_day(day: date) -> date:
    """The last day of the month in which a day lies."""
    if day.year == MAXYEAR and day.month == _MONTHS:
        return day.replace(day=31)
    following = day_of(day.year + day.month // _MONTHS, day.month % _MONTHS + 1, 1)
    return day if following is None else following - timedelta(days=1)


def in_week(today: date, weekday: int, weeks: int) -> date | None:
    """A weekday (Monday is 0) of the calendar week so many weeks after today's. Weeks begin on Monday."""
    return days_on(today, weekday - today.weekday() + 7 * weeks)


def coming(today: date, weekday: int) -> date | None:
    """The first such weekday after today."""
    return days_on(today, (weekday - today.weekday() - 1) % 7 + 1)


def latest(today: date, weekday: int) -> date | None:
    """The last such weekday before today."""
    return days_on(today, -((today.weekday() - weekday - 1) % 7 + 1))


def nth_weekday(month: date, weekday: int, number: int) -> date | None:
    """The so manieth such weekday of a month, -1 for its last one."""
    if number < 0:
        last = last_day(month)
        return days_on(last, -((last.weekday() - weekday) % 7))
    first = month.replace(day=1)
    found = days_on(first, (weekday - first.weekday()) % 7 + 7 * (number - 1))
    return found if found is not None and number > 0 and found.month == month.month else None
