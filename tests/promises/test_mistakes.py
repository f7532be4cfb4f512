"""What is easily given in place of something else: the message says what to give instead."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from memtxn import InvalidInput, Memory, Source, Transaction
from tests.promises.world import World, hour, one

Act = Callable[[Memory, Transaction, Source], Any]


def propose(**changes: Callable[[Memory, Source], object]) -> Act:
    """A good proposal but for these arguments."""

    def act(memory: Memory, tx: Transaction, turn: Source) -> None:
        given: dict[str, Any] = {"entity": "Rent/1", "evidence": turn.quote("850")}
        given |= {name: change(memory, turn) for name, change in changes.items()}
        tx.propose(given.pop("entity"), "eur", "850", **given)

    return act


def belief(memory: Memory, _turn: Source) -> object:
    return one(memory.get("A/1", "x"))


def source(_memory: Memory, turn: Source) -> object:
    return turn


def plain(value: object) -> Callable[[Memory, Source], object]:
    return lambda _memory, _turn: value


def inside(made: Callable[[Memory, Source], object]) -> Callable[[Memory, Source], object]:
    return lambda memory, turn: [made(memory, turn)]


NOON = "datetime(2026, 3, 1, 12, tzinfo=UTC)"
A_DAY = date(2026, 3, 1)
MISTAKES: dict[str, tuple[Act, str]] = {
    "evidence: a text": (propose(evidence=plain("Rent was 850")), "give turn.quote('…')"),
    "evidence: texts": (propose(evidence=plain(["850"])), "give turn.quote('…')"),
    "evidence: a source": (propose(evidence=source), "give turn.quote('…')"),
    "evidence: sources": (propose(evidence=inside(source)), "give turn.quote('…')"),
    "evidence: a belief": (propose(evidence=belief), ".quote('…')"),
    "evidence: its citations": (propose(evidence=lambda m, t: one(m.get("A/1", "x")).evidence), ".quote('…')"),
    "evidence of a retraction": (
        lambda m, tx, turn: tx.retract("A/1", "x", evidence=turn),  # type: ignore[arg-type]
        "give turn.quote('…')",
    ),
    "derived_from: a text": (propose(derived_from=plain("1.0")), "give ['12.0']"),
    "derived_from: a belief": (propose(derived_from=belief), "give [belief]"),
    "derived_from: a source": (propose(derived_from=source), "give evidence=turn.quote('…')"),
    "derived_from: sources": (propose(derived_from=inside(source)), "give evidence=turn.quote('…')"),
    "derived_from: no id": (propose(derived_from=plain(["x"])), "such as '12.0'"),
    "based_on: a belief": (propose(based_on=belief), "give [belief]"),
    "based_on: a source": (propose(based_on=source), "give evidence=turn.quote('…')"),
    "based_on: sources": (propose(based_on=inside(source)), "give evidence=turn.quote('…')"),
    "based_on: an id": (propose(based_on=plain("1.0")), "give [belief]"),
    "based_on: ids": (propose(based_on=plain(["1.0"])), "give [belief]"),
    "based_on: nothing that was read": (propose(based_on=plain([None])), "leave out"),
    "valid_from: a date": (propose(valid_from=plain(A_DAY)), NOON),
    "observed_at: a text": (propose(observed_at=plain("2026-03-01")), "datetime.fromisoformat"),
    "an entity without id": (propose(entity=plain("Rent")), "give 'Type/id' or ('Type', 'id')"),
    "an entity as a list": (propose(entity=plain(["Rent", "1"])), "'Type/id' or ('Type', 'id')"),
    "an entity of three": (propose(entity=plain(("Rent", "1", "eur"))), "not a tuple of 3"),
    "a state of no entity": (lambda m, tx, turn: tx.set_state("Run", "step", 1), "give 'Type/id'"),
    "a state at a date": (lambda m, tx, turn: tx.set_state("Run/1", "step", 1, at=A_DAY), NOON),  # type: ignore[arg-type]
    "a retraction at a date": (lambda m, tx, turn: tx.retract("A/1", "x", at=A_DAY), NOON),  # type: ignore[arg-type]
    "seen at a date": (lambda m, tx, turn: m.observe("x", speaker="ann", at=A_DAY), NOON),  # type: ignore[arg-type]
    "seen at a number": (
        lambda m, tx, turn: m.observe("x", speaker="ann", at=1.5e9),  # type: ignore[arg-type]
        "datetime.fromtimestamp(…, UTC)",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_what_to_give_instead(world: World, mistake: str) -> None:
    world.tell("A/1", "x", "tea", hour(0))
    turn = world.say("Rent was 850", hour(0))
    act, instead = MISTAKES[mistake]
    before = world.effects()
    tx = world.m.transaction()
    with pytest.raises(InvalidInput) as caught:
        act(world.m, tx, turn)
    assert instead in str(caught.value)
    tx.rollback()
    assert world.effects() == before


def test_what_a_message_advises_works(world: World) -> None:
    world.clock.set(hour(24 * 365))
    world.tell("A/1", "x", "tea", hour(0))
    turn, read = world.say("Rent was 850", hour(0)), one(world.m.get("A/1", "x"))
    with world.m.transaction() as tx:
        tx.propose(
            ("Rent", "1"), "eur", "850", evidence=turn.quote("850"), derived_from=[read.id], based_on=[read]
        )
        tx.set_state("Run/1", "step", 1, at=datetime.fromisoformat("2026-03-01T12:00:00Z"))
        tx.set_state("Run/1", "next", 1, at=datetime.fromtimestamp(0, UTC))
