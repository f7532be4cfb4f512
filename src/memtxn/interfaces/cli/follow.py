"""Follow: the records of a journal as they come, one after the other, until somebody has enough."""

from __future__ import annotations

import io
import select
import sys
from collections.abc import Callable, Iterator

import msgspec

from memtxn.engine.memory import Memory
from memtxn.errors import StorageBusy
from memtxn.model.key import Key
from memtxn.model.logentry import LogEntry

SHORTEST, LONGEST = 0.01, 0.5
"""Seconds between two looks: they grow while nothing comes."""


def follow(memory: Memory, first: int, pause: Callable[[float], object]) -> Iterator[LogEntry]:
    """The records from ``first`` on, for ever. ``pause`` waits between two looks; a busy store is asked again.

    Raises:
        BrokenPipeError: nobody reads the output any more. Whatever `Memory.log` raises but StorageBusy.
    """
    wait = SHORTEST
    while True:
        try:
            for entry in memory.log(first, oldest_first=True):
                yield entry
                first, wait = (entry.through or entry.seq) + 1, SHORTEST
        except StorageBusy:
            pass
        if reader_gone():
            raise BrokenPipeError
        pause(wait)
        wait = min(2 * wait, LONGEST)


def next_seq(memory: Memory) -> int:
    """The seq that the next record will have."""
    last = next(memory.log(limit=1), None)
    return 1 if last is None else (last.through or last.seq) + 1


def concerning(entry: LogEntry, wanted: Callable[[Key], bool]) -> LogEntry | None:
    """What of a record is about the keys that are wanted; None when nothing is.

    What cannot be read might be about them, and a record that is missing too.
    """
    if entry.kind in {"missing", "unreadable"}:
        return entry
    kept = tuple(change for change in entry.changes if not change.readable or _is(change.key, wanted))
    return msgspec.structs.replace(entry, changes=kept) if kept else None


def _is(key: Key | None, wanted: Callable[[Key], bool]) -> bool:
    return key is not None and wanted(key)


def reader_gone() -> bool:
    """Whether the other end of the output is closed, which else is only found out by writing."""
    try:
        fd = sys.stdout.fileno()
        asked = select.poll()
    except (AttributeError, OSError, ValueError, io.UnsupportedOperation):
        return False  # no such question on this system, or no file behind the output
    asked.register(fd, 0)
    return any(event & (select.POLLERR | select.POLLHUP | select.POLLNVAL) for _, event in asked.poll(0))
