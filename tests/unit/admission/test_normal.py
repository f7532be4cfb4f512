"""Normal form: what becomes one, what stays apart, and the way back."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.normal import CLUSTER_LIMIT, fold, normalise, unseen
from memtxn.core.admission.scripts import QUIET

TEXTS = st.text(max_size=60) | st.text(
    alphabet="aA1 -,.'\u0301\u200b\u00a0ﬁ½Ⅷ℃가\u11a8क्ุกßİ👍🏽\u200d🇩🇪’—", max_size=30
)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Osteria BRUNA", "osteria bruna"),
        ("“don’t” ‘x’ «y»", '"don\'t" \'x\' "y"'),
        ("a–b—c−d‑e", "a-b-c-d-e"),
        ("a\u00a0b\u3000c \t\r\n d", "a b c d"),
        ("Ｆｕｌｌ １２３", "full 123"),
        ("ﬁne e\u0301", "fine é"),
        ("Straße", "strasse"),
        ("sup\u200bport\u00adable\u202e!", "supportable!"),
        ("a \u200b b", "a b"),
        ("x\x00y\x1bz", "xyz"),
        ("10² 1½ №5 Foo™ 5㋀", "10² 1½ №5 foo™ 5㋀"),
        ("ｶﾞ か\u3099", "ガ が"),
        ("\u1112\u1161\u11ab \uac00\u11a8", "한 각"),
        ("\u3164\u2800", ""),
        ("", ""),
    ],
)
def test_normal_form(text: str, normal: str) -> None:
    assert normalise(text).text == normal


def test_unseen_characters_are_reported() -> None:
    text = "a\u200bb\u202ec\U000e0041"
    assert normalise(text).hidden == (1, 3, 5)
    assert unseen(text) == "\u200b\u202e\U000e0041"
    assert normalise("plain text, nothing hidden").hidden == ()
    assert analyse_text(text).unseen(2, 5) == "\u202e"


def test_quiet_characters_fold_to_their_lower_case() -> None:
    quiet = re.compile(f"[{QUIET}]")
    for character in map(chr, [*range(0xD800), *range(0xE000, 0x11000)]):
        if quiet.match(character) and not character.isspace():
            lower = character.lower()
            assert fold(character) == lower, f"{character!r} (U+{ord(character):04X})"
            assert len(lower) == 1


def test_a_letter_with_endless_marks_has_a_normal_form() -> None:
    text = "a" + "\u0315\u0300" * CLUSTER_LIMIT
    normal = normalise(text)
    assert normal.to_original(0, len(normal.text)) == (0, len(text))


@given(TEXTS)
def test_normal_form_is_total_and_has_no_odd_spaces(text: str) -> None:
    normal = normalise(text).text
    assert "  " not in normal
    assert all(character == " " or not character.isspace() for character in normal)
    assert unseen(normal) == ""


@given(TEXTS, st.data())
@example("ﬁ\u200b  x", None)
def test_offsets_lead_back_and_forth(text: str, data: st.DataObject | None) -> None:
    normal = normalise(text)
    size = len(normal.text)
    spans = [(a, b) for a in range(size) for b in range(a + 1, size + 1)]
    for start, end in spans if data is None or len(spans) < 50 else data.draw(st.permutations(spans))[:50]:
        first, last = normal.to_original(start, end)
        assert 0 <= first < last <= len(text)
        low, high = normal.from_original(first, last)
        assert low <= start
        assert end <= high


@given(TEXTS)
@example("℃\u200c")
def test_each_token_stands_where_the_map_says(text: str) -> None:
    analysis = analyse_text(text)
    for at in range(len(analysis.tokens.texts)):
        start, end = analysis.span(at, at + 1)
        written = analysis.normal.text[analysis.tokens.starts[at] : analysis.tokens.ends[at]]
        assert written in normalise(text[start:end]).text
        low, high = analysis.window(*analysis.normal.from_original(start, end))
        assert low <= at < high


@given(TEXTS, st.integers(0, 30), st.integers(0, 30))
def test_a_span_of_the_original_yields_only_what_was_made_inside_it(text: str, start: int, end: int) -> None:
    start, end = min(start, end, len(text)), min(max(start, end), len(text))
    normal = normalise(text)
    low, high = normal.from_original(start, end)
    for at in range(low, high):
        first, last = normal.to_original(at, at + 1)
        assert start <= first
        assert last <= end
