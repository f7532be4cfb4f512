"""Number words: what six languages write for a number is read as that number."""

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.forms.quantities import quantities
from tests.unit.admission.spell import spell

LANGUAGES = ["en", "zh", "es", "fr", "de", "ja"]
MILLION = 10**6


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.integers(0, MILLION))
@example(0)
@example(21)
@example(71)
@example(100)
@example(1001)
@example(10_010)
@example(101_000)
@example(201_021)
@example(MILLION)
def test_a_number_in_words_is_read_back(language: str, number: int) -> None:
    if (language, number) == ("fr", 1):
        return  # "un" alone is the article
    analysis = analyse_text(spell(number, language))
    size = len(analysis.tokens.texts)
    found = quantities(analysis, 0, size, (language,))
    assert [(one.first, one.last, one.value) for one in found] == [(0, size, Decimal(number))]


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.integers(2, MILLION), st.integers(2, MILLION))
def test_two_numbers_stay_two(language: str, one: int, other: int) -> None:
    analysis = analyse_text(f"{spell(one, language)}, {spell(other, language)}")
    found = quantities(analysis, 0, len(analysis.tokens.texts), (language,))
    assert [quantity.value for quantity in found] == [one, other]


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "half a million", "500000"),
        ("en", "two and a half million", "2500000"),
        ("en", "a hundred and five", "105"),
        ("en", "two dozen", "24"),
        ("en", "ninety-nine point five", "99.5"),
        ("en", "1.2 million", "1200000"),
        ("en", "nine-tenths", "0.9"),
        ("zh", "两百五", "250"),
        ("zh", "一千零五", "1005"),
        ("zh", "一万二", "12000"),
        ("zh", "三点一四", "3.14"),
        ("zh", "三点五万", "35000"),
        ("zh", "1.2亿", "120000000"),
        ("zh", "3万5", "35000"),
        ("zh", "壹仟贰佰叁拾肆", "1234"),
        ("zh", "廿三", "23"),
        ("zh", "四分之三", "0.75"),
        ("zh", "俩", "2"),
        ("ja", "八万五千", "85000"),
        ("ja", "2万5千", "25000"),
        ("es", "medio millón", "500000"),
        ("es", "treinta y cinco mil", "35000"),
        ("fr", "quatre-vingt-dix-neuf", "99"),
        ("fr", "soixante et onze", "71"),
        ("de", "fünfundzwanzig", "25"),
        ("de", "eine halbe Million", "500000"),
        ("de", "zwei Millionen dreihunderttausend", "2300000"),
    ],
)
def test_other_ways_to_say_a_number(language: str, text: str, value: str | None) -> None:
    analysis = analyse_text(text)
    found = quantities(analysis, 0, len(analysis.tokens.texts), (language,))
    assert len(found) == 1
    assert (None if found[0].value is None else f"{found[0].value.normalize():f}") == value


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no one knows this one or the red one"),
        ("en", "a dog and an apple"),
        ("zh", "我们一起去，一定一样，十分好，统一安排"),
        ("zh", "便宜一点，近一点的"),
        ("zh", "三明治和百度，千万别去四川"),
        ("ja", "一番好きな統一"),
        ("de", "das ist ein Test und eine Frage"),
        ("fr", "un chat et une souris"),
        ("es", "un perro y una casa"),
    ],
)
def test_words_that_count_nothing(language: str, text: str) -> None:
    analysis = analyse_text(text)
    assert quantities(analysis, 0, len(analysis.tokens.texts), (language,)) == ()
