"""Whole runs on a real memory: clients at work, then what they cannot know is settled, and all is looked at.

A run's folder holds its logs, one a client, and must be empty before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import msgspec

from memtxn.engine.memory import Memory
from memtxn.model.receipt import NotCommitted, Receipt
from memtxn.testkit.isolation.anomaly import Isolation
from memtxn.testkit.isolation.client import Client
from memtxn.testkit.isolation.history import End, Status, Txn, answered, groups_of, load
from memtxn.testkit.isolation.processes import Herd, Task
from memtxn.testkit.isolation.threads import Crew, logs_in
from memtxn.testkit.isolation.workload import Groups, Workload
from memtxn.testkit.victims import Victims

LAST = 0
"""The number of the client that looks at everything in the end."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """How many operations must commit, by how many threads (of each process), at which level, doing what.

    With processes: how many at a time, and how often one of them is killed and replaced.
    """

    operations: int
    threads: int = 1
    isolation: Isolation = "serializable"
    workload: Workload = Workload()
    processes: int = 0
    kills: int = 0
    seed: str = ""


def interleaved(memories: Sequence[Memory], folder: Path, run: Run) -> list[Txn]:
    """The history of a run in this thread alone: a client for each of these objects, which take turns at random.

    With the same seed they take the same turns, so the same store gives the same history. Each client needs an
    object of its own, for a session is one of a thread and an object.
    """
    chance, groups = Random(run.seed), Groups(run.workload)
    with ExitStack() as stack:
        crews = [_crew(memory, folder, run, groups, n) for n, memory in enumerate(memories, LAST + 1)]
        turns = [_for_ever(stack.enter_context(closing(crew)).clients[0]) for crew in crews]
        while sum(crew.done for crew in crews) < run.operations:
            next(chance.choice(turns))
    return concluded(memories[0], folder, run)


def _for_ever(client: Client) -> Iterator[None]:
    while True:
        yield from client.work()
        yield


def with_threads(memory: Memory, folder: Path, run: Run) -> list[Txn]:
    """The history of a run by threads of this process."""
    with closing(_crew(memory, folder, run, Groups(run.workload), LAST + 1, run.threads)) as crew:
        crew.work(lambda: crew.done >= run.operations)
    return concluded(memory, folder, run)


def with_processes(memory: Memory, folder: Path, run: Run, victims: Victims, *job: str) -> list[Txn]:
    """The history of a run by other processes. ``job`` names the job, with its arguments; it ends in `labour`."""
    task = Task(str(folder), LAST + 1, run.threads, run.isolation, run.workload)
    herd = Herd(victims, *job, size=run.processes, task=task, chance=Random(run.seed))
    herd.work(run.operations, run.kills)
    return concluded(memory, folder, run)


def concluded(memory: Memory, folder: Path, run: Run) -> list[Txn]:
    """The history once nobody works any more, with a last look at every group that it mentions.

    Half of the transactions of which nobody knows the outcome are looked up in the memory; the other half are
    left for the checker to find out.
    """
    chance = Random(run.seed)
    history = load(logs_in(folder))
    for place, txn in enumerate(history):
        if txn.status == "info" and chance.random() < 0.5:
            history[place] = settled(memory, txn)
    with closing(_crew(memory, folder, run, Groups(run.workload), LAST)) as crew:
        crew.clients[0].survey(groups_of(history))
    return history + load([folder / f"{LAST}.jsonl"])


def _crew(memory: Memory, folder: Path, run: Run, groups: Groups, first: int, count: int = 1) -> Crew:
    return Crew(memory, folder, first, count, workload=run.workload, groups=groups, isolation=run.isolation)


def settled(memory: Memory, txn: Txn) -> Txn:
    """A transaction of unknown outcome, with the outcome that the memory tells, if it can tell."""
    outcome = memory.outcome(txn.tx)
    statuses: dict[type, Status] = {Receipt: "ok", NotCommitted: "fail"}
    status = statuses.get(type(outcome), "info")
    ended = None if status == "info" else time.monotonic_ns()
    return answered(txn, End(txn.id, ended, status, txn.error))
