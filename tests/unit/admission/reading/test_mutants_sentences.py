"""Where a long sentence is cut, and what ends one: rows that the other tables do not have."""

from __future__ import annotations

import pytest

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.reading.sentence import reading_of
from memtxn.core.admission.reading.sentences import LONGEST
from memtxn.core.admission.reading.tense import is_past
from tests.unit.admission.reading.reader import sentences


def tugs(number: int) -> str:
    """So many words without a pause."""
    return " ".join(["tug"] * number)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (tugs(LONGEST), [0]),
        (tugs(LONGEST + 1), [0, LONGEST]),
        (tugs(2 * LONGEST + 1), [0, LONGEST, 2 * LONGEST]),
        (f"{tugs(150)}, {tugs(100)}", [0, 150]),
        (f"{tugs(LONGEST)}, {tugs(100)}", [0, LONGEST]),
        (f"{tugs(LONGEST - 1)}, {tugs(100)}", [0, LONGEST - 1]),
        (f"{tugs(101)}, {tugs(150)}", [0, 101]),
        (f"{tugs(100)}, {tugs(150)}", [0, LONGEST]),
        (f"{tugs(120)}, {tugs(40)}, {tugs(90)}", [0, 160]),
        (f"It rains. {tugs(150)}, {tugs(100)}", [0, 2, 152]),
        (f"It rains. {tugs(LONGEST)}", [0, 2]),
    ],
)
def test_a_long_sentence_is_read_in_parts(text: str, expected: list[int]) -> None:
    assert reading_of(analyse_text(text)).starts == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("一。二", ["一", "二"]),
        ("the\nred tent", ["the red tent"]),
        ('We met the "boss". He left.', ["we met the boss", "he left"]),
        ('We met the "Mr". He left.', ["we met the mr", "he left"]),
        ("It rains.Boats sink.", ["it rains", "boats sink"]),
        ("Mr. Marsh came.Boats sink.", ["mr marsh came", "boats sink"]),
        ("It rains.\nWe row.Boats sink.", ["it rains", "we row", "boats sink"]),
    ],
)
def test_what_ends_a_sentence(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("word", "expected"), [("baked", True), ("need", False), ("shed", False), ("red", False), ("rowed", True)]
)
def test_a_word_of_the_past(word: str, expected: bool) -> None:
    assert is_past(["we", word]) is expected
