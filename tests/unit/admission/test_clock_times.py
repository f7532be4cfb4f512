"""What times of day are called, by language, and which times they may be."""

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.admission.test_dates import meanings, roles

TIMES = [
    ("en", "4pm", "16:00"),
    ("en", "at 4 pm", "16:00"),
    ("en", "4:30 p.m.", "16:30"),
    ("en", "4.30pm", "16:30"),
    ("en", "12 am", "00:00"),
    ("en", "12 pm", "12:00"),
    ("en", "12:15 am", "00:15"),
    ("en", "half past six", "06:30 18:30"),
    ("en", "half past three in the afternoon", "15:30"),
    ("en", "quarter to nine", "08:45 20:45"),
    ("en", "a quarter past nine in the morning", "09:15"),
    ("en", "ten to one pm", "12:50"),
    ("en", "twenty past eight", "08:20 20:20"),
    ("en", "twenty-five to ten at night", "21:35"),
    ("en", "noon", "12:00"),
    ("en", "midnight", "00:00"),
    ("en", "at 7", "07:00 19:00"),
    ("en", "at 12", "12:00 00:00"),
    ("en", "at 15", "15:00"),
    ("en", "at seven in the evening", "19:00"),
    ("en", "seven o'clock", "07:00 19:00"),
    ("en", "7 o'clock in the morning", "07:00"),
    ("en", "4 in the afternoon", "16:00"),
    ("en", "at seven thirty", "07:30 19:30"),
    ("en", "7:30", "07:30 19:30"),
    ("en", "07:30", "07:30"),
    ("en", "19:30", "19:30"),
    ("en", "19:30:15", "19:30:15"),
    ("en", "at 1930 hours", "19:30"),
    ("en", "in the evening we eat at 7", "19:00"),
    ("en", "7 people", ""),
    ("en", "25:00", ""),
    ("en", "7:65", ""),
    ("en", "from 9 to 10", "09:00 21:00 10:00 22:00"),
    ("zh", "下午三点半", "15:30"),
    ("zh", "下午3:30", "15:30"),
    ("zh", "早上8点一刻", "08:15"),
    ("zh", "十五点", "15:00"),
    ("zh", "差五分九点", "08:55 20:55"),
    ("zh", "上午差一刻九点", "08:45"),
    ("zh", "晚上七点", "19:00"),
    ("zh", "晚上十二点", "00:00"),
    ("zh", "中午12点", "12:00"),
    ("zh", "中午一点", "13:00"),
    ("zh", "凌晨两点", "02:00"),
    ("zh", "七点", "07:00 19:00"),
    ("zh", "七点十五", "07:15 19:15"),
    ("zh", "下午兩點鐘", "14:00"),
    ("zh", "二十点三十分", "20:30"),
    ("zh", "有三点意见", "03:00 15:00"),
    ("es", "a las siete", "07:00 19:00"),
    ("es", "a las siete y media de la tarde", "19:30"),
    ("es", "a las nueve menos cuarto", "08:45 20:45"),
    ("es", "a las 16:30", "16:30"),
    ("es", "a las 7:30", "07:30"),
    ("es", "a las nueve de la noche", "21:00"),
    ("es", "mediodía", "12:00"),
    ("fr", "à 16h30", "16:30"),
    ("fr", "16 h 30", "16:30"),
    ("fr", "à 16 heures", "16:00"),
    ("fr", "sept heures et demie du soir", "19:30"),
    ("fr", "huit heures et quart", "08:15 20:15"),
    ("fr", "neuf heures moins le quart", "08:45 20:45"),
    ("fr", "midi", "12:00"),
    ("de", "um 16:30 Uhr", "16:30"),
    ("de", "16.30 Uhr", "16:30"),
    ("de", "um 7 Uhr abends", "19:00"),
    ("de", "halb sieben", "06:30 18:30"),
    ("de", "halb eins", "12:30 00:30"),
    ("de", "viertel vor neun", "08:45 20:45"),
    ("de", "viertel nach acht", "08:15 20:15"),
    ("de", "dreiviertel sieben", "06:45 18:45"),
    ("de", "fünf vor zwölf", "11:55 23:55"),
    ("de", "7 Uhr 30", "07:30 19:30"),
    ("de", "um 7:30", "07:30"),
    ("ja", "午後3時", "15:00"),
    ("ja", "午後3時半", "15:30"),
    ("ja", "午前9時15分", "09:15"),
    ("ja", "15時", "15:00"),
    ("ja", "夜7時", "19:00"),
    ("ja", "7時", "07:00 19:00"),
    ("ja", "正午", "12:00"),
]


@pytest.mark.parametrize(("language", "text", "expected"), TIMES)
def test_a_time_may_be(language: str, text: str, expected: str) -> None:
    assert meanings(language, text) == expected.split()


TOGETHER = [
    ("en", "Saturday 7 November at 8 pm", "2026-11-07 2026-11-07T20:00 20:00"),
    ("en", "tonight at 8", "2026-10-28 2026-10-28T20:00 20:00"),
    ("en", "tomorrow morning at 9", "2026-10-29 2026-10-29T09:00 09:00"),
    ("en", "at 9 am tomorrow", "09:00 2026-10-29T09:00 2026-10-29"),
    ("en", "in 2 hours", "2026-10-28T12:00 12:00"),
    ("en", "half an hour ago", "2026-10-28T09:30 09:30"),
    ("zh", "本周六晚上七点半", "2026-10-31 2026-10-31T19:30 19:30"),
    ("zh", "明晚8点", "2026-10-29 2026-10-29T20:00 20:00"),
    ("zh", "下周三十点", "2026-11-04 2026-11-04T10:00 2026-11-04T22:00 10:00 22:00"),
    ("en", "in two and a half hours", "2026-10-28T12:30 12:30"),
    ("zh", "两个半小时后", "2026-10-28T12:30 12:30"),
    ("zh", "明天上午10点到12点", "2026-10-29 2026-10-29T10:00 2026-10-29T12:00 10:00 12:00"),
    ("en", "tomorrow afternoon from 3 to 5", "2026-10-29 2026-10-29T15:00 2026-10-29T17:00 15:00 17:00"),
    ("zh", "半小时后", "2026-10-28T10:30 10:30"),
    ("es", "el 5 de diciembre a las 16:30", "2026-12-05 2026-12-05T16:30 16:30"),
    ("fr", "demain à 16h30", "2026-10-29 2026-10-29T16:30 16:30"),
    ("de", "morgen um 16 Uhr", "2026-10-29 2026-10-29T16:00 16:00"),
    ("ja", "明日の午後3時", "2026-10-29 2026-10-29T15:00 15:00"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "expected"), TOGETHER)
def test_a_day_and_a_time_are_told_apart_and_together(language: str, text: str, expected: str) -> None:
    assert meanings(language, text) == expected.split()


RANGES = [
    ("en", "from 3 to 5 pm", "15:00 start, 17:00 end"),
    ("en", "between 11 and 1 pm", "11:00 start, 13:00 end"),
    ("en", "9:00-17:00", "09:00 start, 17:00 end"),
    ("en", "2pm–5pm", "14:00 start, 17:00 end"),
    ("en", "8 am till 6", "08:00 start, 18:00 end"),
    ("en", "3 or 4 pm", "15:00 choice, 16:00 choice"),
    ("en", "May 3-5, 2027", "2027-05-03 start, 2027-05-05 end"),
    ("en", "3 to 5 May 2027", "2027-05-03 start, 2027-05-05 end"),
    ("en", "from 1 December to 3 December", "2026-12-01 start, 2026-12-03 end"),
    ("en", "tomorrow or Friday", "2026-10-29 choice, 2026-10-30 choice"),
    ("en", "this weekend", "2026-10-31 start, 2026-11-01 end"),
    ("zh", "下午三点到五点", "15:00 start, 17:00 end"),
    ("zh", "9点至17点", "09:00 start, 17:00 end"),
    ("zh", "12月3号到5号", "2026-12-03 start, 2026-12-05 end"),
    ("zh", "下周末", "2026-11-07 start, 2026-11-08 end"),
    ("zh", "周末", "2026-10-31 start, 2026-11-01 end"),
    ("de", "von 9 bis 17 Uhr", "09:00 start, 17:00 end"),
    ("fr", "de 9h à 17h", "09:00 start, 17:00 end"),
    ("es", "de 9:00 a 17:00", "09:00 start, 17:00 end"),
    ("ja", "15時から17時まで", "15:00 start, 17:00 end"),
]


@pytest.mark.parametrize(("language", "text", "expected"), RANGES)
def test_the_ends_of_a_range_are_known(language: str, text: str, expected: str) -> None:
    assert roles(language, text) == expected.split(", ")


MINUTES = st.builds(time, st.integers(0, 23), st.integers(0, 59))


@given(MINUTES, st.sampled_from(["en", "zh", "es", "fr", "de", "ja"]))
def test_a_written_time_is_read_back(clock: time, language: str) -> None:
    assert clock.isoformat("minutes") in meanings(language, f"at {clock:%H:%M}")


@given(MINUTES)
def test_a_time_with_its_half_of_the_day_is_one_time(clock: time) -> None:
    hour = clock.hour % 12 or 12
    half = "am" if clock.hour < 12 else "pm"
    assert meanings("en", f"{hour}:{clock.minute:02} {half}") == [clock.isoformat("minutes")]
    zh = "凌晨" if clock.hour < 6 else "上午" if clock.hour < 12 else "下午" if clock.hour < 18 else "晚上"
    assert meanings("zh", f"{zh}{hour}点{clock.minute}分") == [clock.isoformat("minutes")]
