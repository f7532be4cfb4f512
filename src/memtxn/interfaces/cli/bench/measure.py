"""Measuring on a throw-away store: commits of one writer and of several threads, reads, flushes, the floor."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import perf_counter

from memtxn.app.open import open as open_
from memtxn.engine.memory import Memory
from memtxn.errors import StorageError
from memtxn.interfaces.cli.bench.measured import Measured, Timing
from memtxn.testkit.floor import Floor

WARM_UP = 20
"""Rounds of each thing that are not counted."""
_FLUSHED = 4096
"""Bytes that are written before each flush: a page."""
_STRIDE = 7919
"""A prime, so that reads do not go through the keys in the order in which they were written."""
_APART = 1_000_000
"""Between the first keys of two threads."""
_SAID = datetime(2026, 1, 1, tzinfo=UTC)


def measure(folder: Path, rounds: int, threads: int, *, allow_network: bool = False) -> Measured:
    """Measure in a folder of its own inside ``folder``, which is deleted afterwards.

    Raises:
        StorageError: nothing can be made there. Whatever `memtxn.open` raises.
    """
    try:
        with TemporaryDirectory(prefix="memtxn-bench-", dir=folder) as place:
            return _Run(Path(place), rounds, allow_network=allow_network).measured(str(folder), threads)
    except OSError as error:
        raise StorageError(f"{folder}: {error.strerror}") from error


class _Run:
    """One run: what is measured takes turns, so that a neighbour on the machine slows all of it."""

    def __init__(self, place: Path, rounds: int, *, allow_network: bool) -> None:
        self.place, self.rounds, self.allow_network = place, rounds, allow_network

    def measured(self, folder: str, threads: int) -> Measured:
        floor = self._floor()
        flush, bare, alone, reads = _Clock(), _Clock(), _Clock(), _Clock()
        path = self.place / "measured.db"
        with open_(path, allow_network=self.allow_network) as store, _File(self.place) as file:
            memory = store.memory("bench")
            for number in range(WARM_UP + self.rounds):
                flush.time(file.flush)
                bare.time(partial(floor.write, number))
                alone.time(partial(tell, memory, number))
            for number in range(WARM_UP + self.rounds):
                reads.time(partial(memory.get, *about(number * _STRIDE % self.rounds)))
            crowd, seconds = self._crowd(memory, threads)
            machine = _machine(store.stats().versions)
        floor.close()
        timings = [
            flush.timing("flush of a page"),
            bare.timing("bare SQLite, 1 writer"),
            alone.timing("memtxn, 1 writer"),
            _timing(f"memtxn, {_threads(threads)}", crowd, seconds),
            reads.timing("memtxn, get"),
        ]
        _, least, one, many, _ = timings
        return Measured(
            folder=folder,
            machine=machine,
            timings=timings,
            one_writer_time=one.p50 / least.p50,
            threads_commits=many.per_second / least.per_second,
        )

    def _floor(self) -> Floor:
        """The rows that the same commits write; who wrote them is not measured."""
        traced = self.place / "traced.db"
        with open_(traced, allow_network=self.allow_network) as store:
            memory = store.memory("bench")
            for number in range(WARM_UP + self.rounds):
                tell(memory, number)
        return Floor(traced, self.place / "floor.db")

    def _crowd(self, memory: Memory, threads: int) -> tuple[list[float], float]:
        """The times of all commits of so many threads at once, and how long that took. Ctrl-C ends it soon."""
        each, stop = max(self.rounds // 4, 1), Event()

        def work(thread: int) -> list[float]:
            clock, first = _Clock(), _APART * (thread + 1)
            for number in range(first, first + each):
                if not stop.is_set():
                    clock.time(partial(tell, memory, number))
            return clock.times

        with ThreadPoolExecutor(threads) as pool:
            try:
                begun = perf_counter()
                told = list(pool.map(work, range(threads)))
                return [time for times in told for time in times], perf_counter() - begun
            finally:
                stop.set()


class _File:
    """A file of which pages are written and flushed."""

    def __init__(self, place: Path) -> None:
        self._file = (place / "flushed").open("wb", buffering=0)

    def flush(self) -> None:
        self._file.write(bytes(_FLUSHED))
        os.fsync(self._file.fileno())

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def about(number: int) -> tuple[str, str]:
    """The key of a round."""
    return f"Meeting/{number}", "start_time"


def tell(memory: Memory, number: int) -> None:
    """One durable belief on a fresh key, with the source that says so."""
    value = f"{number % 24:02d}:{number % 60:02d}"
    with memory.transaction() as tx:
        told = f"The meeting with client {number} begins at {value}, in Room B."
        source = tx.observe(told, speaker="bench", at=_SAID)
        tx.propose(*about(number), value, evidence=source.quote(f"begins at {value}"))


class _Clock:
    """The times of one thing, in seconds."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def time(self, run: Callable[[], object]) -> None:
        """Run it once more."""
        begun = perf_counter()
        run()
        self.times.append(perf_counter() - begun)

    def timing(self, name: str) -> Timing:
        """What the rounds took that count."""
        return _timing(name, self.times[WARM_UP:])


def _timing(name: str, times: list[float], seconds: float | None = None) -> Timing:
    """Of times in seconds; ``seconds`` is how long all of them took together, if not one after the other."""
    ordered, whole = sorted(times), seconds or sum(times)
    return Timing(
        name=name,
        rounds=len(ordered),
        p50=ordered[len(ordered) // 2] * 1e6,
        p99=ordered[min(len(ordered) * 99 // 100, len(ordered) - 1)] * 1e6,
        per_second=len(ordered) / whole,
    )


def _threads(number: int) -> str:
    return "1 thread" if number == 1 else f"{number} threads"


def _machine(versions: dict[str, str]) -> dict[str, str]:
    python = f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    system = {"processors": str(os.cpu_count()), "system": platform.system(), "machine": platform.machine()}
    return {**versions, "Python": python, **system}
