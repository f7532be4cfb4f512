"""Many power cuts of one recording: which images there are, and what came of them.

An image has a name: the seed of its workload, the place in the log, what became of what was not flushed, and the
seed of that. With the name it can be made again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from random import Random

import msgspec

from memtxn.testkit.powerloss.disk import SETTLED, TREATMENTS, Disk, Image, Treatment
from memtxn.testkit.powerloss.judge import Fault, Judge, Looked, verdict
from memtxn.testkit.powerloss.recorder import Acknowledge, Begin
from memtxn.testkit.powerloss.workload import FILE, Recording

CLOSELY = 8
"""One in so many distinct images is checked in full and written to; all others at the level "digest"."""
_INDEX_SIZE = 32_768


class Cut(msgspec.Struct, frozen=True, order=True):
    """The name of an image: the power failed after operation ``index`` of that workload."""

    workload: str
    index: int
    treatment: Treatment
    seed: int

    def __str__(self) -> str:
        return f"{self.workload}/{self.index}/{self.treatment}/{self.seed}"

    @property
    def chance(self) -> Random:
        """What is left to chance in it."""
        return Random(str(self))


class Tally(msgspec.Struct):
    """What came of power cuts. ``there`` and ``absent``: of a step that was begun, and not acknowledged."""

    images: int = 0
    distinct: int = 0
    full: int = 0
    there: int = 0
    absent: int = 0
    faults: list[tuple[Cut, Fault, str]] = msgspec.field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the numbers of another one."""
        for name in ("images", "distinct", "full", "there", "absent", "faults"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def count(self, fault: Fault) -> int:
        """How many images have that fault."""
        return sum(one == fault for _, one, _ in self.faults)

    @property
    def told(self) -> dict[str, int]:
        """The numbers by name."""
        numbers = {
            "images": self.images,
            "distinct": self.distinct,
            "checked_in_full_and_written_again": self.full,
        }
        numbers |= {"unacknowledged_and_there": self.there, "unacknowledged_and_absent": self.absent}
        faults: tuple[Fault, ...] = ("lost", "torn", "damaged", "unusable")
        return numbers | {fault: self.count(fault) for fault in faults}


def cuts(recording: Recording, seeds: int) -> list[Cut]:
    """Every place with every treatment; those that leave something to chance with so many seeds."""
    return [
        Cut(recording.seed, index, treatment, seed)
        for index in range(len(recording.ops))
        for treatment in TREATMENTS
        for seed in range(1 if treatment in SETTLED else seeds)
    ]


def some(recording: Recording, seeds: int, most: int) -> list[Cut]:
    """So many of them, drawn by the seed of the recording."""
    every = cuts(recording, seeds)
    return sorted(Random(f"cuts {recording.seed}").sample(every, min(most, len(every))))


def images(recording: Recording, chosen: Sequence[Cut]) -> Iterator[tuple[Cut, Image, int, int]]:
    """The images of these cuts, in order, each with the last step acknowledged, and begun (-1: none)."""
    disk, done, acknowledged, begun = Disk(), 0, -1, -1
    for cut in chosen:
        for op in recording.ops[done : cut.index + 1]:
            disk.apply(op)
            if isinstance(op, Begin):
                begun = op.step
            elif isinstance(op, Acknowledge):
                acknowledged = op.step
        done = cut.index + 1
        yield cut, disk.image(cut.treatment, cut.chance), acknowledged, begun


def run(recording: Recording, chosen: Sequence[Cut], judge: Judge, *, enough: int = 20) -> Tally:
    """Judge images. Equal ones are opened once. Stops when ``enough`` faults are found."""
    tally, known = Tally(), dict[bytes, Looked]()
    for cut, image, acknowledged, begun in images(recording, chosen):
        tally.images += 1
        name = fingerprint(image)
        if name not in known:
            known[name] = _looked(tally, cut, image, judge)
        said = verdict(known[name], recording.views, acknowledged, begun)
        if said.fault is not None:
            tally.faults.append((cut, said.fault, said.detail))
        elif begun > acknowledged and recording.views[begun] != (recording.views[begun - 1] if begun else ()):
            tally.there += said.view == recording.views[begun]
            tally.absent += said.view != recording.views[begun]
        if len(tally.faults) >= enough:
            break
    return tally


def _looked(tally: Tally, cut: Cut, image: Image, judge: Judge) -> Looked:
    tally.distinct += 1
    closely = tally.distinct % CLOSELY == 0
    tally.full += closely
    files = dict(image)
    if cut.seed % 2:  # the index to the log is memory; what is left of it must not matter
        files[f"{FILE}-shm"] = cut.chance.randbytes(_INDEX_SIZE)
    return judge.look(files, closely=closely)


def fingerprint(image: Image) -> bytes:
    """What images have in common that are equal, byte for byte."""
    state = blake2b(digest_size=16)
    for name, data in image.items():
        state.update(f"{name} {len(data)} ".encode())
        state.update(data)
    return state.digest()
