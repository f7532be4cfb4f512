"""What the first rule tells a person, and where it points; the whole words of a later sentence."""

from __future__ import annotations

import pytest

from memtxn.core.admission import analyse, judge
from memtxn.core.admission.attribute import attribute_of
from memtxn.core.admission.patch import SPANS_LIMIT, Patch
from memtxn.core.admission.terms import NO_TERMS
from memtxn.model.codec import Json
from memtxn.model.key import Key
from memtxn.model.source import Evidence
from memtxn.model.verdict import Finding
from tests.unit.admission.cases import NOW, POLICY, draft, finding, judged, said
from tests.unit.admission.rules.table import Row, table


def found(value: Json, *evidence: Evidence, attribute: str = "detail") -> Finding:
    """What the first rule finds."""
    return finding(judged(value, *evidence, key=Key("Person", "alice", attribute)), "patch")


def pointed(text: str, value: Json, attribute: str = "detail") -> list[str]:
    """The words to which the first rule points."""
    return [
        text[start:end] for start, end in found(value, said(text).span(0, len(text)), attribute=attribute).spans
    ]


def told(text: str, value: Json, attribute: str = "detail") -> str:
    """What the first rule says."""
    return found(value, said(text).span(0, len(text)), attribute=attribute).detail


def test_only_of_several_pieces_of_evidence_it_is_said_which_one_supports() -> None:
    one, other = said("We sail on Monday."), said("It rains in Cork.", "s2")
    assert found("Cork", other.span(0, len(other.text or ""))).detail == ""
    both = found("Cork", one.span(0, len(one.text or "")), other.span(0, len(other.text or "")))
    assert both.detail == "Evidence 2 supports the value."


@table("""
天气很好。我在北京大学读书。 | school | 北京 | not_ordered_subsequence
天气很好。我对虾过敏。 | allergy | 虾 | ok
天气很好。我喜歡花生醬。 | food | 花生 | not_ordered_subsequence
天气很好。我喜欢花生、酱。 | food | 花生 | ok
天气很好。我喜欢花生酱。 | food | 花生酱 | ok
""")
def test_words_of_a_later_sentence(row: Row) -> None:
    assert row.holds(), row.got()


def test_a_cut_word_is_told_and_pointed_to() -> None:
    text = "天气很好。我住在南京路旁边的旅馆。我对花生酱过敏。"
    assert pointed(text, "花生") == ["花生酱"]
    assert told(text, "花生").startswith("the value cuts the word '花生酱'. ")


def test_many_places_of_a_value_are_told_as_one() -> None:
    def spans(count: int) -> list[str]:
        words = [f"w{number}x" for number in range(count * 2)]
        return pointed(" ".join(words), " ".join(words[::2]))

    assert len(spans(SPANS_LIMIT)) == SPANS_LIMIT
    assert len(spans(SPANS_LIMIT + 1)) == 1


def test_what_is_said_where_nothing_can_be_aligned() -> None:
    def alone(*evidence: Evidence, known: bool = True) -> str:
        analyses = {one.source.id: analyse(one.source) for one in evidence if known}
        judgement = judge(draft("Cork", *evidence), analyses, now=NOW, policy=POLICY, rules=(Patch(),))
        return judgement.verdict.trace[0].detail

    quote = said("We sail.").quote("Cork")
    assert alone() == "not judged: there is no evidence"
    assert alone(quote) == "not judged: no quote stands in its source"
    assert alone(quote, known=False) == "not judged: no source of the evidence is known"


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("sail fast", "'fast' does not stand in the evidence, or not in this order. "),
        (f"sail {'x' * 70}", f"'{'x' * 60}' does not stand in the evidence, or not in this order. "),
        ("sail 417", "'417' does not stand in the evidence, or not in this order. "),
        (417, "the evidence does not say 417 of 'detail'. "),
        (int("7" * 70), f"the evidence does not say {'7' * 60} of 'detail'. "),
    ],
)
def test_what_is_missing_is_told(value: Json, problem: str) -> None:
    assert told("We sail on Monday.", value).startswith(problem)


def test_a_no_at_the_end_of_a_name_is_a_number() -> None:
    assert not attribute_of("tracking_no", NO_TERMS).negative
    assert not attribute_of("tracking_code_no", NO_TERMS).negative
    assert attribute_of("tea_excluded_no", NO_TERMS).negative
    assert attribute_of("no_cheese", NO_TERMS).negative
    assert attribute_of("no", NO_TERMS).negative
    assert attribute_of("avoided_no", NO_TERMS).negative == attribute_of("avoided", NO_TERMS).negative
