"""The workload of the write and read tables: one fact with its source, on one of 20,000 keys."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import memtxn

KEYS = 20_000
START = datetime(2026, 1, 1, tzinfo=UTC)
_SOURCE = (
    "Client {client} wrote this morning: the meeting is now at {hour}pm, Room {room}, and we bring the slides "
    "for the quarterly review, thanks a lot."
)


class Clock:
    """A clock that goes on by one second at every look."""

    def __init__(self) -> None:
        self.moment = START

    def __call__(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


class Fact(NamedTuple):
    """What every store is given: a client's start time, and the text that says so."""

    client: str
    value: str
    text: str
    quote: str


def fact(number: int) -> Fact:
    """The fact of that number."""
    client, hour, room = number % KEYS, number % 12 + 1, number % 97
    text = _SOURCE.format(client=client, hour=hour, room=room)
    return Fact(f"client{client}", f"{hour}pm", text, f"the meeting is now at {hour}pm, Room {room}")


def stage(
    tx: memtxn.Transaction, first: int, count: int = 1, at: datetime = START, turn: int | None = None
) -> None:
    """Observe and propose ``count`` facts. ``turn`` tells two sources about one client apart."""
    for number in range(first, first + count):
        told = fact(number)
        source = tx.observe(told.text, speaker="client", at=at, ref=str(number if turn is None else turn))
        tx.propose(("Meeting", told.client), "start_time", told.value, evidence=source.quote(told.quote))


def remember(
    memory: memtxn.Memory, first: int, count: int = 1, at: datetime = START, turn: int | None = None
) -> memtxn.Receipt:
    """Observe and believe ``count`` facts in one transaction, each with a source of its own.

    ``turn`` tells two sources about one client apart; by default it is the client's number.
    """
    with memory.transaction() as tx:
        stage(tx, first, count, at, turn)
    assert tx.receipt is not None
    return tx.receipt
