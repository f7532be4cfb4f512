"""The processes that race, and the server that starts them: ``python -m tests.race.worker``."""

from __future__ import annotations

import memtxn
from memtxn.testkit.isolation.processes import labour
from memtxn.testkit.victims import Channel, serve

PATIENCE = 60.0
"""Seconds that a process waits for another one."""


def work(channel: Channel, path: str, task: str) -> None:
    """Be a crew of clients."""
    with memtxn.open(path, busy_timeout=PATIENCE) as store:
        labour(channel, store.memory("m"), task)


if __name__ == "__main__":
    serve({"work": work})
