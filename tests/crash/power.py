"""Workloads that are recorded and cut short, as the tests and the soak run them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random

import memtxn
from memtxn import Store
from memtxn.testkit.fakes import START, FakeClock
from memtxn.testkit.powerloss.campaign import Cut, Tally, images, run, some
from memtxn.testkit.powerloss.disk import Disk
from memtxn.testkit.powerloss.judge import Judge
from memtxn.testkit.powerloss.recorder import Kind, Recorder
from memtxn.testkit.powerloss.workload import FILE, Meddle, Recording, recorded

VFS = "memtxn-power"
AFTER = FakeClock(START + timedelta(hours=1))
"""A moment after all that was recorded, and before anything that waits expires."""


def opened(path: Path) -> Store:
    """Open an image as anybody would."""
    return memtxn.open(path, clock=AFTER)


@contextmanager
def fast_folder() -> Iterator[Path]:
    """A folder in memory, where there is one: an image is written once and read once."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="memtxn-", dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def record(seed: str, steps: int, *, lies: Collection[Kind] = (), meddle: Meddle | None = None) -> Recording:
    """A workload on a disk that is honest, or not."""
    with fast_folder() as folder:
        return recorded(seed, folder, steps, Recorder(VFS, lies=lies), meddle)


def cut(
    recording: Recording,
    chosen: Callable[[Recording], list[Cut]] | None = None,
    *,
    seeds: int = 3,
    most: int = 1_000,
    enough: int = 20,
) -> Tally:
    """Cut the power so often, or at the cuts that are chosen, and judge."""
    cuts = chosen(recording) if chosen is not None else some(recording, seeds, most)
    with fast_folder() as folder:
        return run(recording, cuts, Judge(folder, opened), enough=enough)


def cut_twice(recording: Recording, firsts: int, most: int) -> Tally:
    """Cut the power, and again while what is left is opened, used and closed: ``most`` times for each first."""
    total = Tally()
    chosen = some(recording, 1, firsts)
    for first, image, _, _ in images(recording, chosen):
        with fast_folder() as folder:
            again = recorded(f"after {first}", folder, 2, Recorder(VFS), left=image)
        adopted = 3 * len(image)
        total.add(cut(again, lambda log: [one for one in some(log, 3, most) if one.index >= adopted]))  # noqa: B023
    return total


def closed_file(seed: str, steps: int) -> bytes:
    """The file of a store with the history of a workload, closed as it should be."""
    disk = Disk()
    for op in record(seed, steps).ops:
        disk.apply(op)
    ((name, data),) = disk.image("kept", Random(seed)).items()
    assert name == FILE
    return data
