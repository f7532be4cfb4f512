"""Each rule, each code; and what an admission leaves in the trace."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memtxn.core.admission.pattern import pattern_of
from memtxn.core.admission.text import is_boundary
from memtxn.model.codec import Json
from memtxn.model.policy import Policy
from memtxn.model.source import Citation, Evidence
from tests.unit.admission.cases import AT, code, code_on, finding, judged, patched, patched_on, said, seen

TURN = said("We will be six people, and we want to sit down at 7pm.")
SIX = TURN.quote("We will be six people")
DATA = seen({"party": 6, "area": "indoor table", "a/b": {"~": [10, None, True]}, "0": "x", "none": []})

# --- fields -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "evidence", "changes", "expected"),
    [
        ("six people", (SIX,), {}, ""),
        ("six people", (), {}, "missing_field"),
        ("six people", (SIX,), {"observed_at": None}, "missing_field"),
        (None, (SIX,), {}, "empty_value"),
        ("", (SIX,), {}, "empty_value"),
        (" \t", (SIX,), {}, "empty_value"),
        ("\u200b\u202e", (SIX,), {}, "empty_value"),
        ("?!", (SIX,), {}, "empty_value"),
        ([], (SIX,), {}, "empty_value"),
        ({}, (SIX,), {}, "empty_value"),
        ([None, ""], (SIX,), {}, "empty_value"),
        ("six " * 30_000, (SIX,), {}, "too_large"),
        ("six people", (SIX,) * 17, {}, "too_large"),
        ("six people", (SIX,) * 16, {}, ""),
        (None, (SIX,), {"retracts": True}, ""),
        ("six people", (SIX,), {"retracts": True}, ""),
        ("", (SIX,), {"retracts": True}, "empty_value"),
        ("nine", (SIX,), {"retracts": True}, "not_ordered_subsequence"),
        (None, (), {"retracts": True}, "missing_field"),
    ],
)
def test_fields(value: Json, evidence: tuple[Evidence, ...], changes: dict[str, Any], expected: str) -> None:
    assert code(value, *evidence, **changes) == expected


def test_the_missing_field_is_named() -> None:
    assert "evidence" in judged("six").verdict.trace[0].detail
    assert "observed_at" in judged("six", SIX, observed_at=None).verdict.trace[0].detail


def test_limits_are_the_policys() -> None:
    assert code("six", SIX, policy=Policy(value_limit=4)) == "too_large"
    assert code("six", SIX, policy=Policy(value_limit=5)) == ""
    assert code("six", SIX, SIX, policy=Policy(evidence_limit=1)) == "too_large"


# --- time -------------------------------------------------------------------------------------

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"observed_at": AT + timedelta(minutes=5, seconds=1)}, ""),
        ({"observed_at": AT + timedelta(minutes=5, seconds=1, microseconds=1)}, "future_observation"),
        ({"observed_at": AT - 1000 * HOUR}, ""),
        ({"valid_from": AT + 1000 * HOUR}, ""),
        ({"valid_from": AT, "valid_to": AT + HOUR}, ""),
        ({"valid_from": AT, "valid_to": AT}, "bad_interval"),
        ({"valid_from": AT + HOUR, "valid_to": AT}, "bad_interval"),
        ({"valid_to": AT}, "bad_interval"),
        ({"valid_from": AT - HOUR, "valid_to": AT}, ""),
        ({"valid_to": AT + HOUR}, ""),
    ],
)
def test_time(changes: dict[str, Any], expected: str) -> None:
    assert code("six people", SIX, **changes) == expected


# --- quote ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("evidence", "citation"),
    [
        (TURN.quote("WE  will be\nsix people"), (0, 21)),
        (TURN.quote(" we want "), (27, 34)),
        (TURN.quote("We", 1), (0, 2)),
        (TURN.quote("we", 2), (27, 29)),
        (TURN.span(11, 21), (11, 21)),
        (TURN.span(0, 54), (0, 54)),
    ],
)
def test_true_quotes_say_where_they_stand(evidence: Evidence, citation: tuple[int, int]) -> None:
    judgement = judged("x", evidence)
    assert judgement.citations == (Citation("s1", *citation),)
    assert finding(judgement, "quote").spans == (citation,)


@pytest.mark.parametrize(
    "evidence",
    [
        TURN.quote("We will be seven people"),
        TURN.quote("we", 3),
        TURN.quote("we", 0),
        TURN.quote("we", True),
        TURN.quote("we", 1.0),  # type: ignore[arg-type]
        TURN.quote(""),
        TURN.quote(" \u200b"),
        TURN.quote("\ud800"),
        TURN.quote(b"We"),  # type: ignore[arg-type]
        TURN.quote("we" * 600_000),
        TURN.span(0, 0),
        TURN.span(5, 4),
        TURN.span(-1, 4),
        TURN.span(0, 55),
        TURN.span(False, True),
        TURN.span(0.0, 4.0),  # type: ignore[arg-type]
        TURN.span("0", "4"),  # type: ignore[arg-type]
        TURN.pointer("/party"),
        TURN.pointer(""),
        Evidence(source=TURN),
        Evidence(source=TURN, start=1),
        Evidence(source=TURN, quote="We", start=0, end=2),
        DATA.quote("6"),
        DATA.span(0, 1),
        DATA.pointer("party"),
        DATA.pointer("/nothing"),
        DATA.pointer("/a~1b/~/0"),
        DATA.pointer("/a~1b/~0/00"),
        DATA.pointer("/a~1b/~0/-"),
        DATA.pointer("/a~1b/~0/3"),
        DATA.pointer("/a~1b/~0/" + "9" * 10_000),
        DATA.pointer("/party/0"),
        DATA.pointer(6),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_evidence_is_refused_and_never_raises(evidence: Evidence) -> None:
    judgement = judged("six", evidence)
    assert judgement.verdict.code == "quote_not_in_source"
    assert judgement.citations == (None,)


def test_matches_do_not_overlap() -> None:
    source = said("aaaa")
    assert judged("x", source.quote("aa", 2)).citations == (Citation("s1", 2, 4),)
    assert judged("x", source.quote("aa", 3)).citations == (None,)


def test_every_piece_of_evidence_must_be_true() -> None:
    judgement = judged("six", SIX, TURN.quote("nowhere"), TURN.quote("7pm"))
    assert judgement.verdict.code == "quote_not_in_source"
    assert [place is None for place in judgement.citations] == [False, True, False]
    assert "evidence 2" in finding(judgement, "quote").detail
    assert judged("six", TURN.quote("nowhere"), SIX).verdict.reasons == ("quote_not_in_source",)


def test_unseen_characters_in_the_evidence_are_reported() -> None:
    judgement = judged("six", said("we are s\u200bix\u202e people").quote("six people"))
    assert judgement.verdict.code == ""
    assert judgement.citations == (Citation("s1", 7, 19),)
    assert "2 unseen" in finding(judgement, "quote").detail


# --- patch ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("we are six people", "six people", ""),
        ("we are six or more people", "six people", ""),
        ("we are people six", "six people", "not_ordered_subsequence"),
        ("it is unsupported", "supported", "not_ordered_subsequence"),
        ("we are 1,500 people", "1500", ""),
        ("we are 1,500 people", 1500, ""),
        ("we are fifteen hundred people", 1500, ""),
        ("we are 1,500 people", "1", "number_truncated"),
        ("we are 1,500 people", 500, "number_truncated"),
        ("we are 1,500 people", 1501, "not_ordered_subsequence"),
        ("we are 1,500 people", "1,500 people", ""),
        ("it costs 1,500 euros", 1500, "unit_dropped"),
        ("0.5 mg", 5, "number_truncated"),
        ("it is -5 outside", 5, "number_truncated"),
        ("it is −5 outside", -5, ""),
        ("python 3.10", "3.1", "number_truncated"),
        ("postcode 01234", 1234, "number_truncated"),
        ("at 19:30", "19:30", ""),
        ("at 19:30", "19", "number_truncated"),
        ("10² m", 102, "not_ordered_subsequence"),
        ("1½ cups", 11, "not_ordered_subsequence"),
        ("5 people", "5%", "not_ordered_subsequence"),
        ("in C", "C#", "not_ordered_subsequence"),
        ("it is true", True, "not_ordered_subsequence"),
        ("party size: true", True, ""),
        ("party size: true", False, "not_ordered_subsequence"),
        ("great 👍", "👍", ""),
        ("great 👍", "👎", "not_ordered_subsequence"),
        ("great", "great 👍", "not_ordered_subsequence"),
        ("size: large, colour: red", {"colour": "red"}, ""),
        ("size: large, colour: red", {"colour": "large"}, "not_ordered_subsequence"),
        ("Rome, Paris and Oslo", ["Rome", "Paris", "Oslo"], ""),
        ("Rome, Paris and Oslo", ["Oslo", "Rome"], "not_ordered_subsequence"),
    ],
    ids=repr,
)
def test_patch(text: str, value: Json, expected: str) -> None:
    assert patched_on(text, value) == expected


def test_part_of_a_word_is_no_token() -> None:
    source = said("it is unsupported")
    assert code("supported", source.quote("supported")) == "not_ordered_subsequence"
    assert code("supported", source.span(8, 17)) == "not_ordered_subsequence"
    assert code("unsupported", source.quote("it is unsupport")) == "not_ordered_subsequence"


def test_one_piece_of_evidence_must_support_the_value() -> None:
    other = said("Ben and Rosa come", "s2")
    assert code("six people", TURN.quote("six"), TURN.quote("people")) == "not_ordered_subsequence"
    judgement = judged("Ben", SIX, other.quote("Ben and Rosa"))
    assert judgement.verdict.code == ""
    assert finding(judgement, "patch").spans == ((0, 3),)
    assert "2" in finding(judgement, "patch").detail


def test_the_aligned_spans_are_in_the_original_text() -> None:
    source = said("“We’ll”  be\u00a0SIX  tall\u200b people…")
    spans = finding(judged("six people", source.span(0, 29)), "patch").spans
    assert [(source.text or "")[start:end] for start, end in spans] == ["SIX", "people"]


def test_a_scattered_alignment_is_recorded_as_its_window() -> None:
    source = said("a b " * 50)
    spans = finding(judged(" ".join("a" * 50), source.span(0, 200)), "patch").spans
    assert spans == ((0, 197),)


@pytest.mark.parametrize(
    ("pointer", "value", "expected"),
    [
        ("/party", 6, ""),
        ("/party", "6", "not_ordered_subsequence"),
        ("/party", 6.0, "not_ordered_subsequence"),
        ("/area", "indoor table", ""),
        ("/area", "Indoor", ""),
        ("/area", "outdoor", "not_ordered_subsequence"),
        ("/a~1b/~0/0", 10, ""),
        ("/a~1b/~0/2", True, ""),
        ("/a~1b", {"~": [10, None, True]}, ""),
        ("/a~1b", [10], "not_ordered_subsequence"),
        ("/0", "x", ""),
        ("/none", [], "empty_value"),
        ("/a~1b/~0/1", None, "empty_value"),
    ],
    ids=repr,
)
def test_pointers(pointer: str, value: Json, expected: str) -> None:
    assert code(value, DATA.pointer(pointer)) == expected


def test_a_pointer_is_cited_as_a_pointer() -> None:
    assert judged(6, DATA.pointer("/party")).citations == (Citation("s1", pointer="/party"),)
    assert code("x", seen("x y").pointer("")) == ""
    assert judged(6, seen(None).pointer("")).citations == (Citation("s1", pointer=""),)


@pytest.mark.parametrize("unseen", ["\u200b", "\u202e", "\ufe01", "\U000e0041\U000e0042", "\x07"])
def test_a_value_does_not_smuggle_what_cannot_be_seen(unseen: str) -> None:
    assert code_on("we eat walnuts", f"wal{unseen}nuts") == "not_ordered_subsequence"
    assert code_on(f"we eat walnuts{unseen}", f"walnuts{unseen}") == ""
    assert code(f"walnuts{unseen}", seen("the walnuts").pointer("")) == "not_ordered_subsequence"
    assert code_on(f"we eat wal{unseen}nuts", "walnuts") == ""


# --- properties -------------------------------------------------------------------------------

WORDS = (
    "we",
    "book",
    "six",
    "seats",
    "at",
    "7pm",
    "for",
    "1,500",
    "euros",
    "北京",
    "don't",
    "ок",
    "नमस्ते",
    "👍",
)
WORD = st.sampled_from(WORDS)
SENTENCE = st.lists(WORD, min_size=1, max_size=12)


@given(st.text(max_size=60), st.data())
def test_whole_words_of_any_text_support_themselves(text: str, data: st.DataObject) -> None:
    words = text.split()
    assume(words)
    first = data.draw(st.integers(0, len(words) - 1))
    place = 0
    for word in words[:first]:
        place = text.index(word, place) + len(word)
    start = text.index(words[first], place)
    assume(is_boundary(text, start))  # a mark after a space belongs to the space
    value = text[start : start + len(words[first])]
    expected = "" if pattern_of(value).units else "empty_value"
    assert patched(value, said(text).span(start, start + len(value))) == expected


@given(SENTENCE, st.data())
def test_any_contiguous_words_are_admitted_with_their_quote(words: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    text = " ".join(words)
    before = " ".join(words[:first])
    value = " ".join(words[first:last])
    occurrence = before.count(value) + 1  # whole words, so that no match straddles the beginning
    assume(text.find(value, len(before)) == len(before) + bool(before))
    assume(" ".join(words).count(value) >= occurrence)
    start = len(before) + bool(before)
    assert patched(value, said(text).span(start, start + len(value))) == ""
    assert judged(value, said(text).quote(value)).citations[0] is not None


@given(SENTENCE, st.integers(0, 12), st.sampled_from(["not", "nine", "外", "%", "👎", "1"]))
def test_a_foreign_token_is_refused(words: list[str], place: int, foreign: str) -> None:
    value = " ".join([*words[:place], foreign, *words[place:]])
    assert patched_on(" ".join(words), value) == "not_ordered_subsequence"


@given(SENTENCE, st.integers(0, 10))
def test_exchanged_words_are_judged_as_the_definition_says(words: list[str], place: int) -> None:
    assume(place + 1 < len(words))
    assume(set(words) != {"at", "7pm"})  # "7pm at" is "at 7pm" as a time of day
    swapped = [*words[:place], words[place + 1], words[place], *words[place + 2 :]]
    rest = iter(words)
    ordered = all(word in rest for word in swapped)
    assert (patched_on(" ".join(words), " ".join(swapped)) == "") == ordered
    assert ordered == (swapped == words)
