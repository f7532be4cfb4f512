"""The audit's peers decide as they are described, and the thresholds are those that separate best."""

from __future__ import annotations

import pytest

from benchmarks.audit.cases import Proposed, case_of
from benchmarks.audit.peers import PATCH_TEST, WORDS, Answers, Peer, answers, calibrated, coverage, patch_test
from benchmarks.audit.sets import Group, written
from benchmarks.audit.table import judge_all, percent
from memtxn.testkit.cases import WrittenCase
from tests.cases.split import is_sealed
from tests.unit.benchmarks.test_audit_sets import said


def case(text: str, value: object, *, expect: str = "admit", quote: str | None = None) -> WrittenCase:
    proposed = Proposed(value=value, key=("A", "b", "c"), family="f", expect=expect, quote=quote)  # type: ignore[arg-type]
    return case_of(said(text), proposed)


@pytest.mark.parametrize(
    ("text", "value", "share", "ordered"),
    [
        ("I eat red fish", "red fish", 1, True),
        ("I eat red fish", "fish red", 1, False),
        ("I eat red fish", "no fish", 0.5, False),
        ("I do not eat fish", "eat fish", 1, True),
        ("I eat fish", "fish fish", 0.5, False),
        ("不支持", "支持", 1, True),
        ("a table for 2", 2, 1, True),
        ("I eat fish", "?!", 0, False),
    ],
)
def test_words_covered_and_words_in_their_order(text: str, value: object, share: float, ordered: bool) -> None:
    assert coverage([case(text, value)]) == [share]
    assert patch_test([case(text, value)]) == [float(ordered)]


def test_a_quote_must_stand_in_its_source() -> None:
    assert patch_test([case("I eat fish", "fish", quote="we eat fish")]) == [0.0]


def test_a_calibrated_threshold_separates_best() -> None:
    true = [case(f"text {n}", "v") for n in range(4)]
    false = [case(f"lie {n}", "v", expect="refuse") for n in range(4)]
    scores = dict(zip((one.id for one in (*true, *false)), [0.9, 0.8, 0.7, 0.3, 0.6, 0.4, 0.2, 0.1], strict=True))
    assert calibrated([*true, *false], scores) == 0.7
    assert calibrated(true, scores) == 0.3
    assert calibrated([], scores) == 0


def test_answers_at_both_thresholds() -> None:
    cases = [
        case(f"I eat fish {n}", "fish" if n % 2 else "no fish", expect="admit" if n % 2 else "refuse")
        for n in range(60)
    ]
    fixed, best = answers(WORDS, cases)
    assert fixed.share(cases) == best.share(cases) == 1
    assert best.threshold == 1
    (alone,) = answers(PATCH_TEST, cases)
    assert alone.share(cases) == 1
    always = Peer("always", lambda given: [1.0] * len(given), 0.5)
    assert answers(always, cases)[0].share(cases) == 0.5


def test_a_share_of_nothing_is_not_told() -> None:
    assert Answers("x", 0.5, {}).share([case("a", "b")]) is None
    assert percent(None) == "–"
    assert percent(0.125) == "12.5%"


def test_the_sealed_cases_are_left_out_unless_asked_for() -> None:
    def dev(groups: list[Group]) -> set[str]:
        return {one.id for group in groups if group.name.startswith("written dev") for one in group.cases}

    looked_at, all_of_them = dev(written()), dev(written(sealed=True))
    assert looked_at
    assert not any(map(is_sealed, looked_at))
    assert {one for one in all_of_them if is_sealed(one)}
    assert looked_at == {one for one in all_of_them if not is_sealed(one)}


def test_every_written_group_has_goals_and_what_they_are_about() -> None:
    for group in written(sealed=True):
        assert group.goal is not None
        assert group.family_goal is not None
        assert len({one.expect for one in group.cases}) == 1


def test_all_cases_are_judged_each_once() -> None:
    cases = [case("I eat fish", "fish"), case("I eat fish", "no fish", expect="refuse")]
    judged = judge_all([*cases, *cases])
    assert [judged[one.id].right for one in cases] == [True, True]
