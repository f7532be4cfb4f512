"""T51, T57, T59, T77, T79, T87, T93: what is asked twice, or after a failure, or listed while others write."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise

import pytest

from memtxn import IdempotencyMismatch, NotCommitted, NotFound, OutcomeUnknown, Receipt, Rejected
from tests.promises.faulty import FaultyStorage
from tests.promises.world import Durable, World, grow, hour, receipt

KEY = ("Trip/1", "city")


def test_a_list_that_is_read_while_others_write_has_every_record_once(world: World) -> None:
    """T51: the log is that of the moment when it was asked for, in both directions."""
    for number in range(20):
        world.state("Run/1", "n", number)
    for oldest_first in (False, True):
        last = world.m.at().seq
        seen = []
        for entry in world.m.log(oldest_first=oldest_first):
            seen.append(entry.seq)
            world.state("Run/1", "n", 100 + len(seen))
        expected = list(range(1, last + 1))
        assert seen == (expected if oldest_first else expected[::-1])
    pages = [[entry.seq for entry in world.m.log(last=top, limit=7)] for top in (20, 13, 6)]
    assert [seq for page in pages for seq in page] == list(range(20, 0, -1))


def test_a_range_is_one_moment(world: World) -> None:
    """T51: what a snapshot lists stays, however much is written between two looks."""
    for number in range(10):
        world.state(f"Run/{number}", "n", number)
    snapshot = world.m.at()
    before = snapshot.scan("Run")
    for number in range(20):
        world.state(f"Run/{number}", "n", -1)
    assert snapshot.scan("Run") == before
    assert len(world.m.scan("Run")) == 20


def test_to_tell_the_same_twice_makes_nothing_new(world: World) -> None:
    """T57: same source, same key: the same ids, no new versions, no new record; in a new process too."""
    world.clock.set(hour(2))

    def ingest() -> tuple[str, Receipt]:
        turn = world.m.observe("We stay in rome.", speaker="ann", at=hour(1), ref="turn 1")
        with world.m.transaction(idempotency_key="turn 1", label="ingest") as tx:
            tx.propose(*KEY, "rome", evidence=turn.quote("rome"))
            tx.observe("We stay in rome.", speaker="ann", at=hour(1), ref="turn 1")
        return turn.id, receipt(tx.receipt)

    first = ingest()
    before = world.journal(), world.fold(), world.m.history(*KEY)
    for _ in range(3):
        world.clock.advance()
        assert ingest() == first
        world.reopen()
        assert (world.journal(), world.fold(), world.m.history(*KEY)) == before


@pytest.mark.parametrize("lost", ["before", "after"])
def test_after_a_lost_answer_the_truth_can_be_asked_by_id_and_by_key(world: World, lost: str) -> None:
    """T59: whether it came or not, the same request under the same key has one effect."""
    faulty = FaultyStorage(world.storage)
    faulty.lose, faulty.deaf = [lost], True
    world.storage = faulty
    world.open()
    tx = world.m.transaction(idempotency_key="k")
    tx.set_state(*KEY, "rome")
    with pytest.raises(OutcomeUnknown) as caught:
        tx.commit()
    assert caught.value.tx_id == tx.id
    faulty.broken = False
    answer = world.m.outcome(tx.id)
    assert isinstance(answer, Receipt if lost == "after" else NotCommitted)
    for memory in (world.m, world.store.memory("m")):
        with memory.transaction(idempotency_key="k") as again:
            again.set_state(*KEY, "rome")
        assert (receipt(again.receipt) == answer) == (lost == "after")
    assert len(world.m.history(*KEY)) == 1
    with pytest.raises(IdempotencyMismatch) as other, world.m.transaction(idempotency_key="k") as again:
        again.set_state(*KEY, "oslo")
    assert other.value.seq == 1


def test_a_history_has_a_time_and_a_place_for_each_entry(world: World) -> None:
    """T93: in the order in which it was recorded, and what took a value back comes last."""
    world.clock.set(hour(9))
    for value, at in (("rome", 5), ("oslo", 1), ("bern", 7)):
        world.tell(*KEY, value, hour(at))
    with world.m.transaction() as tx:
        tx.retract(*KEY)
    history = world.m.history(*KEY)
    assert all(isinstance(belief.created_at, datetime) for belief in history)
    assert all(before.created_at < after.created_at for before, after in pairwise(history))
    seqs = [int(belief.id.partition(".")[0]) for belief in history]
    assert seqs == sorted(set(seqs))
    assert (history[-1].status, str(history[-1].value)) == ("retracted", "bern")
    entries = list(world.m.log(oldest_first=True))
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    times = [entry.at for entry in entries if entry.at is not None]
    assert len(times) == len(entries)
    assert times == sorted(set(times))
    assert entries[-1].seq == receipt(tx.receipt).seq > seqs[-1]
    account = world.m.why(*KEY).accounts[0]
    assert (account.status, account.transaction.seq) == ("retraction", entries[-1].seq)


def test_nothing_is_done_with_success_to_what_is_not_there(world: World) -> None:
    """T87: to take back what is not shown, to look for what was never kept."""
    world.tell(*KEY, "rome", hour(0))
    for entity, attribute, value in (
        ("Trip/2", "city", None),
        ("Trip/1", "town", None),
        ("Trip/1", "city", "oslo"),
    ):
        with pytest.raises(Rejected) as caught, world.m.transaction() as tx:
            tx.retract(entity, attribute, value=value)
        assert caught.value.reasons[0] == "nothing_to_retract"
    for ask in (
        lambda: world.m.source("0" * 32),
        lambda: world.m.source("1.0"),  # the id of something else
        lambda: world.m.why("Trip/2", "city"),
        lambda: world.m.at(seq=99),
    ):
        with pytest.raises(NotFound):
            ask()
    assert isinstance(world.m.outcome("0" * 32), NotCommitted)
    assert [belief.value for belief in world.m.find()] == ["rome"]


def test_taking_back_in_a_fresh_process_leaves_nothing_dangling(world: World) -> None:
    """T79."""
    grow(world)
    world.clock.set(hour(40))
    memory = world.reopen()
    for belief in memory.find():
        with memory.transaction() as tx:
            tx.retract(belief.key.entity, belief.attribute, value=belief.value)
    assert memory.find() == []
    assert memory.verify().ok
    assert world.reopen().verify().ok
    history = world.m.history("Talk/1", "length")
    assert [belief.derived_from for belief in history] == [("2.0",)] or history[0].derived_from


def test_taking_back_all_of_one_memory_leaves_its_neighbours_as_they_were(durable: Durable) -> None:
    """T77: byte for byte, in every table."""
    grow(durable)
    for labels in (("m2",), ("m", "n"), ("M",)):
        with durable.store.memory(*labels).transaction() as tx:
            tx.set_state("Person/ben", "allergy", "walnuts")
    durable.clock.set(hour(40))
    number = durable._mem()

    def of_others() -> dict[str, list[tuple[object, ...]]]:
        dump = durable.dump("meta", "scrub")
        return {table: [row for row in rows if row[0] != number] for table, rows in dump.items()}

    before = of_others()
    assert sum(len(rows) for rows in before.values()) > 15
    for belief in durable.m.find():
        with durable.m.transaction() as tx:
            tx.retract(belief.key.entity, belief.attribute, value=belief.value)
    assert durable.m.find() == []
    assert of_others() == before
