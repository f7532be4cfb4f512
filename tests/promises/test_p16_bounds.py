"""P16: everything has a bound, which is checked before anything is written and says so with a typed error."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

import memtxn
from memtxn import (
    InvalidInput,
    Memory,
    NotCommitted,
    Policy,
    QuotaExceeded,
    Receipt,
    Rejected,
    Transaction,
    TransactionTooLarge,
)
from memtxn.core.admission import SUPPORT
from tests.promises.world import World, hour, one, receipt

Act = Callable[[Transaction, int], object]
"""What a transaction does for the n-th time."""

LIMIT = 3


def observe(tx: Transaction, n: int) -> None:
    tx.observe(f"tea {n}", speaker="a", at=hour(0))


def observe_json(tx: Transaction, n: int) -> None:
    tx.observe_json({"n": n}, speaker="a", at=hour(0))


with memtxn.open(":memory:") as _store:
    TEA = _store.memory("m").observe("tea", speaker="a", at=hour(0))


def propose(tx: Transaction, n: int, value: str = "tea") -> None:
    tx.propose(f"A/{n}", "x", value, evidence=TEA.quote("tea"))


def refused(tx: Transaction, n: int) -> None:
    propose(tx, n, "wine")


def state(tx: Transaction, n: int) -> None:
    tx.set_state(f"A/{n}", "x", n)


def retract(tx: Transaction, n: int) -> None:
    tx.retract(f"K/{n}", "x")


LIMITS: dict[str, tuple[str, Act]] = {
    "observe": ("sources_limit", observe),
    "observe_json": ("sources_limit", observe_json),
    "the sources of states": ("sources_limit", state),
    "the sources of retractions": ("sources_limit", retract),
    "propose": ("proposals_limit", propose),
    "refused": ("proposals_limit", refused),
    "set_state": ("proposals_limit", state),
    "retract": ("proposals_limit", retract),
    "nothing to retract": ("proposals_limit", lambda tx, n: tx.retract(f"N/{n}", "x")),
    "get": ("reads_limit", lambda tx, n: tx.get(f"K/{n}", "x")),
    "get nothing": ("reads_limit", lambda tx, n: tx.get(f"N/{n}", "x")),
    "retract what is read": ("reads_limit", retract),
    "find": ("scans_limit", lambda tx, n: tx.find(f"K{n}")),
    "find by id": ("scans_limit", lambda tx, n: tx.find("K", str(n))),
    "find by attribute": ("scans_limit", lambda tx, n: tx.find(attribute=f"x{n}")),
    "scan": ("scans_limit", lambda tx, n: tx.scan(("K", str(n)))),
    "savepoint": ("savepoints_limit", lambda tx, n: tx.savepoint()),
}


def bounded(limit: str, bound: int) -> Policy:
    """A policy with that limit."""
    return msgspec.convert({limit: bound}, Policy)


def prepared(world: World, name: str) -> Memory:
    """A memory with a source to quote, and beliefs to read and to retract."""
    memory = world.store.memory(name)
    assert memory.observe("tea", speaker="a", at=hour(0)) == TEA
    with memory.transaction() as tx:
        for n in range(LIMIT + 1):
            tx.set_state(f"K/{n}", "x", n)
    return memory


def last(memory: Memory) -> list[tuple[object, ...]]:
    """What the newest record did, but for ids and times."""
    changes = next(memory.log()).changes
    return [(c.what, str(c.key), c.value, c.text, c.reasons, c.retracts) for c in changes]


@pytest.mark.parametrize("case", LIMITS)
@pytest.mark.parametrize("key", [None, "once"])
def test_a_call_beyond_a_limit_fails_alone(world: World, case: str, key: str | None) -> None:
    """The transaction goes on, and commits and is remembered as if that call had never been made."""
    limit, act = LIMITS[case]
    world.clock.set(hour(1))
    plain, tried = prepared(world, "m"), prepared(world, "tried")
    world.open(policy=bounded(limit, LIMIT))
    plain, tried = world.m, world.store.memory("tried")
    asked(plain, act, key)
    with tried.transaction(on_reject="skip", idempotency_key=key) as tx:
        for n in range(LIMIT):
            act(tx, n)
        before = last(tried)
        for _ in range(2):
            with pytest.raises(TransactionTooLarge, match=str(LIMIT)) as caught:
                act(tx, LIMIT)
            assert isinstance(caught.value, InvalidInput)
            assert not caught.value.retryable
        assert last(tried) == before
    assert last(plain) == last(tried)
    assert tried.verify().ok
    if key is not None:
        assert asked(tried, act, key) == receipt(tx.receipt)


def asked(memory: Memory, act: Act, key: str | None) -> Receipt:
    """Do as much as the limit allows."""
    with memory.transaction(on_reject="skip", idempotency_key=key) as tx:
        for n in range(LIMIT):
            act(tx, n)
    return receipt(tx.receipt)


@pytest.mark.parametrize("case", ["sources_limit", "reads_limit", "scans_limit"])
def test_what_is_there_already_takes_no_room(world: World, case: str) -> None:
    act = next(act for limit, act in LIMITS.values() if limit == case)
    world.open(policy=bounded(case, 1))
    tx = world.m.transaction()
    for _ in range(5):
        act(tx, 0)
    with pytest.raises(TransactionTooLarge):
        act(tx, 1)


def test_a_savepoint_that_is_released_makes_room(world: World) -> None:
    world.open(policy=Policy(savepoints_limit=1))
    tx = world.m.transaction()
    for _ in range(5):
        tx.savepoint().release()
    with tx.savepoint(), pytest.raises(TransactionTooLarge):
        tx.savepoint()


BYTES = 10_000
BIG: dict[str, Act] = {
    "a text": lambda tx, n: tx.observe("tea " * n, speaker="a", at=hour(0)),
    "a document": lambda tx, n: tx.observe_json(["tea"] * n, speaker="a", at=hour(0)),
    "a state": lambda tx, n: tx.set_state("A/1", "x", "tea " * (n // 2)),
    "a refusal": lambda tx, n: propose(tx, 1, "wine " * n),
}


@pytest.mark.parametrize("what", BIG)
def test_bytes_are_bounded(world: World, what: str) -> None:
    """Sources and values, admitted or refused; a call that is too much leaves nothing of itself behind."""
    world.open(policy=Policy(staged_limit=BYTES))
    for memory in (world.m, world.store.memory("plain")):
        memory.observe("tea", speaker="a", at=hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        BIG[what](tx, BYTES // 10)
        for n in (BYTES // 5, BYTES // 4, BYTES):
            with pytest.raises(TransactionTooLarge, match="bytes"):
                BIG[what](tx, n)
        BIG["a text"](tx, 1)
    plain = world.store.memory("plain")
    with plain.transaction(on_reject="skip") as tx:
        BIG[what](tx, BYTES // 10)
        BIG["a text"](tx, 1)
    assert last(world.m) == last(plain)


def test_bytes_that_were_given_up_count_no_more(world: World) -> None:
    world.open(policy=Policy(staged_limit=BYTES))
    tx = world.m.transaction()
    savepoint = tx.savepoint()
    for _ in range(5):
        BIG["a text"](tx, BYTES // 5)
        savepoint.rollback()
    BIG["a text"](tx, BYTES // 5)
    assert receipt(tx.commit()).seq == 1


def test_lists_of_beliefs_are_bounded(world: World) -> None:
    memory = prepared(world, "m")
    known = tuple(memory.find("K"))
    world.open(policy=Policy(derived_from_limit=LIMIT, based_on_limit=LIMIT))
    with world.m.transaction() as tx:
        source = tx.observe("tea", speaker="a", at=hour(0))
        quote = source.quote("tea")
        with pytest.raises(TransactionTooLarge, match="derived_from"):
            tx.propose("A/1", "x", "tea", evidence=quote, derived_from=known)
        with pytest.raises(TransactionTooLarge, match="based_on"):
            tx.propose("A/1", "x", "tea", evidence=quote, based_on=known)
        tx.propose("A/1", "x", "tea", evidence=quote, derived_from=known[1:], based_on=known[1:])
    assert len(one(world.m.get("A/1", "x")).derived_from) == LIMIT


def test_evidence_is_bounded_and_refused_as_too_large(world: World) -> None:
    source = world.say("tea", hour(0))
    with world.m.transaction(on_reject="skip") as tx:
        assert tx.propose("A/1", "x", "tea", evidence=[source.quote("tea")] * 16).admitted
        assert tx.propose("A/1", "x", "tea", evidence=[source.quote("tea")] * 17).verdict.code == "too_large"
    assert "too_large" not in SUPPORT


# -- quotas ----------------------------------------------------------------------------------------------


def test_a_memory_has_a_quota_of_keys(world: World) -> None:
    """A new key is too many; what is there can be written, read and taken back."""
    world.open(policy=Policy(keys_quota=2))
    for n in (0, 1):
        world.state(f"A/{n}", "x", 0)
    before = world.effects(), world.journal()
    tx = world.m.transaction()
    tx.set_state("A/0", "x", 1)
    tx.set_state("A/2", "x", 1)
    with pytest.raises(QuotaExceeded, match="keys_quota") as caught:
        tx.commit()
    assert (world.effects(), world.journal()) == before
    assert world.m.outcome(tx.id) == NotCommitted(tx_id=tx.id)
    error = caught.value
    assert (error.quota, error.limit, error.count, error.retryable) == ("keys_quota", 2, 2, False)
    world.state("A/0", "x", 1)
    with world.m.transaction() as tx:
        tx.retract("A/1", "x")
    assert [belief.value for belief in world.m.find()] == [1]
    world.state("A/1", "x", 2)
    assert world.m.verify().ok


def test_one_commit_cannot_leap_over_the_quota(world: World) -> None:
    world.open(policy=Policy(keys_quota=2))
    tx = world.m.transaction()
    for n in range(3):
        tx.set_state(f"A/{n}", "x", n)
    with pytest.raises(QuotaExceeded) as caught:
        tx.commit()
    assert caught.value.count == 0
    assert world.m.find() == []
    assert world.store.memory("m").verify().seq == 0


def test_quotas_stop_what_is_new_and_nothing_that_is_there(world: World) -> None:
    for n in range(3):
        world.state(f"A/{n}", "x", 0)
    world.open(policy=Policy(keys_quota=1, memories_quota=0))
    world.state("A/2", "x", 1)
    with pytest.raises(QuotaExceeded):
        world.state("A/3", "x", 1)
    assert len(world.m.find()) == 3


def test_a_commit_over_quota_uses_no_idempotency_key_up(world: World) -> None:
    world.open(policy=Policy(keys_quota=0))

    def ask() -> Transaction:
        with world.m.transaction(idempotency_key="once") as tx:
            tx.set_state("A/1", "x", 1)
        return tx

    with pytest.raises(QuotaExceeded):
        ask()
    world.open(policy=Policy())
    assert receipt(ask().receipt) == receipt(ask().receipt)


FIRST: dict[str, Callable[[Memory], object]] = {
    "observe": lambda m: m.observe("tea", speaker="a", at=hour(0)),
    "commit": lambda m: m.run(lambda tx: tx.set_state("A/1", "x", 1)),
    "a refusal": lambda m: m.run(lambda tx: tx.retract("A/1", "x")),
    "declare": lambda m: m.declare("A", "tags", cardinality="many"),
}


@pytest.mark.parametrize("act", FIRST)
def test_a_tenant_has_a_quota_of_memories(world: World, act: str) -> None:
    """A memory counts from its first record on; looking for one that is not there makes none."""
    world.open(policy=Policy(memories_quota=2))
    for name in ("m", "n"):
        world.store.memory(name).observe("tea", speaker="a", at=hour(0))
    with pytest.raises(QuotaExceeded) as caught:
        FIRST[act](world.store.memory("o"))
    error = caught.value
    assert (error.quota, error.limit, error.count) == ("memories_quota", 2, 2)
    assert world.store.memory("o").find() == []
    assert world.store.memory("o").verify().records == 0
    with pytest.raises((Rejected, QuotaExceeded) if act == "a refusal" else QuotaExceeded):
        FIRST[act](world.store.memory("o"))
    world.store.memory("n").observe("wine", speaker="a", at=hour(0))
    assert world.store.memory("m").verify().ok


def test_a_memory_of_a_store_can_have_its_own_bounds(world: World) -> None:
    small = world.store.memory("m", policy=msgspec.structs.replace(Policy(), keys_quota=1, proposals_limit=1))
    with small.transaction() as tx:
        tx.set_state("A/1", "x", 1)
        with pytest.raises(TransactionTooLarge):
            tx.set_state("A/2", "x", 1)
    with pytest.raises(QuotaExceeded):
        small.run(lambda tx: tx.set_state("A/2", "x", 1))
    world.state("A/2", "x", 1)


@pytest.mark.parametrize("limit", ["based_on_limit", "derived_from_limit"])
def test_a_list_that_is_too_long_leaves_no_reliance(world: World, limit: str) -> None:
    memory = prepared(world, "m")
    beliefs = memory.find("K")
    world.open(policy=bounded(limit, len(beliefs) - 1))
    source = world.say("tea", hour(0))
    tx = world.m.transaction()
    with pytest.raises(TransactionTooLarge):  # noqa: PT012
        if limit == "based_on_limit":
            tx.propose("A/1", "x", "tea", evidence=source.quote("tea"), based_on=beliefs)
        else:
            tx.propose("A/1", "x", "tea", evidence=source.quote("tea"), derived_from=tuple(beliefs))
    tx.set_state("A/2", "x", 1)
    world.clock.advance()
    world.state("K/0", "x", 7)
    tx.commit()
    assert one(world.m.get("A/2", "x")).value == 1
