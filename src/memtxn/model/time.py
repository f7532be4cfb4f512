"""Time as memtxn keeps it: int64 microseconds since 1970-01-01 UTC.

Only aware datetimes come in, only aware UTC datetimes go out; :data:`FOREVER` is the open end of an interval.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memtxn.errors import InvalidInput, NaiveDatetime, Unreadable

FOREVER = 2**63 - 1
"""The end of an interval that has none. Also the ``s1`` of a step that no later record has closed."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_micros(moment: datetime, what: str = "time") -> int:
    """Microseconds since the epoch of an aware datetime.

    Raises:
        NaiveDatetime: it has no time zone. InvalidInput: it is no datetime at all, or cannot be
            expressed in UTC.
    """
    if not isinstance(moment, datetime):
        raise InvalidInput(f"{what} must be an aware datetime, not {type(moment).__name__}")
    if moment.tzinfo is UTC:
        return (moment - _EPOCH) // _MICROSECOND
    try:
        if moment.utcoffset() is None:
            raise NaiveDatetime(f"{what} is {moment!r}")
        return (moment.astimezone(UTC) - _EPOCH) // _MICROSECOND
    except (OverflowError, TypeError, ValueError) as error:
        raise InvalidInput(f"{what} is {moment!r}, which cannot be expressed in UTC") from error


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
