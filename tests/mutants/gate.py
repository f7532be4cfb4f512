"""All that the tests of the gate say, in one test: what `make mutmut` runs on each mutant.

The tests of the rules and of the reading are called one after another, in a mixed order that never changes, and
the written cases that the gate judges as expected are judged among them. The first that fails ends it: pytest
would take longer to collect two thousand rows than most mutants live. Left out are the tests with random texts.
``MEMTXN_MISTAKES`` names the file of the written cases that are misjudged without a mutant
(``python -m benchmarks.audit.written --write``); without it no written case is judged.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from memtxn.testkit.audit import judged_directly
from memtxn.testkit.cases import WrittenCase, read_cases

TESTS = Path(__file__).parents[1]
GATE = TESTS / "unit" / "admission"
FOLDERS = (GATE / "rules", GATE / "reading")
FILES = (
    *(file for folder in FOLDERS for file in folder.glob("test_*.py")),
    GATE / "test_gate.py",
    GATE / "test_provisions.py",
    GATE / "test_rules.py",
)
WRITTEN = "written_*.jsonl"
PACKAGE = "memtxn.core.admission."
TABLES = tuple(PACKAGE + name for name in ("cues.", "forms.", "han"))
"""Modules whose caches hold what was read from files; no function of them is mutated."""

Check = Callable[[], Any]


def test_the_gate_says_what_its_tests_say() -> None:
    _forget()
    for check in all_checks():
        check()


def _forget() -> None:
    """Empty the caches of what is mutated: mutmut runs the tests once without a mutant, and forks then."""
    for name, module in list(sys.modules.items()):
        if name.startswith(PACKAGE) and not name.startswith(TABLES):
            for member in vars(module).values():
                if hasattr(member, "cache_clear") and member.__module__ == name:
                    member.cache_clear()


@functools.cache
def all_checks() -> list[Check]:
    """Every call, in the order in which they are made."""
    checks = [check for file in sorted(FILES) for check in _checks_of(file)]
    checks += _written()
    random.Random(1).shuffle(checks)
    return sorted(checks, key=_is_about_mutants, reverse=True)


def _is_about_mutants(check: Check) -> bool:
    """Whether a check was written to kill a mutant: these go first."""
    return isinstance(check, functools.partial) and "test_mutants_" in check.func.__module__


def _checks_of(file: Path) -> Iterator[Check]:
    module = importlib.import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))
    for name, test in vars(module).items():
        if name.startswith("test_") and not hasattr(test, "hypothesis"):
            marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
            for chosen in itertools.product(*(list(_arguments(*mark.args[:2])) for mark in marks)):
                yield functools.partial(test, **{key: value for one in chosen for key, value in one.items()})


def _arguments(names: str | tuple[str, ...], values: list[Any]) -> Iterator[dict[str, Any]]:
    told = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    for value in values:
        given = value.values if hasattr(value, "marks") else value if len(told) > 1 else (value,)
        yield dict(zip(told, given, strict=True))


def _written() -> list[Check]:
    mistakes = os.environ.get("MEMTXN_MISTAKES")
    if mistakes is None:
        return []
    known = {one["id"] for one in msgspec.json.Decoder(dict[str, Any]).decode_lines(Path(mistakes).read_bytes())}
    cases = [case for file in sorted((TESTS / "cases").glob(WRITTEN)) for case in read_cases(file)]
    return [functools.partial(_still_right, case) for case in cases if case.id not in known]


def _still_right(case: WrittenCase) -> None:
    assert judged_directly(case).right, case.id
