"""Killing a process inside a commit, at chosen points, and looking at what it left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Literal

import msgspec

import memtxn
from memtxn.app.open import open as open_store
from memtxn.engine.memory import Memory
from memtxn.model.belief import Belief
from memtxn.model.receipt import Receipt

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has no SIGKILL; there SIGTERM ends a process at once
ENTITY, ATTRIBUTES = "Meeting/kickoff", ("day", "hour", "room")
"""What every transaction of the victim moves together, to ``day 1, hour 1, room 1``, then to 2 and so on."""
COMMITS = 4
"""The victim's transactions. It dies in the last one."""
TIMEOUT = 60


class Point(StrEnum):
    """Where in the commit the victim dies."""

    FIRST = "first write"
    MIDDLE = "half-way"
    TORN = "last page torn"
    WRITTEN = "before sync"
    SYNCED = "after sync"


class Said(msgspec.Struct, frozen=True):
    """One line of the victim: a transaction ``begun``, ``acknowledged`` after its commit, or ``dying``."""

    what: Literal["begun", "acknowledged", "dying"]
    tx: str = ""
    where: str = ""


class Killed(msgspec.Struct, frozen=True, kw_only=True):
    """One victim, and what stood in its file when it was opened again.

    ``state`` tells whether the interrupted transaction is there; ``outcome`` is what the memory answers to
    the transaction's id.
    """

    point: Point
    returncode: int
    where: str
    acknowledged: int
    kept: int
    state: Literal["before", "after", "torn"]
    outcome: Literal["committed", "not committed"]
    verified: bool

    @property
    def killed(self) -> bool:
        """Whether the signal ended it, and not it itself."""
        return self.returncode == -KILL or (os.name == "nt" and self.returncode == KILL)

    @property
    def ok(self) -> bool:
        """All or nothing, nothing lost, and the truth is told."""
        whole = self.state == ("after" if self.outcome == "committed" else "before")
        nothing_lost = self.kept == self.acknowledged == COMMITS - 1
        return self.killed and whole and nothing_lost and self.verified


def kill(folder: Path, point: Point) -> Killed:
    """Run a victim on a new file in the folder until it is killed, then open that file as anybody would."""
    path = folder / f"killed-{point.name.lower()}.db"
    command = [sys.executable, "-m", "memtxn.interfaces.cli.demo.victim", str(path), point.name]
    victim = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=False, env=_environment())
    said = [msgspec.json.decode(line, type=Said) for line in victim.stdout.splitlines()]
    with open_store(path) as store:
        return _examined(store.memory("kickoff"), point, victim.returncode, said)


def _environment() -> dict[str, str]:
    """This process's, with the folder that memtxn was imported from."""
    source = str(Path(memtxn.__file__).parents[1])
    return {**os.environ, "PYTHONPATH": os.pathsep.join([source, os.environ.get("PYTHONPATH", "")])}


def _examined(memory: Memory, point: Point, returncode: int, said: list[Said]) -> Killed:
    acknowledged = [line.tx for line in said if line.what == "acknowledged"]
    begun = [line.tx for line in said if line.what == "begun"]
    return Killed(
        point=point,
        returncode=returncode,
        where=next((line.where for line in said if line.what == "dying"), "it did not die"),
        acknowledged=len(acknowledged),
        kept=sum(_committed(memory, tx) for tx in acknowledged),
        state=_state(memory),
        outcome="committed" if begun and _committed(memory, begun[-1]) else "not committed",
        verified=memory.verify().ok,
    )


def _committed(memory: Memory, tx: str) -> bool:
    return isinstance(memory.outcome(tx), Receipt)


def _state(memory: Memory) -> Literal["before", "after", "torn"]:
    """Which move shows: one and the same for all attributes, or a torn mixture."""
    shown = [memory.get(ENTITY, attribute) for attribute in ATTRIBUTES]
    values = [belief.value if isinstance(belief, Belief) else None for belief in shown]
    for move, state in ((COMMITS - 1, "before"), (COMMITS, "after")):
        if values == [f"{attribute} {move}" for attribute in ATTRIBUTES]:
            return "before" if state == "before" else "after"
    return "torn"
