"""The server of victims, and what the crash tests counted, told at the end of the run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from memtxn.testkit.victims import Victims

collect_ignore_glob = [] if hasattr(os, "fork") else ["test_*.py"]

_told: list[str] = []


@pytest.fixture(scope="session")
def _server() -> Iterator[Victims]:
    with Victims("tests.crash.victim") as server:
        yield server


@pytest.fixture
def victims(_server: Victims) -> Iterator[Victims]:
    """Starts processes to be killed; none outlives its test."""
    yield _server
    _server.end()


@pytest.fixture
def tell() -> Callable[[str], None]:
    """Say what was counted."""
    return _told.append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print it."""
    for line in _told:
        terminalreporter.write_line(f"crash tests: {line}")
