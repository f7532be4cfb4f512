"""Moments: what an expression of time stands for, and from where a speaker looks at it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from memtxn.core.admission.forms.form import Context

Kind = Literal["date", "time", "datetime", "month", "year", "week", "quarter"]
"""How fine a moment is told. A month and a year are told by their first day, a week by its Monday."""
Role = Literal["", "start", "end", "choice"]
"""Which part of what was said a moment is: all of it, one end of a range, one of several choices."""
Tense = Literal["past", "open", "future"]
"""What a sentence speaks of, as far as its words tell."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Moment(msgspec.Struct, frozen=True, gc=False):
    """One thing that an expression of time can stand for, in the speaker's own zone."""

    kind: Kind
    day: date | None = None
    clock: time | None = None
    note: str = ""
    role: Role = ""

    def iso(self) -> str:
        """The moment in ISO 8601."""
        if self.day is None:
            return "" if self.clock is None else clock_text(self.clock)
        match self.kind:
            case "datetime" if self.clock is not None:
                return f"{self.day.isoformat()}T{clock_text(self.clock)}"
            case "month":
                return self.day.isoformat()[:7]
            case "year":
                return self.day.isoformat()[:4]
            case "week":
                year, week, _ = self.day.isocalendar()
                return f"{year:04}-W{week:02}"
            case "quarter":
                return f"{self.day.year:04}-Q{(self.day.month + 2) // 3}"
            case _:
                return self.day.isoformat()


class Anchor(msgspec.Struct, frozen=True, gc=False):
    """From where an expression is read: when and in which sentence it is said.

    ``hours``: whether a time without a part of the day may mean either half of it (12).
    """

    now: datetime
    tense: Tense = "open"
    hours: int = 12

    @property
    def today(self) -> date:
        """The day on which it is said, where it is said."""
        return self.now.date()


def clock_text(clock: time) -> str:
    """``HH:MM``, and the seconds when there are some."""
    return clock.isoformat("seconds" if clock.second else "minutes")


def zone_of(context: Context, offset: timedelta | None = None) -> tuple[tzinfo, str]:
    """The zone in which a text is read, and how it is called.

    The speaker's, where the memory knows it, or where the source's time told it. Else that of the value, which
    was written down with an offset by somebody who knew. Else UTC: the reading names it, so that a person can
    see what was taken for granted.
    """
    known = _zone(context.zone) if context.zone else None
    if known is not None:
        return known, context.zone or ""
    if context.offset is not None:
        offset = timedelta(minutes=context.offset)
    if offset is not None:
        zone = timezone(offset)
        return zone, str(zone)
    return UTC, "UTC"


def spoken_at(context: Context, zone: tzinfo) -> datetime | None:
    """When it was said, by the clock on the speaker's wall; None beyond the calendar."""
    try:
        return (_EPOCH + timedelta(microseconds=context.at)).astimezone(zone)
    except (OverflowError, ValueError):
        return None


@lru_cache(maxsize=64)
def _zone(name: str) -> tzinfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
