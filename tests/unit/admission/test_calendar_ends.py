"""The ends of the calendar: the gate judges what is said at any time that a source may have, and never raises."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memtxn.core.admission import Judgement, analyse, judge
from memtxn.core.admission.terms import Terms
from memtxn.model.codec import Json
from memtxn.model.source import Source
from memtxn.model.time import to_micros
from tests.unit.admission.cases import POLICY, draft

FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
TEXTS = (
    "The review is next year.",
    "The review is in 3 days.",
    "The review is in 999999999999 days.",
    "The review was yesterday.",
    "The review was 5 years ago.",
    "The review was 2 hours ago.",
    "The review is in two and a half hours.",
    "The review is next Friday.",
    "The review is a week from Friday.",
    "The review is at 5pm tomorrow.",
    "The review is on the first Monday of next month.",
    "The review is at the end of the month.",
    "The review is next quarter.",
    "The review is at Easter.",
    "The review is from Monday to Friday.",
    "The review is at 9999-12-31T23:59:59-12:00.",
    "The review is at 0001-01-01T00:00:00+14:00.",
    "Die Prüfung ist übermorgen.",
    "La revue est la semaine prochaine.",
    "レビューは来週の金曜日です。",
    "评审在明天。",
    "评审在昨天下午3点。",
    "评审在上个月底。",
)
VALUES: tuple[Json, ...] = (
    "9999-12-31",
    "0001-01-01",
    "10000-01-01",
    "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00",
    "23:00",
    "9999-12",
    5,
)


def judged(
    text: str, value: Json, at: datetime, *, offset: int | None = None, zone: str | None = None
) -> Judgement:
    source = Source(id="s", speaker="ana", channel="user", at=at, text=text, offset=offset)
    made = draft(value, source.span(0, len(text)), observed_at=at)
    now = min(to_micros(at) + 1_000_000, to_micros(LAST))
    return judge(made, {"s": analyse(source)}, now=now, policy=POLICY, terms=Terms(zone=zone))


@pytest.mark.parametrize("zone", [None, "Asia/Tokyo", "America/New_York"])
@pytest.mark.parametrize("offset", [None, 840, -720, 1439, -1439])
@pytest.mark.parametrize("at", [FIRST, FIRST + timedelta(days=40), LAST - timedelta(days=40), LAST])
def test_every_time_of_a_source_can_be_judged(at: datetime, offset: int | None, zone: str | None) -> None:
    for text in TEXTS:
        for value in VALUES:
            assert judged(text, value, at, offset=offset, zone=zone).verdict.trace


def test_what_lies_in_the_calendar_is_still_read() -> None:
    at = datetime(9999, 12, 30, 12, tzinfo=UTC)
    assert judged("The review is tomorrow.", "9999-12-31", at).verdict.code != "not_ordered_subsequence"
    assert judged("评审在明天。", "9999-12-31", at).verdict.code != "not_ordered_subsequence"
    at = datetime(1, 1, 2, 12, tzinfo=UTC)
    assert judged("The review was yesterday.", "0001-01-01", at).verdict.code != "not_ordered_subsequence"


def test_what_lies_beyond_it_is_no_day() -> None:
    assert judged("The review is tomorrow.", "9999-12-31", LAST).verdict.code == "not_ordered_subsequence"
    assert judged("The review was yesterday.", "0001-01-01", FIRST).verdict.code == "not_ordered_subsequence"
