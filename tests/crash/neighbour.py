"""Processes that share a database with others: ``python -m tests.crash.neighbour``."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

import memtxn
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.system import system_ids
from memtxn.errors import StorageBusy, StorageError
from memtxn.testkit.victims import Channel, serve

MEMORY = "shared"


def meet(channel: Channel, name: str) -> None:
    """For each path: open it, write into a memory that is new, and say which store that was."""
    while (path := channel.hear()) is not None:
        with memtxn.open(path) as store:
            state(store.memory(MEMORY), name, 0)
            storage = store._runtime.storage
            channel.say(storage.meta.store.hex())


def crowd(channel: Channel, path: str, name: str) -> None:
    """Commit in a loop until told to stop; tell after every hundredth, and at the end how often it was busy."""
    with memtxn.open(path) as store:
        memory, done, busy = store.memory(MEMORY), 0, 0
        channel.say("ready")
        channel.hear()
        while not channel.poll() and not channel.ended:
            try:
                state(memory, name, done)
            except StorageBusy:
                busy += 1
            done += 1
            if done % 100 == 0:
                channel.say("hundred")
        channel.say(f"busy {busy}")


def state(memory: memtxn.Memory, name: str, value: int) -> None:
    """One belief, one commit."""
    with memory.transaction() as tx:
        tx.set_state(("Process", name), "count", value)


def write(channel: Channel, path: str, patience: str) -> None:
    """Write whenever told to, and say how that went."""
    storage = SQLiteStorage(path, ids=system_ids, busy_timeout=float(patience))
    channel.say("ready")
    while channel.hear() is not None:
        try:
            with storage.write() as writer:
                writer.memories(0)
        except StorageBusy as error:
            channel.say(f"busy: {error.detail}")
        else:
            channel.say("written")
    storage.close()


def hold(channel: Channel, path: str) -> None:
    """Be inside a write block until told to leave it."""
    storage = SQLiteStorage(path, ids=system_ids)
    with storage.write() as writer:
        writer.memories(0)
        channel.say("inside")
        channel.hear()
    channel.say("left")
    storage.close()


def fork(channel: Channel, path: str) -> None:
    """Fork inside a write block; the child stays, and says what becomes of its block when it leaves it."""
    storage = SQLiteStorage(path, ids=system_ids)
    with suppress(StorageError), storage.write() as writer:
        writer.memories(0)
        child = os.fork()
        if child:
            channel.say(str(child))
            channel.hear()
    if not child:
        channel.say("left to the parent")
        signal.pause()
    channel.say("left")
    storage.close()


if __name__ == "__main__":
    serve({"meet": meet, "crowd": crowd, "write": write, "hold": hold, "fork": fork})
