"""The alignment against a naive oracle."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtxn.core.admission.patchtest import align, first_missing
from memtxn.core.admission.pattern import Pattern, pattern_of
from tests.unit.admission.cases import excerpt

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=12)
RUNS = st.text(alphabet="甲乙丙", min_size=1, max_size=3)


def shortest(value: list[str], evidence: list[str]) -> int | None:
    """The length of the shortest window that holds the value's words in order, by trying everything."""
    places = combinations(range(len(evidence)), len(value))
    fits = [place for place in places if [evidence[at] for at in place] == value]
    return min((place[-1] - place[0] + 1 for place in fits), default=None)


@given(st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=4), WORDS)
def test_the_tightest_alignment_is_found(value: list[str], evidence: list[str]) -> None:
    text = excerpt(" ".join(evidence))
    ranges = align(pattern_of(" ".join(value)), text)
    expected = shortest(value, evidence)
    if ranges is None:
        assert expected is None
        assert first_missing(pattern_of(" ".join(value)), text) != ()
        return
    assert ranges[-1][1] - ranges[0][0] == expected
    assert [evidence[at] for first, last in ranges for at in range(first, last)] == value
    assert all(before[1] < after[0] for before, after in pairwise(ranges))


@given(st.lists(RUNS, min_size=1, max_size=3), st.text(alphabet="甲乙丙 ，", max_size=14))
def test_runs_of_unspaced_letters_are_contiguous(runs: list[str], evidence: str) -> None:
    place = 0
    for run in runs:
        place = evidence.find(run, place) + len(run) if place >= 0 and run in evidence[place:] else -1
    ranges = align(pattern_of("、".join(runs)), excerpt(evidence))
    assert (ranges is not None) == (place >= 0)


@given(st.lists(RUNS, min_size=1, max_size=3), st.text(alphabet="甲乙丙 ，", max_size=14))
def test_aligned_runs_spell_the_value(runs: list[str], evidence: str) -> None:
    text = excerpt(evidence)
    ranges = align(pattern_of("、".join(runs)), text) or ()
    spelt = "".join(text.analysis.tokens.texts[at] for first, last in ranges for at in range(first, last))
    assert spelt in {"", "".join(runs)}


@pytest.mark.parametrize(
    ("evidence", "value", "aligned"),
    [
        ("超时 30 秒", "30秒", True),  # a space between scripts is a matter of style
        ("超时30秒", "30 秒", True),
        ("等10分，或30秒", "10秒", False),
        ("喜欢红 色彩", "红色", False),  # a space between Han letters is not
        ("不支持", "支持", True),  # the published gate; the polarity rule answers this
        ("从成都去大理", "从大理去成都", False),
        ("東京タワーへ", "タワー", True),
        ("예약은 저녁 7시", "7시", True),
        ("ไม่ชอบกาแฟ", "ชอบกาแฟ", True),
        ("ไม่ชอบกาแฟ", "ชกฟ", False),
    ],
)
def test_scripts_without_spaces(evidence: str, value: str, aligned: bool) -> None:
    assert (align(pattern_of(value), excerpt(evidence)) is not None) == aligned


def test_a_number_in_two_spellings_is_one_by_value() -> None:
    text = excerpt("version 3.10 costs 3.1 here")
    assert align(pattern_of(3.1), text) == ((1, 2),)
    assert align(pattern_of({"costs": 3.1, "here": None}), text) == ((2, 5),)
    assert align(pattern_of("3.1"), text) == ((3, 4),)


def test_a_later_and_tighter_window_wins() -> None:
    assert align(pattern_of("a b"), excerpt("a c c b a c b")) == ((4, 5), (6, 7))
    assert align(pattern_of("a b"), excerpt("a c b a c c b")) == ((0, 1), (2, 3))


def test_nothing_aligns_with_nothing() -> None:
    assert align(Pattern(), excerpt("a b")) is None
    assert align(pattern_of("a"), excerpt("")) is None
    assert first_missing(pattern_of("b a"), excerpt("a b")) == ("a",)
    assert first_missing(pattern_of("a b"), excerpt("a b")) == ()
