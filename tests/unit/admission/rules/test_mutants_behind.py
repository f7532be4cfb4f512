"""Every row of the tables once more, behind a sentence that says nothing of it: the answer stays the same."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from memtxn.core.admission.analysis import analyse_text
from memtxn.core.admission.reading.sentence import reading_of
from tests.unit.admission.rules.table import Row, verdict

HERE = Path(__file__).parent
WEATHER = {
    "en": "It is raining. ",
    "de": "Das Wetter ist nicht schlecht. ",
    "es": "Llueve. ",
    "fr": "Le ciel est gris. ",
    "ja": "雨です。",
    "zh": "下雨了。",
}
MIXED = {"Er ist not amused."}  # the whole text says in which language a word is one
TABLES = sorted(file.stem for file in HERE.glob("test_*.py") if file != Path(__file__))


def rows_of(table: str) -> list[Row]:
    """The rows of a file's tables."""
    module: Any = importlib.import_module(f"{__package__}.{table}")
    marks = [mark for test in vars(module).values() for mark in getattr(test, "pytestmark", ())]
    given = [value.values[0] for mark in marks if mark.args[0] == "row" for value in mark.args[1]]
    return [row for row in given if isinstance(row, Row)]


def weather(text: str) -> str:
    """A sentence about the weather in the language of a text."""
    return WEATHER[reading_of(analyse_text(text)).sentence(0).grammar.languages[0]]


@pytest.mark.parametrize("table", TABLES)
def test_behind_the_weather(table: str) -> None:
    for row in (row for row in rows_of(table) if row.text not in MIXED):
        text = weather(row.text) + row.text
        assert verdict(text, row.value, key=row.key, **row.how) == row.got(), text
