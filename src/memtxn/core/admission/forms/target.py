"""Target: a value as a moment, when it is one: an ISO 8601 date, time, month, year or week."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from functools import lru_cache

import msgspec

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.forms.calendar import day_of
from memtxn.core.admission.forms.dates import date_readings, may_be_one
from memtxn.core.admission.forms.form import Context
from memtxn.core.admission.forms.moments import Kind, Moment, clock_text
from memtxn.model.codec import Json

_LONGEST = 40
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?")
_MONTH = re.compile(r"(\d{4})-(\d\d)")
_YEAR = re.compile(r"[12]\d{3}")
_WEEK = re.compile(r"(\d{4})-W(\d\d)")
_QUARTER = re.compile(r"(\d{4})-?Q([1-4])")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_DATETIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.0+)?(?:Z|[+-]\d\d:?\d\d)?")


class Target(msgspec.Struct, frozen=True):
    """What a value says: of which kind, its canonical text, and the instant of one with an offset.

    ``others``: the other moments that a value in words may say ("at 4").
    """

    kind: Kind
    iso: str
    instant: datetime | None = None
    others: tuple[str, ...] = ()


def target_of(value: Json) -> Target | None:
    """The moment that a value writes, or None when it writes none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Target("year", str(value)) if 1000 <= value < 3000 else None
    if not isinstance(value, str) or len(value) > _LONGEST:
        return None
    text = value.strip()
    if not text[:1].isdecimal() or not text.isascii():
        return None
    return _clock(text) or _day(text) or _whole(text)


def spoken_target(value: Json, context: Context) -> Target | None:
    """The moment that a value names in words, "4 pm" or "3 May 2027", when it is nothing but that."""
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST or not _may_be_said(value, context.languages):
        return None
    analysis = analyse_text(value)
    size = len(analysis.tokens.texts)
    whole = (one.moments for one in date_readings(analysis, 0, size, context) if one.last - one.first == size)
    moments = [moment for moments in whole for moment in moments]
    if not moments or any(one.role or one.kind != moments[0].kind for one in moments):
        return None
    first, *others = (one.iso() for one in moments)
    return Target(moments[0].kind, first, None, tuple(others))


@lru_cache(maxsize=4096)
def _may_be_said(value: str, languages: tuple[str, ...]) -> bool:
    """Whether a value may be an expression of time, whenever it is said."""
    return may_be_one(analyse_text(value).tokens.texts, languages)


def _clock(text: str) -> Target | None:
    found = _CLOCK.fullmatch(text)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59 or int(found[3] or 0) > 59:
        return None
    return Target("time", clock_text(time(int(found[1]), int(found[2]), int(found[3] or 0))))


def _day(text: str) -> Target | None:
    try:
        if _DATE.fullmatch(text):
            return Target("date", date.fromisoformat(text).isoformat())
        if _DATETIME.fullmatch(text):
            moment = datetime.fromisoformat(text)
            local = Moment("datetime", moment.date(), moment.time())
            return Target("datetime", local.iso(), moment if moment.tzinfo else None)
    except ValueError:
        return None
    return None


def _whole(text: str) -> Target | None:
    if _YEAR.fullmatch(text):
        return Target("year", text)
    if found := _MONTH.fullmatch(text):
        return Target("month", text) if day_of(int(found[1]), int(found[2]), 1) else None
    if _WEEK.fullmatch(text):
        return Target("week", text)
    if quarter := _QUARTER.fullmatch(text):
        return Target("quarter", f"{quarter[1]}-Q{quarter[2]}")
    return None
