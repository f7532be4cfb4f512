"""The list of ideas is whole: each has a test that exists, or says what it waits for."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_name("ideas.toml")
LAST = 133
"""The ideas that we have are those of odd numbers, up to this one."""

with LISTED.open("rb") as file:
    IDEAS: dict[str, dict[str, Any]] = tomllib.load(file)


@cache
def defined_in(path: str) -> frozenset[str]:
    """The tests that a file defines: functions, and classes or names of classes that pytest collects."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return frozenset(name for name in names if name.startswith(("test_", "Test")))


def fault(idea: dict[str, Any]) -> str | None:
    """What is wrong with an entry of the list; None: nothing."""
    if set(idea) - {"idea", "tests", "later"} or not idea.get("idea"):
        return "an entry has an idea, and tests, or what it waits for"
    if not idea.get("tests") and not idea.get("later"):
        return "there is no test, and nothing that it waits for"
    for test in idea.get("tests", ()):
        path, _, name = test.partition("::")
        if not (ROOT / path).is_file():
            return f"there is no {path}"
        if name not in defined_in(path):
            return f"there is no {name} in {path}"
    return None


@pytest.mark.parametrize("name", IDEAS)
def test_an_idea_has_a_test_that_exists_or_waits_for_something(name: str) -> None:
    assert fault(IDEAS[name]) is None


def test_every_idea_is_accounted_for() -> None:
    assert list(IDEAS) == [f"T{number}" for number in range(1, LAST + 1, 2)]


def test_every_test_of_this_folder_stands_for_an_idea() -> None:
    """Its file is named by the list; so nothing here is forgotten when an idea moves."""
    named = {test.partition("::")[0] for idea in IDEAS.values() for test in idea.get("tests", ())}
    files = {path.relative_to(ROOT).as_posix() for path in Path(__file__).parent.glob("test_*.py")}
    assert files - named == {Path(__file__).relative_to(ROOT).as_posix()}


WRONG: list[dict[str, Any]] = [
    {},
    {"idea": "x"},
    {"idea": "x", "tests": []},
    {"idea": "x", "tests": ["tests/reports/nowhere.py::test_x"]},
    {"idea": "x", "tests": ["tests/reports/test_ideas.py::test_x"]},
    {"idea": "x", "tests": ["tests/reports/test_ideas.py"]},
    {"idea": "x", "later": "y", "note": "z"},
    {"tests": ["tests/reports/test_ideas.py::test_every_idea_is_accounted_for"]},
]


@pytest.mark.parametrize("wrong", WRONG, ids=range(len(WRONG)))
def test_a_wrong_entry_is_found(wrong: dict[str, Any]) -> None:
    assert fault(wrong) is not None
