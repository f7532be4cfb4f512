"""Measuring: several things in turn, so that a neighbour on the machine slows them all; medians and ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec
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


class Figure(msgspec.Struct, frozen=True):
    """A number, and its goal in brackets."""

    value: float
    goal: float
    at_least: bool = False

    @property
    def held(self) -> bool:
        """Whether the goal is met."""
        return self.value >= self.goal if self.at_least else self.value <= self.goal

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        return f"{short(self.value)} ({sign} {self.goal:g}{'' if self.held else ', MISSED'})"


class Printed(msgspec.Struct, frozen=True):
    """A table as it was printed, for those who read JSON."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]


PRINTED: list[Printed] = []
"""Every table of this run, in order."""


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table and keep it for JSON; plain numbers are rounded here, texts by whoever calls."""
    PRINTED.append(Printed(title, columns, rows))
    drawn = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        drawn.add_column(column, justify="left" if number == 0 else "right")
    for row in rows:
        drawn.add_row(*(short(cell) if isinstance(cell, float) else str(cell) for cell in row))
    Console(width=118).print(drawn)


def at_most(value: float, goal: float) -> Figure:
    """A number that should be small."""
    return Figure(value, goal)


def at_least(value: float, goal: float) -> Figure:
    """A number that should be large."""
    return Figure(value, goal, at_least=True)


def short(value: float) -> str:
    """Three digits or so."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 20 else f"{value:.2f}"


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share lies; not a number when there is none."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else float("nan")
