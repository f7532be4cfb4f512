"""The process that is killed: ``python -m memtxn.interfaces.cli.demo.victim FILE POINT``.

It commits transactions that each move three facts together, and says on its standard output which one it has
begun and which one was acknowledged. In the last one it kills itself, without a chance to tidy up.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from memtxn.app.open import open as open_store
from memtxn.engine.memory import Memory
from memtxn.interfaces.cli.demo.kills import ATTRIBUTES, COMMITS, ENTITY, KILL, Point, Said
from memtxn.testkit.walvfs import WalVFS

VFS = "memtxn-demo"


class Trap:
    """Counts the writes of each commit, and kills at the chosen point once it is armed.

    ``usual`` are the writes of the commit before. When none of the points comes, the sync is the last one.
    """

    def __init__(self, point: Point) -> None:
        self.point, self.armed = point, False
        self.writes = self.usual = 0

    def commit(self, *, last: bool) -> None:
        """A commit begins."""
        self.armed, self.usual, self.writes = last, self.writes, 0

    def write(self, data: bytes, proceed: Callable[[bytes], None]) -> None:
        """Die before this write, after half of it, or let it be."""
        self.writes += 1
        where = f"write {self.writes}/{self.usual}"
        if self.armed and self.writes == self._before():
            die(where)
        if self.armed and self.point is Point.TORN and self.writes == self.usual:
            proceed(data[: len(data) // 2])
            die(f"{where}, half")
        proceed(data)

    def sync(self, proceed: Callable[[], None]) -> None:
        """Die before or after it."""
        if self.armed and self.point is not Point.SYNCED:
            die(f"after write {self.writes}")
        proceed()
        if self.armed:
            die("after the sync")

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
    trap = Trap(Point[point])
    vfs = WalVFS(VFS, trap)
    with open_store(path, vfs=VFS) as store:
        memory = store.memory("kickoff")
        for count in range(1, COMMITS + 1):
            move(memory, trap, count)
    vfs.unregister()


if __name__ == "__main__":
    main(*sys.argv[1:])
