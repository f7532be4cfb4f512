"""A value over the end of a sentence is judged in each sentence, and no rule fails over it."""

from __future__ import annotations

import pytest

from memtxn.core.admission.reasons import REASONS
from tests.unit.admission.rules.table import verdict

TEXTS = (
    "0{0!¢",
    "red! ok",
    "the long red room, at the top, with a view! ok",
    "colour=red! if it is free, take it",
    "a table by the window at the back! if it rains?",
    "除了蓝色的那个大房间！如果可以吗？",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("kind", ["fact", "goal"])
def test_it_is_judged_in_each(text: str, kind: str) -> None:
    codes = verdict(text, text, key=("Room", "r", "colour"), type=kind)
    assert set(codes) <= REASONS.keys()
    assert "not_ordered_subsequence" not in codes


def test_what_denies_it_in_the_later_one_counts() -> None:
    text = "Rome! it is not Milan, not Oslo"
    assert "negation_dropped" in verdict(text, "Rome! it is Milan, Oslo", key=("Trip", "t", "city"))


def test_a_value_that_ends_in_the_next_sentence_cuts_no_word_of_it() -> None:
    text = "我对花生过敏 \n b"
    assert set(verdict(text, "敏 \n b", key=("Person", "alice", "eats"))) <= REASONS.keys()
