"""The server of victims, and what the crash tests counted, told at the end of the run."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtxn.testkit.victims import Victims
from tests.crash.hunter import Tell

collect_ignore_glob = [] if hasattr(os, "fork") else ["test_*.py"]

_told: dict[str, Counter[str]] = defaultdict(Counter)


@pytest.fixture(scope="session")
def _server() -> Iterator[Victims]:
    with Victims("tests.crash.victim", Path(__file__).parents[2]) as server:
        yield server


@pytest.fixture
def victims(_server: Victims) -> Iterator[Victims]:
    """Starts processes to be killed; none outlives its test."""
    yield _server
    _server.end()


@pytest.fixture
def tell() -> Tell:
    """Say what was counted; what has one title is added up."""

    def count(title: str, /, **numbers: int) -> None:
        _told[title].update(numbers)

    return count


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print it."""
    for title, numbers in _told.items():
        counts = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in numbers.items())
        terminalreporter.write_line(f"{title}: {counts}")
