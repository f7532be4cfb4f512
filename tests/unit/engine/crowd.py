"""A crowd at the committer: threads that all stand in its queue, in a known order, before anybody leads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import cast

from memtxn import Belief, Memory, NotCommitted, OutcomeUnknown, Receipt, StorageError, Transaction, Unknown
from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.system import system_clock, system_ids
from memtxn.engine.committer import Committer
from memtxn.engine.runtime import Runtime, known_tag_key
from memtxn.engine.store import Store
from memtxn.model.policy import Policy
from memtxn.ports.storage import Storage, Writer
from memtxn.testkit.faultvfs import FaultVFS, Hook

PATIENCE = 60
"""Seconds after which a thread counts as stuck."""

_numbers = count()
Job = Callable[[], object]
Spoil = Callable[[Writer], None]


class SpoiledCommitter(Committer):
    """One that lets the thread that says so fail after it has written all that it had to write."""

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage)
        self.of_thread = threading.local()

    def submit(self, run: Callable[[Writer], object]) -> object:  # type: ignore[override]
        spoil: Spoil | None = getattr(self.of_thread, "spoil", None)

        def spoiled(writer: Writer) -> object:
            done = run(writer)
            if spoil is not None:
                spoil(writer)
            return done

        return super().submit(spoiled)


class Rig:
    """A store whose committer, storage, clock and file layer can be reached; its memory "m" has one record."""

    def __init__(
        self, kind: str, folder: Path, *, busy_timeout: float = 5.0, storage: Storage | None = None
    ) -> None:
        self.kind, self.path, self._busy_timeout = kind, folder / "agent.db", busy_timeout
        self.faults = FaultVFS(f"crowd-{next(_numbers)}")
        self.clock: Callable[[], datetime] = system_clock
        self._stores: list[Store] = []  # kept: a store that nobody holds closes its storage
        self.open(storage or self.made())
        self.state("Base/1", "n", 0)

    def made(self) -> Storage:
        """A storage of that kind."""
        if self.kind == "oracle":
            return MemoryStorage(ids=system_ids)
        return SQLiteStorage(
            str(self.path), ids=system_ids, vfs=self.faults.name, busy_timeout=self._busy_timeout
        )

    def open(self, storage: Storage) -> Memory:
        """The store on a storage."""
        self.storage, self.committer = storage, SpoiledCommitter(storage)
        runtime = Runtime(
            storage=storage,
            clock=self.now,
            ids=system_ids,
            policy=Policy(),
            tag_key=known_tag_key(storage, None),
            committer=self.committer,
        )
        self.store = Store(runtime)
        self._stores.append(self.store)
        self.m = self.store.memory("m")
        return self.m

    def now(self) -> datetime:
        """What the clock says, which a test may replace."""
        return self.clock()

    def reopen(self) -> Memory:
        """Close and open again, on the same file; the oracle has none and stays."""
        if self.kind == "oracle":
            return self.m
        self.close()
        return self.open(self.made())

    def close(self) -> None:
        self.faults.hook = None
        for store in self._stores:
            store.close()

    @contextmanager
    def hooked(self, hook: Hook) -> Iterator[None]:
        """The files are watched in this block."""
        self.faults.hook = hook
        try:
            yield
        finally:
            self.faults.hook = None

    def state(self, entity: str, attribute: str, value: int) -> Receipt:
        """One commit."""
        with self.m.transaction() as tx:
            tx.set_state(entity, attribute, value)
        assert tx.receipt is not None
        return tx.receipt

    def value(self, entity: str, attribute: str = "n") -> object:
        """What a key shows."""
        belief = self.m.get(entity, attribute)
        assert not isinstance(belief, list)
        return None if belief is None else belief.value


class Writing:
    """A transaction that one thread commits, and what its caller was told of it."""

    def __init__(self, fill: Callable[[Transaction], object], spoil: Spoil | None = None) -> None:
        self.fill, self._spoil = fill, spoil
        self.tx = ""
        self.told: object = None
        self.thread: threading.Thread | None = None

    def work(self, rig: Rig) -> None:
        """Begin, fill and commit it, all in this thread."""
        rig.committer.of_thread.spoil = self._spoil
        tx = rig.m.transaction()
        self.fill(tx)
        self.tx = tx.id
        try:
            self.begun()
            self.told = tx.commit()
        except BaseException as error:  # noqa: BLE001 - whatever it is, it was told
            self.told = error

    def begun(self) -> None:
        """Its commit begins now, in this thread."""

    @property
    def receipt(self) -> Receipt:
        """The receipt that it was given."""
        assert isinstance(self.told, Receipt), repr(self.told)
        return self.told


def setting(entity: str, value: int = 1) -> Writing:
    """A transaction that states one key."""
    return Writing(lambda tx: tx.set_state(entity, "n", value))


def adding(entity: str) -> Writing:
    """A transaction that reads a number and writes the next one."""
    return Writing(lambda tx: add_one(tx, entity))


def add_one(tx: Transaction, entity: str) -> None:
    """Read a number and propose the next one."""
    belief = tx.get(entity, "n")
    tx.set_state(entity, "n", cast("int", belief.value) + 1 if isinstance(belief, Belief) else 1)


def together(rig: Rig, *writings: Writing, ready: Callable[[], object] = lambda: None) -> None:
    """Let each be committed by a thread of its own; all of them wait, in this order, before anybody leads.

    ``ready`` is called when all wait. The first one leads.
    """
    committer = rig.committer
    with committer._lead:
        for writing in writings:
            writing.thread = thread = threading.Thread(target=writing.work, args=[rig], daemon=True)
            before = len(committer._queue)
            thread.start()
            until(lambda: len(committer._queue) > before or not thread.is_alive())  # noqa: B023 - called at once
        ready()
    committer._call_next()
    for writing in writings:
        assert writing.thread is not None
        writing.thread.join(PATIENCE)
        assert not writing.thread.is_alive(), "it hangs"


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that another thread does."""
    pause = threading.Event()
    for _ in range(PATIENCE * 1000):
        if holds():
            return
        pause.wait(0.001)
    raise AssertionError("it never came about")


def check_truth(memory: Memory, *writings: Writing) -> None:
    """The memory says of each transaction what its caller was told, and all is in order."""
    for writing in writings:
        outcome, told = memory.outcome(writing.tx), writing.told
        if isinstance(told, Receipt):
            assert outcome == told
        elif isinstance(told, OutcomeUnknown | KeyboardInterrupt):
            assert not isinstance(outcome, Unknown)
        else:
            assert isinstance(outcome, NotCommitted), repr(told)
    seqs = [writing.told.seq for writing in writings if isinstance(writing.told, Receipt)]
    assert len(set(seqs)) == len(seqs)
    report = memory.verify()
    assert report.ok, report.problems


def failed(writing: Writing, kind: type[StorageError]) -> bool:
    """Whether it ended in exactly that error."""
    return type(writing.told) is kind
