"""The life of one memory, as long as one likes: new keys, revisions, late facts, bounded and refused ones.

Each fact has a source of its own, some 130 bytes long, whose words the benchmark makes. The same seed is the same
life.
"""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime, timedelta
from typing import NamedTuple

import memtxn
from benchmarks.workload import Clock

SEED = 20_261_130
ATTRIBUTES = ("start_time", "room", "contact", "status")
MIX = {"new": 55, "revised": 25, "late": 7, "bounded": 8, "refused": 5}
"""Of a hundred proposals. *Late*: seen a month before it is told. *Bounded*: holds for a week."""

MONTH, WEEK = timedelta(days=30), timedelta(days=7)
_PLACES = ("Lisbon", "Oslo", "the north hall", "room", "building C, room", "the annex at gate", "Tartu", "Porto")
_ASIDES = (
    "thanks a lot.",
    "and please bring the slides for the quarterly review.",
    "as we agreed with the people from the other office last week; they will call again before noon.",
    "sorry for the late notice, the trains are not running today and everybody has to come by car instead.",
)


class Told(NamedTuple):
    """One proposal and what it rests on."""

    kind: str
    entity: tuple[str, str]
    attribute: str
    value: str
    text: str
    quote: str
    seen: datetime
    until: datetime | None


class Life:
    """What a memory is told, one fact after the other; ``counted`` says how often what came."""

    def __init__(self, clock: Clock, seed: int = SEED) -> None:
        self._clock, self._chance = clock, random.Random(seed)
        self._kinds, self._weights = list(MIX), list(MIX.values())
        self.counted = Counter[str]()
        self.keys = self.text_bytes = 0

    @property
    def beliefs(self) -> int:
        """How many of the proposals must have been admitted."""
        return self.counted.total() - self.counted["refused"]

    def tell(self) -> Told:
        """The next fact."""
        (kind,) = self._chance.choices(self._kinds, self._weights) if self.keys else ("new",)
        number = self.keys if kind == "new" else self._chance.randrange(self.keys)
        self.keys += kind == "new"
        self.counted[kind] += 1
        told = self._told(kind, number)
        self.text_bytes += len(told.text.encode())
        return told

    def _told(self, kind: str, number: int) -> Told:
        entity, attribute = key(number)
        value = f"{self._chance.choice(_PLACES)} {self._chance.randrange(1, 1000)}"
        quote = f"the {attribute.replace('_', ' ')} of {entity[1]} is now {value}"
        text = f"Note {self.counted.total()}: {quote}, {self._chance.choice(_ASIDES)}"
        now = self._clock.moment
        seen = now - MONTH if kind == "late" else now
        until = now + WEEK if kind == "bounded" else None
        proposed = f"not {value}" if kind == "refused" else value
        return Told(kind, entity, attribute, proposed, text, quote, seen, until)

    def commit(self, memory: memtxn.Memory, count: int) -> memtxn.Receipt:
        """Tell the memory so many facts in one transaction."""
        with memory.transaction(on_reject="skip") as tx:
            for told in [self.tell() for _ in range(count)]:
                source = tx.observe(told.text, speaker="client", at=told.seen)
                evidence = source.quote(told.quote)
                tx.propose(told.entity, told.attribute, told.value, evidence=evidence, valid_to=told.until)
        assert tx.receipt is not None
        return tx.receipt


def key(number: int) -> tuple[tuple[str, str], str]:
    """The entity and the attribute of the key of that number; an entity has four."""
    entity, attribute = divmod(number, len(ATTRIBUTES))
    return ("Meeting", f"client{entity}"), ATTRIBUTES[attribute]
