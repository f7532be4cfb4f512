"""P15: one idempotency key, one effect, one receipt; another request under it is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from memtxn import Conflict, IdempotencyMismatch, Receipt, Rejected, Transaction
from memtxn.engine.memory import Memory
from memtxn.model.source import Source
from tests.promises.world import World, hour, one, receipt


def keyed(memory: Memory, act: Callable[[Transaction], object], key: str = "k", **options: str) -> Receipt:
    with memory.transaction(idempotency_key=key, **options) as tx:  # type: ignore[arg-type]
        act(tx)
    return receipt(tx.receipt)


REQUESTS: dict[str, Callable[[Transaction], object]] = {
    "nothing": lambda tx: None,
    "one": lambda tx: tx.set_state("Run/1", "n", 1),
    "another value": lambda tx: tx.set_state("Run/1", "n", 2),
    "a float": lambda tx: tx.set_state("Run/1", "n", 1.0),
    "another key": lambda tx: tx.set_state("Run/1", "m", 1),
    "another entity": lambda tx: tx.set_state("Run/2", "n", 1),
    "another channel": lambda tx: tx.set_state("Run/1", "n", 1, channel="tool"),
    "a time": lambda tx: tx.set_state("Run/1", "n", 1, at=hour(0)),
    "twice": lambda tx: (tx.set_state("Run/1", "n", 1), tx.set_state("Run/1", "n", 1)),
    "a source too": lambda tx: (tx.set_state("Run/1", "n", 1), tx.observe("x", speaker="a", at=hour(0))),
    "retracted": lambda tx: tx.retract("Base/1", "n"),
    "retracted elsewhen": lambda tx: tx.retract("Base/1", "n", at=hour(1)),
    "huge": lambda tx: tx.set_state("Run/1", "n", 2**900),
    "deep": lambda tx: tx.set_state("Run/1", "n", [[[{"a": [1, {"b": None}]}]]]),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_the_same_request_again_has_one_effect_and_one_receipt(world: World, name: str) -> None:
    world.state("Base/1", "n", 0)
    world.clock.set(hour(2))
    first = keyed(world.m, REQUESTS[name])
    after = world.effects(), world.journal()
    for _ in range(2):
        world.clock.advance()
        assert keyed(world.m, REQUESTS[name]) == first
        world.reopen()
    assert keyed(world.store.memory("m"), REQUESTS[name]) == first
    assert (world.effects(), world.journal()) == after


@pytest.mark.parametrize("name", [name for name in REQUESTS if name != "one"])
def test_another_request_under_the_key_is_a_mismatch(world: World, name: str) -> None:
    world.state("Base/1", "n", 0)
    world.clock.set(hour(2))
    keyed(world.m, REQUESTS["one"])
    after = world.effects(), world.journal()
    with pytest.raises(IdempotencyMismatch):
        keyed(world.m, REQUESTS[name])
    assert (world.effects(), world.journal()) == after


def test_label_and_risk_belong_to_the_request(world: World) -> None:
    keyed(world.m, REQUESTS["one"], label="a", risk="b")
    keyed(world.m, REQUESTS["one"], label="a", risk="b")
    for options in ({}, {"label": "a"}, {"label": "b", "risk": "a"}):
        with pytest.raises(IdempotencyMismatch):
            keyed(world.m, REQUESTS["one"], **options)


def test_evidence_belongs_to_the_request(world: World) -> None:
    tea, other = world.say("tea, then 0", hour(0)), world.say("tea, then 0, please", hour(0))
    world.state("Base/1", "n", 0)
    world.clock.set(hour(2))

    def proposed(tx: Transaction, source: Source) -> object:
        return tx.propose("A/1", "x", "tea", evidence=source.quote("tea"))

    def retracted(tx: Transaction, source: Source) -> object:
        return tx.retract("Base/1", "n", at=hour(1), evidence=source.quote("then 0"))

    for key, act in (("p", proposed), ("r", retracted)):
        first = keyed(world.m, partial(act, source=tea), key)
        assert keyed(world.m, partial(act, source=tea), key) == first
        with pytest.raises(IdempotencyMismatch):
            keyed(world.m, partial(act, source=other), key)


def test_a_keyed_request_may_hold_whatever_is_refused(world: World) -> None:
    source = world.say("tea", hour(0))

    def quoting(tx: Transaction, quote: str) -> object:
        return tx.propose("A/1", "x", "tea", evidence=source.quote(quote))

    for quote in ("\ud800", "\x00", "milk", "x" * 5000):
        with pytest.raises(Rejected):
            keyed(world.m, partial(quoting, quote=quote))
    keyed(world.m, partial(quoting, quote="tea"))


def test_the_request_is_what_it_was_when_it_was_made(world: World) -> None:
    """A value that the caller changes after `propose` is not what was asked."""
    source = world.say("tea and milk", hour(0))

    def act(tx: Transaction, more: list[str]) -> None:
        value: list[object] = ["tea"]
        tx.propose("A/1", "x", value, evidence=source.quote("tea and milk"))  # type: ignore[arg-type]
        value += more

    first = keyed(world.m, lambda tx: act(tx, ["milk"]))
    assert keyed(world.m, lambda tx: act(tx, [])) == first
    assert one(world.m.get("A/1", "x")).value == ["tea"]


def test_the_key_is_that_of_memory_and_principal(world: World) -> None:
    first = keyed(world.m, REQUESTS["one"])
    other = keyed(world.store.memory("m", principal="other"), REQUESTS["another value"])
    third = keyed(world.store.memory("n"), REQUESTS["another value"])
    assert len({first.tx_id, other.tx_id, third.tx_id}) == 3


def test_a_key_is_consumed_by_a_commit_alone(world: World) -> None:
    source = world.say("tea", hour(0))
    with pytest.raises(Rejected):
        keyed(world.m, lambda tx: tx.propose("A/1", "x", "milk", evidence=source.quote("tea")))
    with pytest.raises(ZeroDivisionError):
        keyed(world.m, lambda tx: 1 // 0)

    def overtaken(tx: Transaction) -> None:
        tx.get("A/1", "x")
        world.state("A/1", "x", "meanwhile")
        tx.set_state("A/1", "x", "too late")

    with pytest.raises(Conflict):
        keyed(world.m, overtaken)
    assert keyed(world.m, REQUESTS["one"]).outcomes[0].outcome.name == "ADD"


def test_a_retry_of_what_changed_its_own_ground_is_recognised(world: World) -> None:
    """The retraction would be refused the second time: there is nothing left to retract."""
    world.state("Base/1", "n", 0)
    world.clock.advance()
    first = keyed(world.m, REQUESTS["retracted"])
    assert keyed(world.m, REQUESTS["retracted"]) == first
    with pytest.raises(Rejected):
        keyed(world.m, REQUESTS["retracted"], "another key")


def test_skipped_refusals_are_part_of_the_one_receipt(world: World) -> None:
    source = world.say("tea", hour(0))

    def act(tx: Transaction) -> None:
        tx.propose("A/1", "x", "milk", evidence=source.quote("tea"))
        tx.propose("A/1", "x", "tea", evidence=source.quote("tea"))

    first = keyed(world.m, act, on_reject="skip")
    assert [each.outcome.name for each in first.outcomes] == ["REJECT", "ADD"]
    assert keyed(world.m, act, on_reject="skip") == first
    assert [each.times for each in world.m.why_not("A/1", "x").accounts] == [1]
