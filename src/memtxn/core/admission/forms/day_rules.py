"""Day rules: how days, weeks, months and years are said, and which are meant. Languages differ in words only."""

from __future__ import annotations

from datetime import date

from memtxn.core.admission.forms.calendar import (
    coming,
    day_of,
    days_on,
    in_week,
    last_day,
    latest,
    months_on,
    nth_weekday,
)
from memtxn.core.admission.forms.grammar import Grammar, rule
from memtxn.core.admission.forms.moments import Anchor, Kind, Moment, Role
from memtxn.core.admission.forms.time_words import Sense

_LEAP_CYCLE = 9
_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WEEKS = {-2: "the week before last", -1: "last week", 0: "this week", 1: "next week", 2: "the week after next"}


def moments_of(*days: tuple[date | None, str], kind: Kind = "date", role: Role = "") -> Sense:
    """The sense that stands for these days, each with a note; the impossible and the repeated left out."""
    notes: dict[date, str] = {}
    for day, note in days:
        if day is not None:
            notes.setdefault(day, note)
    return Sense(moments=tuple(Moment(kind, day, None, note, role) for day, note in notes.items()))


def _number(_anchor: Anchor, found: Sense) -> Sense:
    return found


def _year(_anchor: Anchor, found: Sense) -> Sense | None:
    return _whole_year(found.number) if 1000 <= found.number < 3000 else None


def _whole_year(year: int) -> Sense:
    return moments_of((day_of(year, 1, 1), ""), kind="year")


def _year_on(anchor: Anchor, years: Sense) -> Sense:
    return _whole_year(anchor.today.year + years.number)


def _month_number(_anchor: Anchor, number: Sense) -> Sense | None:
    return number if 1 <= number.number <= 12 else None


def _day_number(_anchor: Anchor, number: Sense) -> Sense | None:
    return number if 1 <= number.number <= 31 and not number.text.startswith("00") else None


def _month_on(anchor: Anchor, months: Sense) -> Sense:
    return moments_of((months_on(anchor.today.replace(day=1), months.number), ""), kind="month")


def _this_month(anchor: Anchor) -> Sense:
    return _month_on(anchor, Sense(0))


def _month_of_year(_anchor: Anchor, month: Sense, year: Sense) -> Sense:
    return moments_of(
        *((day_of(one.day.year, month.number, 1), "") for one in year.moments if one.day), kind="month"
    )


def _month(anchor: Anchor, month: Sense) -> Sense:
    days = _of_some_year(anchor, month.number, 1, anchor.today.replace(day=1))
    return moments_of(*days, kind="month")


def _of_some_year(anchor: Anchor, month: int, day: int, today: date) -> list[tuple[date | None, str]]:
    """A day whose year is not said: this year's, and the next or, in a sentence about the past, the last one."""
    years = range(today.year, today.year + _LEAP_CYCLE)
    this = day_of(today.year, month, day)
    ahead = next((one for year in years if (one := day_of(year, month, day)) and one >= today), None)
    back = next(
        (one for year in years if (one := day_of(2 * today.year - year, month, day)) and one <= today), None
    )
    if anchor.tense == "future":
        return [(ahead, "")]
    other = back if anchor.tense == "past" else ahead
    first = [(other, "the latest" if anchor.tense == "past" else "the coming one")]
    return [*first, (this, "of this year")] if other != this else [(this, "")]


def _day(anchor: Anchor, name: Sense | None, day: Sense, month: Sense, year: Sense | None) -> Sense:
    return _dated(anchor, name, month, day, year)


def _dated(anchor: Anchor, name: Sense | None, month: Sense, day: Sense, year: Sense | None) -> Sense:
    """A day of a month; with a weekday beside it only where the two agree."""
    if year is not None:
        days: list[tuple[date | None, str]] = [
            (day_of(one.day.year, month.number, day.number), "") for one in year.moments if one.day
        ]
    elif name is not None:
        years = range(anchor.today.year - 1, anchor.today.year + 2)
        days = [(day_of(one, month.number, day.number), "the one on that weekday") for one in years]
    else:
        days = _of_some_year(anchor, month.number, day.number, anchor.today)
    return moments_of(
        *((one, note) for one, note in days if one and (name is None or one.weekday() == name.number))
    )


def _year_dated(anchor: Anchor, year: Sense, month: Sense, day: Sense) -> Sense:
    return _dated(anchor, None, month, day, year)


def _numeric(_anchor: Anchor, name: Sense | None, days: Sense) -> Sense:
    kept = (one for one in days.moments if one.day and (name is None or one.day.weekday() == name.number))
    return Sense(moments=tuple(kept))


def _short(anchor: Anchor, figure: Sense) -> Sense:
    return _dated(anchor, None, Sense(figure.number % 100), Sense(figure.number // 100), None)


def _holiday(anchor: Anchor, holiday: Sense, year: Sense | None) -> Sense:
    month, day = (Sense(int(part)) for part in holiday.text.split("-"))
    return _dated(anchor, None, month, day, year)


def _holiday_of(anchor: Anchor, year: Sense, holiday: Sense) -> Sense:
    return _holiday(anchor, holiday, year)


def _day_of_this(anchor: Anchor, day: Sense) -> Sense | None:
    """The 3rd: of this month, else of the next or, in a sentence about the past, the last one that has it."""
    if not 1 <= day.number <= 31:
        return None
    today, step = anchor.today, -1 if anchor.tense == "past" else 1
    months = (months_on(today.replace(day=1), step * count) for count in range(4))
    found = (day_of(one.year, one.month, day.number) for one in months if one)
    other = next((one for one in found if one and (one >= today if step > 0 else one <= today)), None)
    this = None if anchor.tense == "future" else day_of(today.year, today.month, day.number)
    return moments_of((other, ""), (this, "of this month"))


def _day_of_month(_anchor: Anchor, month: Sense, day: Sense) -> Sense:
    return moments_of(
        *((day_of(one.day.year, one.day.month, day.number), "") for one in month.moments if one.day)
    )


def _month_of_day(anchor: Anchor, day: Sense, month: Sense) -> Sense:
    return _day_of_month(anchor, month, day)


def _days_on(anchor: Anchor, days: Sense) -> Sense:
    return moments_of((days_on(anchor.today, days.number), ""))


def _weekday(anchor: Anchor, name: Sense) -> Sense:
    """A bare weekday: the coming one; today, if it is; also the latest in a sentence about the past."""
    today, weekday = anchor.today, name.number
    ahead = (coming(today, weekday), "the coming one")
    back = (latest(today, weekday), "the latest") if anchor.tense == "past" else (None, "")
    return moments_of(back, (today if today.weekday() == weekday else None, "today"), ahead)


def _weekday_rel(anchor: Anchor, rel: Sense, name: Sense) -> Sense:
    """Next, this and last Friday: of that week, or the nearest one in that direction."""
    today, weekday, weeks = anchor.today, name.number, rel.number
    week = (in_week(today, weekday, weeks), f"{_NAMES[weekday]} of {_WEEKS.get(weeks, 'that week')}")
    if weeks == 1:
        return moments_of(week, (coming(today, weekday), "the coming one"))
    if weeks == -1:
        return moments_of((latest(today, weekday), "the latest"), week)
    if weeks == 0:
        ahead = today if today.weekday() == weekday else coming(today, weekday)
        return moments_of((ahead, "the coming one"), week)
    return moments_of(
        week, (_later(coming(today, weekday), weeks - 1) if weeks > 0 else None, "the second from now")
    )


def _rel_weekday(anchor: Anchor, name: Sense, rel: Sense) -> Sense:
    return _weekday_rel(anchor, rel, name)


def _later(day: date | None, weeks: int) -> date | None:
    return None if day is None else days_on(day, 7 * weeks)


def _weekday_exact(anchor: Anchor, rel: Sense, name: Sense) -> Sense:
    note = f"{_NAMES[name.number]} of {_WEEKS.get(rel.number, 'that week')}"
    return moments_of((in_week(anchor.today, name.number, rel.number), note))


def _exact_weekday(_anchor: Anchor, name: Sense, week: Sense) -> Sense:
    return moments_of(*((days_on(one.day, name.number), "") for one in week.moments if one.day))


def _week_weekday(anchor: Anchor, week: Sense, name: Sense) -> Sense:
    return _exact_weekday(anchor, name, week)


def _weekday_coming(anchor: Anchor, rel: Sense, name: Sense) -> Sense:
    find = coming if rel.number > 0 else latest
    return moments_of((find(anchor.today, name.number), "the coming one" if rel.number > 0 else "the latest"))


def _weekday_week(_anchor: Anchor, day: Sense) -> Sense:
    """Friday week: a week after the coming Friday."""
    return moments_of(*((_later(one.day, 1), "a week after that") for one in day.moments if one.day))


def _week(anchor: Anchor, rel: Sense) -> Sense:
    return moments_of((in_week(anchor.today, 0, rel.number), ""), kind="week")


def _quarter(anchor: Anchor, quarter: Sense, year: Sense | None) -> Sense:
    month = 3 * quarter.number - 2
    if year is not None:
        return moments_of(
            *((day_of(one.day.year, month, 1), "") for one in year.moments if one.day), kind="quarter"
        )
    return moments_of((day_of(anchor.today.year, month, 1), "of this year"), kind="quarter")


def _quarter_on(anchor: Anchor, rel: Sense) -> Sense:
    first = anchor.today.replace(day=1, month=(anchor.today.month - 1) // 3 * 3 + 1)
    return moments_of((months_on(first, 3 * rel.number), ""), kind="quarter")


def _weekend(anchor: Anchor, rel: Sense) -> Sense:
    """Saturday and Sunday: the two ends of a range."""
    saturday, sunday = (in_week(anchor.today, weekday, rel.number) for weekday in (5, 6))
    return ranged(moments_of((saturday, "the weekend")), moments_of((sunday, "the weekend")))


def _weekend_rel(anchor: Anchor, rel: Sense) -> Sense:
    """Next weekend: of the next week or, in the middle of one, also the coming one."""
    weekends = (rel.number, 0) if rel.number == 1 and anchor.today.weekday() < 5 else (rel.number,)
    return Sense(moments=tuple(one for weeks in weekends for one in _weekend(anchor, Sense(weeks)).moments))


def _ends(_anchor: Anchor, which: Sense, whole: Sense) -> Sense:
    """The first or the last day of a month, a year or a week."""
    days = [day for one in whole.moments for day in _end_days(one, first=which.text == "first")]
    return moments_of(*((day, "") for day in days))


def _end_days(whole: Moment, *, first: bool) -> tuple[date | None, ...]:
    day = whole.day
    if day is None or first:
        return (day,)
    match whole.kind:
        case "month":
            return (last_day(day),)
        case "quarter":
            third = months_on(day, 2)
            return (None if third is None else last_day(third),)
        case "year":
            return (day_of(day.year, 12, 31),)
        case _:
            return (days_on(day, 6), days_on(day, 4))


def _ends_after(anchor: Anchor, whole: Sense, which: Sense) -> Sense:
    return _ends(anchor, which, whole)


def _month_end(anchor: Anchor, months: Sense) -> Sense:
    return _ends(anchor, Sense(text="last"), _month_on(anchor, months))


def _month_start(anchor: Anchor, months: Sense) -> Sense:
    return _ends(anchor, Sense(text="first"), _month_on(anchor, months))


def _year_end(anchor: Anchor, years: Sense) -> Sense:
    return _ends(anchor, Sense(text="last"), _year_on(anchor, years))


def _nth(_anchor: Anchor, number: Sense, name: Sense, month: Sense) -> Sense:
    return moments_of(
        *((nth_weekday(one.day, name.number, number.number), "") for one in month.moments if one.day)
    )


def _nth_of(anchor: Anchor, month: Sense, number: Sense, name: Sense) -> Sense:
    return _nth(anchor, number, name, month)


def _nothing(_anchor: Anchor, *_senses: Sense | None) -> Sense:
    """An expression that names no single day, whatever its parts would name."""
    return Sense()


def _day_range(anchor: Anchor, first: Sense, last: Sense, month: Sense, year: Sense | None) -> Sense:
    start, end = _dated(anchor, None, month, first, year), _dated(anchor, None, month, last, year)
    return ranged(start, end)


def _range_days(anchor: Anchor, month: Sense, first: Sense, last: Sense, year: Sense | None) -> Sense:
    return _day_range(anchor, first, last, month, year)


def _dates_range(_anchor: Anchor, first: Sense, last: Sense) -> Sense:
    """From one day to another one, which is later."""
    starts = [one.day for one in first.moments if one.day]
    later = tuple(one for one in last.moments if one.day and starts and one.day > min(starts))
    return ranged(first, Sense(moments=later))


def ranged(first: Sense, last: Sense) -> Sense:
    """The two ends of a range."""
    return Sense(moments=(*with_role(first, "start"), *with_role(last, "end")))


def with_role(sense: Sense, role: Role) -> tuple[Moment, ...]:
    """The moments of a sense in one role."""
    return tuple(Moment(one.kind, one.day, one.clock, one.note, role) for one in sense.moments)


def _either(_anchor: Anchor, first: Sense, last: Sense) -> Sense:
    return Sense(moments=(*with_role(first, "choice"), *with_role(last, "choice")))


YEAR = (
    rule("year", _year),
    rule("number _year_mark", _year),
    rule("year_rel", _year_on),
    rule("_the? rel _year_unit", _year_on),
    rule("_the? _year_unit rel_after", _year_on),
)
MONTH_NAME = (
    rule("month", _number),
    rule("month_ambiguous", _number),
    rule("number _month_mark", _month_number),
)
DAY_NUMBER = (
    rule("ordinal", _day_number),
    rule("number _day_mark?", _day_number),
)
WEEKDAY = (rule("weekday", _number), rule("weekday_abbreviated", _number))
WEEK = (
    rule("week", _week),
    rule("_the? rel _week_unit", _week),
    rule("_the? _week_unit rel_after", _week),
    rule("_the? _week_unit after_next", _week),
)
MONTH = (
    rule("_of? MonthName ,_of? ,Year", _month_of_year),
    rule("Year _of? MonthName", lambda anchor, year, month: _month_of_year(anchor, month, year)),
    rule("month", _month),
    rule("number _month_mark", lambda anchor, month: _month(anchor, month) if 1 <= month.number <= 12 else None),
    rule("_of month_ambiguous", _month),
    rule("month_rel", _month_on),
    rule("_the? rel _month_unit", _month_on),
    rule("_the? _month_unit rel_after", _month_on),
)
WHOLE = (
    rule("_the? _month_unit", _this_month),
    rule("_the? _year_unit", lambda anchor: _year_on(anchor, Sense(0))),
    rule("_the? _week_unit", lambda anchor: _week(anchor, Sense(0))),
    rule("Month", _number),
    rule("_the? MonthAmbiguous", _month),
    rule("Year", _number),
    rule("Week", _number),
    rule("Quarter", _number),
)
QUARTER = (
    rule("quarter_name _of? Year?", _quarter),
    rule("_the? rel _quarter_unit", _quarter_on),
)
DAY = (
    rule("Weekday? ,_on? ,numeric", _numeric),
    rule("_on short_date", _short),
    rule("Weekday? ,_on? ,_the? ,DayNumber _of? MonthName ,_of? ,Year?", _day),
    rule("Weekday? ,_the? ,MonthName _the? DayNumber ,_of? ,Year?", _dated),
    rule("Year _of? MonthName _of? DayNumber", _year_dated),
    rule("holiday _of? Year?", _holiday),
    rule("Year _of? holiday", _holiday_of),
    rule("_on ordinal", _day_of_this),
    rule("_the ordinal_figure", _day_of_this),
    rule("_on_day number", _day_of_this),
    rule("number _day_mark", _day_of_this),
    rule("Month _of? _the? DayNumber", _day_of_month),
    rule("_the? ordinal _of Month", _month_of_day),
    rule("day", _days_on),
    rule("part_of_day", _days_on),
    rule("weekday", _weekday),
    rule("_the? rel Weekday", _weekday_rel),
    rule("_the? Weekday rel_after", _rel_weekday),
    rule("rel_exact weekday", _weekday_exact),
    rule("_the? coming Weekday", _weekday_coming),
    rule("_the? after_next_pre Weekday", _weekday_rel),
    rule("_the? Weekday after_next", _rel_weekday),
    rule("Week _of? weekday", _week_weekday),
    rule("Weekday _of? Week", _exact_weekday),
    rule("Pointed _week_unit", _weekday_week),
    rule("_the? ordinal Weekday _of _the? WholeMonth", _nth),
    rule("_the? last Weekday _of _the? WholeMonth", _nth),
    rule("WholeMonth _of? ordinal Weekday", _nth_of),
    rule("weekend", _weekend),
    rule("_the? rel _weekend_unit", _weekend_rel),
    rule("end _the? Whole", _ends),
    rule("Month end_mark", _ends_after),
    rule("Year end_mark", _ends_after),
    rule("month_end", _month_end),
    rule("month_start", _month_start),
    rule("year_end", _year_end),
    rule("every Weekday", _nothing),
    rule("every ordinal", _nothing),
    rule("every number day_mark", _nothing),
    rule("_from? DayNumber _until DayNumber _of? MonthName ,_of? ,Year?", _day_range),
    rule("_from? MonthName DayNumber _until DayNumber ,_of? ,Year?", _range_days),
)
POINTED = (rule("weekday", _weekday), rule("day", _days_on), rule("_the? coming Weekday", _weekday_coming))
WHOLE_MONTH = (
    rule("Month", _number),
    rule("month_ambiguous", _month),
    rule("month_unit", lambda anchor, _: _this_month(anchor)),
)
DATE_RANGE = (
    rule("_from? Date _until Date", _dates_range),
    rule("Date _or Date", _either),
)
DAY_RULES: Grammar = {
    "Year": YEAR,
    "MonthName": MONTH_NAME,
    "MonthAmbiguous": (rule("month_ambiguous", _number),),
    "DayNumber": DAY_NUMBER,
    "Weekday": WEEKDAY,
    "Week": WEEK,
    "Month": MONTH,
    "Whole": WHOLE,
    "WholeMonth": WHOLE_MONTH,
    "Quarter": QUARTER,
    "Day": DAY,
    "Pointed": POINTED,
    "DateRange": DATE_RANGE,
}
"""The rules for days. ``Date`` is a ``Day`` or one counted from another (``span_rules``)."""
