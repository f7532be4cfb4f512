"""What the explanation of the gate says of its own mistakes is so."""

from __future__ import annotations

import pytest

from benchmarks.audit.cases import Proposed, case_of
from benchmarks.audit.peers import patch_test
from benchmarks.audit.written import FOLDER, SEALABLE, chosen
from memtxn.testkit.audit import Judged, judged_directly
from memtxn.testkit.cases import WrittenCase
from tests.docs.pages import page, rows, sections
from tests.unit.benchmarks.test_audit_sets import said

PAGE = "explanation/admission.md"
LEFT = "The mistakes that are left"


def mistakes() -> dict[str, Judged]:
    """The mistakes on the open written cases on which the gate may be tuned."""
    judged = map(judged_directly, chosen([FOLDER / SEALABLE]))
    return {one.case.id: one for one in judged if not one.right}


def test_the_mistakes_that_are_listed_are_those_that_are_left() -> None:
    """Whoever mends or makes one writes the list anew: ``python -m benchmarks.audit.written --mistakes``."""
    listed, left = rows(sections(page(PAGE))[LEFT]), mistakes()
    assert sorted(set(listed) - set(left)) == [], "mended"
    assert sorted(set(left) - set(listed)) == [], "not listed"
    for name, (text, _, expected, judged, why) in listed.items():
        assert text in left[name].case.source.text
        assert (expected, judged) == (left[name].case.expect, left[name].said)
        assert why


def test_the_number_of_open_cases_is_the_one_told() -> None:
    assert f" {len(chosen([FOLDER / SEALABLE]))} others" in sections(page(PAGE))[LEFT]


def let_through() -> list[WrittenCase]:
    """The rows of the table of what the published test takes for supported."""
    table = sections(page(PAGE))["What the published gate lets through"]
    cells = [line.strip("| ").split(" | ") for line in table.splitlines() if line.endswith("| yes |")]
    return [
        case_of(said(text), Proposed(value=value, key=("Thing", "it", "says"), family="f", expect="refuse"))
        for text, value, _ in cells
    ]


@pytest.mark.parametrize("case", let_through(), ids=lambda case: str(case.value))
def test_what_the_published_test_lets_through_is_kept_out(case: WrittenCase) -> None:
    assert patch_test([case]) == [1.0]
    assert judged_directly(case).right
