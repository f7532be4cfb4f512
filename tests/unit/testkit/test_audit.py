"""The audit counts truly, and its two ways of judging say the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

import memtxn
from memtxn.core.admission.terms import Option
from memtxn.engine.terms import terms_of
from memtxn.model.key import Key
from memtxn.model.policy import Policy
from memtxn.model.verdict import Decision
from memtxn.testkit.audit import Score, audited, confusion, judged_directly, judged_in, scores
from memtxn.testkit.cases import BadCases, WrittenCase, read_cases, rules_of
from memtxn.testkit.fakes import FakeClock
from tests.cases.split import is_sealed

DEV = Path(__file__).parents[2] / "cases" / "admission_dev.jsonl"
OPEN = [case for case in read_cases(DEV) if not is_sealed(case.id)]


@pytest.fixture(scope="module")
def both() -> list[tuple[memtxn.Verdict, memtxn.Verdict]]:
    clock = FakeClock()
    with memtxn.open(":memory:", clock=clock) as store:
        return [(judged_directly(case).verdict, judged_in(store, clock, case).verdict) for case in OPEN]


def test_the_gate_alone_says_what_the_store_says(both: list[tuple[memtxn.Verdict, memtxn.Verdict]]) -> None:
    assert [alone.reasons for alone, _ in both] == [stored.reasons for _, stored in both]
    assert [alone.decision for alone, _ in both] == [stored.decision for _, stored in both]


def test_the_cases_are_told_apart(both: list[tuple[memtxn.Verdict, memtxn.Verdict]]) -> None:
    """Neither all admitted nor all refused, or the agreement above says nothing."""
    decisions = Counter(alone.decision for alone, _ in both)
    assert decisions[Decision.ADMIT] > 50
    assert decisions[Decision.REJECT] > 50


def test_an_admission_is_what_the_memory_then_shows() -> None:
    clock = FakeClock()
    admitted = next(case for case in OPEN if judged_directly(case).admitted)
    refused = next(case for case in OPEN if not judged_directly(case).admitted)
    with memtxn.open(":memory:", clock=clock) as store:
        assert judged_in(store, clock, admitted).admitted
        assert not judged_in(store, clock, refused).admitted
        shown = store.memory("audit", admitted.id).get(admitted.key[:2], admitted.key[2])
        assert isinstance(shown, memtxn.Belief)
        assert shown.value == admitted.value
        assert store.memory("audit", refused.id).get(refused.key[:2], refused.key[2]) is None


def test_counting() -> None:
    judged = [judged_directly(case) for case in OPEN]
    by_language = scores(judged, lambda one: one.case.lang)
    assert sum(score.made for score in by_language.values()) == len(OPEN)
    assert sum(score.right for score in by_language.values()) == sum(one.right for one in judged)
    assert sum(sum(counts.values()) for counts in confusion(judged).values()) == len(OPEN)
    found = audited(judged)
    assert found.cases == len(OPEN)
    assert {one.id for one in found.mistakes} == {one.case.id for one in judged if not one.right}
    assert found.ok == (not found.mistakes)


def test_a_share_of_nothing_is_whole() -> None:
    assert Score(0, 0).share == 1
    assert Score(4, 3).share == 0.75


def declaring(**declared: object) -> WrittenCase:
    case = next(case for case in OPEN if judged_directly(case).admitted and case.type == "fact")
    return msgspec.structs.replace(case, declared=declared)


def test_what_a_case_declares_is_declared_in_both_ways() -> None:
    """Of a type that its value is not, it is refused."""
    case = declaring(type="object")
    clock = FakeClock()
    with memtxn.open(":memory:", clock=clock) as store:
        stored = judged_in(store, clock, case)
        (declared,) = store.memory("audit", case.id).declarations()
    assert declared.type == "object"
    assert stored.verdict.code == "type_mismatch"
    assert judged_directly(case).verdict.reasons == stored.verdict.reasons
    assert not stored.admitted


def test_what_a_case_declares_is_what_the_gate_is_told() -> None:
    case = declaring(speech_act="request", unit="EUR", words=["rent"], enum={"Compact": ["small"]})
    key = Key.of(case.key[:2], case.key[2])
    terms = terms_of(rules_of(case), Policy(), key, case.type)
    assert (terms.speech_act, terms.unit, terms.words) == ("request", "EUR", ("rent",))
    assert terms.enum == (Option(b'"Compact"', ("small",)),)
    of_type = msgspec.structs.replace(case, declared={}, declared_type={"aliases": {case.key[1]: ["Al"]}})
    assert terms_of(rules_of(of_type), Policy(), key, case.type).aliases == ("Al",)


@pytest.mark.parametrize(
    "wrong", [{"colour": "red"}, {"unit": 7}, {"licenses": ["anything"]}, {"type": "integer", "enum": ["a"]}]
)
def test_what_nobody_can_declare_is_found_out(wrong: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_bytes(msgspec.json.encode(declaring(**wrong)))
    with pytest.raises(BadCases, match="line 1"):
        read_cases(path)


def test_the_written_files_hold_cases_of_both_kinds() -> None:
    for path in DEV.parent.glob("*.jsonl"):
        assert {case.expect for case in read_cases(path)} == {"admit", "refuse"}


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadCases, match="No such file") as raised:
        read_cases(tmp_path / "none.jsonl")
    assert "check its path" in raised.value.advice


def test_a_case_without_optional_fields(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"id": "a", "source": {"speaker": "x", "at": "2026-01-01T00:00:00Z", "text": "t"},'
        b' "quote": "t", "key": ["A", "b", "c"], "value": null, "expect": "refuse", "more": 1}\r\n'
    )
    (case,) = read_cases(path)
    assert isinstance(case, WrittenCase)
    assert (case.type, case.source.channel, case.declared) == ("fact", "user", {})
    assert judged_directly(case).right
