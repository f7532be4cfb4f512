"""What the explanation of the gate says of its own mistakes is so."""

from __future__ import annotations

from benchmarks.audit.written import FOLDER, SEALABLE, chosen
from memtxn.testkit.audit import Judged, judged_directly
from tests.docs.pages import page, rows, sections

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
