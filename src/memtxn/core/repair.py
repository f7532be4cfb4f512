"""Repair: what falls when something should never have been believed, and what shows again.

Pure: it is told what is meant and asks a `Graph` for the rest. Whatever has another leg to stand on stays, and
what shows again is what the timeline of all that stands shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Protocol

import msgspec

from memtxn.core.replan import CONTENDING, difference
from memtxn.core.timeline import Step, retracts, timeline
from memtxn.core.workspace import Replan
from memtxn.model.belief import BeliefType, State
from memtxn.model.rows import StepRow, VersionRow

GONE = frozenset({State.REVOKED, State.QUARANTINED, State.ERASED})
"""Nothing rests on a belief in these states any more."""


class Bond(msgspec.Struct, frozen=True):
    """A belief, and what it rests on: the places of its sources, and of the beliefs that it was derived from."""

    bid: int
    kid: int
    name: str
    type: BeliefType
    state: State
    sources: tuple[int, ...] = ()
    parents: tuple[int, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it is believed at all, be it shown or not."""
        return self.state not in GONE


class Fall(msgspec.Struct, frozen=True):
    """A belief that falls, because of what stands at ``cause`` (0: it was meant itself).

    ``aside``: somebody has to rebuild it, so that it waits. ``read``: what fell was merely read.
    """

    bond: Bond
    cause: int = 0
    aside: bool = False
    read: bool = False


class Graph(Protocol):
    """What rests on what, as it stands."""

    def children(self, places: Sequence[int]) -> Iterable[Bond]:
        """The beliefs that rest on any of these sources and beliefs, whatever their state."""

    def bond(self, place: int) -> Bond | None:
        """The belief at a place; None when there is none."""

    def is_gone(self, place: int) -> bool:
        """Whether a source or a belief was revoked or put aside before."""

    def gone_since(self, place: int, seq: int) -> bool:
        """Whether what happened to a source or a belief last happened after a record."""

    def passes(self, bond: Bond, sources: frozenset[int]) -> bool:
        """Whether the gate lets a belief in on the evidence of these sources alone."""

    def readers(self, bonds: Sequence[Bond]) -> Iterable[tuple[Bond, Bond]]:
        """(what was read, what was written by whoever had read it) of these beliefs."""


class Ground:
    """What is gone and what is left to stand on, while it is being worked out."""

    def __init__(self, graph: Graph, lost: Iterable[int] = (), back: Iterable[int] = ()) -> None:
        self.graph, self._lost, self._back = graph, set(lost), set(back)

    def lose(self, place: int) -> None:
        """Nothing rests on it any more."""
        self._lost.add(place)
        self._back.discard(place)

    def is_gone(self, place: int) -> bool:
        """Whether nothing rests on a source or a belief."""
        return place in self._lost or (place not in self._back and self.graph.is_gone(place))

    def cause(self, bond: Bond, since: int = 0) -> int:
        """The first of the things that a belief rests on that is gone, and went after a record; 0 for none."""
        gone = (place for place in (*bond.sources, *bond.parents) if self.is_gone(place))
        return next((place for place in gone if place in self._lost or self.graph.gone_since(place, since)), 0)

    def left(self, bond: Bond) -> frozenset[int]:
        """The sources that still bear a belief out: not those of what it was derived from and is gone."""
        lost = [self.graph.bond(parent) for parent in bond.parents if self.is_gone(parent)]
        theirs = {source for parent in lost if parent is not None for source in parent.sources}
        return frozenset(one for one in bond.sources if one not in theirs and not self.is_gone(one))

    def bears(self, bond: Bond) -> bool:
        """Whether what is left bears a belief out. A summary of something that is gone has to be made anew."""
        left = self.left(bond)
        return bond.type is not BeliefType.DERIVED and bool(left) and self.graph.passes(bond, left)


def falling(
    graph: Graph, meant: Iterable[Bond], lost: Iterable[int] = (), *, cascade: bool, reads: bool
) -> dict[int, Fall]:
    """All that falls when these beliefs and these sources do, by place, in the order in which it is found.

    Without ``cascade`` only what is meant, and what rests on the sources themselves; with ``reads`` also what was
    written by whoever had read what falls.
    """
    ground = Ground(graph, lost)
    fallen = {bond.bid: Fall(bond) for bond in meant if bond.stands}
    for bid in fallen:
        ground.lose(bid)
    following = [*dict.fromkeys(lost), *(fallen if cascade else ())]
    while following:
        new = {one.bond.bid: one for one in _next(ground, following, fallen)}
        if reads:
            read = [fallen[place].bond for place in following if place in fallen]
            for bond, child in graph.readers(read):
                if child.stands and child.bid not in fallen:
                    new.setdefault(child.bid, Fall(child, bond.bid, read=True))
        fallen |= new
        for bid in new:
            ground.lose(bid)
        following = [*new] if cascade else []
    return fallen


def _next(ground: Ground, following: Sequence[int], fallen: Mapping[int, Fall]) -> Iterable[Fall]:
    for bond in ground.graph.children(following):
        if bond.stands and bond.bid not in fallen and not ground.bears(bond):
            yield Fall(bond, ground.cause(bond), aside=bond.type is BeliefType.DERIVED)


def standing_again(
    graph: Graph, asked: Mapping[int, Bond], lost: Iterable[int], back: Iterable[int], since: int
) -> tuple[Set[int], dict[int, int]]:
    """Which of these beliefs stand again, and of the others what they lack, by their places.

    ``back`` are the sources that stand again with them, ``lost`` what falls at the same time. They fell with
    record ``since``: whatever was gone before was none of what they stood on.
    """
    ground, lacking = Ground(graph, lost, {*asked, *back}), dict[int, int]()
    waits = dict(asked)
    while True:
        without = {bid: ground.cause(bond, since) for bid, bond in waits.items()}
        fall = {bid: place for bid, place in without.items() if place and not ground.bears(waits[bid])}
        if not fall:
            return waits.keys(), lacking
        lacking |= fall
        for bid in fall:
            ground.lose(bid)
            del waits[bid]


class KeyState(msgspec.Struct, frozen=True):
    """A key as it stands: its open steps, its version, all its versions, and the slots of those filed anew."""

    name: str
    rows: tuple[StepRow, ...]
    ver: int
    versions: tuple[VersionRow, ...]
    filed: dict[int, int]
    many: bool
    protected: bool

    def slot(self, version: VersionRow) -> int:
        """The slot in which a version contends."""
        bid = version.belief.bid
        return version.belief.slot or self.filed.get(bid, 0) if self.many else 0


def mended(key: KeyState, states: Mapping[int, State]) -> Replan | None:
    """The change of a key when these of its beliefs have these states; None when its timeline stays as it is."""
    slots: dict[int, list[VersionRow]] = {}
    touched = {key.slot(one) for one in key.versions if one.belief.bid in states}
    for one in key.versions:
        if key.slot(one) in touched:
            slots.setdefault(key.slot(one), []).append(one)
    lines = {slot: _line(key, slot, group, states) for slot, group in slots.items()}
    rows = [row for row in key.rows if row.slot in touched]
    gone, come = difference(rows, lines, {one.belief.bid: one for one in key.versions})
    if not gone and not come:
        return None
    return Replan(key.name, key.versions[0].belief.kid, key.ver, tuple(gone), tuple(come))


def _line(key: KeyState, slot: int, group: Iterable[VersionRow], states: Mapping[int, State]) -> Sequence[Step]:
    """The timeline of what stands in a slot. One that shows nothing any more says so from where it began."""
    stand = [one for one in group if states.get(one.belief.bid, one.state) in CONTENDING]
    steps = timeline(stand, protected=key.protected)
    first = next((row.vf for row in key.rows if row.slot == slot), None)
    return steps if steps or first is None else [Step(first, None)]


def untaken(
    key: KeyState, ended: Iterable[tuple[int, int]], states: Mapping[int, State], seqs: Set[int]
) -> dict[int, State]:
    """The beliefs that are no longer retracted, because all that took them back falls.

    ``ended`` are (belief, the record that says that it was retracted); ``seqs`` the records of the retractions of
    this key that fall.
    """
    stand = [one for one in key.versions if retracts(one) and states.get(one.belief.bid, one.state) in CONTENDING]
    found: dict[int, State] = {}
    for bid, seq in ended:
        version = next((one for one in key.versions if one.belief.bid == bid), None)
        if version is None or seq not in seqs or bid in states:
            continue
        same = [one for one in stand if one.belief.bid >> 20 == seq and key.slot(one) == key.slot(version)]
        if version.state is State.RETRACTED and not same:
            found[bid] = State.ADMITTED
    return found
