"""Intent: which beliefs and sources get which state, before constraints are asked.

`revoking` follows from what is meant to all that falls; `undoing` is the inverse of each effect of a record, as
far as nothing has changed it since.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from memtxn.core.repair import GONE, Bond, Fall, Ground, falling, standing_again
from memtxn.engine.repair.graph import SOURCE, Stored
from memtxn.engine.repair.target import Target
from memtxn.model.belief import BeliefType, State
from memtxn.model.record import PendOp, Record, RefusalBody, SettleOp, StateOp, SuspectOp, locate, public_id
from memtxn.model.rows import SettledRow
from memtxn.ports.storage import LATEST

Cascade = bool | Literal["reads"]


class Change(msgspec.Struct, frozen=True):
    """A belief, the state that it gets, and why (see `model.repair.Affected`)."""

    bond: Bond
    state: State
    because: str
    cause: int = 0


class Intent(msgspec.Struct):
    """What is to become of beliefs by their places, of sources, of marks, and of what waits."""

    changes: dict[int, Change] = {}
    sources: dict[int, State] = {}
    marks: dict[int, tuple[Bond, bool, int]] = {}
    withheld: dict[int, tuple[Bond, int]] = {}
    settled: dict[int, SettleOp] = {}
    reopened: dict[int, None] = {}
    readers: dict[int, dict[int, None]] = {}

    @property
    def empty(self) -> bool:
        """Whether nothing changes."""
        return not (self.changes or self.sources or self.marks or self.settled or self.reopened)


def revoking(graph: Stored, target: Target, cascade: Cascade) -> Intent:
    """What becomes of all that should never have been believed."""
    intent, lost = Intent(), list[int]()
    if target.sort == "source":
        lost.append(target.where)
        if graph.state(SOURCE, target.where) is not State.REVOKED:
            intent.sources[target.where] = State.REVOKED
        meant: list[Bond] = []
    else:
        places = [target.where] if target.sort == "belief" else graph.beliefs_of(target.where)
        meant = list(graph.bonds(places))
        if cascade is not False:  # what rests on one that fell before may stand yet
            lost += [bond.bid for bond in meant if not bond.stands]
    fallen = falling(graph, meant, lost, cascade=cascade is not False, reads=cascade == "reads")
    _fell(intent, fallen)
    for bond in meant:
        if bond.state is State.QUARANTINED:
            intent.changes[bond.bid] = Change(bond, State.REVOKED, "meant")
            _settle_waiting(graph, intent, bond)
    _mark(graph, intent, fallen, lost, cascade=cascade is not False)
    return intent


def undoing(graph: Stored, record: Record) -> Intent:
    """The inverse of what a record did, as far as it stands."""
    intent = Intent()
    meant = list(graph.bonds(graph.beliefs_of(record.seq)))
    again: dict[int, Change] = {}
    for op in record.ops:
        if isinstance(op, StateOp) and graph.history(op.kid, op.bid)[-1:] and _stands(graph, op, record.seq):
            _turned_back(graph, intent, op, record.seq, meant, again)
        elif isinstance(op, PendOp):
            _withdrawn(graph, intent, op, record.seq)
        elif isinstance(op, SettleOp):
            _reopened(graph, intent, op)
    lost = [where for where, state in intent.sources.items() if state is State.REVOKED]
    back = [where for where, state in intent.sources.items() if state is State.ADMITTED]
    fallen = falling(graph, meant, lost, cascade=False, reads=False)
    _fell(intent, fallen)
    for bid in fallen:
        if graph.state(fallen[bid].bond.kid, bid, record.seq) is State.QUARANTINED:
            intent.changes[bid] = Change(fallen[bid].bond, State.QUARANTINED, "meant")
    stand, lacking = standing_again(
        graph, {bid: change.bond for bid, change in again.items()}, [*fallen, *lost], back, record.seq
    )
    intent.changes |= {bid: again[bid] for bid in again if bid in stand}
    intent.withheld |= {bid: (again[bid].bond, place) for bid, place in lacking.items()}
    _unmarked(graph, intent, record)
    _mark(graph, intent, fallen, lost, cascade=False)
    return intent


# -- parts ---------------------------------------------------------------------------------------------


def _fell(intent: Intent, fallen: dict[int, Fall]) -> None:
    for bid, fall in fallen.items():
        because = "derived_from_revoked" if fall.aside else "read" if fall.read else "support"
        state = State.QUARANTINED if fall.aside else State.REVOKED
        intent.changes[bid] = Change(fall.bond, state, because if fall.cause else "meant", fall.cause)


def _stands(graph: Stored, op: StateOp, seq: int) -> bool:
    """Whether what a record made of a belief's state is what it is."""
    return graph.history(op.kid, op.bid)[-1].seq == seq


def _turned_back(
    graph: Stored, intent: Intent, op: StateOp, seq: int, meant: list[Bond], again: dict[int, Change]
) -> None:
    """One change of state the other way round: the belief falls again, stands again, or is retracted or not."""
    prior = graph.state(op.kid, op.bid, seq)
    if op.kid == SOURCE:
        intent.sources[op.bid] = prior
        return
    bond = graph.bond(op.bid)
    assert bond is not None
    if prior in (State.REVOKED, State.QUARANTINED) and bond.stands:
        meant.append(bond)
    elif not bond.stands:
        again[op.bid] = Change(bond, prior, "restored")
    else:
        intent.changes[op.bid] = Change(bond, prior, "restored")


def _withdrawn(graph: Stored, intent: Intent, op: PendOp, seq: int) -> None:
    """What a record let wait waits no longer; it becomes what it was before, if that was decided."""
    waits = graph.reader.pending(graph.mem, op.place)
    if not waits or waits[-1][0].seq != seq or waits[-1][1] is not None:
        return
    before = [settled.state for _, settled in waits if settled is not None]
    intent.settled[op.place] = SettleOp(op.place, seq, before[-1] if before else State.REJECTED)


def _reopened(graph: Stored, intent: Intent, op: SettleOp) -> None:
    """What a record settled waits again, unless it does so already."""
    waits: Sequence[tuple[object, SettledRow | None]] = graph.reader.pending(graph.mem, op.place)
    if waits and waits[-1][1] is not None:
        intent.reopened[op.place] = None


def _settle_waiting(graph: Stored, intent: Intent, bond: Bond) -> None:
    """The copy of a belief that was put aside is decided with it."""
    for row, _ in graph.reader.refusals(graph.mem, bond.name):
        body = graph.records.body(row.place)
        waits = graph.reader.pending(graph.mem, row.place)
        if (
            isinstance(body, RefusalBody)
            and body.proposal == public_id(bond.bid)
            and waits
            and waits[-1][1] is None
        ):
            intent.settled[row.place] = SettleOp(row.place, waits[-1][0].seq, State.REJECTED)


def _mark(graph: Stored, intent: Intent, fallen: dict[int, Fall], lost: Iterable[int], *, cascade: bool) -> None:
    """Whoever had read what falls is told, and what they wrote then is suspect; so is what still rests on it."""
    ground = Ground(graph, [*fallen, *lost])
    doubted: list[tuple[Bond, int]] = []
    bonds = [fall.bond for fall in fallen.values()]
    if not cascade:
        rest = [bond for bond in graph.children([*fallen]) if ground.cause(bond) and not ground.bears(bond)]
        doubted += [(bond, ground.cause(bond)) for bond in rest if bond.bid not in fallen]
    doubted += [(bond, read.bid) for read, bond in graph.readers(bonds)]
    intent.readers = {seq: read for seq, read in graph.read_by.items() if not _falls_whole(graph, seq, fallen)}
    doubted = [(bond, cause) for bond, cause in doubted if bond.stands and bond.bid not in intent.changes]
    marks = graph.reader.suspects(graph.mem, [(bond.kid, bond.bid) for bond, _ in doubted], LATEST)
    already = {row.bid: row.suspect for row in marks}
    for bond, cause in doubted:
        if not already.get(bond.bid, False) and bond.bid not in intent.marks:
            intent.marks[bond.bid] = (bond, True, cause)


def _falls_whole(graph: Stored, seq: int, fallen: dict[int, Fall]) -> bool:
    """Whether all that a record holds was meant itself: it is no reader then, but what is undone."""
    places = graph.beliefs_of(seq)
    return bool(places) and all(bid in fallen and not fallen[bid].cause for bid in places)


def _unmarked(graph: Stored, intent: Intent, record: Record) -> None:
    """The marks that a record made are taken back, and those that it took back are made again."""
    ops = [op for op in record.ops if isinstance(op, SuspectOp)]
    rows = graph.reader.suspects(graph.mem, [(op.kid, op.bid) for op in ops], LATEST)
    last = {row.bid: row for row in rows}
    for op in ops:
        bond = graph.bond(op.bid)
        if bond is not None and last[op.bid].seq == record.seq:
            intent.marks[op.bid] = (bond, not op.suspect, 0)


def untaken_of(graph: Stored, intent: Intent) -> dict[str, list[tuple[int, int]]]:
    """(belief, record) of what the retractions that fall had taken back, by the names of their keys."""
    found: dict[str, list[tuple[int, int]]] = {}
    for change in list(intent.changes.values()):
        bond = change.bond
        if change.state in GONE and bond.type is BeliefType.RETRACTION:
            seq, _ = locate(bond.bid)
            for op in graph.records.record(seq).ops:
                if isinstance(op, StateOp) and op.kid == bond.kid and op.state is State.RETRACTED:
                    found.setdefault(bond.name, []).append((op.bid, seq))
    return found
