"""The work that is cut short: two connections to one file, several memories, all kinds of records, checkpoints.

It is planned by its seed alone, with ids that count and a clock that is told the time, so it is the same log each
time, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from threading import Event

import apsw
import msgspec

from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.storage.sqlite.checkpoint import LIMIT
from memtxn.engine.memory import Memory
from memtxn.engine.store import Store
from memtxn.engine.transaction import Transaction
from memtxn.errors import Rejected, StorageError
from memtxn.model.policy import Policy
from memtxn.model.provision import Provision
from memtxn.testkit.fakes import START, CountingIds, FakeClock
from memtxn.testkit.oracle import store_on
from memtxn.testkit.powerloss.disk import Image
from memtxn.testkit.powerloss.recorder import Acknowledge, Begin, Op, Recorder
from memtxn.testkit.powerloss.view import View, view_of

FILE = "agent.db"
MEMORIES = ("a", "b", "c")
KEYS, MOST = 24, 16
CAREFUL = Policy(provisions=(Provision(decisions={"not_ordered_subsequence": "quarantine"}),))
"""Under which what its evidence does not say is put aside."""
PATIENCE = 60.0
_LOOK = 0.001
_LATER, _MEANWHILE = 10**9, timedelta(minutes=10)


class Recording(msgspec.Struct, frozen=True):
    """What was done: the log, and what the store showed after each step.

    ``steps`` are the steps by name. ``seed`` is the workload's.
    """

    seed: str
    ops: tuple[Op, ...]
    views: tuple[View, ...]
    steps: tuple[str, ...]


Meddle = Callable[[SQLiteStorage], None]
"""Is given each storage when it is opened, and may break it: for those who test the simulator."""


class Workload:
    """Carries out steps and marks them in the log of the recorder. ``goes_on``: a store stands there already."""

    def __init__(
        self, seed: str, folder: Path, recorder: Recorder, meddle: Meddle | None, *, goes_on: bool
    ) -> None:
        self._seed, self._path, self._recorder, self._meddle = seed, folder / FILE, recorder, meddle
        self._chance, self._ids = Random(f"work {seed}"), CountingIds(_LATER if goes_on else 1)
        self._clock = FakeClock(START + goes_on * _MEANWHILE)
        self._goes_on = goes_on
        self._stores: list[Store | None] = [None, None]
        self._views: list[View] = []
        self._steps: list[str] = []
        self._round = 0

    def run(self, steps: int) -> Recording:
        """So many steps, after the store has been made; at last everything is closed.

        A storage that was broken on purpose may say so: then that was the last step.
        """
        if self._goes_on:  # then all that opening it will show stands from the beginning
            self._recorder.mark(Begin(0))
            self._recorder.mark(Acknowledge(0))
        self._step("open", lambda: self._store(0))
        with suppress(StorageError) if self._meddle else nullcontext():
            for _ in range(steps):
                name, todo = self._chosen()
                self._clock.advance(timedelta(seconds=1))
                self._step(name, todo)
        self._step("close", self._close_both)
        return Recording(self._seed, tuple(self._recorder.ops), tuple(self._views), tuple(self._steps))

    def _step(self, name: str, todo: Callable[[], object]) -> None:
        number = len(self._views)
        self._recorder.mark(Begin(number))
        todo()
        self._recorder.mark(Acknowledge(number))
        store = next((store for store in self._stores if store is not None), None)
        self._steps.append(name)
        self._views.append(())
        self._views[-1] = view_of(store) if store is not None else self._views[-2]

    def _chosen(self) -> tuple[str, Callable[[], object]]:
        acts: dict[str, tuple[int, Callable[[], object]]] = {
            "commit": (40, self._commit),
            "observe": (5, self._observe),
            "refuse": (5, self._refuse),
            "put aside": (6, self._put_aside),
            "decide": (6, self._decide),
            "declare": (4, self._declare),
            "checkpoint": (8, self._checkpoint),
            "close one": (4, lambda: self._close(self._chance.randrange(2))),
            "close both": (2, self._close_both),
        }
        (name,) = self._chance.choices(list(acts), [weight for weight, _ in acts.values()])
        return name, acts[name][1]

    # -- who works -----------------------------------------------------------------------------------------

    def _store(self, side: int) -> Store:
        store = self._stores[side]
        if store is None:
            storage = SQLiteStorage(str(self._path), ids=self._ids, vfs=self._recorder.name)
            if self._meddle is not None:
                self._meddle(storage)
            store = self._stores[side] = store_on(storage, ids=self._ids, clock=self._clock, policy=CAREFUL)
        return store

    def _memory(self, principal: str = "ann") -> Memory:
        store = self._store(self._chance.randrange(2))
        return store.memory(self._chance.choice(MEMORIES), principal=principal)

    def _close(self, side: int) -> None:
        store, self._stores[side] = self._stores[side], None
        if store is not None:
            store.close()

    def _close_both(self) -> None:
        self._close(0)
        self._close(1)

    def _checkpoint(self) -> None:
        """Let the checkpointer's own thread copy the log now, and at times let the log begin anew."""
        storage = self._store(0)._runtime.storage
        assert isinstance(storage, SQLiteStorage)
        checkpointer = storage.checkpointer
        done, waited = checkpointer.done, 0.0
        checkpointer._limit = self._chance.choice((0, LIMIT))
        checkpointer.notice(10 * LIMIT)
        while checkpointer.done == done and waited < PATIENCE:
            Event().wait(_LOOK)
            waited += _LOOK
        assert checkpointer.done > done, checkpointer.failure

    # -- what is done --------------------------------------------------------------------------------------

    def _text(self) -> tuple[str, str]:
        self._round += 1
        value = f"round {self._round}"
        return f"Ann is at {value} now. {'And so on. ' * self._chance.choice((0, 0, 5, 400))}", value

    def _commit(self) -> None:
        chance, memory = self._chance, self._memory()
        keys = chance.sample(range(KEYS), chance.randint(1, MOST))
        stated, (text, value) = chance.randint(0, len(keys)), self._text()
        key = f"request {self._round}" if chance.random() < 0.3 else None
        tx = memory.transaction(on_reject="skip", idempotency_key=key)
        for number in keys[:stated]:
            tx.set_state(("Slot", str(number)), "round", value, at=self._clock())
        if keys[stated:]:
            self._quote(tx, keys[stated:], text, value)
        for number in chance.sample(sorted(set(range(KEYS)) - set(keys)), chance.choice((0, 0, 2))):
            for belief in memory.find("Slot", "round"):
                if belief.entity_id == str(number):
                    tx.retract(("Slot", str(number)), "round", value=belief.value, at=self._clock())
        tx.commit()

    def _quote(self, tx: Transaction, keys: list[int], text: str, value: str) -> None:
        source = tx.observe(text, speaker="ann", at=self._clock())
        for number in keys:
            tx.propose(("Slot", str(number)), "round", value, evidence=source.quote(value))

    def _observe(self) -> None:
        self._memory().observe(self._text()[0], speaker="ann", at=self._clock())

    def _refuse(self) -> None:
        tx = self._memory().transaction()
        tx.propose(("Refused", "0"), "round", self._text()[1], observed_at=self._clock())
        _rejected(tx)

    def _put_aside(self) -> None:
        text, value = self._text()
        tx = self._memory().transaction()
        source = tx.observe(text, speaker="ann", at=self._clock())
        tx.propose(("Aside", value), "round", "nothing of the kind", evidence=source.quote(value))
        _rejected(tx)

    def _decide(self) -> None:
        memory = self._memory("bob")
        waiting = memory.pending()
        if waiting and self._chance.random() < 0.7:
            memory.confirm(waiting[0].id)
        elif waiting:
            memory.deny(waiting[0].id, "not so")

    def _declare(self) -> None:
        if self._chance.random() < 0.5:
            self._memory().declare("Slot", "round", cardinality="many")
        else:
            self._memory().declare("Slot", "round", cardinality="one")


def _rejected(tx: Transaction) -> None:
    try:
        tx.commit()
    except Rejected:
        return
    raise AssertionError("it was admitted")


def recorded(
    seed: str,
    folder: Path,
    steps: int,
    recorder: Recorder,
    meddle: Meddle | None = None,
    *,
    left: Image | None = None,
) -> Recording:
    """Carry out a workload in an empty folder, or on what a power cut has left of an earlier one.

    Also the random numbers of SQLite are those of the seed.
    """
    recorder.adopt(folder, left or {})
    chance, usual = Random(f"sqlite {seed}"), apsw.vfs_names()[0]
    recorder.randomness = chance.randbytes
    apsw.set_default_vfs(recorder.name)
    try:
        apsw.randomness(0)
        apsw.randomness(1)
    finally:
        apsw.set_default_vfs(usual)
    try:
        return Workload(seed, folder, recorder, meddle, goes_on=left is not None).run(steps)
    finally:
        apsw.randomness(0)
