"""Small graphs: knots of transactions that must each come before the other, and short circles in them."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias, TypeVar

import rustworkx

from memtxn.testkit.isolation.dependencies import Dependency, Sort

Circle: TypeAlias = list[Dependency]
"""Each one's ``then`` is the next one's ``first``, all around."""

Thing = TypeVar("Thing")

_CHUNK = 100_000
_EFFORT = 5_000_000
"""How many steps a search for the best circle may take before it is content with a good one."""

ANTI = Sort.RW | Sort.SCAN_RW


def knots(count: int, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The groups of more than one number below ``count`` in which all reach one another."""
    graph = rustworkx.PyDiGraph[None, None]()
    graph.add_nodes_from([None] * count)
    waiting = iter(edges)
    while chunk := list(islice(waiting, _CHUNK)):
        graph.add_edges_from_no_data(chunk)
    return [list(group) for group in rustworkx.strongly_connected_components(graph) if len(group) > 1]


class Knot:
    """Transactions that all reach one another, and their dependencies."""

    def __init__(self, dependencies: Iterable[Dependency]) -> None:
        best: dict[tuple[int, int, Sort], Dependency] = {}
        for dependency in dependencies:
            best.setdefault(dependency[:3], dependency)
        self.dependencies = sorted(best.values(), key=lambda dependency: dependency[:3])
        self.members = sorted({number for d in self.dependencies for number in d[:2]})

    def within(self, sorts: Sort) -> list[Knot]:
        """The smaller knots that are left when only dependencies of these sorts count."""
        numbers = {member: number for number, member in enumerate(self.members)}
        kept = [d for d in self.dependencies if d.sort & sorts]
        label: dict[int, int] = {}
        groups = knots(len(numbers), ((numbers[d.first], numbers[d.then]) for d in kept))
        for name, group in enumerate(groups):
            label.update((self.members[number], name) for number in group)
        parts: list[list[Dependency]] = [[] for _ in groups]
        for d in kept:
            if d.first in label and label[d.first] == label.get(d.then):
                parts[label[d.first]].append(d)
        return [Knot(part) for part in parts]

    def circle(self) -> Circle:
        """A short one. It takes the simplest dependency between two transactions."""
        ways = _ways(self.dependencies)
        found: list[Circle] = []
        for start in self._some(self.members):
            path = _path(ways, start, start)
            if path is not None:
                found.append(path)
        return min(found, key=len)

    def single(self) -> Circle | None:
        """A circle with one anti-dependency."""
        others = [d for d in self.dependencies if not d.sort & ANTI]
        ways = _ways(others)
        for anti in self._some([d for d in self.dependencies if d.sort & ANTI]):
            path = _path(ways, anti.then, anti.first)
            if path is not None:
                return [anti, *path]
        return None

    def nonadjacent(self) -> Circle | None:
        """A way around, with anti-dependencies of which no two follow one another.

        In the doubled graph a transaction that an anti-dependency led to is another place, which no
        anti-dependency leaves.
        """
        doubled = [
            Dependency(2 * d.first + after, 2 * d.then + bool(d.sort & ANTI), d.sort, d.key, d.length)
            for d in self.dependencies
            for after in range(1 if d.sort & ANTI else 2)
        ]
        parts = [part for part in Knot(doubled).within(~Sort(0)) if any(d.sort & ANTI for d in part.dependencies)]
        if not parts:
            return None
        part = min(parts, key=lambda part: len(part.members))
        ways = _ways(part.dependencies)
        anti = next(d for d in part.dependencies if d.sort & ANTI)
        path = _path(ways, anti.then, anti.first)
        assert path is not None, "in a knot all reach one another"
        return [d._replace(first=d.first // 2, then=d.then // 2) for d in (anti, *path)]

    def _some(self, things: Sequence[Thing]) -> Iterator[Thing]:
        """As many of them as a search from each can be afforded."""
        return islice(things, max(1, _EFFORT // len(self.dependencies)))


def _ways(dependencies: Iterable[Dependency]) -> dict[int, list[Dependency]]:
    """The ways out of each transaction."""
    ways: dict[int, list[Dependency]] = defaultdict(list)
    for dependency in dependencies:
        ways[dependency.first].append(dependency)
    return ways


def _path(ways: dict[int, list[Dependency]], start: int, goal: int) -> Circle | None:
    """A shortest path; from a transaction back to itself it takes at least one step."""
    came: dict[int, Dependency] = {}
    waiting = deque([start])
    while waiting and goal not in came:
        for dependency in ways.get(waiting.popleft(), ()):
            if dependency.then not in came:
                came[dependency.then] = dependency
                waiting.append(dependency.then)
    if goal not in came:
        return None
    path = [came[goal]]
    while path[0].first != start:
        path.insert(0, came[path[0].first])
    return path
