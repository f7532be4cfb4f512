"""The process that is killed: ``python -m memtxn.interfaces.cli.demo.victim FILE POINT``.

It commits transactions that each move three facts together, and says on its standard output which one it has
begun and which one was acknowledged. In the last one it kills itself, without a chance to tidy up.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime

import msgspec

from memtxn.app.open import open as open_store
from memtxn.engine.memory import Memory
from memtxn.interfaces.cli.demo.kills import ATTRIBUTES, COMMITS, ENTITY, KILL, Point, Said
from memtxn.testkit.faultvfs import Event, FaultVFS

VFS = "memtxn-demo"


class Trap:
    """A hook that counts the writes of each commit to the log; once armed it kills at the chosen point.

    ``usual`` are the writes of the commit before. When none of the points comes, the sync is the last one.
    """

    def __init__(self, path: str, point: Point) -> None:
        self.log, self.point = f"{path}-wal", point
        self.armed = False
        self.writes = self.usual = 0

    def commit(self, *, last: bool) -> None:
        """A commit begins."""
        self.armed, self.usual, self.writes = last, self.writes, 0

    def __call__(self, event: Event) -> None:
        """Something is done to a file, or has been done."""
        if event.kind == "wal" and event.action == "write":
            self._write(event)
        elif event.kind == "wal" and self.armed and event.after is (self.point is Point.SYNCED):
            die("after the sync" if event.after else f"after write {self.writes}")

    def _write(self, event: Event) -> None:
        self.writes += not event.after
        if not self.armed:
            return
        where = f"write {self.writes}/{self.usual}"
        if self.writes == self._before():
            die(where)
        if event.after and self.point is Point.TORN and self.writes == self.usual:
            os.truncate(self.log, event.offset + event.size // 2)
            die(f"{where}, half")

    def _before(self) -> int:
        """The number of the write before which it dies; 0 for none."""
        return {Point.FIRST: 1, Point.MIDDLE: self.usual // 2 + 1}.get(self.point, 0)


def die(where: str) -> None:
    """Say so, and be killed."""
    say(Said("dying", where=where))
    os.kill(os.getpid(), KILL)


def say(said: Said) -> None:
    """One line for whoever is watching."""
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


def move(memory: Memory, trap: Trap, count: int) -> None:
    """Move the three facts together, source included."""
    words = [f"{attribute} {count}" for attribute in ATTRIBUTES]
    tx = memory.transaction(label=f"move {count}")
    source = tx.observe(f"Moved to {', '.join(words)}.", speaker="ana", at=datetime.now(UTC))
    for attribute, value in zip(ATTRIBUTES, words, strict=True):
        tx.propose(ENTITY, attribute, value, evidence=source.quote(value))
    say(Said("begun", tx.id))
    trap.commit(last=count == COMMITS)
    tx.commit()
    say(Said("acknowledged", tx.id))


def main(path: str, point: str) -> None:
    """Commit until the trap springs."""
    trap = Trap(path, Point[point])
    vfs = FaultVFS(VFS, trap)
    with open_store(path, vfs=VFS) as store:
        memory = store.memory("kickoff")
        for count in range(1, COMMITS + 1):
            move(memory, trap, count)
    vfs.unregister()


if __name__ == "__main__":
    main(*sys.argv[1:])
