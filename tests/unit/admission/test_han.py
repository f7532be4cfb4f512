"""Traditional and simplified characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.han import simplified

TRADITIONAL = [
    ("臺灣", "台湾"),
    ("台灣", "台湾"),
    ("軟體", "软体"),  # another word than 软件
    ("後天開會", "后天开会"),
    ("週三", "周三"),
    ("沒有", "没有"),
    ("不會", "不会"),
    ("裡裏", "里里"),
    ("3號", "3号"),
]


@pytest.mark.parametrize(("text", "simple"), TRADITIONAL)
def test_traditional_becomes_simplified(text: str, simple: str) -> None:
    assert simplified(text) == simple


@pytest.mark.parametrize("text", ["", "台湾", "tea, no sugar", "広い気", "カタカナ", "é", "😀"])
def test_all_else_stays(text: str) -> None:
    assert simplified(text) == text


@given(st.text() | st.text(alphabet=st.characters(min_codepoint=0x3400, max_codepoint=0x9FFF)))
def test_one_character_for_one_and_once_for_all(text: str) -> None:
    simple = simplified(text)
    assert len(simple) == len(text)
    assert simplified(simple) == simple
