"""P13: snapshot isolation permits write skew alone; declarations; retries; what a session remembers."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from memtxn import Conflict, InvalidInput, MemtxnError, Retryable, StaleRead, Transaction
from tests.promises.world import World, hour, one

LEVELS = ["serializable", "snapshot"]


def put(world: World, entity: str, value: int) -> None:
    world.clock.advance()
    world.state(entity, "n", value)


def count_up(tx: Transaction) -> int:
    """The usual read-modify-write."""
    number = tx.get("Run/1", "n")
    value = 1 if number is None else int(str(one(number).value)) + 1
    tx.set_state("Run/1", "n", value)
    return value


# -- levels --------------------------------------------------------------------------------------------


def test_snapshot_isolation_permits_write_skew(world: World) -> None:
    put(world, "Doctor/a", 1)
    put(world, "Doctor/b", 1)
    world.clock.advance()
    first, second = (world.m.transaction(isolation="snapshot") for _ in range(2))
    first.get("Doctor/b", "n")
    second.scan("Doctor")
    first.set_state("Doctor/a", "n", 0)
    second.set_state("Doctor/b", "n", 0)
    first.commit()
    second.commit()
    assert [each.value for each in world.m.find("Doctor")] == [0, 0]


@pytest.mark.parametrize("read", [True, False], ids=["lost update", "blind"])
def test_snapshot_isolation_lets_the_first_writer_of_a_key_win(world: World, read: bool) -> None:
    """Also of a key that neither has read: else one could see the other's past and overwrite its present."""
    put(world, "Run/1", 1)
    world.clock.advance()
    first, second = (world.m.transaction(isolation="snapshot") for _ in range(2))
    for tx, value in ((first, 2), (second, 3)):
        if read:
            tx.get("Run/1", "n")
        tx.set_state("Run/1", "n", value)
    first.commit()
    with pytest.raises(Conflict) as caught:
        second.commit()
    assert (caught.value.expected, caught.value.actual) == (1, 2)
    assert one(world.m.get("Run/1", "n")).value == 2


@pytest.mark.parametrize("how", ["based_on", "expected_version"])
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_named_is_relied_on_under_every_level(world: World, how: str, level: str) -> None:
    put(world, "Run/1", 1)
    relied = one(world.m.get("Run/1", "n"))
    source = world.say("x", hour(0))
    tx = world.m.transaction(isolation=level)  # type: ignore[arg-type]
    if how == "based_on":
        tx.propose("Run/3", "n", "x", evidence=source.quote("x"), based_on=[relied])
    else:
        tx.propose("Run/1", "n", "x", evidence=source.quote("x"), expected_version=relied.version)
    put(world, "Run/1", 2)
    with pytest.raises(Conflict):
        tx.commit()


@pytest.mark.parametrize("level", ["read committed", "", None, 1])
def test_no_level(world: World, level: object) -> None:
    with pytest.raises(InvalidInput):
        world.m.transaction(isolation=level)  # type: ignore[arg-type]


# -- declarations --------------------------------------------------------------------------------------


def test_another_declaration_of_what_is_written_conflicts(world: World) -> None:
    tx = world.m.transaction()
    tx.set_state("Tag/1", "of", "x")
    world.m.declare("Tag", "of", cardinality="many")
    with pytest.raises(Conflict) as caught:
        tx.commit()
    assert "Tag.of" in str(caught.value)


def test_a_declaration_of_something_else_does_not(world: World) -> None:
    tx = world.m.transaction()
    tx.set_state("Run/1", "n", 1)
    world.m.declare("Tag", "of", cardinality="many")
    tx.commit()
    assert one(world.m.get("Run/1", "n")).value == 1


# -- what a conflict tells -----------------------------------------------------------------------------


def test_a_conflict_shows_what_was_relied_on_and_what_is_there(world: World) -> None:
    put(world, "Run/1", 1)
    tx = world.m.transaction()
    count_up(tx)
    put(world, "Run/1", 7)
    with pytest.raises(Conflict) as caught:
        tx.commit()
    assert [one(each).value for each in caught.value.relied_on] == [1]  # type: ignore[arg-type]
    assert [one(each).value for each in caught.value.current] == [7]  # type: ignore[arg-type]
    assert caught.value.seq == 2


# -- running until it fits -----------------------------------------------------------------------------


def test_run_retries_conflicts_and_returns_what_the_function_returned(world: World) -> None:
    put(world, "Run/1", 1)
    tried: list[str] = []

    def disturbed(tx: Transaction) -> int:
        value = count_up(tx)
        tried.append(tx.id)
        if len(tried) < 3:
            put(world, "Run/1", 10 * len(tried))
        return value

    assert world.m.run(disturbed) == 21
    assert len(set(tried)) == 3
    assert one(world.m.get("Run/1", "n")).value == 21


@pytest.mark.parametrize("retries", [0, 1, 3])
def test_run_gives_up_after_its_retries(world: World, retries: int) -> None:
    tried: list[str] = []

    def disturbed(tx: Transaction) -> None:
        tried.append(tx.id)
        count_up(tx)
        put(world, "Run/1", len(tried))

    with pytest.raises(Conflict):
        world.m.run(disturbed, retries=retries)
    assert len(tried) == retries + 1
    assert one(world.m.get("Run/1", "n")).value == retries + 1


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, InvalidInput])
def test_an_exception_in_the_function_gives_the_transaction_up(world: World, error: type[BaseException]) -> None:
    def fails(tx: Transaction) -> None:
        tx.set_state("Run/1", "n", 1)
        raise error

    with pytest.raises(error):
        world.m.run(fails)
    assert world.m.find() == []


def test_run_leaves_a_transaction_that_the_function_ended(world: World) -> None:
    def ended(tx: Transaction) -> str:
        tx.set_state("Run/1", "n", 1)
        tx.rollback()
        return "no"

    assert world.m.run(ended) == "no"
    assert world.m.find() == []


@pytest.mark.parametrize("retries", [-1, 1.5, "5", True, None])
def test_no_number_of_retries(world: World, retries: object) -> None:
    with pytest.raises(InvalidInput):
        world.m.run(count_up, retries=retries)  # type: ignore[arg-type]


# -- what a session remembers --------------------------------------------------------------------------


def lose(world: World, *, write: str = "Run/1") -> None:
    """Meet a conflict on Run/1, having wanted to write a key."""
    put(world, "Run/1", 1)
    tx = world.m.transaction()
    tx.get("Run/1", "n")
    tx.set_state(write, "n", 2)
    put(world, "Run/1", 5)
    with pytest.raises(Conflict):
        tx.commit()


def test_a_blind_retry_of_the_lost_key_is_refused_at_once(world: World) -> None:
    lose(world)
    tx = world.m.transaction()
    with pytest.raises(StaleRead) as caught:
        tx.set_state("Run/1", "n", 2)
    assert (caught.value.entity, caught.value.attribute) == (("Run", "1"), "n")
    assert not isinstance(caught.value, Retryable)
    assert isinstance(caught.value, MemtxnError)
    with pytest.raises(StaleRead):
        tx.propose("Run/1", "n", "x", evidence=world.say("x", hour(0)).quote("x"))
    with pytest.raises(StaleRead):
        tx.retract("Run/1", "n")
    assert one(world.m.get("Run/1", "n")).value == 5


def test_a_run_that_does_not_read_again_is_told_so(world: World) -> None:
    put(world, "Run/1", 1)
    known: list[int] = []

    def stubborn(tx: Transaction) -> None:
        if not known:
            known.append(int(str(one(tx.get("Run/1", "n")).value)))
            put(world, "Run/1", 5)
        tx.set_state("Run/1", "n", known[0] + 1)

    with pytest.raises(StaleRead):
        world.m.run(stubborn)
    assert one(world.m.get("Run/1", "n")).value == 5


@pytest.mark.parametrize("how", ["tx.get", "tx.find", "tx.scan", "get", "find", "scan", "history"])
def test_who_reads_again_may_write_again(world: World, how: str) -> None:
    lose(world)
    with world.m.transaction() as tx:
        reads: dict[str, Callable[[], object]] = {
            "tx.get": lambda: tx.get("Run/1", "n"),
            "tx.find": lambda: tx.find("Run", attribute="n"),
            "tx.scan": lambda: tx.scan("Run/1"),
            "get": lambda: world.m.get("Run/1", "n"),
            "find": lambda: world.m.find("Run"),
            "scan": lambda: world.m.scan("Run"),
            "history": lambda: world.m.history("Run/1", "n"),
        }
        reads[how]()
        tx.set_state("Run/1", "n", 6)
    assert one(world.m.get("Run/1", "n")).value == 6


@pytest.mark.parametrize("how", ["another key", "another attribute", "the past"])
def test_who_reads_something_else_may_not(world: World, how: str) -> None:
    lose(world)
    tx = world.m.transaction()
    if how == "another key":
        tx.get("Run/2", "n")
    elif how == "another attribute":
        tx.find("Run", attribute="m")
    else:
        world.m.at(seq=1).get("Run/1", "n")
    with pytest.raises(StaleRead):
        tx.set_state("Run/1", "n", 6)


def test_naming_the_version_that_stands_is_reading_it(world: World) -> None:
    lose(world)
    world.clock.advance()
    source = world.say("x", world.clock())
    with pytest.raises(StaleRead), world.m.transaction() as tx:
        tx.propose("Run/1", "n", "x", evidence=source.quote("x"), expected_version=1)
    with world.m.transaction() as tx:
        tx.propose("Run/1", "n", "x", evidence=source.quote("x"), expected_version=2)
    assert one(world.m.get("Run/1", "n")).value == "x"


def test_a_blind_retry_of_what_was_decided_on_it_conflicts_again(world: World) -> None:
    """A conclusion from a stale read is no fresher for being proposed twice."""
    lose(world, write="Reply/1")
    with pytest.raises(Conflict) as caught, world.m.transaction() as tx:
        tx.set_state("Reply/1", "n", 2)
    assert (caught.value.entity, caught.value.expected, caught.value.actual) == (("Run", "1"), 1, 2)
    assert world.m.get("Reply/1", "n") is None
    with world.m.transaction() as tx:
        tx.get("Run/1", "n")
        tx.set_state("Reply/1", "n", 2)
    assert one(world.m.get("Reply/1", "n")).value == 2


def test_other_work_and_other_sessions_go_on(world: World) -> None:
    lose(world, write="Reply/1")
    world.state("Elsewhere/1", "n", 1)
    with world.store.memory("m").transaction() as tx:
        tx.set_state("Reply/1", "n", 3)
    assert len(world.m.find()) == 3


@pytest.mark.parametrize("how", ["expected_version", "based_on"])
def test_a_version_that_was_only_claimed_is_no_reading(world: World, how: str) -> None:
    """What a transaction names counts once its commit has found it standing."""
    lose(world)
    source = world.say("x", hour(0))
    tx = world.m.transaction()
    if how == "expected_version":
        tx.propose("Run/1", "n", "x", evidence=source.quote("x"), expected_version=2**31 - 1)
    else:
        forged = msgspec.structs.replace(one(world.m.at(seq=1).get("Run/1", "n")), version=2**31 - 1)
        tx.propose("Run/2", "n", "x", evidence=source.quote("x"), based_on=[forged])
    tx.rollback()
    with pytest.raises(StaleRead):
        world.m.transaction().set_state("Run/1", "n", 2)


@pytest.mark.parametrize("forged", [{"id": object()}, {"id": "\ud800"}, {"version": -1}, {"version": None}])
def test_a_forged_belief_is_bad_input(world: World, forged: dict[str, object]) -> None:
    put(world, "Run/1", 1)
    source = world.say("x", hour(0))
    relied = msgspec.structs.replace(one(world.m.get("Run/1", "n")), **forged)
    tx = world.m.transaction(idempotency_key="k")
    with pytest.raises(InvalidInput):
        tx.propose("Run/2", "n", "x", evidence=source.quote("x"), based_on=[relied])
