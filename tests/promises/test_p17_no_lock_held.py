"""P17: whatever a caller leaves open holds no lock, keeps nobody waiting, and leaves nothing behind."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from subprocess import run

import apsw
import pytest

import memtxn
from memtxn import Receipt, Transaction
from memtxn.adapters.storage.sqlite.pool import KEEP
from memtxn.engine.memory import Memory
from memtxn.model.source import Source
from tests.promises.world import Durable, World, hour

FDS = Path("/dev/fd")


def working(memory: Memory) -> Transaction:
    """A transaction that has read, scanned, observed, proposed, stated and set a savepoint, and is not over."""
    tx = memory.transaction(label="left open")
    tx.get("Base/1", "n")
    tx.find("Base")
    tx.scan("Base")
    source: Source = tx.observe("tea at four", speaker="ann", at=hour(0))
    tx.propose("Tea/1", "time", "four", evidence=source.quote("four"))
    tx.set_state("Run/1", "n", 1)
    tx.savepoint()
    return tx


def half_read(memory: Memory) -> Iterator[object]:
    """A loop over the journal that was left half-way."""
    entries = memory.log()
    next(entries)
    next(entries)
    return entries


def failing(memory: Memory) -> object:
    """What an exception leaves: it is kept, with all frames that it passed through."""

    def bug(tx: Transaction) -> None:
        tx.get("Base/1", "n")
        tx.set_state("Run/1", "n", 1)
        raise ZeroDivisionError

    try:
        memory.run(bug)
    except ZeroDivisionError as error:
        return error
    return None


def looked_at(memory: Memory) -> object:
    """Snapshots that were asked."""
    snapshots = [memory.at(seq) for seq in range(1, 4)]
    return [(one, one.find(), one.get("Base/1", "n"), one.history("Base/1", "n")) for one in snapshots]


LEFT: dict[str, Callable[[Memory], object]] = {
    "a transaction": working,
    "a loop over the journal": half_read,
    "a failed callback": failing,
    "snapshots": looked_at,
    "an account": lambda memory: memory.why("Base/1", "n"),
    "all of it": lambda memory: [working(memory), half_read(memory), failing(memory), looked_at(memory)],
}

OTHER = """
import sys, memtxn
with memtxn.open(sys.argv[1], busy_timeout=0) as store:
    for number in range(3):
        with store.memory("m").transaction() as tx:
            tx.set_state("Other/1", "n", number)
print("written")
"""


@pytest.fixture
def grown(durable: Durable) -> Durable:
    for number in range(6):
        durable.state("Base/1", "n", number)
    return durable


def elsewhere(work: Callable[[], object]) -> list[object]:
    """What another thread says of it."""
    told: list[object] = []

    def write() -> None:
        try:
            told.append(work())
        except memtxn.MemtxnError as error:
            told.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    return told


@pytest.mark.parametrize("left", LEFT)
def test_it_keeps_no_writer_out(grown: Durable, left: str) -> None:
    """Neither another thread, nor another store, nor a process that waits for nobody at all."""
    kept = LEFT[left](grown.m)
    assert isinstance(elsewhere(lambda: grown.state("Thread/1", "n", 1))[0], Receipt)
    with memtxn.open(grown.path, busy_timeout=0) as store, store.memory("m").transaction() as tx:
        tx.set_state("Store/1", "n", 1)
    done = run([sys.executable, "-c", OTHER, str(grown.path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "written\n"), done.stderr
    assert isinstance(grown.state("Run/2", "n", 1), Receipt)
    del kept
    assert grown.m.verify().ok


@pytest.mark.parametrize("left", LEFT)
def test_it_holds_no_lock_of_sqlite(grown: Durable, left: str) -> None:
    """Somebody else may have the file all to himself, and the log may be emptied, while it is open."""
    kept = LEFT[left](grown.m)
    with closing(apsw.Connection(str(grown.path))) as other:
        other.execute("BEGIN EXCLUSIVE; ROLLBACK")
        pages, copied = other.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        assert (pages, copied) == (0, 0)
        assert not grown.path.with_name(f"{grown.path.name}-wal").stat().st_size
    del kept
    assert grown.m.verify().ok


def test_a_transaction_left_open_can_still_commit(grown: Durable) -> None:
    """Afterwards, when others have written elsewhere and the log was emptied."""
    tx = working(grown.m)
    elsewhere(lambda: grown.state("Thread/1", "n", 1))
    with closing(apsw.Connection(str(grown.path))) as other:
        other.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    assert isinstance(tx.commit(), Receipt)


def test_a_loop_left_half_way_can_go_on(grown: Durable) -> None:
    """It shows what was there when it began, whatever came since."""
    entries = grown.m.log()
    first = next(entries)
    for number in range(10):
        grown.state("Later/1", "n", number)
    assert [entry.seq for entry in (first, *entries)] == [6, 5, 4, 3, 2, 1]


# -- nothing is left behind ------------------------------------------------------------------------------


def open_files() -> int:
    """Files that this process has open."""
    return len(list(FDS.iterdir()))


def idle(world: World) -> int:
    """How many connections lie in the pool."""
    return len(world.storage._pool._idle)  # type: ignore[attr-defined]


def test_a_thousand_abandoned_transactions_leave_nothing(grown: Durable) -> None:
    """Not one object, file or connection; and nothing of them is recorded."""
    working(grown.m)
    gc.collect()
    records = len(grown.journal())
    files, connections = open_files(), idle(grown)
    living = weakref.WeakSet[Transaction](working(grown.m) for _ in range(1_000))
    gc.collect()
    assert len(living) == 0
    assert (open_files(), idle(grown)) == (files, connections)
    assert len(grown.journal()) == records


def test_a_thousand_open_transactions_hold_no_file(grown: Durable) -> None:
    """While they are kept they are plain memory, and the oldest of them commits."""
    grown.state("Warm/1", "n", 1)
    files, connections = open_files(), idle(grown)
    kept = [working(grown.m) for _ in range(1_000)]
    assert (open_files(), idle(grown)) == (files, connections)
    assert isinstance(kept[0].commit(), Receipt)


@pytest.mark.parametrize("left", LEFT)
def test_whatever_is_left_a_hundred_times_leaves_nothing(grown: Durable, left: str) -> None:
    LEFT[left](grown.m)
    gc.collect()
    files, objects = open_files(), living()
    for _ in range(100):
        LEFT[left](grown.m)
    gc.collect()
    assert open_files() <= files
    assert living() <= objects


def living() -> int:
    """Objects of memtxn's own."""
    return sum(str(type(each).__module__).startswith("memtxn") for each in gc.get_objects())


def test_many_threads_leave_a_bounded_pool(grown: Durable) -> None:
    """A hundred threads that read at one time; then fewer connections are kept, and no transaction on any."""
    begin = threading.Barrier(100)
    found: list[object] = []

    def read() -> None:
        tx = grown.m.transaction()
        begin.wait()
        found.append(tx.find("Base"))
        working(grown.m)

    threads = [threading.Thread(target=read) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 100
    assert idle(grown) <= KEEP
    assert not any(each.in_transaction for each in grown.storage._pool._idle)  # type: ignore[attr-defined]
    assert isinstance(grown.state("Run/1", "n", 1), Receipt)


def test_threads_that_end_leave_nothing(grown: Durable) -> None:
    """What a session remembers of its thread goes with it."""
    elsewhere(lambda: working(grown.m))
    gc.collect()
    files, objects = open_files(), living()
    for _ in range(100):
        elsewhere(lambda: working(grown.m).rollback())
    gc.collect()
    assert open_files() <= files
    assert living() <= objects
