"""P14: a receipt is given after the commit; when the answer is lost, the transaction is looked up."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

import pytest

import memtxn
from memtxn import InvalidInput, NotCommitted, OutcomeUnknown, Receipt, Rejected, StorageError, Unknown
from tests.promises.faulty import FaultyStorage
from tests.promises.world import KINDS, World, grow, hour, one, receipt


@pytest.fixture(params=KINDS)
def lossy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[World, FaultyStorage]]:
    world = World(request.param, tmp_path)
    faulty = FaultyStorage(world.storage)
    world.storage = faulty
    world.open()
    world.state("Run/1", "n", 1)
    yield world, faulty
    world.close()


def change(world: World) -> memtxn.Transaction:
    """A transaction ready to be committed."""
    tx = world.m.transaction(label="change")
    value = one(tx.get("Run/1", "n")).value
    assert isinstance(value, int)
    tx.set_state("Run/1", "n", value + 1)
    return tx


def test_an_answer_lost_after_the_commit_is_found(lossy: tuple[World, FaultyStorage]) -> None:
    world, faulty = lossy
    tx = change(world)
    faulty.lose = ["after"]
    given = tx.commit()
    assert given == tx.receipt == world.m.outcome(tx.id)
    assert [each.outcome.name for each in given.outcomes] == ["SUPERSEDE"]
    assert one(world.m.get("Run/1", "n")).value == 2
    assert len(world.journal()) == 2


def test_a_commit_that_never_came_is_told(lossy: tuple[World, FaultyStorage]) -> None:
    world, faulty = lossy
    tx = change(world)
    before = world.effects()
    faulty.lose = ["before"]
    with pytest.raises(StorageError) as caught:
        tx.commit()
    assert not isinstance(caught.value, OutcomeUnknown)
    assert isinstance(world.m.outcome(tx.id), NotCommitted)
    assert world.effects() == before
    change(world).commit()
    assert one(world.m.get("Run/1", "n")).value == 2


@pytest.mark.parametrize("when", ["before", "after"])
def test_when_the_look_up_fails_too_the_outcome_is_unknown(lossy: tuple[World, FaultyStorage], when: str) -> None:
    world, faulty = lossy
    tx = change(world)
    faulty.lose, faulty.deaf = [when], True
    with pytest.raises(OutcomeUnknown) as caught:
        tx.commit()
    assert caught.value.tx_id == tx.id
    assert isinstance(world.m.outcome(tx.id), Unknown)
    faulty.broken = False
    found = world.m.outcome(tx.id)
    assert isinstance(found, Receipt) == (when == "after")
    assert isinstance(found, NotCommitted) == (when == "before")


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_lost_answer_to_the_first_record_of_a_memory(lossy: tuple[World, FaultyStorage], when: str) -> None:
    world, faulty = lossy
    memory = world.store.memory("fresh")
    faulty.lose = [when]
    if when == "after":
        source = memory.observe("hello", speaker="ann", at=hour(0))
        assert memory.source(source.id) == source
    else:
        with pytest.raises(StorageError):
            memory.observe("hello", speaker="ann", at=hour(0))
        assert memory.verify().records == 0
    assert memory.observe("hello", speaker="ann", at=hour(0)).text == "hello"
    assert memory.verify().records == 1
    assert memory.verify().ok


def test_a_refusal_is_answered_although_its_answer_was_lost(lossy: tuple[World, FaultyStorage]) -> None:
    world, faulty = lossy
    faulty.lose = ["after"]
    with pytest.raises(Rejected), world.m.transaction() as tx:
        tx.propose("A/1", "x", "nothing says so")
    assert len(world.m.why_not("A/1", "x").accounts) == 1


def test_outcomes_can_be_asked_for(world: World) -> None:
    given = world.state("Run/1", "n", 1)
    assert world.m.outcome(given.tx_id) == given
    aborted = world.m.transaction()
    aborted.propose("A/1", "x", "nothing says so")
    with pytest.raises(Rejected):
        aborted.commit()
    given_up = world.m.transaction()
    given_up.set_state("Run/1", "n", 2)
    given_up.rollback()
    for tx_id in (aborted.id, given_up.id, "0" * 32):
        assert world.m.outcome(tx_id) == NotCommitted(tx_id=tx_id)
    assert isinstance(world.store.memory("never").outcome(given.tx_id), NotCommitted)
    world.reopen()
    assert world.m.outcome(given.tx_id) == given


@pytest.mark.parametrize("bad", ["", "x", "0" * 31, "0" * 34, "zz" * 16, None, 5, b"0" * 32])
def test_what_is_no_id_is_no_outcome(world: World, bad: str) -> None:
    with pytest.raises(InvalidInput):
        world.m.outcome(bad)


def test_every_receipt_can_be_had_again(world: World) -> None:
    """Rebuilt from the record it is the one that was given, also for late facts, ends, sets and refusals."""
    given: list[Receipt] = []
    transaction = world.m.transaction

    def kept(**options: object) -> memtxn.Transaction:
        tx = transaction(**options)  # type: ignore[arg-type]
        commit = tx.commit
        tx.commit = lambda: given.append(commit()) or given[-1]  # type: ignore[func-returns-value, method-assign]
        return tx

    world.m.transaction = kept  # type: ignore[method-assign]
    grow(world)
    assert len(given) == 11
    for each in given:
        assert world.m.outcome(each.tx_id) == each
    world.reopen()
    for each in given:
        assert world.m.outcome(each.tx_id) == each


def test_what_was_committed_is_there_after_the_process_has_died(tmp_path: Path) -> None:
    """The process ends without closing anything, right after its receipts."""
    path = tmp_path / "memory.db"
    program = f"""
import os, memtxn
memory = memtxn.open({str(path)!r}).memory("m")
for n in range(5):
    with memory.transaction() as tx:
        tx.set_state("Run/1", "n", n)
    print(tx.id, flush=True)
open_one = memory.transaction()
open_one.set_state("Run/1", "n", 99)
os._exit(9)
"""
    done = run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    ids = done.stdout.split()
    assert (done.returncode, len(ids)) == (9, 5), done.stderr
    with memtxn.open(path) as store:
        memory = store.memory("m")
        assert all(isinstance(memory.outcome(tx_id), Receipt) for tx_id in ids)
        assert one(memory.get("Run/1", "n")).value == 4
        assert memory.verify().ok


def test_a_receipt_is_durable_in_another_connection(tmp_path: Path) -> None:
    world = World("sqlite", tmp_path)
    given = receipt(world.state("Run/1", "n", 1))
    with memtxn.open(world.path) as store:
        assert store.memory("m").outcome(given.tx_id) == given
    world.close()
