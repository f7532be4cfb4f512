"""Time as memtxn keeps it: int64 microseconds since 1970-01-01 UTC.

Only aware datetimes come in, only aware UTC datetimes go out; :data:`FOREVER` is the open end of an interval.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from memtxn.errors import InvalidInput, NaiveDatetime, Unreadable
from memtxn.model.exact import Foreign, brief, is_a, kind_of

FOREVER = 2**63 - 1
"""The end of an interval that has none. Also the ``s1`` of a step that no later record has closed."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_FIRST = (datetime.min.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
_LAST = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND


def to_micros(moment: datetime, what: str = "time") -> int:
    """Microseconds since the epoch of an aware datetime.

    Raises:
        NaiveDatetime: it has no time zone. InvalidInput: it is no datetime at all, or cannot be
            expressed in UTC.
    """
    if type(moment) is datetime and moment.tzinfo is UTC:
        return (moment - _EPOCH) // _MICROSECOND
    if not is_a(moment, datetime):
        raise InvalidInput(f"{what} must be an aware datetime, not {kind_of(moment)}{_instead(moment)}")
    with Foreign(f"{what} is {brief(moment)}, whose time zone does not say how far it is from UTC"):
        aware = datetime.utcoffset(moment) is not None
        since = datetime.__sub__(moment, _EPOCH) if aware else timedelta()
    if not aware:
        raise NaiveDatetime(f"{what} is {brief(moment)}")
    micros = since // _MICROSECOND
    if not _FIRST <= micros <= _LAST:
        raise InvalidInput(f"{what} is {brief(moment)}, which in UTC is outside the years 1 to 9999")
    return micros


def _instead(given: object) -> str:
    """What to give in place of what is no datetime."""
    if is_a(given, date):
        return ": give the hour as well, datetime(2026, 3, 1, 12, tzinfo=UTC)"
    if is_a(given, str):
        return ": give datetime.fromisoformat('2026-03-01T12:00:00Z')"
    return ": give datetime.fromtimestamp(…, UTC)" if is_a(given, (int, float)) else ""


def in_utc(moment: datetime | None, what: str) -> datetime | None:
    """A datetime of our own for the same moment, whatever its time zone says later. Raises: see `to_micros`."""
    return None if moment is None else from_micros(to_micros(moment, what))


def from_micros(micros: int) -> datetime:
    """The aware UTC datetime of a count of microseconds.

    Raises:
        Unreadable: no datetime is that far away; no count that memtxn wrote is.
    """
    try:
        return _EPOCH + timedelta(microseconds=micros)
    except OverflowError as error:
        raise Unreadable(f"{micros} microseconds are out of the range of time") from error


def end_to_micros(moment: datetime | None, what: str = "valid_to") -> int:
    """Like :func:`to_micros`, where ``None`` means :data:`FOREVER`."""
    return FOREVER if moment is None else to_micros(moment, what)


def end_from_micros(micros: int) -> datetime | None:
    """Like :func:`from_micros`, where :data:`FOREVER` gives ``None``."""
    return None if micros == FOREVER else from_micros(micros)


def utc_text(moment: datetime) -> str:
    """A moment as a message tells it: to the second, or as exactly as it is known."""
    text = moment.astimezone(UTC).replace(tzinfo=None).isoformat(" ")
    return f"{text} UTC"


def span_text(micros: int) -> str:
    """About how long a span of time is, in words: ``40 seconds``, ``an hour``, ``3 days``, ``a year``."""
    seconds = max(1, round(micros / 1e6))
    for unit, length in _UNITS:
        number = round(seconds / length)
        if number >= 1 and seconds >= length * 0.95:
            return f"{'an' if unit == 'hour' else 'a'} {unit}" if number == 1 else f"{number:,} {unit}s"
    return f"{seconds} seconds" if seconds > 1 else "a second"


_UNITS = (("year", 31_557_600), ("month", 2_629_800), ("day", 86_400), ("hour", 3_600), ("minute", 60))


def offset_of(moment: datetime) -> int | None:
    """The minutes from UTC at which an aware datetime was given; None for one without a zone."""
    given = moment.utcoffset()
    return None if given is None else round(given.total_seconds() / 60)
