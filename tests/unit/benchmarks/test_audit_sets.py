"""The audit's operators change what is said and leave the words; its own readings are right; it draws evenly."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime
from itertools import pairwise

import pytest

from benchmarks.audit import chinese, english
from benchmarks.audit.cases import Proposed, case_of, drawn, per_family
from benchmarks.audit.data import Said, Slot
from benchmarks.audit.peers import patch_test
from benchmarks.audit.readings import clock, day, days, numbers, stems, words
from benchmarks.audit.slots import verbatim
from benchmarks.corrupt import is_ordered_subsequence
from memtxn.testkit.cases import WrittenCase

AT = datetime(2019, 3, 1, 9, tzinfo=UTC)


def said(text: str, corpus: str = "sgd", *slots: Slot) -> Said:
    return Said(corpus, "d1", 0, "ana", "user", AT, text, slots)


def frame(sentence: str) -> english.Frame:
    found = english.statement(sentence) or english.wanting(sentence)
    assert found is not None
    return found


# -- English -----------------------------------------------------------------------------------------------

CHANGED = [
    ("The library is on the second floor.", "negator", ("is not", "isn't")),
    ("I am at the harbour office.", "negator", ("am not",)),
    ("I painted a boat in March.", "negator", ("did not paint", "didn't paint")),
    ("I play chess with Nora.", "negator", ("do not play", "don't play")),
    ("I would like a table in the garden.", "negator", ("would not like", "wouldn't like")),
    ("I painted a boat in March.", "never", ("never painted",)),
    ("The library is on the second floor.", "never", ("is never on",)),
    ("I would like a table in the garden.", "no_longer", ("would no longer like",)),
    ("I play chess with Nora.", "used_to", ("used to play",)),
    ("The library is on the second floor.", "used_to", ("used to be on",)),
    ("I am looking for a table in the garden.", "might", ("be looking",)),
    ("I play chess with Nora.", "question_form", ("Do I play chess with Nora?",)),
    ("I painted a boat in March.", "question_form", ("Did I paint a boat in March?",)),
    ("The library is on the second floor.", "question_form", ("Is the library on the second floor?",)),
    ("I would like a table in the garden.", "question_form", ("Would I like a table in the garden?",)),
    ("I play chess with Nora.", "reporting_speaker", ("Tobias",)),
    ("The library is on the second floor.", "reporting_speaker", ("the library is",)),
]


@pytest.mark.parametrize(("sentence", "family", "shown"), CHANGED)
def test_a_sentence_is_changed_where_it_belongs(sentence: str, family: str, shown: tuple[str, ...]) -> None:
    made = english.ANYWHERE[family](frame(sentence))
    assert made is not None
    assert any(one in made for one in shown), made


@pytest.mark.parametrize("sentence", sorted({sentence for sentence, _, _ in CHANGED}))
def test_every_operator_only_adds_around_the_value(sentence: str) -> None:
    """The value stands there still: the published test accepts it, and the sentence is another one."""
    one = frame(sentence)
    value = english.tail(one.rest)
    assert value is not None
    assert value in sentence
    for family, operator in english.ANYWHERE.items():
        made = operator(one)
        if made is not None:
            assert made != sentence, family
            assert is_ordered_subsequence(value, made), family
    assert value in english.restricted(one, value)


@pytest.mark.parametrize(
    "sentence",
    [
        "I play chess, but rarely.",
        "I do not play chess with Nora.",
        "Maybe I play chess with Nora.",
        "Do I play chess with Nora?",
        "I heard that the library is closed.",
        "The library is open if it rains.",
        "The library is small it has a garden.",
        "Great!",
        "",
    ],
)
def test_what_is_no_plain_statement_is_left_alone(sentence: str) -> None:
    assert english.statement(sentence) is None


def test_a_restriction_stands_before_the_article() -> None:
    one = frame("The library is on the second floor.")
    assert english.restricted(one, "second floor") == "The library is only on the second floor."


def test_a_number_is_approximated_only_where_it_reads_well() -> None:
    one = frame("I have 30 boats in Ghent.")
    for how in (english.AROUND, english.SHORT_OF, english.NOT_QUITE):
        made = english.approximated(one, "30 boats in Ghent", how)
        assert made in {f"I have {word} 30 boats in Ghent." for word in how}
        assert english.approximated(frame("I live at 30 Dock Road."), "30 Dock Road", how) is None
        assert english.approximated(one, "boats in Ghent", how) is None
        assert english.approximated(frame("I have 1 boat in Ghent."), "1 boat in Ghent", how) is None


def test_words_that_fall_short_are_none_of_those_around() -> None:
    """Who asks for about seven wants seven, who asks for nearly seven does not."""
    assert not set(english.SHORT_OF) & set(english.AROUND)
    assert not set(chinese.SHORT_OF) & set(chinese.AROUND)


def test_a_value_begins_behind_an_article_or_a_preposition() -> None:
    assert english.tail("a boat with a red sail.") == "boat with a red sail"
    assert english.tail("chess with Nora") == "chess with Nora"
    assert english.tail("very much and then some more of everything and all") == "more of everything and all"


# -- Chinese -----------------------------------------------------------------------------------------------


def clause(text: str, value: str, kind: str) -> chinese.Clause:
    (found,) = chinese.clauses(text, value, kind=kind)
    return found


def test_a_chinese_clause_is_changed_at_its_verb() -> None:
    state = clause("你好，书店的地址是中山路3号，谢谢。", "中山路3号", "state")
    assert chinese.negated(state) == "你好，书店的地址不是中山路3号，谢谢。"
    assert chinese.asked(state) == "你好，书店的地址是中山路3号吗？谢谢。"
    assert "说书店的地址是" in (chinese.reported(state) or "")
    want = clause("好的，我想去中山公园。", "中山公园", "want")
    assert chinese.negated(want) == "好的，我不想去中山公园。"
    assert chinese.no_longer(want) in ("好的，我不再想去中山公园。", "好的，我再也不想去中山公园。")
    assert "否则我想去中山公园" in (chinese.unless(want) or "")


def test_every_chinese_operator_leaves_the_value_whole() -> None:
    for one, value in (
        (clause("附近的餐馆有3家书店。", "3家书店", "state"), "3家书店"),
        (clause("我打算买2张票。", "2张票", "want"), "2张票"),
    ):
        made = {family: operator(one) for family, operator in chinese.ANYWHERE.items()}
        assert all(text is None or (value in text and text != one.text) for text in made.values())
        assert len(set(filter(None, made.values()))) == len(list(filter(None, made.values())))
        assert all(value in chinese.approximated(one, value, (how,)) for how in chinese.NOT_QUITE)
        assert chinese.approximated(one, value, ("{}左右",)).count(f"{value}左右") == 1


def test_nothing_is_put_before_a_clause_that_joins_another() -> None:
    one = clause("很远，但是书店的地址是中山路3号。", "中山路3号", "state")
    assert one.before.startswith("但是")
    assert chinese.conditioned(one) is chinese.unless(one) is chinese.reported(one) is None
    assert chinese.negated(one) is not None


def test_a_value_that_is_part_of_a_longer_name_is_left_alone() -> None:
    assert list(chinese.clauses("书店的地址是中山路3号书城旁边。", "中山路3号", kind="state")) == []


@pytest.mark.parametrize(
    "text", ["我不想去中山公园。", "我可能想去中山公园。", "中山公园很好。", "想去，中山公园吗？"]
)
def test_a_chinese_clause_with_a_cue_or_without_a_verb_is_left_alone(text: str) -> None:
    assert list(chinese.clauses(text, "中山公园", kind="want")) == []


# -- what stands in a turn ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "corpus", "stands"),
    [
        ("A table for 2 people.", "2", "sgd", True),
        ("A table at 1:30 pm.", "1", "sgd", False),
        ("A table at 12 pm.", "2", "sgd", False),
        ("To new york please.", "New York", "sgd", True),
        ("评分4.5分以上的景点", "5分", "crosswoz", False),
        ("评分5分的景点", "5分", "crosswoz", True),
        ("游玩1小时-2小时", "1小时", "crosswoz", False),
        ("游玩1小时-2小时", "2小时", "crosswoz", False),
        ("游玩1小时 - 2小时", "1小时 - 2小时", "crosswoz", True),
        ("是的", "是", "crosswoz", False),
    ],
)
def test_a_value_stands_literally_in_a_turn(text: str, value: str, corpus: str, stands: bool) -> None:
    assert (verbatim((value,), said(text, corpus)) is not None) == stands


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("5:30 pm", "17:30"),
        ("12:15 am", "00:15"),
        ("12:15 pm", "12:15"),
        ("half past 11 in the morning", "11:30"),
        ("quarter to 6 in the evening", "17:45"),
        ("quarter to 1 in the afternoon", "12:45"),
        ("evening 5:15", "17:15"),
        ("four pm", "16:00"),
        ("12:45", None),
        ("13:45 pm", None),
        ("noon", None),
    ],
)
def test_times_are_read(text: str, time: str | None) -> None:
    assert clock(text) == time


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("March 13th", "2019-03-13"),
        ("the 4th of this month", "2019-03-04"),
        ("2nd of April", "2019-04-02"),
        ("tomorrow", "2019-03-02"),
        ("today", "2019-03-01"),
        ("next Monday", None),
        ("February 30th", None),
        ("the 4th", None),
    ],
)
def test_days_are_read(text: str, read: str | None) -> None:
    assert day(text, date(2019, 3, 1)) == read


def test_every_day_that_may_be_meant() -> None:
    today = date(2019, 3, 1)  # a Friday
    assert "2019-03-07" in days("next Thursday", today) & days("on the 7th of this month", today)
    assert days("today", today) == days("March 1st", today) == {"2019-03-01"}
    assert days("the day after tomorrow", today) >= {"2019-03-03"}
    assert days("a table for 7", today) == set()


def test_numbers_and_stems_are_seen_in_whatever_form() -> None:
    assert numbers("half past five") >= {30, 5}
    assert numbers("at 17:30") >= {17, 5, 30}
    assert numbers("两个人") == {2}
    assert numbers("one thousand three hundred and ten dollars") >= {1310}
    assert numbers("twenty five") >= {25}
    assert 0 not in numbers("a boat and a hundred sails") >= {100}
    assert stems("museums") == stems("Museum")
    assert words("Iffy-Name 不支持") == ["iffy", "name", "不", "支", "持"]


# -- drawing -----------------------------------------------------------------------------------------------


def made(number: int, family: str = "a") -> WrittenCase:
    one = Proposed(value=str(number), key=("A", "b", "c"), family=family, expect="admit", text=f"text {number}")
    return case_of(said("text"), one)


def test_drawing_is_even_and_the_same_every_time() -> None:
    assert drawn(list(range(5)), 10) == [0, 1, 2, 3, 4]
    once = drawn(list(range(1000)), 10, "salt")
    assert once == drawn(list(range(1000)), 10, "salt") != drawn(list(range(1000)), 10, "pepper")
    assert len(set(once)) == 10
    apart = {(b - a) % 1000 for a, b in pairwise(once)}
    assert apart == {100}


def test_a_family_has_at_most_so_many_and_each_case_once() -> None:
    cases = [made(number) for number in range(30)] * 2 + [made(1, "b")]
    found = per_family(cases, 10)
    assert Counter(case.family for case in found) == {"a": 10, "b": 1}
    assert len({case.id for case in found}) == 11


def test_cases_of_the_same_turn_have_names_of_their_own() -> None:
    assert len({made(number, family).id for number in range(20) for family in "ab"}) == 40
    assert patch_test([made(3)]) == [1.0]
