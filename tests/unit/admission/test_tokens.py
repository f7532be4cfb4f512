"""Tokens of texts, units of values, and numbers by value."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.normal import normalise
from memtxn.core.admission.numbers import number_text, value_of_number, value_of_text
from memtxn.core.admission.pattern import pattern_of
from memtxn.core.admission.tokens import tokenise
from memtxn.model.codec import Json


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("We will be six.", ["we", "will", "be", "six"]),
        ("at 1,500 or 1'500 or 1,500,000.25", ["at", "1500", "or", "1500", "or", "1500000.25"]),
        ("19:30, 7pm, 7:30pm", ["19:30", "7pm", "7:30pm"]),
        (
            "ref=QX41 date=2026-11-07 state:ok",
            ["ref", "=", "qx41", "date", "=", "2026", "11", "07", "state", "ok"],
        ),
        ("-5 (-6) a-7 8-9 --10", ["-5", "-6", "a", "7", "8", "9", "10"]),
        ("0.5mg 1,500kg 3.10 007", ["0.5mg", "1500kg", "3.10", "007"]),
        ("1,5005 1,500,5 1,2", ["1,5005", "1,500,5", "1,2"]),
        ("5% €5 C++ C# R&D", ["5", "%", "€", "5", "c", "+", "+", "c", "#", "r", "&", "d"]),
        ("_walnuts_ foo_bar __", ["walnuts", "foo_bar"]),
        ("don't stop, can't, I'm", ["do", "not", "stop", "can", "not", "i", "am"]),
        ("不支持 ABC", ["不", "支", "持", "abc"]),
        ("タワー한국", ["タ", "ワ", "ー", "한", "국"]),
        ("ดีมาก", ["ดี", "ม", "า", "ก"]),
        ("नमस्ते العربية", ["नमस्ते", "العربية"]),
        ("👍🏽★", ["👍🏽", "★"]),
        ("10² 1½ m² ½", ["10²", "1½", "m²", "½"]),
        ("٣٬٥٠٠ १२", ["3500", "12"]),
        ("…!?()", []),
        ("", []),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert analyse_text(text).tokens.texts == tokens


@pytest.mark.parametrize(
    ("value", "units"),
    [
        ("six people", ["six", "people"]),
        ("七个人", ["七个人"]),
        ("周六 7点", ["周六", "7点"]),
        ("北京、上海", ["北京", "上海"]),
        (1500, ["#1500"]),
        (0.5, ["#0.5"]),
        (1e21, ["#1000000000000000000000"]),
        (-3, ["#-3"]),
        (True, ["true"]),
        (False, ["false"]),
        ({"b": ["x", None], "a": {"c": 2}}, ["a", "c", "#2", "b", "x"]),
        ("👍", ["👍"]),
        (None, []),
        ("", []),
        (" ", []),
        ("\u200b", []),
        ("?!", []),
        ([], []),
        ([None, ""], []),
    ],
)
def test_units_of_a_value(value: Json, units: list[str]) -> None:
    assert ["".join(unit) for unit in pattern_of(value).units] == units


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1500", 1500),
        ("1,500", 1500),
        ("1,500.50", 1500.5),
        ("3.10", 3.1),
        ("0.500", 0.5),
        ("-5", -5),
        ("0", 0.0),
        ("1500000.250", 1500000.25),
    ],
)
def test_a_text_that_is_a_number(text: str, number: float) -> None:
    assert value_of_text(number_text(text)) == value_of_number(number)


@pytest.mark.parametrize("text", ["1.500", "007", "1,2", "19:30", "7pm", "1.2.3", "3,50"])
def test_a_text_that_is_no_plain_number(text: str) -> None:
    assert value_of_text(number_text(text)) is None


@given(st.text())
def test_any_text_has_tokens_in_order(text: str) -> None:
    tokens = analyse_text(text).tokens
    places = list(zip(tokens.starts, tokens.ends, strict=True))
    assert all(start < end for start, end in places)
    assert all(before[1] <= after[0] for before, after in pairwise(places))
    assert len(tokens.texts) == len(places) == len(tokens.runs) == len(tokens.cuts)
    assert all(tokens.texts)


@given(st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_has_one_name(number: float) -> None:
    name = value_of_number(number)
    assert Decimal(name[1:]) == Decimal(repr(number))
    assert "e" not in name.lower()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (
            "on 8th of this month.American Airlines",
            ["on", "8th", "of", "this", "month", "american", "airlines"],
        ),
        ("to Atlanta.I need", ["to", "atlanta", "i", "need"]),
        ("around LAX.Find it", ["around", "lax", "find", "it"]),
        ("the U.S.A team", ["the", "u.s.a", "team"]),
        ("node.js and ASP.NET, example.com", ["node.js", "and", "asp.net", "example.com"]),
        ("Anaheim's fine", ["anaheim", "'s", "fine"]),
        ("Anaheim’s", ["anaheim", "'s"]),
        ("don't, o'clock, '90s, boss's'", ["do", "not", "o'clock", "90s", "boss's"]),
    ],
)
def test_words_that_unicode_would_join(text: str, tokens: list[str]) -> None:
    """A full stop without its space, and a possessive, do not glue what they stand between."""
    normal = normalise(text)
    assert tokenise(normal.text, normal.stops).texts == tokens
