"""kill -9 before and after every write, flush, truncation and deletion of a scene: all of it or nothing."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

import memtxn
from memtxn import Receipt
from memtxn.testkit.faultvfs import FaultVFS
from memtxn.testkit.victims import Victims
from tests.crash.scenes import FILE, SCENES, VFS, Looks, Scene, Stage, commit, copied, look
from tests.crash.victim import trap
from tests.crash.witness import Witness
from tests.scale import often
from tests.telling import Tell


def looks(folder: Path) -> Looks:
    """What a folder's file holds; it is made if it is not there."""
    with memtxn.open(folder / FILE) as store:
        return look(store)


def played(scene: Scene, folder: Path) -> Looks:
    """What a scene leaves behind when nothing disturbs it."""
    faults = FaultVFS(VFS, trap("0", ""))
    stage = Stage(folder, trap("0", ""), faults.name)
    scene.act(stage)
    stage.close()
    return looks(folder)


def used_again(folder: Path, scene: Scene, now: Looks, after: Looks) -> None:
    """The store takes the scene again if it was not there, and goes on in any case."""
    if now != after:
        assert played(scene, folder) == after
    with memtxn.open(folder / FILE) as store:
        for name in ("m", "new"):
            memory = store.memory(name)
            tx_id = commit(memory.transaction(), 3, words=["They", "said", "word"])
            assert isinstance(memory.outcome(tx_id), Receipt)
            report = memory.verify("full")
            assert report.ok, report.problems


class Trial:
    """A scene, cut short again and again: where it starts, and what it may leave behind.

    ``found`` tells for each kill whether the scene had come about.
    """

    def __init__(self, scene: Scene, folder: Path, victims: Victims) -> None:
        self.scene, self.victims = scene, victims
        self.start, self.here = folder / "start", folder / "here"
        self.start.mkdir()
        scene.begins(self.start)
        self.before = looks(copied(self.start, self.here))
        self.after = played(scene, copied(self.start, self.here))
        self.found: list[bool] = []

    def kill(self, name: str, number: int, when: str) -> bool:
        """Kill it at that event and see to it; False if it never came to that event."""
        copied(self.start, self.here)
        victim = self.victims.start("play", str(self.here), name, str(number), when)
        code, now = victim.wait(), looks(self.here)
        assert code in (0, -9)
        assert now == self.after or (code and now == self.before and not self.scene.sure), (number, when)
        used_again(self.here, self.scene, now, self.after)
        if code:
            self.found.append(now == self.after)
        return bool(code)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "one key")) for name in SCENES]
)
def test_killed_at_every_operation(victims: Victims, tmp_path: Path, tell: Tell, name: str) -> None:
    trial = Trial(SCENES[name], tmp_path, victims)
    for number in count():
        killed = [trial.kill(name, number, when) for when in ("before", "after")]
        if not any(killed):
            break
        assert all(killed)
    found = trial.found
    nothing = found.count(False)
    tell("kills at every operation", kills=len(found), nothing_was_there=nothing, all_was=len(found) - nothing)
    assert len(found) > 4
    assert found == sorted(found)
    assert trial.scene.sure or found.count(False)


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_while_the_log_is_copied(victims: Victims, tmp_path: Path, tell: Tell, when: str) -> None:
    """Every commit is followed by a checkpoint on another thread, which every second commit meets halfway."""
    path, witness = tmp_path / FILE, Witness("A")
    numbers = range(3, 400, often(8, 4))
    for number in numbers:
        first = len(witness.kept)
        victim = victims.start("write", str(path), "A", str(witness.next), "1", str(number), when)
        witness.heard(victim.rest())
        assert victim.wait() == -9
        with memtxn.open(path) as store:
            witness.judge(store.memory("m"), first)
            assert store.memory("m").verify("full" if number % 10 == 3 else "tail").ok
    tell("kills while the log is copied", kills=len(numbers), transactions_kept=len(witness.kept))
