"""Texts of nothing but times or numbers: what is read of them is bounded, and what is read is read rightly."""

from __future__ import annotations

import pytest

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.forms import dates, number
from memtxn.core.admission.forms.dates import date_readings
from memtxn.core.admission.forms.number import quantities_around
from memtxn.core.admission.forms.quantities import quantities
from memtxn.core.admission.patchtest import Excerpt
from tests.unit.admission.cases import code, said
from tests.unit.admission.test_dates import context


@pytest.mark.parametrize("text", ["tomorrow ", "on May 5 at 3pm ", "下周一 ", "next "])
def test_so_many_beginnings_of_times_are_read(text: str) -> None:
    analysis = analyse_text(text * 3000)
    found = date_readings(analysis, 0, len(analysis.tokens.texts), context("zh" if text > "z" else "en"))
    few = analyse_text(text * 10)
    assert len(found) <= dates.STARTS
    assert [one.words for one in found[:9]] == [
        one.words for one in date_readings(few, 0, len(few.tokens.texts), context("zh" if text > "z" else "en"))
    ][:9]


@pytest.mark.parametrize("text", ["7 kg, ", "7-9 days, ", "seven, ", "3 or ", "五千 "])
def test_so_many_numbers_are_read_and_each_as_if_all_were(text: str) -> None:
    analysis = analyse_text(text * 2000)
    size = len(analysis.tokens.texts)
    found = quantities_around(Excerpt(analysis, 0, size), ("en", "zh"))
    assert number.NUMBERS - 2 <= len(found) <= number.NUMBERS
    assert found == quantities(analysis, 0, size, ("en", "zh"))[: len(found)]


def test_the_excerpt_decides_which_are_the_first() -> None:
    """A quote from the end of a long source is read like any other."""
    text = "7 kg, " * 3000 + "and the party is six, next Friday"
    source = said(text)
    quote = source.quote("the party is six, next Friday")
    assert code(6, quote) == ""
    assert code("2026-11-06", quote) == ""
