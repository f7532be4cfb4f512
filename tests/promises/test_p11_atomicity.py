"""P11: a transaction is seen whole or not at all, whatever happens on its way."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from memtxn import Closed, Conflict, Memory, NotCommitted, Rejected, StorageError, Transaction
from memtxn.errors import StorageFull
from tests.promises.faulty import FaultyStorage
from tests.promises.world import KINDS, World, grow, hour, one

PARTS = 5


def write(world: World, number: int) -> None:
    """One transaction that sets every part to one number."""
    with world.m.transaction() as tx:
        for part in range(PARTS):
            tx.set_state(f"Part/{part}", "n", number)
            tx.observe(f"number {number} for {part}", speaker="ann", at=hour(0))


def test_readers_in_other_threads_see_all_or_nothing(world: World) -> None:
    write(world, 0)
    done = Event()

    def read() -> int:
        looks = 0
        while not done.is_set() or looks == 0:
            seen = [belief.value for belief in world.m.find("Part")]
            assert len(seen) == PARTS
            assert len(set(map(str, seen))) == 1
            looks += 1
        return looks

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        for number in range(1, 40):
            world.clock.advance()
            write(world, number)
        done.set()
        assert all(reader.result() > 0 for reader in readers)
    assert world.m.verify().ok


def test_writers_in_many_threads_lose_no_update(world: World) -> None:
    world.state("Run/1", "n", 0)

    def add() -> int:
        conflicts = 0
        for _ in range(10):
            while True:
                try:
                    with world.m.transaction() as tx:
                        value = one(tx.get("Run/1", "n")).value
                        assert isinstance(value, int)
                        tx.set_state("Run/1", "n", value + 1)
                    break
                except Conflict:
                    conflicts += 1
                    assert conflicts < 10_000
        return conflicts

    with ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(add) for _ in range(4)]
        assert sum(each.result() for each in waiting) >= 0
    assert one(world.m.get("Run/1", "n")).value == 40
    assert len(world.m.history("Run/1", "n")) == 41
    assert world.m.verify().ok


class Trouble(Exception):
    """Something that goes wrong in a caller's block."""


@pytest.mark.parametrize("trouble", [Trouble, KeyboardInterrupt, SystemExit])
def test_an_exception_in_the_block_gives_everything_up(world: World, trouble: type[BaseException]) -> None:
    grow(world)
    before, records = world.effects(), len(world.journal())
    with pytest.raises(trouble), world.m.transaction() as tx:  # noqa: PT012
        tx.set_state("Run/1", "step", 2)
        tx.observe("never seen", speaker="ann", at=hour(0))
        raise trouble
    assert (world.effects(), len(world.journal())) == (before, records)
    assert tx.receipt is None
    assert isinstance(world.m.outcome(tx.id), NotCommitted)


def test_rollback_gives_everything_up(world: World) -> None:
    grow(world)
    before, records = world.effects(), len(world.journal())
    tx = world.m.transaction()
    tx.set_state("Run/1", "step", 2)
    tx.rollback()
    tx.rollback()
    assert (world.effects(), len(world.journal())) == (before, records)
    with world.m.transaction() as tx:
        tx.set_state("Run/1", "step", 2)
        tx.rollback()
    assert (world.effects(), len(world.journal())) == (before, records)


FINISHED: list[Callable[[Transaction], object]] = [
    lambda tx: tx.propose("A/1", "x", 1),
    lambda tx: tx.set_state("A/1", "x", 1),
    lambda tx: tx.retract("A/1", "x"),
    lambda tx: tx.observe("x", speaker="a", at=hour(0)),
    lambda tx: tx.observe_json({}, speaker="a", at=hour(0)),
    lambda tx: tx.get("A/1", "x"),
    lambda tx: tx.find(),
    lambda tx: tx.commit(),
    lambda tx: tx.__enter__(),
]


@pytest.mark.parametrize("use", FINISHED, ids=[str(number) for number in range(len(FINISHED))])
@pytest.mark.parametrize("end", ["commit", "rollback", "refusal"])
def test_a_finished_transaction_is_over(world: World, use: Callable[[Transaction], object], end: str) -> None:
    tx = world.m.transaction()
    tx.propose("A/1", "x", 1) if end == "refusal" else tx.set_state("A/1", "x", 1)
    if end == "refusal":
        with pytest.raises(Rejected):
            tx.commit()
    else:
        getattr(tx, end)()
    with pytest.raises(Closed):
        use(tx)


def test_an_empty_transaction_writes_nothing(world: World) -> None:
    grow(world)
    records = len(world.journal())
    with world.m.transaction() as tx:
        tx.get("Run/1", "step")
    assert tx.receipt is not None
    assert tx.receipt.outcomes == ()
    assert len(world.journal()) == records


def acts(other: Memory | None = None) -> dict[str, Callable[[World], object]]:
    """Every public way to write; the other memory is one that has no record yet."""

    def refused(world: World) -> None:
        with pytest.raises(Rejected), world.m.transaction() as tx:
            tx.propose("A/9", "x", "nothing says so")

    def mixed(world: World) -> None:
        with world.m.transaction(on_reject="skip", idempotency_key="mixed", label="mixed") as tx:
            staged = tx.observe("tea", speaker="ann", at=hour(8))
            tx.propose("A/9", "drink", "tea", evidence=staged.quote("tea"))
            tx.propose("A/9", "drink", "milk", evidence=staged.quote("tea"))
            tx.retract("Meeting/client", "time")

    return {
        "observe": lambda world: world.say("something new", hour(8)),
        "declare": lambda world: world.m.declare("New", "tags", cardinality="many"),
        "set_state": lambda world: world.state("Run/1", "step", 2),
        "refused": refused,
        "mixed": mixed,
        "first": lambda _: other and other.observe("hello", speaker="ann", at=hour(0)),
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", acts())
@pytest.mark.parametrize("error", [StorageFull("no room"), Trouble("from somewhere")], ids=["known", "unknown"])
def test_an_error_at_any_call_of_the_storage(kind: str, name: str, error: Exception, tmp_path: Path) -> None:
    """Each call of the storage fails once, the n-th for every n: nothing of the attempt is left, the error is
    told, and the same thing works right afterwards.
    """
    world = World(kind, tmp_path)
    grow(world)
    faulty = FaultyStorage(world.storage)
    world.storage = faulty
    world.open()
    act = acts(world.store.memory("another"))[name]  # opened before: what fails there is told to whoever writes
    before = world.effects(), world.journal()
    for at in range(1, 100):
        faulty.fail(at, error)
        with suppress(type(error)):
            act(world)
            break
        faulty.fail(0, error)
        assert (world.effects(), world.journal()) == before
        assert world.m.verify().ok
    faulty.fail(0, error)
    assert 4 < at < 99
    assert (world.effects(), world.journal()) != before or name == "first"
    assert world.m.verify().ok
    world.close()


def test_a_failed_commit_leaves_no_memory_behind(tmp_path: Path) -> None:
    """The first record of a memory makes it; if that fails, the object goes on all the same."""
    world = World("sqlite", tmp_path)
    faulty = FaultyStorage(world.storage)
    world.storage = faulty
    world.open()
    faulty.fail_commits = 1
    with pytest.raises(StorageError):
        world.state("A/1", "x", 1)
    assert world.m.find() == []
    assert world.m.verify().ok
    world.state("A/1", "x", 2)
    assert one(world.m.get("A/1", "x")).value == 2
    assert world.m.verify().ok
    world.close()
