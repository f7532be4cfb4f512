"""The speed table measures what it says: turns of about 40 tokens, a power that tells linear from quadratic."""

from __future__ import annotations

import pytest

from benchmarks.admission import KINDS, SHAPES, _power, _repeated, _timed, case
from memtxn.core.admission import analyse
from memtxn.testkit.audit import judged_directly, observed


def test_a_turn_has_about_forty_tokens() -> None:
    for kind in KINDS:
        assert 36 <= len(analyse(observed(case(kind.text, "x"))).tokens.texts) <= 48


def test_what_is_called_a_span_stands_there_and_what_is_called_no_match_does_not() -> None:
    clause, span, none, _ = KINDS
    for value in (*clause.values, *span.values):
        assert value in span.text
    assert clause.quote is not None
    assert clause.quote in clause.text
    for value in none.values:
        assert judged_directly(case(none.text, value)).verdict.code == "not_ordered_subsequence"


def test_each_round_is_timed_but_those_that_warm_up() -> None:
    first, further = _timed(KINDS[0], 40)
    assert len(first) == len(further) == 36
    assert min(*first, *further) > 0


@pytest.mark.parametrize(("power", "sizes"), [(1, (10, 100, 1000)), (2, (10, 30, 100)), (0.5, (1, 4, 16))])
def test_the_power_of_growth(power: float, sizes: tuple[int, ...]) -> None:
    assert _power(sizes, [3 * size**power for size in sizes]) == pytest.approx(power)


def test_texts_have_their_size() -> None:
    assert len(_repeated("ab ", 1000)) == 999
    for shape in SHAPES:
        assert 0.9 * 10_000 <= len(shape.text(10_000).encode()) <= 1.1 * 10_000
