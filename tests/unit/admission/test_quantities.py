"""Quantities: the maximal numbers of a text, with unit, flags and what belongs to them."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.forms.piece import Quantity
from memtxn.core.admission.forms.quantities import quantities
from memtxn.core.admission.forms.vague import Flag
from tests.unit.admission.test_linear import grows


def read(text: str, *languages: str) -> tuple[Quantity, ...]:
    analysis = analyse_text(text)
    return quantities(analysis, 0, len(analysis.tokens.texts), languages or ("en",))


def told(quantity: Quantity) -> str:
    if quantity.value is None:
        return "?"
    value = f"{round(quantity.value, 4).normalize():f}"
    return f"{value} {quantity.unit.name}" if quantity.unit else value


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "1,500.5 of 1'500 and １５００", ["1500.5", "1500", "1500"]),
        ("en", "1.500 or 1,500", ["1.5", "1500"]),
        ("de", "1.500 oder 1,500 oder 1.500,5", ["1500", "1.5", "1500.5"]),
        ("fr", "1 500,5 puis 12 000 et 5", ["1500.5", "12000", "5"]),
        ("en", "tables 5 200", ["5", "200"]),
        ("en", "12,34,567", ["1234567"]),
        ("en", "1,2,3 and 1,5", ["?", "?"]),
        ("ar", "١٬٥٠٠", ["1500"]),
        ("en", "½ or 1½ or 3/4 or 2 1/2", ["0.5", "1.5", "0.75", "2.5"]),
        ("en", "1.5k, 3M people, 2 million, £30k", ["1500", "3 m", "2000000", "30000 pound_sterling"]),
        ("en", "-5 °C, minus six degrees, .5 mg", ["-5 celsius", "-6 celsius", "0.5 mg"]),
        ("en", "ten degrees below zero", ["-10 celsius"]),
        ("en", "$5, 5 dollars, USD 5, -$7", ["5 dollar", "5 dollar", "5 dollar", "-7 dollar"]),
        ("en", "5 €, €5, 5 euros", ["5 euro", "5 euro", "5 euro"]),
        ("en", "5mg 5 mg 5-mg five milligrams", ["5 mg", "5 mg", "5 mg", "5 mg"]),
        ("en", "1 h 20 min, 1h20m, 2 weeks and 3 days", ["1.3333 hour", "1.3333 hour", "2.4286 week"]),
        ("en", "5 feet 11, 5'11\", 6ft2", ["5.9167 foot", "5.9167 foot", "6.1667 foot"]),
        ("en", "an hour and a half; half an hour", ["1.5 hour", "0.5 hour"]),
        ("en", "three quarters of an hour", ["0.75 hour"]),
        ("en", "60 km/h or 20 miles per hour", ["60 kmh", "20 mph"]),
        ("en", "a fortnight", ["1 fortnight"]),
        ("en", "70°F and 5 percent and 8 GB", ["70 fahrenheit", "5 percent", "8 gb"]),
        ("zh", "两斤半，半斤，2.5公斤", ["2.5 jin", "0.5 jin", "2.5 kg"]),
        ("zh", "1小时20分钟，一个半小时，半个小时", ["1.3333 hour", "1.5 hour", "0.5 hour"]),
        ("zh", "5块，五块五，5元，￥5和5 欧元", ["5 yuan", "5.5 yuan", "5 yuan", "5 yuan", "5 euro"]),
        ("zh", "一米七五，三十七度五", ["1.75 m", "37.5 celsius"]),
        ("zh", "百分之三十，三成，5%", ["30 percent", "30 percent", "5 percent"]),
        ("zh", "零下五度，负3", ["-5 celsius", "-3"]),
        ("zh", "二两白酒，3个月，三个半月", ["2 liang", "3 month", "3.5 month"]),
        ("zh", "三千K，10w块", ["3000 km", "100000 yuan"]),
        ("ja", "家賃8万5千円", ["85000 yen"]),
        ("ja", "一時間半、マイナス5度、三割", ["1.5 hour", "-5 celsius", "30 percent"]),
        ("es", "dos horas y media, un cuarto de hora", ["2.5 hour", "0.25 hour"]),
        ("es", "1.500,50 €", ["1500.5 euro"]),
        ("fr", "trois quarts d'heure, une demi-heure", ["0.75 hour", "0.5 hour"]),
        ("fr", "moins cinq degrés", ["-5 celsius"]),
        ("de", "anderthalb Stunden, eine Viertelstunde", ["1.5 hour", "1 quarter_hour"]),
        ("de", "minus fünf Grad, 1.250,50 Euro", ["-5 celsius", "1250.5 euro"]),
    ],
)
def test_values_and_units(language: str, text: str, expected: list[str]) -> None:
    assert [told(one) for one in read(text, language)] == expected


@pytest.mark.parametrize(
    ("language", "text", "flag"),
    [
        ("en", "3 to 5", Flag.RANGE),
        ("en", "between 3 and 5 kg", Flag.RANGE),
        ("en", "3–5 days", Flag.RANGE),
        ("en", "3 or 4", Flag.RANGE),
        ("en", "a week or two", Flag.RANGE),
        ("zh", "3到5", Flag.RANGE),
        ("zh", "三四天", Flag.RANGE),
        ("zh", "十七八岁", Flag.RANGE),
        ("zh", "几十", Flag.RANGE),
        ("ja", "3から5", Flag.RANGE),
        ("es", "entre 3 y 5", Flag.RANGE),
        ("fr", "3 à 5", Flag.RANGE),
        ("de", "zwischen 3 und 5", Flag.RANGE),
        ("en", "about 30", Flag.ABOUT),
        ("en", "almost thirty km", Flag.ABOUT),
        ("en", "~30", Flag.ABOUT),
        ("en", "30-ish", Flag.ABOUT),
        ("en", "30ish", Flag.ABOUT),
        ("en", "30 people or so", Flag.ABOUT),
        ("en", "a couple of days", Flag.ABOUT),
        ("zh", "大约30", Flag.ABOUT),
        ("zh", "三十个人左右", Flag.ABOUT),
        ("zh", "近三十", Flag.ABOUT),
        ("zh", "十来个", Flag.ABOUT),
        ("ja", "30人くらい", Flag.ABOUT),
        ("es", "unos treinta", Flag.ABOUT),
        ("fr", "environ 30", Flag.ABOUT),
        ("de", "etwa 30", Flag.ABOUT),
        ("en", "over 100", Flag.LOWER),
        ("en", "at least 3", Flag.LOWER),
        ("en", "5+ years", Flag.LOWER),
        ("en", "six letters minimum", Flag.LOWER),
        ("zh", "三十多公里", Flag.LOWER),
        ("zh", "一个多月", Flag.LOWER),
        ("zh", "500元以上", Flag.LOWER),
        ("es", "al menos 3", Flag.LOWER),
        ("en", "at most 3", Flag.UPPER),
        ("en", "up to 3", Flag.UPPER),
        ("en", "less than 3", Flag.UPPER),
        ("en", "no more than 3", Flag.UPPER),
        ("en", "10 people max", Flag.UPPER),
        ("en", "≤ 5 kg", Flag.UPPER),
        ("zh", "不到三十", Flag.UPPER),
        ("zh", "最多3个", Flag.UPPER),
        ("zh", "3天以内", Flag.UPPER),
        ("de", "höchstens 8", Flag.UPPER),
        ("en", "1st", Flag.ORDINAL),
        ("en", "the third floor", Flag.ORDINAL),
        ("zh", "第三", Flag.ORDINAL),
        ("en", "#5", Flag.ORDINAL),
        ("fr", "le 1er rang", Flag.ORDINAL),
        ("en", "v3.2.1", Flag.CODE),
        ("en", "3.2.1", Flag.CODE),
        ("en", "AB-1234", Flag.CODE),
        ("en", "007", Flag.CODE),
        ("en", "+49 170 1234567", Flag.CODE),
        ("en", "555-1234", Flag.CODE),
        ("en", "user7@mail.example", Flag.CODE),
        ("en", "https://example.com/v3/2", Flag.CODE),
        ("en", "/srv/data/2", Flag.CODE),
        ("en", "192.168.1.1", Flag.CODE),
        ("en", "five five five one two", Flag.CODE),
        ("en", "415-555-0175", Flag.CODE),
        ("en", "1 40 00 05 00", Flag.CODE),
        ("en", "12-559 9034", Flag.CODE),
        ("zh", "010-55501234", Flag.CODE),
        ("en", "7pm", Flag.CLOCK),
        ("en", "19:30", Flag.CLOCK),
        ("en", "7 o'clock", Flag.CLOCK),
        ("en", "half past three", Flag.CLOCK),
        ("en", "half past 3 in the afternoon", Flag.CLOCK),
        ("zh", "下午一点", Flag.CLOCK),
        ("zh", "一点半", Flag.CLOCK),
        ("en", "ten past four", Flag.CLOCK),
        ("zh", "三点半", Flag.CLOCK),
        ("ja", "3時半", Flag.CLOCK),
        ("de", "19 Uhr", Flag.CLOCK),
        ("fr", "à 19h30", Flag.CLOCK),
        ("en", "12/05/2026", Flag.DATE),
        ("en", "2026-11-03", Flag.DATE),
        ("en", "12 May", Flag.DATE),
        ("en", "May 12", Flag.DATE),
        ("zh", "三月", Flag.DATE),
        ("zh", "二〇二六年", Flag.DATE),
        ("zh", "周六", Flag.DATE),
        ("es", "12 de mayo", Flag.DATE),
        ("en", "twenty twenty-six", Flag.DATE),
        ("en", "an hour", Flag.ARTICLE),
        ("en", "45 pounds per night", Flag.RATE),
        ("en", "$20/hour", Flag.RATE),
        ("zh", "100元/晚", Flag.RATE),
        ("zh", "每晚100元", Flag.RATE),
    ],
)
def test_flags(language: str, text: str, flag: Flag) -> None:
    found = read(text, language)
    assert found
    assert all(flag in one.flags for one in found)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "5 kg and 3 days"),
        ("en", "twenty-five people at 5 tables"),
        ("en", "a 10-minute walk, a 5-star place"),
        ("en", "port=8080, total: 42"),
        ("en", "2h30"),
        ("zh", "三斤苹果和五个梨"),
        ("zh", "十分钟，三天"),
        ("zh", "中山路71号"),
        ("en", "what about 9 people"),
        ("de", "2 Kilo und 3 Liter"),
    ],
)
def test_plain_quantities_have_no_flags(language: str, text: str) -> None:
    found = read(text, language)
    assert found
    assert not any(one.flags for one in found)


def test_the_ends_of_a_range_share_their_unit_and_know_each_other() -> None:
    three, five = read("between 3 and 5 kg")
    assert (told(three), told(five)) == ("3 kg", "5 kg")
    assert three.partner == five.number
    assert five.partner == three.number


def test_bare_numbers_far_apart_are_no_range() -> None:
    assert not any(one.flags for one in read("a cab for 2 to 240 Castro Street"))


def test_marks_are_the_cues() -> None:
    (found,) = read("at most about 30 people or so")
    assert found.marks == ((0, 2), (2, 3), (5, 7))
    assert found.flags == {Flag.UPPER, Flag.ABOUT}


def test_a_longer_word_is_no_cue() -> None:
    (found,) = read("我预约3点", "zh")
    assert found.flags == {Flag.CLOCK}
    (found,) = read("附近3家", "zh")
    assert not found.flags
    (found,) = read("他周三来", "zh")
    assert found.flags == {Flag.DATE}


def test_an_unknown_language_leaves_ambiguous_separators_unread() -> None:
    analysis = analyse_text("1.500 and 2.5")
    assert [told(one) for one in quantities(analysis, 0, 3, ())] == ["?", "2.5"]


def test_nothing_outside_the_tokens_is_looked_at() -> None:
    analysis = analyse_text("about 30 kg or so")
    (found,) = quantities(analysis, 1, 2, ("en",))
    assert (told(found), found.marks, found.flags) == ("30", (), frozenset())


def _words(text: str) -> list[str]:
    return text.split()


WORDS = _words(
    "a an one half two hundred and 5 1,500 -3 3.5 kg km h min of to or between about at least $ € % 12 May 7pm "
    "三 十 百 万 点 半 个 小时 多 到 左右 第 零下 块 分之 一 零 两 几 past quarter dozen million point minus "
    "zero veinte y media vingt et quatre halb tausend bis . , - / ' + ~ # @ ½ ² AB-1 v1.2 1h30 5'11"
)


@given(
    st.lists(st.sampled_from(WORDS), max_size=12),
    st.sampled_from(["", " ", "-"]),
    st.lists(st.sampled_from(["en", "zh", "ja", "es", "fr", "de", "it"]), max_size=3, unique=True),
    st.data(),
)
def test_any_text_has_quantities_in_order(
    words: list[str], space: str, languages: list[str], data: st.DataObject
) -> None:
    analysis = analyse_text(space.join(words))
    size = len(analysis.tokens.texts)
    first = data.draw(st.integers(0, size))
    last = data.draw(st.integers(first, size))
    end = first
    for one in quantities(analysis, first, last, tuple(languages)):
        assert end <= one.first <= one.number[0] < one.number[1] <= one.last <= last
        assert all(first <= start < stop <= last for start, stop in one.marks)
        end = one.last


@given(st.text(max_size=60))
def test_any_characters_at_all(text: str) -> None:
    read(text, "en", "zh")


@pytest.mark.parametrize(
    "text",
    [
        "5 kg ",
        "五",
        "a ",
        "三千五百",
        "5-",
        "twenty ",
        "一点",
        "hundred and ",
        "about ",
        "12 123 ",
        "1/",
        "百分之",
    ],
)
def test_quantities_are_linear(text: str) -> None:
    def work(size: int) -> Callable[[], object]:
        analysis = analyse_text(text * (size // len(text) // 4))
        return lambda: quantities(analysis, 0, len(analysis.tokens.texts), ("en", "zh"))

    assert grows(work) < 10
