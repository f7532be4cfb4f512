"""Problems: the lines that do not go in, told in the order of the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from memtxn.engine.lines import Given
from memtxn.errors import InvalidInput, InvalidLine
from memtxn.model.lines import LineProblem
from memtxn.model.verdict import Verdict

KEPT = 100
"""Problems that a report lists; all of them are told as they come."""
HELD = 1_000
"""Problems that wait at most for those of the lines before them."""

OnProblem = Callable[[LineProblem], object]


class Problems:
    """Those of one load. ``loaded`` is the last line of the batches that are in."""

    def __init__(self, counts: Counter[str], told: OnProblem | None, *, keep_going: bool) -> None:
        self._counts, self._told, self._keep_going = counts, told, keep_going
        self._held: list[LineProblem] = []
        self.kept: list[LineProblem] = []
        self.loaded = 0

    def refused(self, given: Given, verdict: Verdict) -> None:
        """A proposal was refused."""
        against = [finding for finding in verdict.trace if finding.counts]
        self.add(given, verdict.reasons, " ".join(finding.detail for finding in against))

    def malformed(self, given: Given, error: InvalidInput) -> None:
        """A line cannot be used. Raises InvalidLine unless it is to go on."""
        self.stop_at(given, error)
        self._counts["malformed"] += 1
        self.add(given, (), error.detail)

    def stop_at(self, given: Given, error: InvalidInput) -> None:
        """Unless it is to go on, that is the end. Raises InvalidLine."""
        if not self._keep_going or isinstance(error, InvalidLine):
            self.tell()
        if isinstance(error, InvalidLine):
            raise error
        if not self._keep_going:
            raise InvalidLine(error.detail, line=given.number, loaded=self.loaded) from error

    def add(self, given: Given, reasons: tuple[str, ...], detail: str) -> None:
        """A line does not go in."""
        text = "" if given.problem else given.text
        self._held.append(LineProblem(line=given.number, reasons=reasons, detail=detail, text=text))

    def tell(self, *, waiting: bool = False) -> None:
        """Tell of those that were found so far; if an earlier line is ``waiting``, only when there are many."""
        if waiting and len(self._held) <= HELD:
            return
        held, self._held = self._held, []
        for problem in sorted(held, key=lambda each: each.line):
            if len(self.kept) < KEPT:
                self.kept.append(problem)
            if self._told is not None:
                self._told(problem)
