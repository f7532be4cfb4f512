"""What is told of a value in the wrong row or column, behind another sentence."""

from __future__ import annotations

import pytest

from memtxn.model.key import Key
from memtxn.model.verdict import Finding
from tests.unit.admission.cases import finding, judged, said

HEAD = "It is raining.\n| boat | colour | berth |\n"
BOATS = "| kayak | red | north |\n| barge | green | south |\n"


def told(entity: str, attribute: str, value: str, text: str = HEAD + BOATS) -> tuple[Finding, str]:
    """What the binding says of a value, and the words to which it points."""
    found = finding(judged(value, said(text).span(0, len(text)), key=Key("Boat", entity, attribute)), "binding")
    return found, " + ".join(text[start:end] for start, end in found.spans)


def test_its_own_row_and_column() -> None:
    assert told("kayak", "colour", "red")[0].detail == ""
    assert told("barge", "berth", "south")[0].detail == ""


@pytest.mark.parametrize("text", [HEAD + BOATS, HEAD + "| kayak | red | north |\n"])
def test_another_column(text: str) -> None:
    found, pointed = told("kayak", "colour", "north", text)
    assert found.detail.startswith("it stands in another column. ")
    assert pointed == "north"


def test_another_row() -> None:
    found, pointed = told("kayak", "colour", "green")
    assert found.detail.startswith("it stands in the row of something else. ")
    assert pointed == "green"


def test_a_table_that_names_it_nowhere() -> None:
    assert told("tub", "colour", "green")[0].detail == ""


def test_two_rows_of_one_thing() -> None:
    assert told("kayak", "colour", "blue", HEAD + BOATS + "| kayak | blue | east |\n")[0].detail == ""
