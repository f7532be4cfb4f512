"""A block of several whose COMMIT fails, or never begins: each caller is told the truth about its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from memtxn import Conflict, NotCommitted, OutcomeUnknown, Receipt, StorageError, Unknown
from memtxn.errors import StorageBusy, StorageFull
from memtxn.testkit.faultvfs import Event, Nth
from tests.promises.faulty import FaultyStorage
from tests.promises.world import KINDS
from tests.unit.engine.crowd import Rig, Writing, adding, check_truth, setting, together


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig("sqlite", tmp_path)
    yield made
    made.close()


def full() -> None:
    raise apsw.FullError


def broken() -> None:
    raise apsw.IOError


def at_the_flush(event: Event) -> bool:
    return (event.action, event.kind, event.after) == ("sync", "wal", False)


def just_after_the_flush(event: Event) -> bool:
    return (event.action, event.kind, event.after) == ("sync", "wal", True)


def at_a_write(event: Event) -> bool:
    return (event.action, event.kind, event.after) == ("write", "wal", False)


def try_again(rig: Rig, writings: list[Writing]) -> None:
    """Whoever was told that nothing of it is there does it anew; in the end everything is there once."""
    told = [type(each.told) for each in writings]
    for number, writing in enumerate(writings):
        if not isinstance(rig.m.outcome(writing.tx), Receipt):
            rig.state(f"Key/{number}", "n", number)
    for again in (False, True):
        memory = rig.reopen() if again else rig.m
        check_truth(memory, *writings)
        assert [rig.value(f"Key/{number}") for number in range(len(writings))] == list(range(len(writings)))
        assert [len(memory.history(f"Key/{number}", "n")) for number in range(len(writings))] == [1] * len(told)


@pytest.mark.parametrize("counts", [at_the_flush, just_after_the_flush, at_a_write])
@pytest.mark.parametrize("acts", [full, broken])
@pytest.mark.parametrize("for_good", [False, True], ids=["once", "for good"])
def test_a_commit_that_fails_is_told_to_each(rig: Rig, acts: object, counts: object, for_good: bool) -> None:
    """Full: nothing was committed, so each is tried alone. Else each looks for its own transaction."""
    hook = Nth(0, acts, counts=counts, for_good=for_good)  # type: ignore[arg-type]
    writings = [setting(f"Key/{number}", number) for number in range(5)]
    with rig.hooked(hook):
        hook.armed = True
        together(rig, *writings)
        told = Counter(type(each.told) for each in writings)
        asked = Counter(type(rig.m.outcome(each.tx)) for each in writings)
        hook.armed = False
    assert hook.sprung
    if acts is full:
        assert told == ({StorageFull: 5} if for_good else {Receipt: 5})
    elif for_good:
        assert told == {OutcomeUnknown: 5}
        assert asked == {Unknown: 5}
    else:
        assert told == {StorageError: 5}
        assert asked == {NotCommitted: 5}
    try_again(rig, writings)


def test_each_error_is_its_callers_own(rig: Rig) -> None:
    """One that many threads raise would gather all their traces."""
    hook = Nth(0, full, counts=at_the_flush, for_good=True, armed=True)
    writings = [setting(f"Key/{number}", number) for number in range(4)]
    with rig.hooked(hook):
        together(rig, *writings)
    assert len({id(each.told) for each in writings}) == 4
    assert all(isinstance(each.told.__cause__, apsw.FullError) for each in writings)  # type: ignore[attr-defined]


@pytest.mark.parametrize("alone", range(4))
def test_each_commit_of_a_divided_block_may_fail(rig: Rig, alone: int) -> None:
    """The block fails as full, and then so does one of those that are tried alone."""

    class Twice(Nth):
        def __call__(self, event: Event) -> None:
            super().__call__(event)
            if self.armed and self.counts(event) and self.seen == alone + 2:
                raise apsw.FullError

    hook = Twice(0, full, counts=at_the_flush, armed=True)
    writings = [setting(f"Key/{number}", number) for number in range(4)]
    with rig.hooked(hook):
        together(rig, *writings)
    assert [type(each.told) for each in writings].index(StorageFull) == alone
    assert Counter(type(each.told) for each in writings)[Receipt] == 3
    try_again(rig, writings)


def test_a_divided_block_judges_each_by_what_then_stands(rig: Rig) -> None:
    """In the block the second had lost; tried alone, after the first, it has lost as well."""
    hook = Nth(0, full, counts=at_the_flush, armed=True)
    writings = [adding("Key/1"), adding("Key/1"), adding("Key/2")]
    with rig.hooked(hook):
        together(rig, *writings)
    assert [type(each.told) for each in writings] == [Receipt, Conflict, Receipt]
    assert (rig.value("Key/1"), rig.value("Key/2")) == (1, 1)
    check_truth(rig.m, *writings)


@pytest.mark.parametrize("place", [0, 2, 4])
def test_one_too_large_for_the_disk_fails_alone(rig: Rig, place: int) -> None:
    """A hundred keys do not fit; its neighbours do."""

    def fill(number: int) -> None:
        writings[place].fill = lambda tx: [tx.set_state(f"Big/{n}", "n", "x" * 2000) for n in range(number)]

    class Small:
        """A disk with room for so many pages, which are free again after each attempt."""

        pages = 0

        def __call__(self, event: Event) -> None:
            if at_a_write(event):
                self.pages += event.size > 1000
                if self.pages > 60:
                    self.pages = 0
                    raise apsw.FullError
            elif just_after_the_flush(event):
                self.pages = 0

    writings = [setting(f"Key/{number}", number) for number in range(5)]
    fill(100)
    with rig.hooked(Small()):
        together(rig, *writings)
    assert [type(each.told) for each in writings].index(StorageFull) == place
    assert Counter(type(each.told) for each in writings)[Receipt] == 4
    check_truth(rig.m, *writings)
    assert rig.m.find("Big") == []
    rig.state("Big/1", "n", 1)
    check_truth(rig.reopen(), *writings)


def test_all_that_waited_are_told_that_the_storage_is_busy(tmp_path: Path) -> None:
    """Somebody else, who knows nothing of any line, has SQLite's lock: one wait for all of them."""
    rig = Rig("sqlite", tmp_path, busy_timeout=0.2)
    writings = [setting(f"Key/{number}", number) for number in range(6)]
    with closing(apsw.Connection(str(rig.path))) as other:
        other.execute("BEGIN IMMEDIATE")
        together(rig, *writings)
        assert {type(each.told) for each in writings} == {StorageBusy}
        check_truth(rig.m, *writings)
        other.execute("ROLLBACK")
    try_again(rig, writings)
    rig.close()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lost", ["before", "after"])
@pytest.mark.parametrize("deaf", [False, True])
def test_an_answer_that_is_lost_is_looked_up_by_each(kind: str, lost: str, deaf: bool, tmp_path: Path) -> None:
    rig = Rig(kind, tmp_path)
    inner = rig.storage
    faulty = FaultyStorage(inner)
    rig.open(faulty)
    writings = [setting(f"Key/{number}", number) for number in range(4)]

    def arm() -> None:
        faulty.lose, faulty.deaf = [lost], deaf

    together(rig, *writings, ready=arm)
    faulty.broken = False
    told = {type(each.told) for each in writings}
    assert told == {OutcomeUnknown if deaf else Receipt if lost == "after" else StorageError}
    there = {isinstance(rig.m.outcome(each.tx), Receipt) for each in writings}
    assert there == {lost == "after"}
    check_truth(rig.m, *writings)
    rig.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_call_of_the_storage_that_fails_in_a_block_of_several(kind: str, tmp_path: Path) -> None:
    """The n-th call, for every n: each that then succeeds alone does, and each is told the truth."""
    rig = Rig(kind, tmp_path)
    faulty = FaultyStorage(rig.storage)
    rig.open(faulty)
    at = calls = 0
    while at <= calls:
        at += 1
        writings = [setting(f"Key/{at}", 0), adding("Key/0"), setting(f"Other/{at}", 0)]
        together(rig, *writings, ready=lambda at=at: faulty.fail(at, StorageError("odd")))  # type: ignore[misc]
        calls = faulty.calls
        faulty.fail(0, StorageError())
        check_truth(rig.m, *writings)
        receipts = [type(each.told) for each in writings].count(Receipt)
        assert receipts >= 2 if at > 1 else receipts == 0  # the first call begins the block: all are told
    assert at > 10
    assert rig.value("Key/0") == len(rig.m.history("Key/0", "n"))
    rig.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_storage_without_a_working_commit_fails_all_and_then_goes_on(kind: str, tmp_path: Path) -> None:
    rig = Rig(kind, tmp_path)
    faulty = FaultyStorage(rig.storage)
    rig.open(faulty)
    writings = [setting(f"Key/{number}", number) for number in range(4)]

    def arm() -> None:
        faulty.fail_commits = 1 + 2  # the block, and the first two that are tried alone

    together(rig, *writings, ready=arm)
    assert [type(each.told) for each in writings] == [StorageError, StorageError, Receipt, Receipt]
    check_truth(rig.m, *writings)
    rig.close()
