"""Files that must not be opened here, for a process that this one was forked from had them open.

SQLite remembers for its process which locks it holds on a file. A fork copies what it remembers, but not the
locks: opened again in the child, the file would look locked where it is not, and a neighbour that believes
itself alone would delete the log from under it.
"""

from __future__ import annotations

import os
from pathlib import Path
from weakref import WeakKeyDictionary

from memtxn.errors import StorageError

ADVICE = "open stores after forking, or start processes by spawn or forkserver"

_File = tuple[int, int]
"""Device and inode."""

_open: WeakKeyDictionary[object, _File] = WeakKeyDictionary()
_inherited: set[_File] = set()


def opened(storage: object, path: str) -> None:
    """A storage has this file open, until `closed`."""
    _open[storage] = _file(Path(path).stat())


def closed(storage: object) -> None:
    """A storage has closed its file."""
    _open.pop(storage, None)


def refuse_inherited(path: str) -> None:
    """Refuse a file that was open at a fork which led here. Raises StorageError."""
    try:
        file = _file(Path(path).stat())
    except OSError:
        return  # there is none yet, or opening it will tell
    if file in _inherited:
        raise StorageError(f"{path} was open in the process that this one was forked from: {ADVICE}")


def _file(found: os.stat_result) -> _File:
    return found.st_dev, found.st_ino


def _after_fork() -> None:
    _inherited.update(_open.values())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
