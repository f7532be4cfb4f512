"""The processes that are killed, and the server that starts them: ``python -m tests.crash.victim``."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import memtxn
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.testkit.faultvfs import Event, FaultVFS, Nth
from memtxn.testkit.victims import Channel, serve
from tests.crash.rounds import carry_out, planned
from tests.crash.scenes import SCENES, VFS, Stage

PATIENCE = 60.0
"""Seconds that a writer waits for another one."""


def write(
    channel: Channel,
    path: str,
    writer: str,
    first: str,
    threshold: str = "",
    number: str = "",
    when: str = "",
) -> None:
    """Carry out rounds from the first on, until killed or told to stop.

    With a ``threshold`` the log is copied after so many pages; with a ``number`` it kills itself before, or
    ``when`` is "after": after, that write to a file.
    """
    hook = trap(number or "0", when, armed=bool(number))
    faults = FaultVFS(VFS, hook)
    store = memtxn.open(path, busy_timeout=PATIENCE, vfs=faults.name if number else None)
    if threshold:
        copy_early(store, int(threshold))
    memory, count = store.memory("m"), int(first)
    while not channel.poll() and not channel.ended:
        carry_out(memory, planned(writer, count), partial(say_begun, channel, count))
        channel.say(f"done {count} -")
        count += 1
    store.close()


def say_begun(channel: Channel, number: int, name: str) -> None:
    """A round begins, under that name."""
    channel.say(f"begun {number} {name}")


def copy_early(store: memtxn.Store, pages: int) -> None:
    """Let the log be copied into the database after so many pages."""
    storage = store._runtime.storage
    assert isinstance(storage, SQLiteStorage)
    storage.checkpointer._threshold = pages


def play(channel: Channel, folder: str, scene: str, number: str, when: str) -> None:
    """Play a scene and be killed before, or after, that event of it. Says how many there were, if not."""
    hook = trap(number, when)
    faults = FaultVFS(VFS, hook)
    stage = Stage(Path(folder), hook, faults.name)
    SCENES[scene].act(stage)
    channel.say(str(hook.seen))
    stage.clear()
    stage.close()


def mend(channel: Channel, folder: str, number: str, when: str) -> None:
    """Recover a memory, and be killed before, or after, that event of it. Says what came of it, if not."""
    hook = trap(number, when)
    faults = FaultVFS(VFS, hook)
    stage = Stage(Path(folder), hook, faults.name)
    channel.say(str(stage.memory("m").recover().ok))
    stage.clear()
    stage.close()


def trap(number: str, when: str, *, armed: bool = False) -> Nth:
    """A hook that kills this process at an event."""
    later = when == "after"

    def counts(event: Event) -> bool:
        return event.after is later

    return Nth(int(number), die, counts=counts, for_good=True, armed=armed)


def die() -> None:
    """Be killed."""
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    serve({"write": write, "play": play, "mend": mend})
