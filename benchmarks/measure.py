"""Measuring: several things in turn, so that a neighbour on the machine slows them all; medians and ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table


@dataclass
class Timing:
    """Wall and CPU times of one thing, in seconds."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def time(self, run: Callable[[], object]) -> None:
        """Run it once more."""
        cpu, wall = time.thread_time(), time.perf_counter()
        run()
        self.wall.append(time.perf_counter() - wall)
        self.cpu.append(time.thread_time() - cpu)

    @property
    def p50(self) -> float:
        """The median wall time in microseconds."""
        return statistics.median(self.wall) * 1e6

    @property
    def cpu50(self) -> float:
        """The median CPU time in microseconds."""
        return statistics.median(self.cpu) * 1e6


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table; numbers are rounded by whoever calls."""
    drawn = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        drawn.add_column(column, justify="left" if number == 0 else "right")
    for row in rows:
        drawn.add_row(*map(str, row))
    Console(width=110).print(drawn)


def verdict(ratio: float, goal: float) -> str:
    """A ratio beside its goal."""
    return f"{ratio:.2f} (goal ≤ {goal:g}{'' if ratio <= goal else ', MISSED'})"
