"""Rounds: transactions that a victim carries out and a judge knows by their number alone.

Each round is planned from its writer's name and its number, so both processes agree on it without a word. One
that writes sets 1 to 16 of a writer's keys to the same text, ``round 7``, in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Literal

import msgspec

from memtxn import Belief, Memory, NotCommitted, NotFound, Receipt, Rejected, Transaction
from memtxn.model.source import source_id
from memtxn.model.time import to_micros

START = datetime(2020, 1, 1, tzinfo=UTC)
KEYS = 64
MOST = 16
ATTRIBUTE = "round"

State = Mapping[str, str]
"""What each key of a writer shows; a key that shows nothing is not there."""


Kind = Literal["commit", "refused", "observed"]


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """What a round does: ``quoted`` keys are proposed on a staged text, ``stated`` ones are program state."""

    writer: str
    number: int
    kind: Kind
    stated: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    unfounded: int = 0

    @property
    def value(self) -> str:
        """What its keys show."""
        return f"round {self.number}"

    @property
    def at(self) -> datetime:
        """When it is observed: later rounds win."""
        return START + timedelta(seconds=self.number)

    @property
    def text(self) -> str:
        """What its source says."""
        return f"{self.writer} is at {self.value} now."

    @property
    def proposals(self) -> int:
        """How many outcomes its receipt has."""
        return len(self.stated) + len(self.quoted) + len(self.retracted) + self.unfounded


def planned(writer: str, number: int) -> Round:
    """The round of that number: one in ten is refused, one in ten only observes."""
    chance = Random(f"{writer} {number}")
    kinds: tuple[Kind, ...] = ("commit", "refused", "observed")
    kind = chance.choices(kinds, (8, 1, 1))[0]
    if kind != "commit":
        return Round(writer=writer, number=number, kind=kind)
    keys = chance.sample([f"{writer}{n}" for n in range(KEYS)], MOST + 3)
    size, some = chance.randint(1, MOST), chance.random()
    split = round(size * some)
    return Round(
        writer=writer,
        number=number,
        kind="commit",
        stated=tuple(keys[:split]),
        quoted=tuple(keys[split:size]),
        retracted=tuple(keys[size : size + chance.choice((0, 0, 1, 3))]),
        unfounded=chance.choice((0, 0, 1)),
    )


def after(state: State, done: Round) -> State:
    """What a writer's keys show after a round."""
    if done.kind != "commit":
        return state
    kept = {key: value for key, value in state.items() if key not in done.retracted}
    return kept | dict.fromkeys(done.stated + done.quoted, done.value)


def carry_out(memory: Memory, todo: Round, begun: Callable[[str], None]) -> None:
    """Do it. ``begun`` is told its name before anything is written: the transaction's id, or the source's."""
    if todo.kind == "observed":
        begun(source_id("user", todo.writer, to_micros(todo.at), None, todo.text.encode()))
        memory.observe(todo.text, speaker=todo.writer, at=todo.at)
        return
    tx = memory.transaction(on_reject="abort" if todo.kind == "refused" else "skip")
    if todo.kind == "commit":
        _fill(tx, todo)
    else:
        tx.propose(("Refused", todo.writer), ATTRIBUTE, todo.value, observed_at=todo.at)
    begun(tx.id)
    try:
        tx.commit()
    except Rejected:
        if todo.kind != "refused":
            raise


def _fill(tx: Transaction, todo: Round) -> None:
    for key in todo.stated:
        tx.set_state(("Slot", key), ATTRIBUTE, todo.value, at=todo.at)
    if todo.quoted:
        source = tx.observe(todo.text, speaker=todo.writer, at=todo.at)
        for key in todo.quoted:
            tx.propose(("Slot", key), ATTRIBUTE, todo.value, evidence=source.quote(todo.value))
    for key in todo.retracted:
        tx.retract(("Slot", key), ATTRIBUTE, at=todo.at)
    for number in range(todo.unfounded):
        tx.propose(("Unfounded", f"{todo.writer}{number}"), ATTRIBUTE, todo.value, observed_at=todo.at)


# -- looking -------------------------------------------------------------------------------------------


def shown(memory: Memory, writer: str) -> State:
    """What the writer's keys show, in one moment."""
    found = memory.find("Slot")
    return {belief.entity_id: _text(belief) for belief in found if belief.entity_id.startswith(writer)}


def _text(belief: Belief) -> str:
    assert isinstance(belief.value, str)
    return belief.value


def is_there(memory: Memory, done: Round, name: str) -> bool:
    """Whether a round of that name stands in the memory, told by what it alone would leave."""
    if done.kind == "refused":
        accounts = memory.why_not(("Refused", done.writer), ATTRIBUTE).accounts
        assert memory.outcome(name) == NotCommitted(tx_id=name)
        return done.value in {account.value for account in accounts}
    if done.kind == "observed":
        return _observed(memory, done, name)
    outcome = memory.outcome(name)
    if isinstance(outcome, Receipt):
        assert (outcome.tx_id, len(outcome.outcomes)) == (name, done.proposals)
        return True
    assert outcome == NotCommitted(tx_id=name)
    return False


def _observed(memory: Memory, done: Round, name: str) -> bool:
    try:
        return memory.source(name).text == done.text
    except NotFound:
        return False
