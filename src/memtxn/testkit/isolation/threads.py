"""Many clients of one memory, a thread each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event

from memtxn.engine.memory import Memory
from memtxn.testkit.isolation.anomaly import Isolation
from memtxn.testkit.isolation.client import Client
from memtxn.testkit.isolation.history import Log
from memtxn.testkit.isolation.workload import Groups, Workload


class Crew:
    """Clients with the numbers from ``first`` on; each logs into ``folder`` under its number."""

    def __init__(
        self,
        memory: Memory,
        folder: Path,
        first: int,
        count: int,
        *,
        workload: Workload,
        groups: Groups,
        isolation: Isolation,
    ) -> None:
        self._closing = ExitStack()
        self.clients: list[Client] = []
        for number in range(first, first + count):
            log = self._closing.enter_context(closing(Log(folder / f"{number}.jsonl")))
            client = Client(memory, log, number, workload=workload, groups=groups, isolation=isolation)
            self.clients.append(client)

    @property
    def done(self) -> int:
        """Operations that they know to have committed."""
        return sum(client.done for client in self.clients)

    @property
    def known(self) -> bool:
        """Whether each of them has a transaction in its log."""
        return all(client.known for client in self.clients)

    def work(self, enough: Callable[[], bool]) -> None:
        """Let them work until it is enough; if one of them fails, all stop, and its error is raised."""
        stop = Event()
        with ThreadPoolExecutor(len(self.clients)) as pool:
            futures = [pool.submit(_work, client, enough, stop) for client in self.clients]
        for future in futures:
            future.result()

    def close(self) -> None:
        """Close their logs."""
        self._closing.close()


def _work(client: Client, enough: Callable[[], bool], stop: Event) -> None:
    try:
        while not stop.is_set() and not enough():
            for _ in client.work():
                pass
    finally:
        stop.set()


def logs_in(folder: Path) -> Sequence[Path]:
    """The logs that crews have left in a folder."""
    return sorted(folder.glob("*.jsonl"))
