"""Random histories of proposals, full of ties, and a model of what they show that shares no code with the core.

The model says of each instant: the greatest, by the documented order, of those whose validity contains it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

import msgspec

from memtxn.model.belief import BeliefType
from memtxn.model.codec import Json, canonical, pack
from memtxn.model.record import BeliefBody
from memtxn.model.source import Citation
from memtxn.model.time import FOREVER

NOW = 10
"""Times are small whole numbers around this one, so that many are equal, and some lie ahead."""
INSTANTS = range(-1, 2 * NOW + 2)
NAMES = [None, None, "a", "b", "c"]
VALUES: list[Json] = ["oslo", "rome", 1, 1.0, "1", ["oslo"]]
AUTHORITIES = [200, 400, 500, 700, 900, 1000]
PROTECTED = frozenset({"guarded", "many guarded"})
"""Keys for which the authority of a source counts before its time."""

Content: TypeAlias = tuple[object, ...]
Span: TypeAlias = tuple[int, int, Content | None]
"""From when, until when, and what is shown: the value and its evidence, or nothing."""


class Arrival(msgspec.Struct, frozen=True, dict=True):
    """One proposal for a key: what it says, and all that decides who wins."""

    key: str
    value: Json
    nu: int
    since: int
    until: int
    said_at: int
    ordinal: int
    authority: int
    name: str | None = None
    retracts: bool = False
    confidence: float = 1.0

    @property
    def source(self) -> str:
        """The id of its source, which is nothing but the source's content."""
        return f"{self.said_at:03}.{self.ordinal}.{self.authority}"

    @property
    def slot(self) -> tuple[str, bytes]:
        """What it contends in: the key, or of a many-valued key the value."""
        return self.key, canonical(self.value) if is_many(self.key) else b""

    @property
    def body(self) -> BeliefBody:
        """What is stored of it."""
        cited = (Citation(self.source, 0, 4),)
        kind = BeliefType.RETRACTION if self.retracts else BeliefType.FACT
        return BeliefBody(self.key, canonical(self.value), cited, self.confidence, (), (), self.name, kind)

    @property
    def content(self) -> Content:
        """What one may see of it, wherever it came in."""
        span = (self.since, self.until)
        return self.nu, self.retracts, canonical(self.value), self.source, self.confidence, self.name, span


def is_many(key: str) -> bool:
    """Whether a key of these histories holds several values at a time."""
    return key.startswith("many")


def strength(one: Arrival) -> tuple[object, ...]:
    """The documented order, written down anew."""
    source = (one.said_at, one.ordinal)
    first = authority_class(one.authority) if one.key in PROTECTED else 0
    end = (canonical(one.value), pack(one.body), one.since, one.until)
    return (first, one.nu, one.retracts, *source, one.name or "", *end)


def authority_class(authority: int) -> int:
    """Low (below 500 thousandths), normal, or high (from 900 on)."""
    return (authority >= 500) + (authority >= 900)


def winner(given: Sequence[Arrival], t: int) -> Arrival | None:
    """Who stands at an instant."""
    return max((one for one in given if one.since <= t < one.until), key=strength, default=None)


def model(given: Sequence[Arrival]) -> dict[tuple[str, bytes], list[Span]]:
    """The timeline of every slot by the definition, without any order of arrival."""
    slots: dict[tuple[str, bytes], list[Arrival]] = {}
    for one in given:
        slots.setdefault(one.slot, []).append(one)
    return {slot: _spans(some) for slot, some in slots.items()}


def _spans(given: Sequence[Arrival]) -> list[Span]:
    edges = sorted({edge for one in given for edge in (one.since, one.until)})
    ends = [*edges[1:], FOREVER]
    shown = [winner(given, edge) for edge in edges]
    contents = [None if who is None else who.content for who in shown]
    return merged(list(zip(edges, ends, contents, strict=True)))


def merged(spans: Sequence[Span]) -> list[Span]:
    """Spans without those that are empty or say nothing new."""
    result: list[Span] = []
    for start, end, content in spans:
        if start >= end:
            continue
        before = result[-1][2] if result else None
        if content != before:
            result.append((start, end, content))
        elif result:
            result[-1] = (result[-1][0], end, content)
    return result


def history(chance: Random, most: int = 8) -> list[Arrival]:
    """A few proposals for a few keys."""
    keys = chance.choice([["one"], ["many"], ["guarded"], ["many guarded"], ["one", "one/2", "many", "guarded"]])
    width = chance.choice([2, 5, 2 * NOW])  # of the times: the narrower, the more of them are equal
    drawn = [_arrival(chance, chance.choice(keys), width) for _ in range(chance.randint(1, most))]
    if chance.random() < 0.2:
        drawn.append(chance.choice(drawn))  # the same proposal twice
    if chance.random() < 0.3:
        drawn.append(_twin(chance, chance.choice(drawn)))
    return drawn


def _arrival(chance: Random, key: str, width: int) -> Arrival:
    low = chance.randint(0, 2 * NOW - width)
    nu, since, until = (chance.randint(low, low + width) for _ in range(3))
    since = nu if chance.random() < 0.5 else since
    return Arrival(
        key=key,
        value=chance.choice(VALUES[: chance.choice([1, 2, len(VALUES)])]),
        nu=nu,
        since=since,
        until=until if since < until and chance.random() < 0.6 else FOREVER,
        said_at=chance.choice([nu, nu, chance.randint(0, 3)]),
        ordinal=chance.randint(0, 2),
        authority=chance.choice(AUTHORITIES),
        name=chance.choice(NAMES),
        retracts=chance.random() < 0.2,
    )


def _twin(chance: Random, one: Arrival) -> Arrival:
    """The same but for one thing, so that only the end of the order tells them apart."""
    changes: list[dict[str, Any]] = [
        {"ordinal": one.ordinal + 1},
        {"name": chance.choice(NAMES)},
        {"value": chance.choice(VALUES)},
        {"confidence": 0.5},
        {"authority": chance.choice(AUTHORITIES)},
        {"said_at": one.said_at + 1},
        {"retracts": not one.retracts},
        {"until": one.since + 1},
    ]
    return msgspec.structs.replace(one, **chance.choice(changes))
