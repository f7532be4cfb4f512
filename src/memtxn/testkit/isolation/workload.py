"""Workloads: random transactions over few hot keys, which give way to fresh ones before their lists get long."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, TypeAlias

import msgspec

from memtxn.testkit.isolation.history import group_of

What: TypeAlias = Literal["read", "append", "scan", "undone"]


class Step(msgspec.Struct, frozen=True):
    """What a transaction does to a key, or to the whole group of it.

    ``undone`` is an append that is taken back at once, by a savepoint.
    """

    what: What
    key: str

    @property
    def group(self) -> str:
        """The group of its key."""
        return group_of(self.key)


class Workload(msgspec.Struct, frozen=True, kw_only=True):
    """How clients behave. ``slots`` groups are in use at a time, of ``keys`` keys each, the first the hottest.

    A group gives way to the next one of its slot when a list of it has ``full`` values. ``weights`` are those
    of read, append, scan and undone; ``glances`` is the share of single reads outside any transaction, and
    ``given_up`` that of transactions whose client changes its mind.
    """

    slots: int = 3
    keys: int = 8
    full: int = 30
    steps: int = 6
    weights: tuple[int, int, int, int] = (9, 9, 2, 1)
    glances: float = 0.05
    given_up: float = 0.03

    def steps_of(self, chance: Random, groups: Sequence[str]) -> list[Step]:
        """What the next transaction does."""
        kinds: tuple[What, ...] = ("read", "append", "scan", "undone")
        count = chance.randint(1, self.steps)
        return [Step(what, self.key(chance, groups)) for what in chance.choices(kinds, self.weights, k=count)]

    def key(self, chance: Random, groups: Sequence[str]) -> str:
        """A key, of the first ones of a group more often than of the last."""
        number = int(self.keys * chance.random() ** 2)
        return f"{chance.choice(groups)}/{number}"


class Groups:
    """The groups in use, ``slot.generation``. Threads share it; one that is a little behind does no harm."""

    def __init__(self, workload: Workload, generations: Sequence[int] = ()) -> None:
        self._full = workload.full
        self.generations = [*generations] or [0] * workload.slots

    @property
    def names(self) -> list[str]:
        """One of each slot."""
        return [f"{slot}.{generation}" for slot, generation in enumerate(self.generations)]

    def seen(self, key: str, length: int) -> None:
        """A key has a list of that length: is its group still good?"""
        if length >= self._full:
            slot, _, generation = group_of(key).partition(".")
            self.advance([0] * int(slot) + [int(generation) + 1])

    def advance(self, generations: Sequence[int]) -> None:
        """Somebody is there already."""
        for slot, generation in enumerate(generations):
            self.generations[slot] = max(self.generations[slot], generation)
