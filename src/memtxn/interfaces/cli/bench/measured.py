"""What one run of the benchmark measured."""

from __future__ import annotations

import msgspec


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """How long one thing took, in microseconds, and how many of it there were in a second."""

    name: str
    rounds: int
    p50: float
    p99: float
    per_second: float


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """All timings of one run, and the machine. Ratios: how many times as long, or as many, as bare SQLite."""

    folder: str
    machine: dict[str, str]
    timings: list[Timing]
    one_writer_time: float
    threads_commits: float
