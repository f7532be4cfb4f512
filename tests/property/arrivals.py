"""Any order of arrival, in bulk: ``python -m tests.property.arrivals [how many histories] [first]``.

Each history arrives in several orders, split differently into transactions. Every time it must end in the
timeline of the definition, and every version must stand where it stands in the other orders.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from random import Random

from tests.property.contenders import INSTANTS, NOW, Arrival, history, model
from tests.property.folded import Folded

ALL = 100_000
ORDERS = 3


def arrive(given: Sequence[Arrival], chance: Random) -> Folded:
    """A memory in which these have arrived in a drawn order, in drawn transactions."""
    left, memory = chance.sample(given, len(given)), Folded()
    while left:
        size = chance.choice([1, 1, 2, len(left)])
        memory.commit(left[:size], instant=chance.randint(0, 2 * NOW))
        left = left[size:]
    return memory


def fault(given: Sequence[Arrival], seed: str) -> str | None:
    """What is wrong with a history in some orders of arrival; None: nothing."""
    chance, expected = Random(seed), model(given)
    standings: list[object] = []
    for _ in range(ORDERS):
        memory = arrive(given, chance)
        found = memory.timelines()
        if found != expected:
            return f"it shows\n{found}\nand by the definition\n{expected}"
        t = INSTANTS[len(given) * 7 % len(INSTANTS)]
        standings.append(memory.standings(t))
        if standings[0] != standings[-1]:
            return f"at {t} its versions stand\n{standings[0]}\nor\n{standings[-1]}"
    return None


def smallest(given: list[Arrival], seed: str) -> list[Arrival]:
    """A history that is wrong, without what it can be wrong without."""
    for at in range(len(given)):
        fewer = given[:at] + given[at + 1 :]
        if fewer and fault(fewer, seed):
            return smallest(fewer, seed)
    return given


def check(number: int) -> int:
    """Check the history of a number; how many proposals it has."""
    seed = f"history {number}"
    given = history(Random(seed))
    if fault(given, seed):
        few = smallest(given, seed)
        told = "\n".join(map(repr, few))
        raise AssertionError(f"history {number}:\n{told}\n{fault(few, seed)}")
    return len(given)


def main(count: int, first: int = 0) -> None:
    """Check many. What is found wrong is raised."""
    begun = time.monotonic()
    proposals = sum(check(number) for number in range(first, first + count))
    took = time.monotonic() - begun
    print(f"{count} histories of {proposals} proposals, each in {ORDERS} orders: one timeline; {took:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else ALL, int(sys.argv[2]) if sys.argv[2:] else 0)
