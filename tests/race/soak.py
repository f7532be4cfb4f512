"""A million operations on growing lists, judged: ``python -m tests.race.soak [how many]``."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

import msgspec

import memtxn
from memtxn.testkit.isolation.run import Run, with_processes, with_threads
from memtxn.testkit.victims import Victims
from tests.race.judge import judge

ALL = 1_000_000
KILL_EVERY = 5_000
ROOT = Path(__file__).parents[2]


def parts(operations: int) -> dict[str, Run]:
    """The runs, which share the operations."""
    threads = Run(operations=operations * 4 // 10, threads=8, seed="threads")
    herd = Run(
        operations=operations * 4 // 10, processes=4, threads=3, kills=operations // KILL_EVERY, seed="herd"
    )
    return {
        "threads, serializable": threads,
        "processes and kills, serializable": herd,
        "threads, snapshot": _at_snapshot(threads),
        "processes and kills, snapshot": _at_snapshot(herd),
    }


def _at_snapshot(run: Run) -> Run:
    """A quarter of it, at the weaker level."""
    return msgspec.structs.replace(
        run, operations=run.operations // 4, kills=run.kills // 4, isolation="snapshot"
    )


def soak(title: str, run: Run, workers: Victims, folder: Path) -> int:
    """One run, judged and told; how many operations have committed."""
    begun = time.monotonic()
    path = folder / "agent.db"
    with memtxn.open(path) as store:
        memory = store.memory("m")
        if run.processes:
            history = with_processes(memory, folder, run, workers, "work", str(path))
        else:
            history = with_threads(memory, folder, run)
        raced = time.monotonic()
        counts = judge(memory, history, run)
    committed = sum(txn.size for txn in history if txn.status == "ok")
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    print(f"{title}: {committed} operations committed; {told}; {run.kills} kills; 0 anomalies")
    print(f"  {raced - begun:.0f} s, and {time.monotonic() - raced:.0f} s to judge", flush=True)
    return committed


def main(operations: int) -> None:
    """All runs. What is found wrong is raised, and the folder of its run left as it is."""
    total, begun = 0, time.monotonic()
    with Victims("tests.race.worker", ROOT) as workers:
        for title, run in parts(operations).items():
            folder = Path(tempfile.mkdtemp(prefix="memtxn-soak-"))
            print(f"{title}: in {folder}", flush=True)
            total += soak(title, run, workers, folder)
            shutil.rmtree(folder)
    print(f"{total} operations committed, 0 anomalies, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else ALL)
