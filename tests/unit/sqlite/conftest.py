"""A SQLite file of its own for each test, one with faults, and a helper process."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.faultvfs import FaultVFS
from memtxn.testkit.scribe import Scribe

_numbers = count()
Process = subprocess.Popen[str]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "agent.db"


@pytest.fixture
def storage(path: Path) -> Iterator[SQLiteStorage]:
    storage = SQLiteStorage(str(path), ids=CountingIds())
    yield storage
    storage.close()


@pytest.fixture
def scribe(storage: SQLiteStorage) -> Scribe:
    return Scribe().create(storage)


@pytest.fixture
def faults() -> FaultVFS:
    return FaultVFS(f"faults-{next(_numbers)}")


@pytest.fixture
def faulty(path: Path, faults: FaultVFS) -> Iterator[SQLiteStorage]:
    """A storage whose files may fail."""
    storage = SQLiteStorage(str(path), ids=CountingIds(), vfs=faults.name)
    yield storage
    faults.hook = None
    storage.close()


@pytest.fixture
def python() -> Iterator[Callable[[str, object], Process]]:
    """Runs a script in a process of its own; ``sys.argv[1]`` is the argument."""
    running: list[Process] = []

    def run(script: str, argument: object) -> Process:
        command = [sys.executable, "-c", script, str(argument)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        running.append(process)
        return process

    yield run
    for process in running:
        process.kill()
        process.communicate()
