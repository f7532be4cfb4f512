"""The short way to the tokens of plain text finds what the long way finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.tokens import _MARKED, _plain_tokens, _tokens

PIECES = ("ab", "1", "7pm", " ", "  ", ". ", ", ", "'", "-", '"', "(", ")", "\n", ":", "!", "`", "^", "*", "\x00")
plain = st.lists(st.sampled_from(PIECES), max_size=12).map("".join).filter(lambda text: not is_marked(text))


def is_marked(text: str) -> bool:
    return any(mark.search(text) for mark in _MARKED)


@given(plain)
def test_it_finds_the_same(text: str) -> None:
    assert _plain_tokens(text) == _tokens(text, ())


def test_what_is_more_than_words_is_not_plain() -> None:
    for text in ("a_b", "5%", "a+b", "a.b", "1,5", "don't", "19:30", "-5", "i cannot", "a=b", "c#", "a@b", "$5"):
        assert is_marked(text), text
