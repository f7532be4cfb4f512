"""Circles: transactions of which each must come before itself, and the name of the worst that is among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TypeAlias

from memtxn.testkit.isolation.anomaly import Anomaly, Kind, Notebook
from memtxn.testkit.isolation.dependencies import (
    DATA,
    Chain,
    Dependency,
    Sort,
    of_reader,
    of_time,
    of_writers,
)
from memtxn.testkit.isolation.footprint import Footprint
from memtxn.testkit.isolation.graph import Circle, Knot, knots
from memtxn.testkit.isolation.versions import Versions

Look: TypeAlias = Callable[[int, Footprint], None]

_NO_SCANS = Sort.WW | Sort.WR | Sort.RW


def find_circles(versions: Versions, notebook: Notebook, look: Look, *, realtime: bool) -> None:
    """Note the worst of each knot of transactions. ``look`` is shown each footprint on the way."""
    history = versions.history
    time = Chain(history if realtime else ())
    edges = chain(((d.first, d.then) for d in _data(versions, look)), time.edges())
    found = knots(len(history) + time.count, edges)
    label = {number: name for name, group in enumerate(found) for number in group if number < len(history)}
    for group, dependencies in _parts(versions, label):
        late = of_time(history, group) if realtime else ()
        _judge(versions, notebook, Knot(chain(dependencies, late)))


def _data(versions: Versions, look: Look | None = None) -> Iterator[Dependency]:
    """Every dependency that a key is the reason of."""
    for key, line in versions.lines.items():
        yield from of_writers(key, line)
    for number in range(len(versions.history)):
        footprint = versions.footprint(number)
        if look is not None:
            look(number, footprint)
        yield from of_reader(versions, number, footprint)


def _parts(versions: Versions, label: dict[int, int]) -> Iterable[tuple[list[int], list[Dependency]]]:
    """The members of each knot, and their dependencies: looked up again, for most histories have no knots."""
    parts: dict[int, tuple[list[int], list[Dependency]]] = {}
    for number, name in label.items():
        parts.setdefault(name, ([], []))[0].append(number)
    for dependency in _data(versions) if parts else ():
        name = label.get(dependency.first, -1)
        if name != -1 and name == label.get(dependency.then):
            parts[name][1].append(dependency)
    return parts.values()


def _judge(versions: Versions, notebook: Notebook, knot: Knot) -> None:
    """Note the worst circle of each knot of data; and one that only time closes, if that is worse still."""
    worst = len(LADDER)
    for part in knot.within(DATA):
        rank, circle = next(_climb(part, Sort(0), len(LADDER)))
        _note(versions, notebook, LADDER[rank][0], circle)
        worst = min(worst, rank)
    for rank, circle in _climb(knot, Sort.TIME, worst):
        _note(versions, notebook, LADDER[rank][0].realtime, circle)
        break


def _climb(knot: Knot, time: Sort, end: int) -> Iterator[tuple[int, Circle]]:
    """Circles by rank, the worst first, up to the rank ``end``."""
    for rank, (_, search) in enumerate(LADDER[:end]):
        circle = search(knot, time)
        if circle is not None:
            yield rank, circle


def _short(sorts: Sort) -> Search:
    """A search for a short circle of these sorts."""

    def search(knot: Knot, time: Sort) -> Circle | None:
        return min((part.circle() for part in knot.within(sorts | time)), key=len, default=None)

    return search


def _single(knot: Knot, time: Sort) -> Circle | None:
    return _first(part.single() for part in knot.within(DATA | time))


def _nonadjacent(knot: Knot, time: Sort) -> Circle | None:
    return _first(part.nonadjacent() for part in knot.within(DATA | time))


def _first(circles: Iterable[Circle | None]) -> Circle | None:
    return next((circle for circle in circles if circle is not None), None)


Search: TypeAlias = Callable[[Knot, Sort], Circle | None]

LADDER: list[tuple[Kind, Search]] = [
    (Kind.G0, _short(Sort.WW)),
    (Kind.G1C, _short(Sort.WW | Sort.WR)),
    (Kind.G_SINGLE, _single),
    (Kind.G_NONADJACENT, _nonadjacent),
    (Kind.G2_ITEM, _short(_NO_SCANS)),
    (Kind.G2, _short(DATA)),
]
"""The worst first; each search is told whether time counts, and relies on those before to have found nothing."""


# -- in words ------------------------------------------------------------------------------------------


def _note(versions: Versions, notebook: Notebook, kind: Kind, circle: Circle) -> None:
    if notebook.wants(kind):
        ids = tuple(versions.history[d.first].id for d in circle)
        notebook.keep(Anomaly(kind, ids, "\n".join(_told(versions, circle))))


def _told(versions: Versions, circle: Circle) -> Iterator[str]:
    yield " → ".join(versions.history[d.first].id for d in [*circle, circle[0]])
    for number in dict.fromkeys(d.first for d in circle):
        yield f"  {versions.history[number]}"
    for d in circle:
        yield f"  {_because(versions, d)}"


def _because(versions: Versions, d: Dependency) -> str:
    """Why one comes before the other, as a sentence."""
    first, then = versions.history[d.first], versions.history[d.then]
    head = f"{first.id} comes before {then.id} ({d.sort.name}):"
    if d.sort is Sort.TIME:
        return f"{head} it was over {then.began - (first.ended or 0)} ns before that one began"
    line = versions.lines[d.key]
    if d.sort is Sort.WW:
        return f"{head} {then.id} appended to {d.key} next, after what {first.id} had appended"
    if d.sort is Sort.WR:
        return f"{head} {then.id} read {d.key} {list(line.longest[: d.length])}, whose last value it appended"
    how = "read" if d.sort is Sort.RW else "scanned"
    return f"{head} it {how} {d.key} {list(line.longest[: d.length])}, to which {then.id} appended next"
