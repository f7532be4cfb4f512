"""P16: whatever becomes of a transaction, it holds nothing up and leaves nothing behind."""

from __future__ import annotations

import gc
import threading
import tracemalloc
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import apsw
import pytest

from memtxn import Conflict, MemtxnError, Policy, Rejected, Transaction, TransactionTooLarge
from memtxn.errors import Closed
from tests.promises.world import Durable, World, hour, one

TEXT = "The meeting is at 4pm. " * 50
"""Some thousand characters; analysed, thirty times that."""


class Interrupted(BaseException):
    """What a program may raise that is no Exception."""


def work(tx: Transaction, n: int = 0) -> None:
    """A bit of everything that a transaction can hold: sources, proposals, reads, ranges, savepoints."""
    source = tx.observe(f"{n} {TEXT}", speaker="a", at=hour(0))
    tx.propose("A/1", "x", "4pm", evidence=source.quote("at 4pm"))
    tx.get("B/1", "x")
    tx.get("A/1", "x")
    tx.find("A")
    tx.savepoint()
    tx.set_state("C/1", "x", [n, TEXT])


def dropped(world: World, n: int) -> weakref.ref[Transaction]:
    tx = world.m.transaction()
    work(tx, n)
    return weakref.ref(tx)


def never_used(world: World, n: int) -> weakref.ref[Transaction]:
    return weakref.ref(world.m.transaction())


def rolled_back(world: World, n: int) -> weakref.ref[Transaction]:
    tx = world.m.transaction()
    work(tx, n)
    tx.rollback()
    return weakref.ref(tx)


def _raised(error: type[BaseException]) -> Callable[[World, int], weakref.ref[Transaction]]:
    def raised(world: World, n: int) -> weakref.ref[Transaction]:
        with suppress(error), world.m.transaction() as tx:
            work(tx, n)
            raise error
        return weakref.ref(tx)

    return raised


def too_large(world: World, n: int) -> weakref.ref[Transaction]:
    memory = world.store.memory("m", policy=Policy(staged_limit=4 * len(TEXT)))
    with suppress(TransactionTooLarge), memory.transaction() as tx:
        work(tx, n)
        work(tx, n + 1)
    assert tx.receipt is None
    return weakref.ref(tx)


def in_run(world: World, n: int) -> weakref.ref[Transaction]:
    made: list[weakref.ref[Transaction]] = []

    def fails(tx: Transaction) -> None:
        made.append(weakref.ref(tx))
        work(tx, n)
        raise KeyError

    with suppress(KeyError):
        world.m.run(fails)
    return made[0]


def unusable(world: World, n: int) -> weakref.ref[Transaction]:
    with suppress(MemtxnError), world.m.transaction() as tx:
        work(tx, n)
        tx.propose("A", "x", object())  # type: ignore[arg-type]
    assert tx.receipt is None
    return weakref.ref(tx)


ENDS: dict[str, Callable[[World, int], weakref.ref[Transaction]]] = {
    "dropped": dropped,
    "never used": never_used,
    "rolled back": rolled_back,
    "an exception": _raised(KeyError),
    "an interrupt": _raised(Interrupted),
    "too large": too_large,
    "in run": in_run,
    "misuse": unusable,
}


def free(world: Durable) -> bool:
    """Whether nobody has a lock or a moment of the file: all of the log can be folded in and cut off."""
    ((busy, _, _),) = world.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    world.sql("BEGIN IMMEDIATE")
    return bool(busy == 0)


@pytest.mark.parametrize("end", ENDS)
def test_nothing_is_left_of_a_transaction_that_is_given_up(world: World, end: str) -> None:
    world.state("B/1", "x", 0)
    before = world.effects(), world.journal()
    gone = ENDS[end](world, 0)
    assert (world.effects(), world.journal()) == before
    gc.collect()
    assert gone() is None
    world.state("A/1", "x", 1)
    assert world.m.verify().ok


@pytest.mark.parametrize("end", ENDS)
def test_nobody_waits_for_a_transaction_that_is_given_up(durable: Durable, end: str) -> None:
    durable.state("B/1", "x", 0)
    ENDS[end](durable, 0)
    assert free(durable)


def test_a_transaction_that_is_open_holds_no_lock_and_no_moment(durable: Durable) -> None:
    """It may hang for ever: others write, and the log of the file is folded in."""
    durable.state("B/1", "x", 0)
    tx = durable.m.transaction()
    work(tx)
    assert free(durable)
    for n in range(50):
        durable.state("B/1", "x", n)
        assert tx.get("B/1", "x") is not None  # as it was when the transaction began
    assert free(durable)
    assert one(tx.get("B/1", "x")).value == 0
    with pytest.raises(Conflict):
        tx.commit()
    assert free(durable)


def test_a_log_that_nobody_reads_on_holds_nothing(durable: Durable) -> None:
    for n in range(3):
        durable.state("B/1", "x", n)
    entries = durable.m.log()
    assert next(entries).seq == 3
    assert free(durable)
    durable.state("B/1", "x", 3)
    assert [entry.seq for entry in entries] == [2, 1]


def test_others_go_on_while_a_function_hangs(world: World) -> None:
    """Nothing waits for what a caller does between begin and commit, in run as elsewhere."""
    inside, go_on = Event(), Event()
    tries: list[object] = []

    def hangs(tx: Transaction) -> None:
        work(tx)
        tries.append(tx.get("B/1", "x"))
        inside.set()
        go_on.wait()

    world.clock.set(hour(1))
    hanging = Thread(target=world.m.run, args=(hangs,))
    hanging.start()
    inside.wait()
    for n in range(20):
        world.state("B/1", "x", n)
    go_on.set()
    hanging.join()
    assert [None if shown is None else one(shown).value for shown in tries] == [None, 19]  # type: ignore[arg-type]
    assert one(world.m.get("C/1", "x")).value == [0, TEXT]
    assert world.m.verify().ok


@pytest.mark.parametrize("end", ["committed", "rejected", "in conflict", "rolled back", "empty"])
def test_a_finished_transaction_frees_its_workspace(world: World, end: str) -> None:
    """Also for a caller who keeps it: the receipt is there, what it staged is not."""
    tx = world.m.transaction()
    bench = weakref.ref(tx._bench)
    if end != "empty":
        work(tx)
    if end == "rejected":
        tx.propose("A/1", "y", "4pm")
    if end == "in conflict":
        world.state("A/1", "x", 1)
    with suppress(Rejected, Conflict):
        tx.rollback() if end == "rolled back" else tx.commit()
    gc.collect()
    assert bench() is None
    assert (tx.receipt is not None) == (end in ("committed", "empty"))
    for call in (tx.commit, lambda: work(tx), lambda: tx.get("A/1", "x"), tx.savepoint):
        with pytest.raises(Closed):
            call()
    tx.rollback()


def held(world: World) -> tuple[int, int, int]:
    """What the process has: objects of transactions, threads, open files."""
    gc.collect()
    ours = sum(str(type(one).__module__).startswith("memtxn.engine") for one in gc.get_objects())
    return ours, threading.active_count(), len(list(Path("/dev/fd").iterdir()))


@pytest.mark.parametrize("end", ENDS)
def test_a_thousand_transactions_leave_no_object_thread_or_file(world: World, end: str) -> None:
    world.state("B/1", "x", 0)
    ENDS[end](world, 0)
    before = held(world)
    for n in range(1000 if end in ("dropped", "never used") else 100):
        ENDS[end](world, n)
    assert held(world) == before
    world.state("A/1", "x", 1)


@pytest.mark.parametrize("end", ["dropped", "an exception", "too large"])
def test_memory_is_flat_over_repeats(durable: Durable, end: str) -> None:
    """Bytes of Python and of SQLite: round by round the same, though each round stages much."""
    durable.state("B/1", "x", 0)
    sizes: list[tuple[int, int]] = []
    tracemalloc.start()
    try:
        for _ in range(4):
            for n in range(50):
                ENDS[end](durable, n)
            gc.collect()
            sizes.append((tracemalloc.get_traced_memory()[0], apsw.memoryused()))
    finally:
        tracemalloc.stop()
    warm, *later = sizes[1:]
    for traced, sqlite in later:
        assert traced - warm[0] < 50_000
        assert sqlite - warm[1] < 50_000


def test_few_analyses_of_staged_sources_are_kept(world: World) -> None:
    """What is judged on is some forty times as large as its text; another look makes it anew."""
    tx = world.m.transaction()
    sources = [tx.observe(f"tea {n} " + "x " * 250_000, speaker="a", at=hour(0)) for n in range(8)]
    for _ in range(2):
        for n, source in enumerate(sources):
            assert tx.propose(f"A/{n}", "x", f"tea {n}", evidence=source.quote(f"tea {n}")).admitted
    analysed = [known for known in tx._bench.known.values() if "analysis" in known.__dict__]
    assert 1 <= len(analysed) <= 4
