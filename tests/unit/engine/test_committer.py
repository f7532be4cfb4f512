"""The committer: what waits shares a flush, in order, each judged by what came before it and undone alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from memtxn import Conflict, InvalidInput, NotCommitted, Receipt, StorageError
from memtxn.adapters.system import system_clock
from memtxn.engine.committer import LIMIT, Committer
from memtxn.errors import IdempotencyMismatch, QuotaExceeded, Unreadable
from memtxn.ports.storage import Storage, Writer
from memtxn.testkit.faultvfs import Event
from tests.promises.world import KINDS
from tests.unit.engine.crowd import (
    PATIENCE,
    Rig,
    Writing,
    add_one,
    adding,
    check_truth,
    setting,
    together,
)


@pytest.fixture(params=KINDS)
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    made = Rig(request.param, tmp_path)
    yield made
    made.close()


@pytest.fixture
def on_file(tmp_path: Path) -> Iterator[Rig]:
    made = Rig("sqlite", tmp_path)
    yield made
    made.close()


def test_all_that_wait_share_one_flush(on_file: Rig) -> None:
    before = on_file.faults.syncs.copy()
    writings = [setting(f"Key/{n}", n) for n in range(12)]
    together(on_file, *writings)
    assert on_file.faults.syncs - before == {"wal": 1}
    check_truth(on_file.m, *writings)
    memory = on_file.reopen()
    assert [on_file.value(f"Key/{n}") for n in range(12)] == list(range(12))
    check_truth(memory, *writings)


def test_they_are_recorded_in_the_order_in_which_they_came(rig: Rig) -> None:
    for _ in range(3):
        first = rig.m.at().seq + 1
        writings = [setting(f"Key/{n}", n) for n in range(10)]
        together(rig, *writings)
        assert [writing.receipt.seq for writing in writings] == list(range(first, first + 10))
        assert [entry.tx_id for entry in rig.m.log(first, oldest_first=True)] == [each.tx for each in writings]


def test_each_is_judged_by_those_before_it_in_the_block(rig: Rig) -> None:
    """Of two that read and write one key, the second has lost; whoever touches other keys has not."""
    writings = [adding("Base/1"), adding("Base/2"), adding("Base/1"), adding("Base/3"), adding("Base/2")]
    together(rig, *writings)
    check_truth(rig.m, *writings)
    assert [isinstance(each.told, Receipt) for each in writings] == [True, True, False, True, False]
    lost = writings[2].told
    assert isinstance(lost, Conflict)
    assert (lost.expected, lost.actual, lost.seq) == (1, 2, writings[1].receipt.seq)
    assert [rig.value(f"Base/{n}") for n in (1, 2, 3)] == [1, 1, 1]


def test_of_many_that_count_on_one_key_one_counts(rig: Rig) -> None:
    writings = [adding("Base/1") for _ in range(8)]
    together(rig, *writings)
    assert [type(each.told) for each in writings] == [Receipt] + [Conflict] * 7
    assert rig.value("Base/1") == 1
    check_truth(rig.m, *writings)


def test_whoever_depends_on_a_failed_one_is_not_misled(rig: Rig) -> None:
    """The second would have lost to the first; but that one is undone, so it has not."""

    def fail(_: Writer) -> None:
        raise ZeroDivisionError

    writings = [Writing(lambda tx: add_one(tx, "Base/1"), fail), adding("Base/1")]
    together(rig, *writings)
    assert [type(each.told) for each in writings] == [ZeroDivisionError, Receipt]
    assert rig.value("Base/1") == 1
    check_truth(rig.m, *writings)


# -- one fails after it wrote ----------------------------------------------------------------------------

FAILURES = [
    ZeroDivisionError("bug"),
    KeyError("bug"),
    RecursionError("deep"),
    Conflict("lost"),
    InvalidInput("misuse"),
    IdempotencyMismatch("another"),
    QuotaExceeded(quota="memories_quota", limit=1, count=1),
    Unreadable("damaged"),
    StorageError("the disk is odd"),
]


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("place", [0, 1, 3])
def test_one_that_fails_is_undone_alone(rig: Rig, place: int, error: Exception) -> None:
    """First, in the middle, last: it had written everything, and nothing of it is left; all others stand."""

    def fail(_: Writer) -> None:
        raise error

    writings = [setting(f"Key/{n}", n) for n in range(4)]
    writings[place] = Writing(lambda tx: tx.set_state("Bad/1", "n", 1), fail)
    together(rig, *writings)
    assert type(writings[place].told) is type(error)
    assert str(writings[place].told) == str(error)
    assert [isinstance(each.told, Receipt) for each in writings].count(False) == 1
    for again in (False, True):
        memory = rig.reopen() if again else rig.m
        check_truth(memory, *writings)
        assert [one.entity_id for one in memory.find("Key")] == [str(n) for n in range(4) if n != place]
        assert memory.find("Bad") == []


@pytest.mark.parametrize("bad", [1, 2, 3])
def test_several_that_fail_one_after_the_other(rig: Rig, bad: int) -> None:
    def fail(_: Writer) -> None:
        raise ZeroDivisionError

    writings = [Writing(lambda tx, n=n: tx.set_state(f"Key/{n}", "n", n), fail) for n in range(bad)]  # type: ignore[misc]
    together(rig, setting("First/1"), *writings, setting("Last/1"))
    assert {type(each.told) for each in writings} == {ZeroDivisionError}
    assert rig.m.find("Key") == []
    assert rig.value("First/1") == rig.value("Last/1") == 1
    check_truth(rig.m, *writings)


def test_the_first_record_of_a_memory_that_fails_leaves_no_memory(rig: Rig) -> None:
    """The next one in the same block makes it anew, under the same number."""

    def fail(_: Writer) -> None:
        raise ZeroDivisionError

    rig.m = rig.store.memory("fresh")
    writings = [Writing(lambda tx: tx.set_state("Key/1", "n", 1), fail), setting("Key/2"), setting("Key/3")]
    together(rig, *writings)
    assert [type(each.told) for each in writings] == [ZeroDivisionError, Receipt, Receipt]
    assert [one.entity_id for one in rig.m.find("Key")] == ["2", "3"]
    check_truth(rig.m, *writings)


def test_a_refusal_counted_by_one_that_fails_is_not_counted(rig: Rig) -> None:
    def fail(_: Writer) -> None:
        raise ZeroDivisionError

    with rig.m.transaction(on_reject="skip") as tx:
        tx.propose("Bad/1", "n", "unfounded", observed_at=datetime(2020, 1, 1).astimezone())
    seen = [account.times for account in rig.m.why_not("Bad/1", "n").accounts]
    repeat = Writing(
        lambda tx: (
            tx.propose("Bad/1", "n", "unfounded", observed_at=datetime(2020, 1, 1).astimezone()),
            tx.set_state("Key/1", "n", 1),
        ),
        fail,
    )
    together(rig, setting("Key/2"), repeat, setting("Key/3"))
    assert [account.times for account in rig.m.why_not("Bad/1", "n").accounts] == seen == [1]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_exception_of_the_clock_is_its_callers_alone(rig: Rig, place: int) -> None:
    """The clock is asked once for each of a block, by whoever leads."""
    asked = 0

    def clock() -> datetime:
        nonlocal asked
        asked += 1
        if asked == place + 1:
            raise ZeroDivisionError
        return system_clock()

    def arm() -> None:
        rig.clock = clock

    writings = [setting(f"Key/{n}", n) for n in range(3)]
    together(rig, *writings, ready=arm)
    assert [type(each.told) for each in writings].index(ZeroDivisionError) == place
    assert len(rig.m.find("Key")) == 2
    check_truth(rig.m, *writings)


@pytest.mark.parametrize("others", [0, 2])
def test_a_commit_inside_a_commit_is_refused(rig: Rig, others: int) -> None:
    """A clock that writes would wait for itself for ever."""
    inside: list[BaseException] = []

    def clock() -> datetime:
        rig.clock = system_clock
        try:
            rig.state("Inner/1", "n", 1)
        except StorageError as error:
            inside.append(error)
        return system_clock()

    def arm() -> None:
        rig.clock = clock

    writings = [setting(f"Key/{n}", n) for n in range(1 + others)]
    together(rig, *writings, ready=arm)
    assert len(inside) == 1
    assert {type(each.told) for each in writings} == {Receipt}
    assert rig.m.find("Inner") == []
    check_truth(rig.m, *writings)


# -- when they are answered ------------------------------------------------------------------------------


def test_nobody_is_answered_before_the_flush(on_file: Rig) -> None:
    writings = [setting(f"Key/{n}", n) for n in range(6)]
    told: list[list[object]] = []

    def watch(event: Event) -> None:
        if (event.action, event.kind) == ("sync", "wal"):
            told.append([each.told for each in writings])

    with on_file.hooked(watch):
        together(on_file, *writings)
    assert told == [[None] * 6] * 2  # before and after one flush
    check_truth(on_file.m, *writings)


class Blocks:
    """A storage that counts the records of each of its write blocks."""

    def __init__(self, inner: Storage) -> None:
        self.inner, self.sizes = inner, list[int]()

    @contextmanager
    def write(self) -> Iterator[Writer]:
        with self.inner.write() as writer:
            before = sum(writer.head(one).seq for one in self._memories(writer))
            yield writer
            self.sizes.append(sum(writer.head(one).seq for one in self._memories(writer)) - before)

    def _memories(self, writer: Writer) -> list[int]:
        row = writer.memory(0, '["m"]')
        return [row.mem] if row else []

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)


def counted(rig: Rig) -> Blocks:
    """Count the blocks of its committer from now on."""
    blocks = Blocks(rig.storage)
    rig.committer._storage = blocks  # type: ignore[assignment]
    return blocks


def test_blocks_have_a_limit(rig: Rig) -> None:
    blocks, before = counted(rig), rig.faults.syncs.copy()
    writings = [setting(f"Key/{n}", n) for n in range(200)]
    together(rig, *writings)
    assert sum(blocks.sizes) == 200
    assert max(blocks.sizes) <= LIMIT == 64
    assert len([size for size in blocks.sizes if size]) == 4
    assert rig.kind == "oracle" or rig.faults.syncs - before == {"wal": 4}
    check_truth(rig.m, *writings)


class Late:
    """The lead, for which one thread comes just after it was answered."""

    def __init__(self, rig: Rig, late: Writing, first: Writing) -> None:
        self._lead, self._late, self._first = rig.committer._lead, late, first
        self._coming = threading.Event()

    def acquire(self, *, blocking: bool) -> bool:
        if threading.current_thread() is self._late.thread:
            self._coming.set()
            assert self._first.thread is not None
            self._first.thread.join(PATIENCE)
        else:
            self._coming.wait(PATIENCE)
        return self._lead.acquire(blocking=blocking)

    def release(self) -> None:
        self._lead.release()


def test_nobody_writes_an_empty_block(rig: Rig) -> None:
    """Whoever was answered while it came to lead has nothing to lead."""
    blocks = counted(rig)
    first, late = setting("Key/1"), setting("Key/2")
    lead = Late(rig, late, first)

    def arm() -> None:
        rig.committer._lead = lead  # type: ignore[assignment]

    together(rig, first, late, ready=arm)
    assert blocks.sizes == [2]
    check_truth(rig.m, first, late)


def test_a_lone_writer_waits_for_nobody(rig: Rig) -> None:
    """Not even once: it would sit there for an hour."""
    slow = Committer(rig.storage, window=3600)
    done: list[int] = []

    def work() -> None:
        for number in range(20):
            done.append(slow.submit(lambda writer, number=number: number))  # type: ignore[misc]

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert done == list(range(20))


def test_an_attempt_is_left_before_the_next_begins(rig: Rig) -> None:
    """What is undone alone costs a savepoint each; a lone writer needs none."""
    entered: list[str] = []

    class Seen(Blocks):
        @contextmanager
        def write(self) -> Iterator[Writer]:
            with super().write() as writer:
                yield _Watched(writer, entered)  # type: ignore[misc]

    rig.committer._storage = Seen(rig.storage)  # type: ignore[assignment]
    rig.state("Alone/1", "n", 1)
    assert entered == []
    together(rig, *[setting(f"Key/{n}", n) for n in range(3)])
    assert entered in (["in", "out"] * 3, ["in", "out"] * 2)


class _Watched:
    def __init__(self, writer: Writer, entered: list[str]) -> None:
        self._writer, self._entered = writer, entered

    def attempt(self) -> AbstractContextManager[None]:
        return self._attempt()

    @contextmanager
    def _attempt(self) -> Iterator[None]:
        self._entered.append("in")
        with self._writer.attempt():
            yield
        self._entered.append("out")

    def __getattr__(self, name: str) -> object:
        return getattr(self._writer, name)


def test_an_outcome_is_not_committed_until_it_is(on_file: Rig) -> None:
    """Asked at the flush, from another connection: nothing of the block shows."""
    writings = [setting(f"Key/{n}", n) for n in range(3)]
    seen: list[object] = []

    def look(event: Event) -> None:
        if (event.action, event.kind, event.after) == ("sync", "wal", False):
            seen.extend(on_file.m.outcome(each.tx) for each in writings)
            seen.append(on_file.m.find("Key"))

    with on_file.hooked(look):
        together(on_file, *writings)
    assert seen == [*[NotCommitted(tx_id=each.tx) for each in writings], []]
    check_truth(on_file.m, *writings)
