"""The measured tables of the pages: where they stand, and that merged lines lose no case."""

from __future__ import annotations

import re

import pytest

from benchmarks.audit.pages import TABLES, Measured, audit_table, merged, replaced
from benchmarks.audit.peers import PATCH_TEST, answers
from benchmarks.audit.sets import written
from benchmarks.audit.table import judge_all
from tests.docs.pages import ROOT

PAGE = "a\n<!-- one table -->\n| old |\n<!-- end -->\nb\n<!-- two table -->\n| kept |\n<!-- end -->\nc\n"


def test_one_table_is_replaced_and_nothing_else() -> None:
    after = replaced(PAGE, "one", "| new |\n")
    assert after == PAGE.replace("| old |", "| new |")
    assert replaced(after, "one", "| old |\n") == PAGE


@pytest.mark.parametrize("page", ["", PAGE.replace("one", "other"), "<!-- one table -->\n| no end |\n"])
def test_a_table_without_a_place_is_an_error(page: str) -> None:
    with pytest.raises(SystemExit, match="one"):
        replaced(page, "one", "")


@pytest.mark.parametrize("name", TABLES)
def test_each_table_stands_in_its_page(name: str) -> None:
    page, _ = TABLES[name]
    text = (ROOT / page).read_text(encoding="utf-8")
    assert replaced(text, name, "| x |\n").count("| x |\n") == 1
    table = text.partition(f"<!-- {name} table -->\n")[2].partition("<!-- end -->")[0]
    assert len({line.count("|") for line in table.splitlines()}) == 1, "rows of one width"


def test_written_cases_make_few_lines_and_lose_nothing() -> None:
    made = written(sealed=True)
    lines = merged(made)
    assert len(lines) < len(made)
    assert len({line.name for line in lines}) == len(lines)
    told = sorted(case.id for line in lines for case in line.cases)
    assert told == sorted(case.id for group in made for case in group.cases)
    assert not {case.id for line in lines if "sealed" in line.name for case in line.cases} & {
        case.id for line in lines if "sealed" not in line.name for case in line.cases
    }


def test_a_line_tells_how_many_were_judged_as_expected() -> None:
    made = [group for group in written() if group.name == "written dev en, refuse"]
    cases = made[0].cases
    found = Measured(made, judge_all(cases), answers(PATCH_TEST, cases))
    (row,) = audit_table(found).splitlines()[2:]
    right = sum(one.right for one in found.judged.values()) / len(cases)
    assert re.match(rf"\| written dev en, refuse \| {len(cases)} \| {right:.1%} \| 97% \| \d+\.\d% \|", row)
