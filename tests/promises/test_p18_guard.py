"""P18, intents: a guard brings back the complete state that was there when it began, and proves it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from random import Random
from threading import Thread

import pytest

from memtxn import (
    Closed,
    Conflict,
    Guard,
    GuardLost,
    InvalidInput,
    Memory,
    MemoryGuarded,
    MemtxnError,
    NotPermitted,
    NotUnderGuard,
    QuotaExceeded,
    StorageError,
    Unique,
)
from memtxn.core.guards import LIMIT
from memtxn.model.record import Kind, decode_record
from memtxn.model.rows import KeyRow, StepRow
from memtxn.testkit.application import application
from memtxn.testkit.wander import wander, wander_on
from tests.promises.world import Durable, World, grow, hour, one, several

ACTS = 30


class Failed(Exception):
    """What goes wrong in a block."""


def shown(world: World) -> dict[str, object]:
    """All that the memory shows."""
    with world.storage.read() as reader:
        return application(reader, 1)


def as_of(world: World, upto: int) -> dict[str, object]:
    """All that the storage answers as of an earlier record."""
    with world.storage.read() as reader:
        rows = list(reader.fold(1))
        moments = {row.vf for row in rows if isinstance(row, StepRow) and row.s0 <= upto}
        told: dict[str, object] = {f"at {t}": list(reader.scan(1, "", upto, t)) for t in sorted(moments)}
        for row in rows:
            if isinstance(row, KeyRow) and (versions := reader.versions(1, row.name, upto)):
                told[row.name] = versions
        return told


@contextmanager
def failing(world: World, *, shared: bool = False) -> Iterator[Guard[Memory]]:
    """A guarded block that raises at its end."""
    with suppress(Failed), world.m.guard("task", shared=shared) as guard:
        yield guard
        raise Failed


def stands(world: World, before: dict[str, object]) -> None:
    """Everything is shown as before, here and after it was opened again, and every invariant holds."""
    now = shown(world)
    assert [name for name in before if now.get(name) != before[name]] == []
    assert now == before | {name: now[name] for name in now.keys() - before.keys()}
    assert all(now[name] == [] for name in now.keys() - before.keys() if name.startswith("stands"))
    report = world.m.verify()
    assert report.ok, report.problems
    assert world.reopen().verify().ok
    assert shown(world) == now


# -- what comes back -----------------------------------------------------------------------------------


def test_at_the_end_of_its_block_what_was_written_stays(world: World) -> None:
    grow(world)
    with world.m.guard("task") as guard:
        world.tell("Meeting/client", "time", "5pm", hour(9))
    assert one(world.m.get("Meeting/client", "time")).value == "5pm"
    assert guard.report is not None
    assert (guard.report.outcome, guard.report.ok) == ("released", True)
    assert world.m.guards() == []
    assert world.m.verify().ok


def test_a_block_that_raises_leaves_nothing(world: World) -> None:
    grow(world)
    before = shown(world)
    with failing(world) as guard:
        world.tell("Meeting/client", "time", "5pm", hour(9))
        world.tell("Meeting/client", "time", "noon", hour(0))
        world.tell("New/1", "thing", "it", hour(9))
        world.state("Run/1", "step", {"n": 2})
        with world.m.transaction() as tx:
            tx.retract("Meeting/client", "room")
    report = guard.report
    assert report is not None
    assert (report.outcome, report.ok) == ("rolled_back", True)
    names = ["intent", "reopen", "compare", "restore", "reopen", "invariants", "compare"]
    assert [step.name for step in report.steps] == names
    assert str(report).splitlines()[-1].endswith("A₀ stands again")
    assert world.m.get("New/1", "thing") is None
    stands(world, before)


def test_nothing_is_cut_and_everything_is_told(world: World) -> None:
    """The records stay, `at` answers what was believed meanwhile, and `why` and the log tell who took it back."""
    grow(world)
    first = world.head().seq
    with failing(world):
        world.state("New/1", "thing", "it")
        world.tell("Meeting/client", "time", "5pm", hour(9))
        during = world.head().seq
    assert world.head().seq == during + 1
    assert one(world.m.at(seq=during).get("Meeting/client", "time")).value == "5pm"
    fallen = next(belief for belief in world.m.history("Meeting/client", "time") if belief.value == "5pm")
    assert fallen.status == "revoked"
    entries = list(world.m.log(first + 1, oldest_first=True))
    assert [entry.kind for entry in entries] == ["guard", "commit", "commit", "commit", "guard"]
    assert [(c.what, c.id, c.value) for c in entries[0].changes] == [("GUARD", "task", "begin")]
    told = [(change.what, change.value) for change in entries[-1].changes]
    assert told == [("GUARD", "rollback"), ("FALL", "it"), ("FALL", "5pm")]
    assert entries[0].label == "task"
    assert f"rollback     guard task; seq {during + 1}" in str(world.m.why("New/1", "thing"))


def test_a_block_in_which_nothing_was_written(world: World) -> None:
    """Of a memory that is not there yet, too."""
    with failing(world) as guard:
        pass
    assert guard.report is not None
    assert guard.report.ok
    assert (guard.report.seq, guard.report.records) == (0, 0)
    with failing(world):
        world.state("A/1", "b", "c")
    assert world.m.get("A/1", "b") is None
    assert world.m.verify().ok


@pytest.mark.parametrize("seed", range(10))
def test_a_random_history_comes_back_from_random_acts(world: World, seed: int) -> None:
    """Facts, states, retractions, doubts, decisions of two principals, undone and revoked transactions."""
    wander(world.store, world.clock, seed, ACTS)
    world.open()
    upto, before = world.head().seq, shown(world)
    past = as_of(world, upto)
    with failing(world) as guard:
        act(world, guard, seed)
        assert shown(world) != before
    assert guard.report is not None
    assert guard.report.ok, str(guard.report)
    assert as_of(world, upto) == past
    stands(world, before)
    wander_on(world.m, world.store.memory("m", principal="other"), world.clock, seed + 2, ACTS)
    assert world.m.verify().ok


def act(world: World, guard: Guard[Memory], seed: int) -> None:
    """Random acts of two principals under a guard."""
    mine = world.store
    other = world.open(guard=bytes.fromhex(guard.token)).memory("m", principal="other")
    world.store = mine
    random = Random(seed)
    for part in range(3):
        wander_on(guard.memory, other, world.clock, seed * 10 + part, ACTS // 2)
        for entry in random.sample(list(guard.memory.log(limit=20)), 4):
            with suppress(MemtxnError):
                if random.random() < 1 / 2:
                    guard.memory.undo(entry.tx_id or "")
                else:
                    guard.memory.revoke(entry.tx_id or "")


def test_a_rollback_is_undone_like_any_other_record(world: World) -> None:
    grow(world)
    with failing(world):
        world.tell("Meeting/client", "time", "5pm", hour(9))
        world.tell("New/1", "thing", "it", hour(9))
        meanwhile = shown(world)
    (entry,) = world.m.log(limit=1)
    world.m.undo(entry.tx_id or "")
    assert one(world.m.get("Meeting/client", "time")).value == "5pm"
    now = shown(world)
    assert [name for name in meanwhile if now[name] != meanwhile[name]] == []
    assert world.m.verify().ok


def test_the_record_with_which_a_guard_began_is_not_undone(world: World) -> None:
    with world.m.guard("task") as guard:
        pass
    with pytest.raises(InvalidInput, match="stays"):
        world.m.undo(guard.token)


def test_whoever_read_what_was_taken_back_does_not_commit_on_it(world: World) -> None:
    """Also not when the key shows what it had shown before, or is new again: its version is another one."""
    grow(world)
    for key in (("Meeting/client", "time"), ("New/1", "thing"), ("Person/ben", "allergy")):
        outside = world.store.memory("m")
        with failing(world):
            world.state(*key, "dust")
            tx = outside.transaction()
            assert tx.get(*key)
        tx.set_state("Run/1", "step", {"n": 3})
        with pytest.raises(Conflict):
            tx.commit()


def test_the_same_may_be_told_again_afterwards(world: World) -> None:
    world.clock.set(hour(10))
    for _ in range(3):
        with failing(world):
            world.tell("Meeting/client", "time", "5pm", hour(1))
        assert world.m.get("Meeting/client", "time") is None
    world.tell("Meeting/client", "time", "5pm", hour(1))
    assert one(world.m.get("Meeting/client", "time")).value == "5pm"
    with failing(world):
        world.tell("Meeting/client", "time", "6pm", hour(2))
    assert one(world.m.get("Meeting/client", "time")).value == "5pm"
    assert world.m.verify().ok


def test_what_waited_waits_again_until_the_same_time(world: World) -> None:
    world.clock.set(hour(10))
    source = world.say("perhaps we meet at 4pm, perhaps in Room B", hour(1))
    with world.m.transaction(on_reject="skip") as tx:
        tx.propose("Meeting/client", "time", "4pm", evidence=source.quote("perhaps we meet at 4pm"))
        tx.propose("Meeting/client", "room", "Room B", evidence=source.quote("perhaps in Room B"))
    before = [(entry.place, entry.expires_at) for entry in world.m.pending()]
    assert len(before) == 2
    with failing(world) as guard:
        other = world.open(guard=bytes.fromhex(guard.token)).memory("m", principal="other")
        other.confirm(before[0][0])
        other.deny(before[1][0])
        world.clock.advance(hour(5) - hour(0))
        late = other.observe("perhaps it is off", speaker="ann", at=hour(2))
        with other.transaction(on_reject="skip") as tx:
            tx.propose("Meeting/other", "state", "off", evidence=late.quote("perhaps it is off"))
        assert len(other.pending()) == 1
    assert [(entry.place, entry.expires_at) for entry in world.m.pending()] == before
    assert world.m.get("Meeting/client", "time") is None
    assert world.m.verify().ok


def test_rollback_by_hand_ends_the_guard(world: World) -> None:
    grow(world)
    before = shown(world)
    with world.m.guard("task") as guard:
        world.tell("Meeting/client", "time", "5pm", hour(9))
        report = guard.rollback()
        assert report.ok
        with pytest.raises(GuardLost):
            world.tell("Meeting/client", "time", "6pm", hour(9))
        world.store.memory("m")
        assert guard.rollback() is guard.release() is report
    assert guard.report is report
    stands(world, before)
    world.tell("Meeting/client", "time", "6pm", hour(9))


# -- who may write -------------------------------------------------------------------------------------


def test_nobody_else_writes_and_everybody_reads(world: World) -> None:
    grow(world)
    source = world.m.observe("5pm", speaker="ann", at=hour(9))
    others = [world.store.memory("m"), world.store.memory("m", principal="other")]
    early = others[0].transaction()
    early.set_state("Run/1", "step", {"n": 9})
    with world.m.guard("task") as guard:
        for memory in others:
            for write in writes(memory, source.quote("5pm")):
                with pytest.raises(MemoryGuarded, match="guard 'task' of local") as caught:
                    write()
                assert caught.value.retryable
                assert (caught.value.name, caught.value.principal) == ("task", "local")
                assert caught.value.seq == guard.begin
            assert one(memory.get("Meeting/client", "time")).value == "4pm"
            assert memory.verify().ok
            (held,) = memory.guards()
            assert (held.name, held.state, held.shared, held.begin) == ("task", "held", False, guard.begin)
        with pytest.raises(MemoryGuarded):
            early.commit()
        last = world.head().seq
    assert last == guard.begin
    for write in writes(others[0], source.quote("5pm"))[:3]:
        write()


def writes(memory: Memory, evidence: object) -> list[Callable[[], object]]:
    """Every way in which a memory is written."""

    def propose() -> None:
        with memory.transaction() as tx:
            tx.propose("Meeting/client", "time", "5pm", evidence=evidence)  # type: ignore[arg-type]

    def refuse() -> None:
        with memory.transaction(on_reject="skip") as tx:
            tx.propose("Meeting/client", "time", "9pm", evidence=evidence)  # type: ignore[arg-type]

    (last, *_) = [entry for entry in memory.log() if any(change.what == "ADD" for change in entry.changes)]
    return [
        propose,
        refuse,
        lambda: memory.observe("something new", speaker="ann", at=hour(9)),
        lambda: memory.undo(last.tx_id or ""),
        lambda: memory.revoke(last.tx_id or ""),
        lambda: memory.declare("New", "attribute", protected=True),
        lambda: memory.declare_type("New", person=True),
        lambda: memory.constrain(Unique("New", "attribute")),
        lambda: memory.guard("another").__enter__(),
        lambda: memory.guard("another", shared=True).__enter__(),
    ]


def test_another_memory_is_not_concerned(world: World) -> None:
    with world.m.guard("task"):
        other = world.store.memory("other")
        other.observe("something", speaker="ann", at=hour(1))
        with other.guard("its own"):
            other.observe("something more", speaker="ann", at=hour(1))


def test_other_threads_write_through_the_memory_of_the_guard(world: World) -> None:
    errors: list[type[BaseException]] = []
    numbers = count()

    def write(memory: Memory) -> None:
        try:
            memory.observe(f"number {next(numbers)}", speaker="ann", at=hour(1))
        except MemtxnError as error:
            errors.append(type(error))

    def in_a_thread(memory: Memory) -> None:
        thread = Thread(target=write, args=(memory,))
        thread.start()
        thread.join()

    with world.m.guard("task") as guard:
        in_a_thread(world.m)
        assert errors == [MemoryGuarded]
        in_a_thread(guard.memory)
        assert errors == [MemoryGuarded]
        kept = guard.memory
    in_a_thread(kept)
    assert errors == [MemoryGuarded, GuardLost]
    in_a_thread(world.m)
    assert errors == [MemoryGuarded, GuardLost]


def test_a_transaction_belongs_to_the_guard_in_which_it_began(world: World) -> None:
    grow(world)
    with world.m.guard("task"):
        tx = world.m.transaction()
        tx.set_state("Run/1", "step", {"n": 2})
    with pytest.raises(GuardLost):
        tx.commit()
    assert one(world.m.get("Run/1", "step")).value == {"n": 1}


def test_what_a_guard_could_not_take_back_is_refused(world: World) -> None:
    """Declarations and constraints, which are not undone either; and a guard inside a guard."""
    grow(world)
    before = world.head()

    with failing(world):
        for refused in (
            lambda: world.m.declare("Meeting", "time", cardinality="many"),
            lambda: world.m.declare_type("Meeting", person=False),
            lambda: world.m.constrain(Unique("Meeting", "room")),
            lambda: world.m.guard("inner").__enter__(),
        ):
            with pytest.raises(NotUnderGuard):
                refused()
    assert world.head().seq == before.seq + 2


def test_a_guard_is_used_once_and_needs_a_name_and_the_scope(world: World) -> None:
    guard = world.m.guard("task")
    for early in (lambda: guard.begin, lambda: guard.token, lambda: guard.memory, guard.rollback):
        with pytest.raises(Closed):
            early()
    with guard:
        pass
    with pytest.raises(Closed), guard:
        pass
    for wrong in ("", "  ", 7, "x" * 5_000):
        with pytest.raises(InvalidInput):
            world.m.guard(wrong)  # type: ignore[arg-type]
    for lease in (0, -1, 1e9, "long", None, float("nan")):
        with pytest.raises(InvalidInput):
            world.m.guard("task", lease=lease)  # type: ignore[arg-type]
    with pytest.raises(NotPermitted):
        world.store.memory("m", scopes=("read", "propose", "confirm")).guard("task")


# -- shared --------------------------------------------------------------------------------------------


def test_a_shared_guard_takes_back_its_own_alone(world: World) -> None:
    grow(world)
    other = world.store.memory("m", principal="other")
    with failing(world, shared=True) as guard:
        world.tell("Meeting/client", "time", "5pm", hour(8))
        world.state("Run/1", "step", {"n": 2})
        with other.transaction() as tx:
            tx.set_state("Meeting/client", "owner", "them")
        world.m.undo(world.state("Person/ben", "allergy", "dust").tx_id)
        world.state("Person/ben", "allergy", "mites")
    assert guard.report is not None
    assert guard.report.ok
    assert guard.report.shared
    assert one(world.m.get("Meeting/client", "time")).value == "4pm"
    assert one(world.m.get("Meeting/client", "owner")).value == "them"
    assert one(world.m.get("Run/1", "step")).value == {"n": 1}
    assert [belief.value for belief in several(world.m.get("Person/ben", "allergy"))] == ["sesame"]
    assert {entry.kind for entry in world.m.log(world.head().seq - 5)} == {"undo", "guard"}
    assert world.m.verify().ok


@pytest.mark.parametrize("seed", range(4))
def test_a_shared_guard_with_nobody_else_brings_back_all(world: World, seed: int) -> None:
    wander(world.store, world.clock, seed, ACTS)
    world.open()
    before = shown(world)
    with failing(world, shared=True):
        wander_on(world.m, world.store.memory("m", principal="other", scopes=("read",)), world.clock, seed, ACTS)
    now = shown(world)
    shows = [name for name in before if name.startswith("shows")]
    assert [name for name in shows if now[name] != before[name]] == []
    assert world.m.verify().ok


def test_shared_guards_stand_beside_each_other_and_not_beside_another(world: World) -> None:
    second = world.store.memory("m")
    with world.m.guard("one", shared=True), second.guard("two", shared=True) as two:
        world.m.observe("by one", speaker="ann", at=hour(1))
        second.observe("by two", speaker="ann", at=hour(1))
        assert [held.name for held in world.m.guards()] == ["one", "two"]
        with pytest.raises(MemoryGuarded):
            world.store.memory("m").guard("three").__enter__()
        two.rollback()
        assert [held.name for held in world.m.guards()] == ["one"]
    assert world.m.verify().ok


def test_there_is_a_limit_of_shared_guards(world: World) -> None:
    held = [world.store.memory("m").guard(f"{number}", shared=True) for number in range(LIMIT)]
    for guard in held:
        guard.__enter__()
    with pytest.raises(QuotaExceeded):
        world.store.memory("m").guard("more", shared=True).__enter__()
    assert world.m.verify().ok
    for guard in held:
        guard.release()


# -- a holder that is gone -----------------------------------------------------------------------------


def test_a_guard_whose_holder_is_gone_is_rolled_back_when_the_memory_is_opened(world: World) -> None:
    grow(world)
    before = shown(world)
    left = world.store.memory("m")
    guard = left.guard("task")
    guard.__enter__()
    with left.transaction() as tx:
        tx.set_state("Run/1", "step", {"n": 2})
    reader = world.store.memory("m", scopes=("read",))
    assert [held.state for held in reader.guards()] == ["held"]
    del guard, left, tx
    gc.collect()
    assert [held.state for held in reader.guards()] == ["abandoned"]
    assert one(reader.get("Run/1", "step")).value == {"n": 2}
    assert one(world.store.memory("m").get("Run/1", "step")).value == {"n": 1}
    assert reader.guards() == []
    stands(world, before)


@pytest.mark.parametrize("shared", [False, True])
def test_whoever_has_it_open_already_rolls_it_back_when_they_write(world: World, shared: bool) -> None:
    """Whatever they write: before it, and not in its place."""
    grow(world)
    source = world.m.observe("5pm", speaker="ann", at=hour(9))
    for number in range(len(writes(world.m, source.quote("5pm")))):
        world.state(f"Other/{number}", "state", 1)
        waiting = world.store.memory("m")
        write = writes(waiting, source.quote("5pm"))[number]
        guard = world.store.memory("m").guard("task", shared=shared)
        guard.__enter__()
        under = guard.memory
        with under.transaction() as tx:
            tx.set_state("Run/1", "step", {"n": 100 + number})
        del guard
        gc.collect()
        with suppress(NotUnderGuard):
            write()
        assert one(waiting.get("Run/1", "step")).value == {"n": 1}
        with pytest.raises(GuardLost):
            under.observe("too late", speaker="ann", at=hour(9))
        gc.collect()
    assert world.m.verify().ok


def test_a_holder_that_lives_is_never_rolled_back(world: World) -> None:
    """However far the clock of the store jumps."""
    grow(world)
    with world.m.guard("task", lease=0.1) as guard:
        world.state("Run/1", "step", {"n": 2})
        world.clock.advance(hour(100_000) - hour(0))
        for _ in range(3):
            with pytest.raises(MemoryGuarded):
                world.store.memory("m").observe("too early", speaker="ann", at=hour(9))
        world.clock.set(hour(0))
        with pytest.raises(MemoryGuarded):
            world.store.memory("m").observe("too early", speaker="ann", at=hour(9))
    assert guard.report is not None
    assert guard.report.outcome == "released"
    assert one(world.m.get("Run/1", "step")).value == {"n": 2}


def test_a_store_that_is_closed_gives_its_guards_up(durable: Durable) -> None:
    grow(durable)
    before = shown(durable)
    with suppress(MemtxnError), durable.m.guard("task"):
        durable.state("Run/1", "step", {"n": 2})
        durable.storage.close()
    durable.reopen()
    stands(durable, before)


# -- with damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM step WHERE s0 > 20",
        "DELETE FROM step",
        "UPDATE step SET bid = (SELECT max(bid) FROM belief) WHERE s1 IS NULL AND bid > 0",
        "UPDATE head SET digest = zeroblob(512)",
        "UPDATE head SET guards = x''",
        "DELETE FROM head",
        "DELETE FROM state",
        "DELETE FROM key WHERE kid > 1",
    ],
)
def test_rows_that_are_damaged_meanwhile_come_back_too(durable: Durable, damage: str) -> None:
    """Whatever was written, by whom and how: the journal knows A₀."""
    grow(durable)
    before = shown(durable)
    guard = durable.m.guard("task")
    with suppress(Failed, MemtxnError), guard:
        durable.state("Run/1", "step", {"n": 2})
        durable.tell("Meeting/client", "time", "5pm", hour(9))
        durable.sql(damage)
        durable.storage.forget()
        raise Failed
    if guard.report is None or guard.report.outcome == "lost":
        durable.m.recover()
        durable.reopen()
    else:
        assert guard.report.ok
        assert "recover" in [step.name for step in guard.report.steps] or "state" in damage or "key" in damage
        durable.m.recover()
    stands(durable, before)


def test_a_recovery_goes_on_while_a_guard_is_held(durable: Durable) -> None:
    """By its holder and by others; the guard stays, and goes back to A₀ all the same."""
    grow(durable)
    before = shown(durable)
    with failing(durable):
        durable.state("Run/1", "step", {"n": 2})
        durable.sql("DELETE FROM step WHERE s1 IS NULL")
        assert durable.store.memory("m").recover().repaired
        durable.sql("UPDATE head SET guards = x''")
        assert durable.m.recover().repaired
        assert len(durable.m.guards()) == 1
        durable.state("Run/1", "step", {"n": 3})
    stands(durable, before)


def test_nothing_begins_on_a_head_that_is_damaged(durable: Durable) -> None:
    grow(durable)
    durable.sql("UPDATE head SET digest = zeroblob(512)")
    durable.storage.forget()
    with pytest.raises(StorageError, match="recover"), durable.m.guard("task"):
        pass
    durable.m.recover()
    with durable.m.guard("task"):
        pass


# -- what verify knows ---------------------------------------------------------------------------------


def test_verify_names_what_was_written_beside_a_guard(durable: Durable) -> None:
    """As whoever does not know of guards would write. A head that forgot one is told too."""
    grow(durable)
    with durable.m.guard("task"):
        durable.sql("UPDATE head SET guards = x''")
        outside = durable.store.memory("m")
        outside.observe("beside", speaker="ann", at=hour(9))
        seq = durable.head().seq
        durable.sql("UPDATE head SET guards = x''")
        problems = durable.m.verify().problems
        assert {(found.invariant, found.where) for found in problems} == {("guard", str(seq)), ("head", str(seq))}
        durable.m.recover()


def test_what_a_guard_costs(world: World) -> None:
    """One record when it begins and one when it ends, whatever was written; nothing is in them but A₀."""
    grow(world)
    for size in (1, 50):
        first = world.head().seq
        with failing(world), world.m.transaction() as tx:
            for number in range(size):
                tx.set_state(f"Run/{number}", "step", number)
        rows = world.journal()[first:]
        kinds = [decode_record(row.data).kind for row in rows]
        assert kinds == [Kind.GUARD, Kind.COMMIT, Kind.GUARD]
        assert len(rows[0].data) < 256
