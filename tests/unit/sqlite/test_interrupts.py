"""Ctrl-C at any line of a block: the database is free afterwards, for this process and for every other."""

import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from memtxn.adapters.storage import sqlite
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.testkit.fakes import CountingIds
from memtxn.testkit.scribe import Scribe

FILES = {
    str(Path(sqlite.__file__).with_name(name))
    for name in ("storage.py", "write_side.py", "pool.py", "read_block.py")
}
UNGUARDED = {"__exit__", "leave", "_leave", "end", "undo"}
"""What ends a block: an interrupt before its first line is one that Python gives nobody a chance to guard."""


def interrupted(work: Callable[[], None], number: int, *, spare: bool) -> bool:
    """Run it and interrupt it before its ``number``-th line in the adapter. Whether it had that many."""
    left = number

    def trace(frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401 - a trace function
        nonlocal left
        code = frame.f_code
        if code.co_filename not in FILES or (spare and (code.co_name in UNGUARDED or code.co_name == "held")):
            return None
        if event == "line":
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
    assert number > 15


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
