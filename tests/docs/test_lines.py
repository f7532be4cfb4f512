"""The page of lines lists every field of every kind, and its example goes in."""

from __future__ import annotations

import re

import msgspec
import pytest

import memtxn
from memtxn.model.lines import (
    BeliefLine,
    Cite,
    ConstraintLine,
    DeclarationLine,
    Header,
    RefusalLine,
    RetractionLine,
    SourceLine,
    Statement,
)
from tests.docs.pages import page

PAGE = page("reference/lines.md")
SECTIONS: dict[str, type[msgspec.Struct]] = {
    "## Your own": Statement,
    "## A place in a source": Cite,
    "## Of an export": Header,
    "### source": SourceLine,
    "### belief": BeliefLine,
    "### retraction": RetractionLine,
    "### refusal": RefusalLine,
    "### declaration": DeclarationLine,
    "### constraint": ConstraintLine,
}


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_field_has_its_row(heading: str) -> None:
    section = re.split(r"^##", PAGE.partition(f"{heading}\n")[2], flags=re.MULTILINE)[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    fields = set(SECTIONS[heading].__struct_fields__)
    assert len(listed) == len(set(listed))
    assert set(listed) == (fields if SECTIONS[heading] is Header else fields - {"seq", "recorded_at"})


def test_the_examples_go_in() -> None:
    examples = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for example in examples for line in example.splitlines()]
    with memtxn.open(":memory:") as store:
        memory = store.memory("m")
        report = memory.load(lines)
        assert (report.problems, report.new) == ((), 4)
        assert memory.get("Meeting/client", "start_time") is None
        assert memory.load(lines).known == 4


@pytest.mark.parametrize("heading", SECTIONS)
def test_what_is_needed_is_said(heading: str) -> None:
    section = re.split(r"^##", PAGE.partition(f"{heading}\n")[2], flags=re.MULTILINE)[0]
    told = " ".join(section.split()).partition("eeds ")[2].partition(". ")[0]
    needed = {field.name for field in msgspec.structs.fields(SECTIONS[heading]) if field.required}
    assert needed <= set(re.findall(r"`(\w+)`", told))
