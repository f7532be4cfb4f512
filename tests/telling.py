"""What the tests have counted, told at the end of the run, by however many processes they ran in."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Protocol

import pytest

Numbers = dict[str, dict[str, int]]


class Tell(Protocol):
    """Says what was counted: whole numbers by name, under a title."""

    def __call__(self, title: str, /, **numbers: int) -> None: ...


class Told:
    """Adds up what has one title. Under pytest-xdist each worker hands its own sums to the one that prints."""

    def __init__(self) -> None:
        self._sums: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, title: str, /, **numbers: int) -> None:
        """Take a count."""
        self._sums[title].update(numbers)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand over, in a worker."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["told"] = {title: dict(numbers) for title, numbers in self._sums.items()}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Take over; a worker that crashed has nothing to say."""
        told: Numbers = getattr(node, "workeroutput", {}).get("told", {})
        for title, numbers in told.items():
            self.add(title, **numbers)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print it."""
        for title, numbers in sorted(self._sums.items()):
            counts = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in numbers.items())
            terminalreporter.write_line(f"{title}: {counts}")
