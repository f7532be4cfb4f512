"""Ctrl-C at any line of a block: the database is free afterwards, for this process and for every other."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from memtxn.adapters.storage import sqlite
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.errors import StorageBusy
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.scribe import Scribe

FILES = {
    str(Path(sqlite.__file__).with_name(name))
    for name in (
        "storage.py",
        "write_side.py",
        "pool.py",
        "read_block.py",
        "line.py",
        "patient.py",
        "lockfile.py",
    )
}
UNGUARDED = {"__exit__", "_give_up", "leave", "_leave", "let_go", "end", "undo", "held"}
"""What ends a block: an interrupt before its first line is one that Python gives nobody a chance to guard.

Neither is one while another error is on its way out.
"""


def interrupted(work: Callable[[], None], number: int, *, spare: bool) -> bool:
    """Run it and interrupt it before its ``number``-th line in the adapter. Whether it had that many."""
    left, handled = number, sys.exc_info()[1]

    def trace(frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401 - a trace function
        nonlocal left
        code = frame.f_code
        if code.co_filename not in FILES or code.co_name == "__del__" or (spare and code.co_name in UNGUARDED):
            return None
        if event == "line" and not (spare and sys.exc_info()[1] is not handled):
            left -= 1
            if left < 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def write(storage: SQLiteStorage) -> None:
    with storage.write() as writer:
        writer.memories(0)


def elsewhere(work: Callable[[], None]) -> list[BaseException]:
    """What a thread of its own says of it."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return raised


@pytest.mark.parametrize("spare", [True, False], ids=["while it begins", "anywhere"])
def test_an_interrupted_write_block_lets_go(path: Path, scribe: Scribe, spare: bool) -> None:
    """At once, for other threads and processes, wherever Python lets it; else when this thread writes again."""
    for number in range(200):
        with (
            closing(SQLiteStorage(str(path), ids=CountingIds(), busy_timeout=0.05)) as storage,
            closing(SQLiteStorage(str(path), ids=CountingIds(), busy_timeout=0.05)) as other,
        ):
            more = interrupted(lambda storage=storage: write(storage), number, spare=spare)  # type: ignore[misc]
            if not spare:
                write(storage)
            write(other)
            assert elsewhere(lambda storage=storage: write(storage)) == []  # type: ignore[misc]
            write(storage)
        if not more:
            break
    assert number > 25


@pytest.mark.parametrize("spare", [True, False], ids=["while it begins", "anywhere"])
def test_an_interrupted_wait_for_other_processes_is_given_up(path: Path, scribe: Scribe, spare: bool) -> None:
    """Whoever interrupts it, and whether it waits for the first time or where another has given up."""
    for number in range(200):
        with (
            closing(SQLiteStorage(str(path), ids=CountingIds(), busy_timeout=0.01)) as storage,
            closing(SQLiteStorage(str(path), ids=CountingIds())) as other,
        ):
            with other.write():
                if number % 2:
                    wait_in_vain(storage)
                more = interrupted(lambda storage=storage: wait_in_vain(storage), number, spare=spare)  # type: ignore[misc]
            if not spare:
                write_patiently(storage)
            write(other)
            assert elsewhere(lambda storage=storage: write_patiently(storage)) == []  # type: ignore[misc]
            write(other)
        if not more:
            break
    assert number > 25


def wait_in_vain(storage: SQLiteStorage) -> None:
    with pytest.raises(StorageBusy):
        write(storage)


def write_patiently(storage: SQLiteStorage) -> None:
    """The thread that stood in line may just be letting go."""
    for _ in range(1000):
        with suppress(StorageBusy):
            write(storage)
            return


def test_ctrl_c_ends_a_wait_for_other_processes(path: Path, storage: SQLiteStorage) -> None:
    with closing(SQLiteStorage(str(path), ids=CountingIds())) as other:
        write(storage)
        with other.write():
            killer = threading.Thread(target=interrupt_when_it_waits, args=(storage,))
            killer.start()
            with pytest.raises(KeyboardInterrupt):
                write(storage)
            killer.join()
        write(other)
        write(storage)


def interrupt_when_it_waits(storage: SQLiteStorage) -> None:
    line = storage._write_side._line
    assert line is not None
    assert line._lock is not None
    while line._lock._last.is_done:
        time.sleep(0.001)
    time.sleep(
        0.2
    )  # from Python's last look for signals to the wait itself is a moment, in which one is not seen
    os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupted_read_block_gives_back_no_open_transaction(path: Path, scribe: Scribe) -> None:
    for number in range(100):
        with closing(SQLiteStorage(str(path), ids=CountingIds(), busy_timeout=0.05)) as storage:

            def read(storage: SQLiteStorage = storage) -> None:
                with storage.read() as reader:
                    reader.head(scribe.mem)

            more = interrupted(read, number, spare=False)
            assert not [each for each in storage._pool._idle if each.in_transaction]
            read()
        if not more:
            break
    assert number > 8


def test_a_transaction_that_was_left_open_is_undone(storage: SQLiteStorage, scribe: Scribe) -> None:
    """However it came about."""
    storage._write_side._live().execute("BEGIN IMMEDIATE")
    with scribe.record(storage) as record:
        record.put("city", "Rome")
    with storage.read() as reader:
        assert reader.head(scribe.mem).seq == 1
