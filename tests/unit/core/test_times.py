"""Times and spans of time, as messages tell them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from memtxn.model.time import span_text, utc_text


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.4, "a second"),
        (1, "a second"),
        (40, "40 seconds"),
        (60, "a minute"),
        (301, "5 minutes"),
        (3_600, "an hour"),
        (86_400, "a day"),
        (3 * 86_400, "3 days"),
        (61 * 86_400, "2 months"),
        (31_499_577, "a year"),
        (30 * 31_557_600, "30 years"),
    ],
)
def test_a_span_of_time(seconds: float, said: str) -> None:
    assert span_text(int(seconds * 1_000_000)) == said


def test_a_moment_is_told_in_utc_as_exactly_as_it_is_known() -> None:
    noon = datetime(2026, 11, 30, 10, 9, 33, tzinfo=UTC)
    assert utc_text(noon) == utc_text(noon.astimezone(timezone(timedelta(hours=5)))) == "2026-11-30 10:09:33 UTC"
    assert utc_text(noon.replace(microsecond=5)) == "2026-11-30 10:09:33.000005 UTC"
