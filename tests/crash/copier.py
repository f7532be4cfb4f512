"""A process that copies a store, and is killed at some moment of that."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import memtxn
from memtxn.adapters.storage.sqlite import backup
from memtxn.app import maintain
from memtxn.testkit.faultvfs import Event, FaultVFS
from memtxn.testkit.victims import Channel, serve
from tests.crash.victim import trap

VFS = "memtxn-copier"


def copy(channel: Channel, source: str, target: str, number: str, when: str, replace: str) -> None:
    """Copy, and be killed before, or after, that event. Says how many there were, if not.

    Events are what is done to files through SQLite, and what gives the copy its name.
    """
    backup.STEP = 8
    hook = trap(number, when)
    faults = FaultVFS(VFS, hook)
    with memtxn.open(source, vfs=faults.name) as store:
        for name in ("link", "fsync", "truncate"):
            setattr(os, name, counted(getattr(os, name), hook))
        hook.armed = True
        store.backup(target, replace=bool(replace))
        hook.armed = False
    channel.say(str(hook.seen))


def restore(channel: Channel, source: str, target: str, number: str, when: str) -> None:
    """Restore over a store, and be killed before, or after, that event of those that happen outside of SQLite.

    Each look at the clock is one, and each time that something random is asked for: the erasing has many.
    """
    hook = trap(number, when)
    for name in ("link", "replace", "fsync", "truncate", "unlink"):
        setattr(os, name, counted(getattr(os, name), hook))
    for name in ("system_ids", "system_clock"):
        setattr(maintain, name, counted(getattr(maintain, name), hook))
    backup.STEP = 8
    told = counted(lambda *_: None, hook)
    hook.armed = True
    memtxn.restore(source, target, replace=True, progress=told)
    hook.armed = False
    channel.say(str(hook.seen))


def counted(function: Callable[..., Any], hook: Callable[[Event], None]) -> Callable[..., Any]:
    """The function, with an event before and after each call."""

    def call(*given: Any) -> Any:  # noqa: ANN401
        hook(Event("sync", "other", False))
        done = function(*given)
        hook(Event("sync", "other", True))
        return done

    return call


def write(channel: Channel, path: str) -> None:
    """Commit for ever, and say the seq of each commit."""
    with memtxn.open(path, busy_timeout=60) as store:
        memory = store.memory("process")
        while True:
            with memory.transaction() as tx:
                tx.set_state("Run/1", "step", "x" * 500)
            assert tx.receipt is not None
            channel.say(str(tx.receipt.seq))


if __name__ == "__main__":
    serve({"copy": copy, "restore": restore, "write": write})
