"""Many callers at once: each remembers facts of its own, one durable transaction after the other, for a while."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from benchmarks.measure import quantile
from benchmarks.workload import KEYS

WAITS = ("wait p50, ms", "p99", "max")
"""What columns of waits are called."""


class Crowd:
    """Runs ``act(number)`` for each caller with numbers of its own, and keeps what each call took.

    A wait is one whole call as its caller sees it. Of the exceptions only ``errors`` are counted, by name, the
    others are raised. Several runs add up; the rate is that of the median run. The numbers are of ``facts``.
    """

    def __init__(
        self,
        callers: int,
        act: Callable[[int], object],
        errors: tuple[type[Exception], ...] = (),
        facts: range = range(KEYS),
    ) -> None:
        self._act, self._errors, self._facts = act, errors, facts
        self._tried = [0] * callers
        self._began = self._deadline = 0.0
        self.waits: list[list[float]] = [[] for _ in range(callers)]
        self.rates: list[float] = []
        self.failures = Counter[str]()
        self.acknowledged: set[int] = set()

    @property
    def callers(self) -> int:
        """How many there are."""
        return len(self.waits)

    def run(self, seconds: float) -> None:
        """All of them for so long, each in a thread of its own."""
        before = self.done
        gate = Barrier(self.callers, lambda: self.begin(seconds))
        with ThreadPoolExecutor(self.callers) as pool:
            working = [pool.submit(self._work, caller, gate) for caller in range(self.callers)]
        for future in working:
            future.result()
        self.end(before)

    def _work(self, caller: int, gate: Barrier) -> None:
        gate.wait()
        while self.goes_on():
            self.once(caller, time.perf_counter())

    def begin(self, seconds: float) -> None:
        """From now on for so long."""
        self._began = time.perf_counter()
        self._deadline = self._began + seconds

    def goes_on(self) -> bool:
        """Whether another call is due."""
        return time.perf_counter() < self._deadline

    def once(self, caller: int, begun: float) -> None:
        """One call of that caller, who waits since then."""
        number = self._number(caller)
        try:
            self._act(number)
        except self._errors as error:
            self.failures[type(error).__name__] += 1
        else:
            self.waits[caller].append(time.perf_counter() - begun)
            self.acknowledged.add(number)

    def _number(self, caller: int) -> int:
        """The next fact of that caller; when its share of them is used up, it goes round."""
        share = len(self._facts) // self.callers
        number = caller * share + self._tried[caller] % share
        self._tried[caller] += 1
        return self._facts[number]

    def end(self, before: int) -> None:
        """A run is over, before which so many calls were done."""
        self.rates.append((self.done - before) / (time.perf_counter() - self._began))

    # -- what came of it -------------------------------------------------------------------------------

    @property
    def done(self) -> int:
        """The calls that succeeded."""
        return sum(map(len, self.waits))

    @property
    def rate(self) -> float:
        """Calls a second."""
        return statistics.median(self.rates)

    @property
    def slowest(self) -> float:
        """What the slowest caller got done, as a share of the mean."""
        return min(map(len, self.waits)) * self.callers / self.done if self.done else 0.0

    def wait(self, share: float) -> float:
        """That quantile of all waits, in milliseconds."""
        return quantile([wait for waits in self.waits for wait in waits], share) * 1e3

    def shown_waits(self) -> list[float]:
        """The median, the 99th percentile and the longest wait, in milliseconds."""
        return [self.wait(share) for share in (0.5, 0.99, 1.0)]
