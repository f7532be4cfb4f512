"""Many processes on one store, memtxn and the others: one of each alone, and eight at once.

Each process opens the store once and remembers facts of its own. All stores take turns, a second each, twice
over, while the processes of the others wait; rates are the mean of the two. What was acknowledged is looked up
afterwards. Errors are counted, not retried; for memtxn a `StorageBusy` is what others call "locked". A process
that could not open the store at all counts by the error that said so.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchmarks.account import Account, account, listed
from benchmarks.measure import at_least, at_most, quantile, table
from benchmarks.peers import Peer
from benchmarks.peers.ours import OURS
from benchmarks.worker import Told
from benchmarks.workload import KEYS
from memtxn.testkit.victims import Victim, Victims

PROCESSES = 8
TURNS = 2
SECONDS = 1.0
PATIENT = 100.0
"""The longest wait of memtxn's processes, as a multiple of the median one, at the most."""

FAIR = 0.25
"""What the slowest of them gets done, as a share of the mean, at the least."""


class _Crew:
    """The processes on one store, and what they told."""

    def __init__(self, server: Victims, peer: Peer, folder: Path, size: int) -> None:
        self.peer = peer
        self.errors = Counter[str]()
        self.rates: list[float] = []
        self.waits: list[list[float]] = [[] for _ in range(size)]
        self.acknowledged: set[int] = set()
        self._folder = folder / f"processes-{size}"
        self._folder.mkdir(exist_ok=True)
        with peer.open(self._folder):
            pass  # what making the store costs is no part of this
        share = KEYS // size
        self._workers = [
            server.start("remember", peer.name, str(self._folder), str(at * share), str((at + 1) * share))
            for at in range(size)
        ]
        self._open = [worker for worker in self._workers if self._opened(worker)]

    def _opened(self, worker: Victim) -> bool:
        error = worker.hear()
        if error:
            self.errors[f"{error} on opening"] += 1
        return not error

    def run(self) -> None:
        """One turn."""
        for worker in self._open:
            worker.say(str(SECONDS))
        told = [(worker, self._told(worker)) for worker in self._open]
        for worker, each in told:
            self.waits[self._workers.index(worker)] += each.waits
            self.errors.update(each.errors)
            self.acknowledged.update(each.acknowledged)
        self.rates.append(sum(len(each.waits) / each.seconds for _, each in told))

    def _told(self, worker: Victim) -> Told:
        """What it says after a turn; of one that died before it, the exit code."""
        word = worker.hear()
        if word is None:
            self._open.remove(worker)
            return Told(errors={f"exit {worker.wait()}": 1}, seconds=SECONDS)
        return msgspec.json.decode(word, type=Told)

    def end(self) -> Account:
        """Send all home; what they said was kept, and what is there."""
        for worker in self._workers:
            worker.close()
            worker.wait()
        with self.peer.open(self._folder) as store:
            return account(self.acknowledged, store)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def slowest(self) -> float:
        """What the slowest process got done, as a share of the mean."""
        return min(map(len, self.waits)) * len(self.waits) / max(len(self.acknowledged), 1)

    def all_waits(self) -> list[float]:
        """Of all processes, in milliseconds."""
        return [wait * 1e3 for waits in self.waits for wait in waits]


def main(folder: Path, peers: Sequence[Peer]) -> bool:
    """Print the tables; False when memtxn lost a fact or told an error."""
    with Victims("benchmarks.worker") as server:
        ones, crews = ([_Crew(server, peer, folder, size) for peer in peers] for size in (1, PROCESSES))
        for _ in range(TURNS):
            for crew in (crew for pair in zip(ones, crews, strict=True) for crew in pair):
                crew.run()
        accounts = [crew.end() for crew in crews]
    table(
        f"write by {PROCESSES} processes",
        ["store", "1: facts/s", f"{PROCESSES}: facts/s", "told", "lost", "phantoms", "slowest / mean", "errors"],
        [list(_row(one, crew, kept)) for one, crew, kept in zip(ones, crews, accounts, strict=True)],
    )
    at = peers.index(OURS)
    _print_waits(crews[at])
    return accounts[at].lost == 0 and not crews[at].errors


def _row(one: _Crew, crew: _Crew, kept: Account) -> Iterator[object]:
    yield from (crew.peer.name, one.rate, crew.rate, len(crew.acknowledged), *kept)
    yield at_least(crew.slowest, FAIR) if crew.peer is OURS else crew.slowest
    yield listed(crew.errors)


def _print_waits(crew: _Crew) -> None:
    waits = crew.all_waits()
    middle, longest = quantile(waits, 0.5), max(waits)
    table(
        f"write by {PROCESSES} processes of memtxn: waits",
        ["wait p50, ms", "p99, ms", "longest, ms", "longest / p50"],
        [[middle, quantile(waits, 0.99), longest, at_most(longest / middle, PATIENT)]],
    )
