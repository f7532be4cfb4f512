"""A store on the true flush and one whose every flush takes 4 ms longer, both with what counts the flushes.

With the injected flush each xSync of the log is counted by the file layer. With the true one COMMITs are counted,
each of which is one flush (table *shape*): a file layer in Python would hold the interpreter's lock during a true
flush, so that nobody could come meanwhile. While 4 ms pass it does not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import memtxn
from benchmarks.tracing import commits_counted
from memtxn.testkit.faultvfs import Event, FaultVFS

FLUSH = 0.004
TRUE, INJECTED = "true", "4 ms"


@contextmanager
def opened(path: Path, flush: str) -> Iterator[tuple[memtxn.Memory, Callable[[], int]]]:
    """A memory in a new file, and a function that says how many flushes its commits have made."""
    with _true(path) if flush == TRUE else _injected(path) as pair:
        yield pair


@contextmanager
def _true(path: Path) -> Iterator[tuple[memtxn.Memory, Callable[[], int]]]:
    with commits_counted() as counted, memtxn.open(path) as store:
        yield store.memory("bench"), lambda: counted["commits"]


@contextmanager
def _injected(path: Path) -> Iterator[tuple[memtxn.Memory, Callable[[], int]]]:
    vfs = FaultVFS(f"slow-{path.stem}", _wait)
    with memtxn.open(path, vfs=vfs.name) as store:
        yield store.memory("bench"), lambda: vfs.syncs["wal"]


def _wait(event: Event) -> None:
    if event.action == "sync" and event.after:
        time.sleep(FLUSH)
