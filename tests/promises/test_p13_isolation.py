"""P13: what a transaction relied on still stands when it commits, or it conflicts; and nothing else does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memtxn import Conflict, Retryable, Transaction
from tests.promises.world import World, hour, one, receipt

Relying = Callable[[World, Transaction], object]

RELYING: dict[str, Relying] = {
    "get": lambda world, tx: tx.get("Run/1", "n"),
    "get of nothing": lambda world, tx: tx.get("Run/2", "n"),
    "find": lambda world, tx: tx.find("Run"),
    "based_on": lambda world, tx: tx.propose(
        "Run/3",
        "n",
        "x",
        evidence=world.say("x", hour(0)).quote("x"),
        based_on=[one(world.m.get("Run/1", "n"))],
    ),
    "expected_version": lambda world, tx: tx.propose(
        "Run/1", "n", "x", evidence=world.say("x", hour(0)).quote("x"), expected_version=1
    ),
    "never existed": lambda world, tx: tx.propose(
        "Run/2", "n", "x", evidence=world.say("x", hour(0)).quote("x"), expected_version=0
    ),
    "retract": lambda world, tx: tx.retract("Run/1", "n"),
}


@pytest.mark.parametrize("name", RELYING)
def test_what_was_relied_on_and_changed_conflicts(world: World, name: str) -> None:
    world.state("Run/1", "n", 1)
    world.clock.advance()
    tx = world.m.transaction()
    RELYING[name](world, tx)
    tx.set_state("Other/1", "n", 1)
    world.state("Run/1", "n", 2)
    world.state("Run/2", "n", 2)
    before = world.effects()
    with pytest.raises(Conflict) as caught:
        tx.commit()
    assert isinstance(caught.value, Retryable)
    assert caught.value.actual > caught.value.expected
    assert world.effects() == before
    assert world.m.get("Other/1", "n") is None


@pytest.mark.parametrize("name", [name for name in RELYING if name != "find"])
def test_a_moved_head_with_other_keys_is_no_conflict(world: World, name: str) -> None:
    world.state("Run/1", "n", 1)
    world.clock.advance()
    tx = world.m.transaction()
    RELYING[name](world, tx)
    tx.set_state("Other/1", "n", 1)
    world.state("Run/9", "n", 2)
    tx.commit()
    assert one(world.m.get("Other/1", "n")).value == 1
    assert world.m.verify().ok


def test_a_blind_write_does_not_conflict(world: World) -> None:
    first, second = world.m.transaction(), world.m.transaction()
    first.set_state("Run/1", "n", 1)
    world.clock.advance()
    second.set_state("Run/1", "n", 2, at=world.clock())
    second.commit()
    given = receipt(first.commit()).outcomes[0]
    assert (given.outcome.name, given.belief and given.belief.status) == ("ADD", "superseded")
    assert one(world.m.get("Run/1", "n")).value == 2


def test_a_conflict_names_both_versions(world: World) -> None:
    world.state("Run/1", "n", 1)
    tx = world.m.transaction()
    tx.get("Run/1", "n")
    tx.set_state("Run/1", "n", 5)
    world.clock.advance()
    world.state("Run/1", "n", 2)
    world.clock.advance()
    world.state("Run/1", "n", 3)
    with pytest.raises(Conflict) as caught:
        tx.commit()
    error = caught.value
    assert (error.entity, error.attribute, error.expected, error.actual) == (("Run", "1"), "n", 1, 3)


def test_reads_are_of_the_snapshot(world: World) -> None:
    world.state("Run/1", "n", 1)
    tx = world.m.transaction()
    world.clock.advance()
    world.state("Run/1", "n", 2)
    assert one(tx.get("Run/1", "n")).value == 1
    assert [each.value for each in tx.find("Run")] == [1]


def test_a_transaction_reads_its_own_writes(world: World) -> None:
    source = world.say("tea and milk", hour(0))
    with world.m.transaction() as tx:
        assert tx.get("Cup/1", "drink") is None
        tx.propose("Cup/1", "drink", "tea", evidence=source.quote("tea"), observed_at=hour(-1))
        assert one(tx.get("Cup/1", "drink")).value == "tea"
        tx.propose("Cup/1", "drink", "milk", evidence=source.quote("milk"))
        assert one(tx.get("Cup/1", "drink")).value == "milk"
        assert [each.value for each in tx.find("Cup")] == ["milk"]
        assert world.m.find("Cup") == []
        tx.propose("Cup/1", "drink", "wine", evidence=source.quote("tea"))
        assert one(tx.get("Cup/1", "drink")).value == "milk"
        tx.rollback()


def test_write_skew_is_refused(world: World) -> None:
    """Two on call; each sees the other and leaves. One of them must not."""
    world.state("Doctor/a", "on_call", "yes")
    world.state("Doctor/b", "on_call", "yes")
    world.clock.advance()
    first, second = world.m.transaction(), world.m.transaction()
    assert one(first.get("Doctor/b", "on_call")).value == "yes"
    assert one(second.get("Doctor/a", "on_call")).value == "yes"
    first.set_state("Doctor/a", "on_call", "no")
    second.set_state("Doctor/b", "on_call", "no")
    first.commit()
    with pytest.raises(Conflict):
        second.commit()


def test_memories_never_meet(world: World) -> None:
    scopes = [
        ("a",),
        ("ab",),
        ("a.b",),
        ("a:b",),
        ("a/b",),
        ("a%",),
        ("a_",),
        ("A",),
        ("a", "b"),
        ("á",),
        ("a\u0301",),
    ]
    for number, scope in enumerate(scopes):
        with world.store.memory(*scope).transaction() as tx:
            tx.set_state("Who/1", "am_i", number)
    for number, scope in enumerate(scopes):
        memory = world.store.memory(*scope)
        assert [each.value for each in memory.find()] == [number]
        assert len(memory.history("Who/1", "am_i")) == 1
        assert memory.verify().ok


def test_evidence_of_another_memory_is_unknown_here(world: World) -> None:
    other = world.store.memory("other")
    source = other.observe("secret", speaker="bob", at=hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        proposal = tx.propose("A/1", "x", "secret", evidence=source.quote("secret"))
    assert proposal.verdict.reasons[0] == "source_unknown"
    assert world.m.find() == []
    assert "secret" not in str(world.m.why_not("A/1", "x").accounts[0].evidence[0].speaker)
    assert world.m.why_not("A/1", "x").accounts[0].evidence[0].speaker is None
