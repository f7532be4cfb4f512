"""Stand-ins for the clock and for chance: a test says what time it is and knows every id beforehand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from threading import Lock

from memtxn.model.time import to_micros

START = datetime(2026, 1, 1, tzinfo=UTC)


class FakeClock:
    """A clock that stands still until it is told otherwise. It may be set back, as real clocks are."""

    def __init__(self, now: datetime = START) -> None:
        self._lock = Lock()
        self.set(now)

    def __call__(self) -> datetime:
        """The present."""
        return self._now

    def set(self, now: datetime) -> None:
        """Make it that moment. Raises NaiveDatetime when the time zone is missing."""
        to_micros(now, "the clock's time")
        with self._lock:
            self._now = now

    def advance(self, by: timedelta = timedelta(seconds=1)) -> datetime:
        """Let time pass (a negative span: step back), and say what time it then is."""
        with self._lock:
            self._now += by
            return self._now


class CountingIds:
    """Ids that count: deterministic and unique, but not secret. Give each store of a test its own ``start``.

    The n-th id is the number n in ``size`` bytes; OverflowError when they are too few for it.
    """

    def __init__(self, start: int = 1) -> None:
        self._numbers = count(start)
        self._lock = Lock()

    def __call__(self, size: int) -> bytes:
        """The next id."""
        with self._lock:
            number = next(self._numbers)
        return number.to_bytes(size, "big")
