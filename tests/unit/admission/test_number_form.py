"""The forms ``number`` and ``duration``, and what cuts a quantity of the source."""

from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.forms.cut import cut
from memtxn.core.admission.forms.duration import DurationForm, iso_duration
from memtxn.core.admission.forms.expected import expected
from memtxn.core.admission.forms.form import Context, Match
from memtxn.core.admission.forms.number import NumberForm
from memtxn.core.admission.forms.quantities import quantities
from memtxn.core.admission.patchtest import Excerpt, align
from memtxn.core.admission.pattern import pattern_of
from memtxn.core.admission.terms import Terms
from memtxn.model.codec import Json
from tests.unit.admission.spell import spell

CLEAN = ""
NONE = "no match"


def context(attribute: str, *languages: str, **terms: str) -> Context:
    words = tuple(attribute.split("_"))
    return Context(
        languages=languages or ("en",),
        at=0,
        zone=None,
        attribute=words,
        speaker="alice",
        terms=Terms(unit=terms.get("unit")),
    )


def found(text: str, attribute: str, value: Json, *languages: str, **terms: str) -> list[Match]:
    analysis = analyse_text(text)
    excerpt = Excerpt(analysis, 0, len(analysis.tokens.texts))
    return NumberForm().find(value, excerpt, context(attribute, *languages, **terms))


def code(text: str, attribute: str, value: Json, *languages: str) -> str:
    matches = found(text, attribute, value, *languages)
    return matches[0].code if matches else NONE


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("It weighs 1.5 kg", "weight_g", 1500),
        ("It weighs 1.5 kg", "weight_kg", 1.5),
        ("we are thirty-five", "party_size", 35),
        ("thirty people", "count", "30"),
        ("5 mg daily", "dose", "0.005 g"),
        ("five milligrams", "dose", "5 mg"),
        ("she is 34 years old", "age", 34),
        ("the price is $1,500", "price", 1500),
        ("the price is $1,500", "price_usd", 1500),
        ("5 feet 11", "height_cm", 180),
        ("in three quarters of an hour", "wait_minutes", 45),
        ("a year and a half", "age_months", 18),
        ("30% of it", "share", 0.3),
        ("30% off", "discount_percent", 30),
        ("-5°C outside", "temperature", -5),
        ("it is at minus six degrees celsius", "temperature_celsius", -6),
        ("100°F", "temperature_c", 37.8),
        ("60 km/h", "speed_kmh", 60),
        ("10 GB", "quota_mb", 10_000),
        ("up to 8 guests", "max_guests", 8),
        ("at least 3 nights", "min_nights", 3),
        ("3-5 days", "max_days", 5),
        ("3-5 days", "min_days", 3),
        ("almost 30 km", "approx_distance_km", 30),
        ("about thirty", "size", "about 30"),
        ("three to five days", "delivery", "3 to 5 days"),
        ("between three and five kg", "weight", "3-5 kg"),
        ("on the third floor", "floor", 3),
        ("twice a day", "doses_per_day", 2),
        ("it expires in 2027", "expiry_year", 2027),
        ("he reached level 40", "level", 40),
        ("two hours", "duration_minutes", 120),
        ("2 boxes and 3 bags", "bags", 3),
    ],
)
def test_the_value_in_another_form(text: str, attribute: str, value: Json) -> None:
    assert code(text, attribute, value) == CLEAN


@pytest.mark.parametrize(
    ("language", "text", "attribute", "value"),
    [
        ("zh", "一千五", "rent_cny", 1500),
        ("zh", "三十个", "count", "三十"),
        ("zh", "住第三层", "floor", 3),
        ("zh", "半个小时", "duration_minutes", 30),
        ("zh", "一米七五", "height_cm", 175),
        ("zh", "二两", "weight_g", 100),
        ("zh", "评分4.5分", "rating", 4.5),
        ("zh", "20分", "duration_minutes", 20),
        ("ja", "八万五千円", "rent_jpy", 85_000),
        ("de", "1.500,5 kg", "weight_kg", 1500.5),
        ("de", "fünfundzwanzig Euro", "price_eur", 25),
        ("es", "dos horas y media", "duration_minutes", 150),
        ("fr", "quatre-vingt-dix euros", "price_eur", 90),
    ],
)
def test_in_other_languages(language: str, text: str, attribute: str, value: Json) -> None:
    assert code(text, attribute, value, language) == CLEAN


@pytest.mark.parametrize(
    ("text", "attribute", "value", "expected_code"),
    [
        ("It weighs 1.5 kg", "weight", 1.5, "unit_dropped"),
        ("5 mg daily", "dose", "5", "unit_dropped"),
        ("5 mg daily", "dose_g", 5, "unit_dropped"),
        ("30% of it", "count", 30, "unit_dropped"),
        ("it costs 5 dollars", "price_eur", 5, "unit_dropped"),
        ("the price is $1,500", "price", 1, "number_truncated"),
        ("the price is $1,500", "price", 500, "number_truncated"),
        ("0.5 litres", "volume_l", 5, "number_truncated"),
        ("twenty-five", "count", 20, "number_truncated"),
        ("twenty-five", "count", 5, "number_truncated"),
        ("1 h 20 min", "hours", 1, "number_truncated"),
        ("3 to 5 days", "days", 3, "number_truncated"),
        ("3 to 5 days", "max_days", 3, "number_truncated"),
        ("3 or 4", "count", 4, "number_truncated"),
        ("at 7pm", "count", 7, "number_truncated"),
        ("on 12 May", "count", 12, "number_truncated"),
        ("the third time", "count", 3, "number_truncated"),
        ("version 3.2.1", "count", 3, "number_truncated"),
        ("AB-1234", "count", 1234, "number_truncated"),
        ("-5°C", "temperature_c", 5, "number_truncated"),
        ("almost 30 km", "distance_km", 30, "approximation_dropped"),
        ("about thirty", "count", "30", "approximation_dropped"),
        ("up to 8 guests", "guests", 8, "approximation_dropped"),
        ("up to 8 guests", "min_guests", 8, "approximation_dropped"),
        ("exactly 30", "count", "about 30", "approximation_dropped"),
        ("two boxes", "count", 7, NONE),
        ("two boxes", "count", True, NONE),
        ("two boxes", "count", "boxes", NONE),
        ("5 mg", "dose", "5 kg", NONE),
        ("80 euros per week", "total_cost_eur", 80, "unit_dropped"),
        ("80 euros per week", "cost_eur", 80, CLEAN),
        ("no number here", "count", 7, NONE),
    ],
)
def test_what_does_not_bear_it_out(text: str, attribute: str, value: Json, expected_code: str) -> None:
    assert code(text, attribute, value) == expected_code


def test_who_asks_for_about_so_much_wants_so_much() -> None:
    asked = msgspec.structs.replace(context("guests"), terms=Terms(speech_act="request"))
    analysis = analyse_text("about 30 guests, at most 40 chairs")
    excerpt = Excerpt(analysis, 0, len(analysis.tokens.texts))
    assert [match.code for match in NumberForm().find(30, excerpt, asked)] == [CLEAN]
    assert [match.code for match in NumberForm().find(40, excerpt, asked)] == ["approximation_dropped"]


def test_a_clean_match_comes_before_one_with_a_code() -> None:
    matches = found("about 30 men and 30 women", "count", 30)
    assert [match.code for match in matches] == ["", "approximation_dropped"]


def test_a_declared_unit_is_the_attributes_unit() -> None:
    assert [match.code for match in found("1.5 kg", "weight", 1500, unit="g")] == [""]


def test_a_number_is_judged_on_its_source() -> None:
    analysis = analyse_text("年薪二十八万")
    excerpt = Excerpt(analysis, 0, 5)
    (match,) = NumberForm().find(28, excerpt, context("salary_cny", "zh"))
    assert match.code == "number_truncated"
    analysis = analyse_text("it is almost 30 km")
    (match,) = NumberForm().find(30, Excerpt(analysis, 3, 5), context("distance_km"))
    assert (match.first, match.last, match.code) == (3, 5, "approximation_dropped")


@pytest.mark.parametrize("language", ["en", "zh", "es", "fr", "de", "ja"])
@given(st.integers(2, 10**6))
def test_a_number_in_words_bears_out_the_json_number(language: str, number: int) -> None:
    text = spell(number, language)
    assert code(text, "count", number, language) == CLEAN
    assert code(text, "count", number + 10**7, language) == NONE


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_one_number_never_bears_out_another(one: int, other: int) -> None:
    assert (code(f"{one:,} boxes", "count", other) == CLEAN) == (one == other)


# --- durations -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "an hour and a half", "PT1H30M"),
        ("en", "90 minutes", "PT1H30M"),
        ("en", "a fortnight", "P2W"),
        ("en", "a fortnight", "P14D"),
        ("en", "half an hour", "PT30M"),
        ("en", "quarter of an hour", "PT15M"),
        ("en", "a year and a half", "P1Y6M"),
        ("en", "three nights", "P3D"),
        ("zh", "半个小时", "PT30M"),
        ("zh", "一个半小时", "PT1H30M"),
        ("zh", "三刻钟", "PT45M"),
        ("de", "anderthalb Stunden", "PT1H30M"),
        ("fr", "une demi-heure", "PT30M"),
        ("es", "tres días", "P3D"),
        ("ja", "二時間半", "PT2H30M"),
    ],
)
def test_durations(language: str, text: str, value: str) -> None:
    analysis = analyse_text(text)
    excerpt = Excerpt(analysis, 0, len(analysis.tokens.texts))
    (match,) = DurationForm().find(value, excerpt, context("length", language))
    assert (match.code, match.form) == ("", "duration")


@pytest.mark.parametrize(
    ("text", "value", "expected_code"),
    [
        ("3 to 5 days", "P3D", "number_truncated"),
        ("about 90 minutes", "PT90M", "approximation_dropped"),
        ("90 minutes", "PT90S", NONE),
        ("a month", "P30D", NONE),
        ("90 minutes", "an hour", NONE),
        ("90 minutes", 5400, NONE),
    ],
)
def test_what_is_not_that_duration(text: str, value: Json, expected_code: str) -> None:
    analysis = analyse_text(text)
    matches = DurationForm().find(value, Excerpt(analysis, 0, len(analysis.tokens.texts)), context("length"))
    assert (matches[0].code if matches else NONE) == expected_code


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("PT1H30M", (Decimal(5400), "second")),
        ("P1W", (Decimal(604800), "second")),
        ("P1DT2H", (Decimal(93600), "second")),
        ("PT0.5H", (Decimal(1800), "second")),
        ("P1Y2M", (Decimal(14), "month")),
        ("-PT5M", (Decimal(-300), "second")),
        ("P1M3D", None),
        ("P", None),
        ("PT", None),
        ("P1DT", None),
        ("1H", None),
        ("", None),
    ],
)
def test_iso_durations(text: str, length: tuple[Decimal, str] | None) -> None:
    assert iso_duration(text) == length


@given(st.text(max_size=30))
def test_any_text_may_be_no_duration(text: str) -> None:
    iso_duration(text)


# --- cuts ----------------------------------------------------------------------------------------


def cut_code(text: str, value: str, attribute: str = "note", language: str = "en") -> str:
    analysis = analyse_text(text)
    ranges = align(pattern_of(value), Excerpt(analysis, 0, len(analysis.tokens.texts)))
    assert ranges is not None
    known = quantities(analysis, 0, len(analysis.tokens.texts), (language,))
    one = cut(known, ranges, expected(tuple(attribute.split("_"))))
    return CLEAN if one is None else one[0]


@pytest.mark.parametrize(
    ("text", "value", "attribute"),
    [
        ("5 mg of it", "5 mg", "note"),
        ("5 mg of it", "5", "dose_mg"),
        ("3 to 5 days", "3 to 5 days", "note"),
        ("about 30 people", "about 30", "note"),
        ("about 30 people", "30", "approx_people"),
        ("almost 30 km", "almost 30 km", "note"),
        ("it costs $5", "$5", "note"),
        ("it costs $5", "5", "price"),
        ("at 5:30", "5:30", "note"),
        ("v3.2.1", "v3.2.1", "note"),
        ("stay in Rome for 5 days", "Rome", "note"),
        ("a day in the park", "day in the park", "note"),
        ("on the third floor", "third floor", "note"),
        ("up to 8 guests", "8 guests", "max_guests"),
        ("3 to 5 days", "5 days", "max_days"),
        ("twenty-five boxes", "twenty-five boxes", "note"),
        ("from March 4th till the 7th", "March 4th", "note"),
        ("I stay for two days", "two", "stay_length"),
        ("500 euros to 1000 euros", "500 1000 euros", "note"),
        ("price in euros: 5 euros", "euros", "currency"),
    ],
)
def test_whole_quantities_pass(text: str, value: str, attribute: str) -> None:
    assert cut_code(text, value, attribute) == CLEAN


@pytest.mark.parametrize(
    ("text", "value", "expected_code"),
    [
        ("5 mg of it", "5", "unit_dropped"),
        ("it costs $5", "5", "unit_dropped"),
        ("it costs 5 euros", "costs 5", "unit_dropped"),
        ("3 to 5 days", "3", "number_truncated"),
        ("3 to 5 days", "5 days", "number_truncated"),
        ("30 or 40", "30", "number_truncated"),
        ("twenty two apples", "two apples", "number_truncated"),
        ("minus 5 degrees", "5 degrees", "number_truncated"),
        ("5 days in Rome", "days in Rome", "number_truncated"),
        ("one and a half litres", "half litres", "number_truncated"),
        ("AB-1234", "AB", "number_truncated"),
        ("12/05/2026", "12", "number_truncated"),
        ("+49 170 1234567", "1234567", "number_truncated"),
        ("about 30 people", "30 people", "approximation_dropped"),
        ("6 letters minimum", "6 letters", "approximation_dropped"),
        ("at most two nights", "two nights", "approximation_dropped"),
    ],
)
def test_cuts(text: str, value: str, expected_code: str) -> None:
    assert cut_code(text, value) == expected_code


@pytest.mark.parametrize(
    ("text", "value", "expected_code"),
    [
        ("半斤牛肉", "斤牛肉", "number_truncated"),
        ("半斤牛肉", "半斤牛肉", CLEAN),
        ("年薪二十八万", "二十八", "number_truncated"),
        ("第三层", "三层", "number_truncated"),
        ("我住三楼", "三楼", CLEAN),
        ("三到五天", "五天", "number_truncated"),
        ("大约三十公里", "三十公里", "approximation_dropped"),
        ("一起去", "一起去", CLEAN),
        ("五块钱", "五", "unit_dropped"),
    ],
)
def test_cuts_of_han_quantities(text: str, value: str, expected_code: str) -> None:
    assert cut_code(text, value, language="zh") == expected_code
