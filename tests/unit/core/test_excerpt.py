"""Excerpts: the sentences around places of a text, whatever its length."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.model.excerpt import AROUND, EXCERPTS_LIMIT, PLACE_LIMIT, Excerpt, Span, excerpts

TEXT = "Hello there. The price is 4.50 euros, they say! Is it? Yes.\nA new line 会議は四時。次は五時です。"


def around(word: str, text: str = TEXT) -> str:
    (found,) = excerpts(text, [(text.index(word), text.index(word) + len(word))])
    return found.text


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("Hello", "Hello there."),
        ("price", "The price is 4.50 euros, they say!"),
        ("4.50", "The price is 4.50 euros, they say!"),
        ("it", "Is it?"),
        ("Yes.", "Yes."),
        ("new", "A new line 会議は四時。"),
        ("五時", "次は五時です。"),
        ("say! Is", "The price is 4.50 euros, they say! Is it?"),
        (TEXT, TEXT),
    ],
)
def test_the_sentence_around_a_place(word: str, sentence: str) -> None:
    assert around(word) == sentence


def test_places_of_one_sentence_are_one_excerpt_and_others_are_others() -> None:
    text = "One two three. Four five. Six seven."
    spans = [(30, 35), (0, 3), (8, 13), (4, 7)]
    assert excerpts(text, spans) == (Excerpt(0, "One two three.", True), Excerpt(26, "Six seven.", False))


def test_what_is_no_place_of_the_text_is_passed_over() -> None:
    nowhere: list[Span] = [(-1, 2), (3, 3), (5, 4), (0, len(TEXT) + 1), (900, 901)]
    assert excerpts(TEXT, nowhere) == ()
    assert excerpts("", [(0, 0), (0, 1)]) == ()


@given(
    st.text(alphabet="ab .!?\n。é", max_size=80), st.lists(st.tuples(st.integers(-3, 90), st.integers(-3, 90)))
)
def test_every_place_is_shown_in_order_and_once(text: str, spans: list[Span]) -> None:
    found = excerpts(text, spans)
    ends = [0, *(one.end for one in found)]
    assert all(before <= one.start < one.end for before, one in zip(ends, found, strict=False))
    assert all(text[one.start : one.end] == one.text for one in found)
    assert all(one.more == (one.end < len(text)) for one in found)
    for start, end in spans:
        if 0 <= start < end <= len(text) and len(found) < EXCERPTS_LIMIT:
            assert any(one.start <= start and end <= one.end for one in found) or text[start:end].isspace()


def test_a_long_sentence_is_cut_and_so_is_a_long_place() -> None:
    text = "x" * 5_000
    (found,) = excerpts(text, [(2_000, 2_010)])
    assert (found.start, found.end) == (2_000 - AROUND, 2_010 + AROUND)
    (found,) = excerpts(text, [(0, 5_000)])
    assert len(found.text) <= PLACE_LIMIT + AROUND


def test_of_a_megabyte_full_of_places_a_page_is_shown() -> None:
    text = "word " * 200_000
    for places in (
        [(at, at + 4) for at in range(0, len(text) - 5, 5)],
        [(at, at + 4) for at in range(0, len(text) - 5, 5_000)],
        [(0, len(text))] * 1_000,
    ):
        begun = time.perf_counter()
        found = excerpts(text, places)
        assert time.perf_counter() - begun < 1
        assert found
        assert sum(len(one.text) for one in found) <= EXCERPTS_LIMIT * (PLACE_LIMIT + 2 * AROUND)
