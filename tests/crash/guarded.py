"""The processes that hold guards and are killed, or stopped: ``python -m tests.crash.guarded``."""

from __future__ import annotations

import os
import signal
from datetime import UTC, datetime
from random import Random

import memtxn
from memtxn import GuardLost, Memory, MemoryGuarded, MemtxnError, StorageError
from memtxn.testkit.faultvfs import FaultVFS
from memtxn.testkit.victims import Channel, serve
from tests.crash.scenes import VFS
from tests.crash.victim import trap

KEYS = 3
PATIENCE = 60.0


class Failed(Exception):
    """What goes wrong in a block."""


def write(memory: Memory, number: int) -> None:
    """Some keys, each in a transaction of its own; one of them is new, and one ends."""
    for key in range(KEYS):
        with memory.transaction() as tx:
            tx.set_state(f"Run/{key}", "step", number)
    with memory.transaction() as tx:
        tx.set_state(f"Made/{number}", "by", "guard")
    with memory.transaction() as tx:
        tx.retract(f"Made/{number}", "by")


def once(channel: Channel, path: str, number: str, when: str) -> None:
    """One guard that fails; killed before, or after, that event of it. Says how many there were, if not."""
    hook = trap(number, when)
    faults = FaultVFS(VFS, hook)
    store = memtxn.open(path, vfs=faults.name)
    memory = store.memory("m")
    hook.armed = True
    try:
        with memory.guard("task"):
            write(memory, 1)
            raise Failed
    except Failed:
        hook.armed = False
    channel.say(str(hook.seen))
    store.close()


def forever(channel: Channel, path: str, seed: str, first: str) -> None:
    """One guard after the other, some of which fail. Says which number was released."""
    chance, number = Random(seed), int(first)
    store = memtxn.open(path, busy_timeout=PATIENCE)
    memory = store.memory("m")
    while True:
        try:
            with memory.guard("task"):
                channel.say(f"held {number}")
                write(memory, number)
                if chance.random() < 1 / 2:
                    raise Failed
        except Failed:
            continue
        channel.say(f"released {number}")
        number += 1


def hold(channel: Channel, path: str, lease: str) -> None:
    """Hold a guard, write when told to, and say what came of it."""
    store = memtxn.open(path, busy_timeout=PATIENCE)
    memory = store.memory("m")
    guard = memory.guard("task", lease=float(lease))
    try:
        with guard:
            channel.say(guard.token)
            while (order := channel.hear()) not in (None, "end"):
                try:
                    write(memory, int(order or ""))
                    channel.say("written")
                except GuardLost:
                    channel.say("lost")
    except GuardLost:
        channel.say("lost at the end")
    channel.say(guard.report.outcome if guard.report else "?")
    store.close()


def under(channel: Channel, path: str, token: str, number: str) -> None:
    """Write under a guard that another process holds."""
    store = memtxn.open(path, guard=token)
    try:
        write(store.memory("m"), int(number))
        channel.say("written")
    except MemtxnError as error:
        channel.say(error.code)
    store.close()


def forking(channel: Channel, path: str) -> None:
    """Hold a guard, and fork a child that lives on."""
    store = memtxn.open(path)
    memory = store.memory("m")
    with memory.guard("task"):
        write(memory, 7)
        child = os.fork()
        if child == 0:
            try:
                memory.observe("by the child", speaker="child", at=datetime(2026, 1, 1, tzinfo=UTC))
                channel.say("written")
            except StorageError:
                channel.say("refused")
            signal.pause()
            os._exit(0)
        channel.say(str(child))
        signal.pause()


def adding(channel: Channel, path: str, count: str) -> None:
    """Add one so many times, each under a guard in two transactions, as soon as nobody else holds one."""
    store = memtxn.open(path, busy_timeout=PATIENCE)
    memory = store.memory("m")
    added = refused = 0
    while added < int(count):
        try:
            with memory.guard("add"):
                shown = memory.get("Sum/1", "value")
                assert not isinstance(shown, list)
                total = shown.value if shown else 0
                assert isinstance(total, int)
                with memory.transaction() as tx:
                    tx.set_state("Sum/1", "half", total)
                with memory.transaction() as tx:
                    tx.set_state("Sum/1", "value", total + 1)
            added += 1
        except MemoryGuarded:
            refused += 1
    channel.say(str(refused))
    store.close()


if __name__ == "__main__":
    serve({"once": once, "forever": forever, "hold": hold, "under": under, "forking": forking, "adding": adding})
