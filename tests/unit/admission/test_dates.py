"""What days are called, by language. All is said on Wednesday, 28 October 2026, if not told otherwise."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.forms.dates import Reading, date_readings
from memtxn.core.admission.forms.form import Context
from memtxn.core.admission.terms import NO_TERMS
from memtxn.model.time import to_micros
from tests.unit.admission.cases import excerpt

AT = "2026-10-28T10:00:00+00:00"


def context(language: str, *, at: str = AT, zone: str | None = "UTC", attribute: str = "date") -> Context:
    return Context(
        languages=(language,) if language else (),
        at=to_micros(datetime.fromisoformat(at)),
        zone=zone,
        attribute=tuple(attribute.split()),
        speaker="alice",
        terms=NO_TERMS,
    )


def readings(language: str, text: str, at: str = AT) -> tuple[Reading, ...]:
    whole = excerpt(text)
    return date_readings(whole.analysis, whole.first, whole.last, context(language, at=at))


def meanings(language: str, text: str, at: str = AT) -> list[str]:
    """All that the text can mean, day by day."""
    return [moment.iso() for reading in readings(language, text, at) for moment in reading.moments]


def roles(language: str, text: str) -> list[str]:
    found = readings(language, text)
    return [f"{moment.iso()} {moment.role}" for reading in found for moment in reading.moments]


ENGLISH = [
    ("today", "2026-10-28"),
    ("Tomorrow we pack", "2026-10-29"),
    ("the day after tomorrow", "2026-10-30"),
    ("the day before yesterday", "2026-10-26"),
    ("this morning", "2026-10-28"),
    ("next Friday", "2026-11-06 2026-10-30"),
    ("this Friday", "2026-10-30"),
    ("this Monday", "2026-11-02 2026-10-26"),
    ("last Friday", "2026-10-23"),
    ("last Tuesday", "2026-10-27 2026-10-20"),
    ("this coming Sunday", "2026-11-01"),
    ("this past Sunday", "2026-10-25"),
    ("the Friday after next", "2026-11-13 2026-11-06"),
    ("on Friday", "2026-10-30"),
    ("on Wednesday", "2026-10-28 2026-11-04"),
    ("we left on Friday, it was raining", "2026-10-23 2026-10-30"),
    ("Friday week", "2026-11-06"),
    ("a week from Friday", "2026-11-06"),
    ("Friday in two weeks", "2026-11-13"),
    ("two weeks from tomorrow", "2026-11-12"),
    ("three days before Christmas", "2026-12-22"),
    ("in 3 days", "2026-10-31"),
    ("in a fortnight", "2026-11-11"),
    ("in two months", "2026-12-28 2026-12"),
    ("a year ago", "2025-10-28 2025"),
    ("ten days from now", "2026-11-07"),
    ("Sunday of next week", "2026-11-08"),
    ("I saw it on the 17th, he even liked it.! We will see.", "2026-10-17"),
    ("They will come. I saw it on Friday. They will go.", "2026-10-23 2026-10-30"),
    ("It was fun at 4 p.m. on Friday", "16:00 2026-10-23T16:00 2026-10-30T16:00 2026-10-23 2026-10-30"),
    ("It starts on Nov. 5", "2026-11-05"),
    ("the third", ""),
    ("the 30th", "2026-10-30"),
    ("the 3rd", "2026-11-03 2026-10-03"),
    ("it will end on the 3rd", "2026-11-03"),
    ("the 31st of next month", ""),
    ("the 3rd of next month", "2026-11-03"),
    ("May 3rd", "2027-05-03 2026-05-03"),
    ("it will be on 3 May", "2027-05-03"),
    ("he was born on 3 May", "2026-05-03"),
    ("December 5", "2026-12-05"),
    ("5 Dec", "2026-12-05"),
    ("the fifth of December, 2027", "2027-12-05"),
    ("the twenty-first of June 2027", "2027-06-21"),
    ("Friday, 6 November", "2026-11-06"),
    ("Friday, 7 November", "2025-11-07"),
    ("May 2026", "2026-05"),
    ("May, 2026", "2026-05"),
    ("in May", "2027-05 2026-05"),
    ("you may go", ""),
    ("we march on", ""),
    ("03/05/2026", "2026-03-05 2026-05-03"),
    ("31/05/2026", "2026-05-31"),
    ("05/31/26", "2026-05-31"),
    ("2026-05-03", "2026-05-03"),
    ("2026/5/3", "2026-05-03"),
    ("3.5.2026", "2026-05-03"),
    ("2026-13-03", ""),
    ("29 February 2027", ""),
    ("the end of the month", "2026-10-31"),
    ("the last day of February 2028", "2028-02-29"),
    ("the first day of next month", "2026-11-01"),
    ("end of May 2027", "2027-05-31"),
    ("end of the year", "2026-12-31"),
    ("last Friday of the month", "2026-10-30"),
    ("the first Monday in December", "2026-12-07"),
    ("the fifth Monday of December", ""),
    ("Q3 2027", "2027-Q3"),
    ("next quarter", "2027-Q1"),
    ("next week", "2026-W45"),
    ("the week after next", "2026-W46"),
    ("next month", "2026-11"),
    ("last year", "2025"),
    ("Christmas Eve", "2026-12-24"),
    ("New Year's Day", "2027-01-01 2026-01-01"),
    ("Halloween", "2026-10-31"),
    ("every Friday", ""),
    ("on Fridays", ""),
    ("the sun is out, we sat", ""),
    ("sometime", ""),
]
CHINESE = [
    ("今天", "2026-10-28"),
    ("我明天走", "2026-10-29"),
    ("后天", "2026-10-30"),
    ("大后天", "2026-10-31"),
    ("昨天到的", "2026-10-27"),
    ("大前天", "2026-10-25"),
    ("后年", "2028"),
    ("下周三", "2026-11-04"),
    ("下下周五", "2026-11-13"),
    ("下个星期天", "2026-11-08"),
    ("这周日", "2026-11-01"),
    ("本周一", "2026-10-26"),
    ("上周二", "2026-10-20"),
    ("周五见", "2026-10-30"),
    ("周五去过了", "2026-10-23 2026-10-30"),
    ("下週三", "2026-11-04"),
    ("後天", "2026-10-30"),
    ("每周五", ""),
    ("本月5号", "2026-10-05"),
    ("下个月三号", "2026-11-03"),
    ("三十号", "2026-10-30"),
    ("三月五号", "2027-03-05 2026-03-05"),
    ("2026年3月5日", "2026-03-05"),
    ("二〇二六年三月五日", "2026-03-05"),
    ("2026-03-05", "2026-03-05"),
    ("明年一月十五号", "2027-01-15"),
    ("明年五月", "2027-05"),
    ("去年五月三十一号", "2025-05-31"),
    ("十二月二十四日", "2026-12-24"),
    ("三天后", "2026-10-31"),
    ("10天前", "2026-10-18"),
    ("两周前", "2026-10-14"),
    ("三个月以后", "2027-01-28 2027-01"),
    ("月底", "2026-10-31"),
    ("下月底", "2026-11-30"),
    ("明年二月底", "2027-02-28"),
    ("年底", "2026-12-31"),
    ("国庆", "2027-10-01 2026-10-01"),
    ("圣诞节", "2026-12-25"),
    ("明年元旦", "2027-01-01"),
    ("12月第一个周一", "2026-12-07"),
    ("十一个人", ""),
    ("三月，五号线", "2027-03 2026-03 2026-11-05 2026-10-05"),
]
OTHERS = [
    ("es", "mañana", "2026-10-29"),
    ("es", "pasado mañana", "2026-10-30"),
    ("es", "anteayer", "2026-10-26"),
    ("es", "el 3 de mayo", "2027-05-03 2026-05-03"),
    ("es", "el 3 de mayo de 2027", "2027-05-03"),
    ("es", "el 5 de diciembre", "2026-12-05"),
    ("es", "el próximo viernes", "2026-11-06 2026-10-30"),
    ("es", "el lunes que viene", "2026-11-02"),
    ("es", "el viernes pasado", "2026-10-23"),
    ("es", "dentro de tres días", "2026-10-31"),
    ("es", "hace dos semanas", "2026-10-14"),
    ("es", "03/05/2026", "2026-05-03"),
    ("es", "finales de mayo de 2027", "2027-05-31"),
    ("fr", "demain", "2026-10-29"),
    ("fr", "après-demain", "2026-10-30"),
    ("fr", "avant-hier", "2026-10-26"),
    ("fr", "lundi prochain", "2026-11-02"),
    ("fr", "vendredi dernier", "2026-10-23"),
    ("fr", "le 1er décembre", "2026-12-01"),
    ("fr", "le 3 mai 2027", "2027-05-03"),
    ("fr", "dans trois jours", "2026-10-31"),
    ("fr", "il y a deux semaines", "2026-10-14"),
    ("fr", "la semaine prochaine", "2026-W45"),
    ("fr", "à la fin du mois", "2026-10-31"),
    ("de", "morgen", "2026-10-29"),
    ("de", "übermorgen", "2026-10-30"),
    ("de", "vorgestern", "2026-10-26"),
    ("de", "nächsten Freitag", "2026-11-06 2026-10-30"),
    ("de", "kommenden Freitag", "2026-10-30"),
    ("de", "am 3. Mai 2027", "2027-05-03"),
    ("de", "am 5. Dezember", "2026-12-05"),
    ("de", "am 5.3.2026", "2026-03-05"),
    ("de", "Freitag, den 6. November", "2026-11-06"),
    ("de", "Freitag in einer Woche", "2026-11-06"),
    ("de", "in zwei Wochen", "2026-11-11"),
    ("de", "vor drei Tagen", "2026-10-25"),
    ("de", "Ende des Monats", "2026-10-31"),
    ("de", "Heiligabend", "2026-12-24"),
    ("ja", "明日", "2026-10-29"),
    ("ja", "明後日", "2026-10-30"),
    ("ja", "一昨日", "2026-10-26"),
    ("ja", "来週の金曜日", "2026-11-06"),
    ("ja", "今週の土曜", "2026-10-31"),
    ("ja", "12月5日", "2026-12-05"),
    ("ja", "来月5日", "2026-11-05"),
    ("ja", "来年の3月5日", "2027-03-05"),
    ("ja", "三日後", "2026-10-31"),
    ("ja", "2週間前", "2026-10-14"),
    ("ja", "毎週金曜日", ""),
]
ALL = [("en", *case) for case in ENGLISH] + [("zh", *case) for case in CHINESE] + OTHERS


@pytest.mark.parametrize(("language", "text", "expected"), ALL)
def test_an_expression_means(language: str, text: str, expected: str) -> None:
    assert meanings(language, text) == expected.split()


EDGES = [
    ("2026-12-31T23:00:00+00:00", "en", "tomorrow", "2027-01-01"),
    ("2026-12-30T10:00:00+00:00", "en", "next month", "2027-01"),
    ("2028-02-28T10:00:00+00:00", "en", "tomorrow", "2028-02-29"),
    ("2026-01-31T10:00:00+00:00", "en", "in a month", "2026-02-28 2026-02"),
    ("2028-01-31T10:00:00+00:00", "en", "in a month", "2028-02-29 2028-02"),
    ("2028-02-29T10:00:00+00:00", "en", "in a year", "2029-02-28 2029"),
    ("2026-03-01T10:00:00+00:00", "en", "29 February", "2028-02-29"),
    ("2026-12-29T10:00:00+00:00", "zh", "下周五", "2027-01-08"),
    ("2026-11-01T10:00:00+00:00", "zh", "下周一", "2026-11-02"),
    ("2026-11-01T10:00:00+00:00", "zh", "这周日", "2026-11-01"),
    ("2026-12-15T10:00:00+00:00", "zh", "下个月三号", "2027-01-03"),
    ("2026-11-30T10:00:00+00:00", "en", "end of the month", "2026-11-30"),
    ("9999-12-31T10:00:00+00:00", "en", "tomorrow, next week, in 3 months, next year, Friday", "9999-12-31"),
]


@pytest.mark.parametrize(("at", "language", "text", "expected"), EDGES)
def test_at_the_edges_of_the_calendar(at: str, language: str, text: str, expected: str) -> None:
    assert meanings(language, text, at) == expected.split()


MONTHS = {
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}
WRITTEN = {
    "en": "on {day} {name} {year}",
    "es": "el {day} de {name} de {year}",
    "fr": "le {day} {name} {year}",
    "de": "am {day}. {name} {year}",
    "zh": "{year}年{month}月{day}日",
    "ja": "{year}年{month}月{day}日",
}
DAYS = st.dates(min_value=date(1000, 1, 1), max_value=date(2999, 12, 31))


@given(DAYS, st.sampled_from(sorted(WRITTEN)))
def test_a_written_day_is_read_back(day: date, language: str) -> None:
    name = MONTHS[language].split()[day.month - 1] if language in MONTHS else ""
    text = WRITTEN[language].format(day=day.day, month=day.month, year=day.year, name=name)
    assert meanings(language, text) == [day.isoformat()]
    assert meanings(language, day.isoformat()) == [day.isoformat()]


@given(st.integers(0, 4000))
def test_days_counted_ahead_and_back(days: int) -> None:
    ahead, back = (date(2026, 10, 28) + timedelta(days=sign * days) for sign in (1, -1))
    assert meanings("en", f"in {days} days") == [ahead.isoformat()]
    assert meanings("zh", f"{days}天前") == [back.isoformat()]
