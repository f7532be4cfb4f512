"""The forms of days and times: which values an excerpt bears out, how they are told, and how fast."""

from time import perf_counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.forms.date import DATE, TIME_OF_DAY
from memtxn.core.admission.forms.dates import date_readings
from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.time_words import LANGUAGES
from memtxn.core.admission.patchtest import Excerpt
from memtxn.model.codec import Json
from tests.unit.admission.cases import excerpt
from tests.unit.admission.test_dates import context


def matches(text: str, value: Json, asked: Context, quote: str = "") -> list[Match]:
    whole = excerpt(text)
    start = text.index(quote)
    cut = Excerpt(whole.analysis, *whole.analysis.window(start, start + len(quote or text)))
    return [*DATE.find(value, cut, asked), *TIME_OF_DAY.find(value, cut, asked)]


def codes(text: str, value: Json, language: str = "en", attribute: str = "date", **more: str) -> list[str]:
    return [one.code for one in matches(text, value, context(language, attribute=attribute), **more)]


ADMITTED = [
    ("en", "Her visa runs out next Friday", "2026-11-06"),
    ("en", "Her visa runs out next Friday", "2026-10-30"),
    ("en", "We fly on Friday at 7 pm", "2026-10-30"),
    ("en", "We fly on Friday at 7 pm", "19:00"),
    ("en", "We fly on Friday at 7 pm", "19:00:00"),
    ("en", "We fly on Friday at 7 pm", "2026-10-30T19:00"),
    ("en", "We fly on Friday at 7 pm", "2026-10-30 19:00:00"),
    ("en", "We fly on Friday at 7 pm", "2026-10-30T19:00:00Z"),
    ("en", "We fly on Friday at 7 pm", "2026-10-30T20:00:00+01:00"),
    ("en", "It reopens in May 2027", "2027-05"),
    ("en", "I retire next year", "2027"),
    ("en", "I am free next year", 2027),
    ("en", "The fair is next week", "2026-W45"),
    ("en", "The bus leaves at 16:00", "4 pm"),
    ("en", "The bus leaves at 4 p.m.", "four in the afternoon"),
    ("en", "We fly on 3 May 2027", "May 3rd, 2027"),
    ("en", "We fly on 2027-05-03", "3 May 2027"),
    ("en", "She comes the day after tomorrow", "30 October"),
    ("zh", "火车15:30开", "下午三点半"),
    ("zh", "合同明年三月一号到期", "2027-03-01"),
    ("zh", "火车下午三点半开", "15:30"),
    ("zh", "明年退休", 2027),
]


@pytest.mark.parametrize(("language", "text", "value"), ADMITTED)
def test_an_excerpt_says_a_moment(language: str, text: str, value: Json) -> None:
    assert codes(text, value, language) == [""]


NOT_SAID = [
    ("Her visa runs out next Friday", "2026-11-13"),
    ("Her visa runs out next Friday", "Saturday"),
    ("Her visa runs out next Friday", "2026-02-30"),
    ("We fly on Friday at 7 pm", "07:00"),
    ("We fly on Friday at 7 pm", "2026-10-30T07:00"),
    ("We fly on Friday at 7 pm", "2026-10-30T20:00:00+02:00"),
    ("We fly on Friday at 7 pm", "24:00"),
    ("We fly every Friday", "2026-10-30"),
    ("We fly on 3 May 2027", "2027-05"),
    ("We fly on 3 May 2027", "4 May 2027"),
    ("We fly on 3 May 2027", "May 2027"),
    ("We fly on 3 May 2027", "from 3 May to 5 May 2027"),
    ("We fly on 3 May 2027", True),
    ("We fly on 3 May 2027", 3),
    ("We fly on 3 May 2027", None),
    ("", "2027-05-03"),
]


@pytest.mark.parametrize(("text", "value"), NOT_SAID)
def test_an_excerpt_does_not_say_a_moment(text: str, value: Json) -> None:
    assert codes(text, value) == []


RANGES = [
    ("open from 3 to 5 pm", "15:00", "start time", ""),
    ("open from 3 to 5 pm", "17:00", "end time", ""),
    ("open from 3 to 5 pm", "17:00", "closing time", ""),
    ("open from 3 to 5 pm", "15:00", "time", "number_truncated"),
    ("open from 3 to 5 pm", "17:00", "start time", "number_truncated"),
    ("away this weekend", "2026-10-31", "date", "number_truncated"),
    ("away this weekend", "2026-10-31", "from", ""),
    ("at 3 or 4 pm", "15:00", "start time", "number_truncated"),
    ("Friday or Saturday", "2026-10-30", "date", "number_truncated"),
]


@pytest.mark.parametrize(("text", "value", "attribute", "code"), RANGES)
def test_half_of_a_range_is_for_who_asks_for_it(text: str, value: str, attribute: str, code: str) -> None:
    assert codes(text, value, attribute=attribute) == [code]


def test_a_match_without_a_code_comes_first() -> None:
    assert codes("from 3 to 5 pm, so be there at 3 pm", "15:00") == ["", "number_truncated"]


CUT = [
    ("It opens the Friday after next", "Friday", "2026-10-30"),
    ("It opens on 3 May 2027", "3 May", "2026-05-03"),
    ("It opens at 7 pm", "at 7", "07:00"),
    ("It opens every Friday", "Friday", "2026-10-30"),
    ("It opens half past six", "six", "06:00"),
]


@pytest.mark.parametrize(("text", "quote", "value"), CUT)
def test_no_expression_is_read_in_part(text: str, quote: str, value: str) -> None:
    assert codes(text, value, quote=quote) == []


def test_a_person_can_follow_what_was_read() -> None:
    (found,) = matches("Due next Friday.", "2026-11-06", context("en"))
    said = "'next Friday' said on Wed 2026-10-28 (UTC) → 2026-11-06 (Friday of next week; also 2026-10-30)"
    assert (found.form, found.reading, found.first, found.last) == ("date", said, 1, 3)
    (found,) = matches("from 3 to 5 pm", "17:00", context("en", attribute="end"))
    assert found.reading == "'from 3 to 5 pm' → 17:00 (the end of a range)"


ZONES = [
    (None, "tomorrow", "2026-11-04", "UTC"),
    ("UTC", "tomorrow", "2026-11-04", "UTC"),
    ("Asia/Shanghai", "tomorrow", "2026-11-05", "Asia/Shanghai"),
    ("America/New_York", "today", "2026-11-03", "America/New_York"),
    ("No/Such_Zone", "today", "2026-11-03", "UTC"),
    ("../etc", "today", "2026-11-03", "UTC"),
    ("Asia/Shanghai", "tomorrow at 9 am", "2026-11-05T09:00+08:00", "Asia/Shanghai"),
    ("Asia/Shanghai", "tomorrow at 9 am", "2026-11-05T01:00Z", "Asia/Shanghai"),
    (None, "tomorrow at 9 am", "2026-11-05T09:00+08:00", "UTC+08:00"),
    (None, "tomorrow at 9 am", "2026-11-04T09:00", "UTC"),
]


@pytest.mark.parametrize(("zone", "text", "value", "told"), ZONES)
def test_a_day_is_the_speakers_own(zone: str | None, text: str, value: str, told: str) -> None:
    (found,) = matches(text, value, context("en", at="2026-11-03T22:30:00+00:00", zone=zone))
    assert f"({told})" in found.reading


def test_a_moment_beyond_the_calendar_is_none() -> None:
    beyond = msgspec.structs.replace(context("en", zone="Asia/Shanghai"), at=2**62)
    assert matches("tomorrow", "2026-10-29", beyond) == []


VOCABULARY = """next last this friday may 3 3rd of the at to 5 pm half past in two weeks ago from or - . , 2026
every end 月 日 三 十 点 半 下 周 明天 年 号 差 分 一刻 到 の 時 à 16h30 heures et demie el de mayo y media um uhr
halb vor am 7:30 99:99 q3"""
WORDS = st.sampled_from(VOCABULARY.split())


@given(st.lists(WORDS, max_size=25).map(" ".join) | st.lists(WORDS, max_size=25).map("".join) | st.text())
def test_any_text_is_read(text: str) -> None:
    whole = excerpt(text)
    for language in (*LANGUAGES, ""):
        for reading in date_readings(whole.analysis, whole.first, whole.last, context(language)):
            assert whole.first <= reading.first < reading.last <= whole.last
            assert all(moment.iso() for moment in reading.moments)


@pytest.mark.parametrize(
    "text", ["next friday ", "三", "5 to ", "in 3 weeks from ", "the end of ", "x ", "下周三点半"]
)
def test_long_texts_are_read_in_linear_time(text: str) -> None:
    """Four times the text takes about four times as long, not sixteen."""
    took = []
    for size in (500, 2_000):
        whole = excerpt(text * size)
        start = perf_counter()
        date_readings(whole.analysis, whole.first, whole.last, context("zh"))
        took.append(perf_counter() - start)
    assert took[1] < 9 * took[0] + 0.05
