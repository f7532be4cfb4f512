"""Guards: what one begins with (A₀), which are open, and what brings a memory back to A₀. Pure.

A₀ is small whatever the size of the memory: the last record, its link, and a hash of the digest of all open
steps. To go back to it is one more record, whose effects are the inverse of what was written since: history is
never cut. A key that came into being meanwhile shows nothing then, and keeps one step that says so, for its
version must never be given out again. `is_projected` leaves such a step out, so that the digest of the rest is
A₀'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter

import msgspec

from memtxn.core.proof import LINK_SIZE
from memtxn.model.belief import State
from memtxn.model.effect import Phase
from memtxn.model.record import (
    BeliefOp,
    CloseOp,
    GuardOp,
    Kind,
    OpenOp,
    PendOp,
    Record,
    SettleOp,
    StateOp,
    SuspectOp,
    place,
)
from memtxn.model.rows import Head, StepRow

_WIDTH = 8

LIMIT = 64
"""Shared guards that may be open in one memory at a time."""


class Epoch(msgspec.Struct, frozen=True):
    """A guard that is open, by the record with which it began. Its number is the fencing epoch: it only grows."""

    begin: int
    shared: bool


def open_guards(guards: bytes) -> tuple[Epoch, ...]:
    """The guards that a head says are open, in the order in which they began."""
    numbers = (int.from_bytes(guards[at : at + _WIDTH], "big") for at in range(0, len(guards), _WIDTH))
    return tuple(Epoch(number >> 1, bool(number & 1)) for number in numbers)


def guards_after(guards: bytes, record: Record) -> bytes:
    """What the head says of guards after one more record."""
    if record.kind is not Kind.GUARD:
        return guards
    found = {one.begin: one for one in open_guards(guards)}
    for op in record.ops:
        if isinstance(op, GuardOp) and op.phase is Phase.BEGIN:
            found[op.begin] = Epoch(op.begin, op.shared)
        elif isinstance(op, GuardOp):
            found.pop(op.begin, None)
    return b"".join((one.begin << 1 | one.shared).to_bytes(_WIDTH, "big") for one in found.values())


def exclusive(guards: bytes) -> Epoch | None:
    """The guard under which alone may be written, if one is open."""
    return next((one for one in open_guards(guards) if not one.shared), None)


def is_under(record: Record, begin: int) -> bool:
    """Whether a record was written under a guard."""
    return any(isinstance(op, GuardOp) and op.phase is Phase.UNDER and op.begin == begin for op in record.ops)


def fenced_off(guards: bytes, record: Record) -> int:
    """The guard that forbids a record; 0 when none does. A recovery changes nothing that one protects."""
    held = exclusive(guards)
    free = held is None or record.kind in (Kind.GUARD, Kind.RECOVER, Kind.REKEY) or is_under(record, held.begin)
    return 0 if free or held is None else held.begin


# -- A₀ ------------------------------------------------------------------------------------------------


def digest_hash(digest: bytes) -> bytes:
    """What A₀ keeps of a digest."""
    return blake2b(digest, digest_size=LINK_SIZE, person=b"memtxn-guard").digest()


def begun(head: Head, *, shared: bool) -> GuardOp:
    """The effect by which a guard begins on a head: A₀."""
    return GuardOp(
        Phase.BEGIN, head.seq + 1, head.seq, head.link, digest_hash(head.digest), head.keys, shared=shared
    )


def is_projected(start: GuardOp, kid: int, bid: int) -> bool:
    """Whether an open step counts when a memory is compared with A₀."""
    return bool(bid) or kid <= start.keys


# -- back to A₀ ----------------------------------------------------------------------------------------


class Back(msgspec.Struct):
    """The steps that close and open on the way back to A₀. ``before`` are steps of A₀ that open again."""

    closed: list[StepRow] = []
    opened: list[OpenOp] = []
    before: list[StepRow] = []

    @property
    def ops(self) -> Iterator[CloseOp | OpenOp]:
        """The effects."""
        for row in self.closed:
            yield CloseOp(row.kid, row.slot, row.vf, row.s0)
        yield from self.opened


def steps_back(before: Iterable[StepRow], now: Iterable[StepRow]) -> Back:
    """From the timelines of all keys that were written since to those of A₀; both in order of key."""
    back, stood = Back(), {kid: list(rows) for kid, rows in groupby(before, attrgetter("kid"))}
    for kid, rows in groupby(now, attrgetter("kid")):
        _key_back(back, stood.get(kid, ()), list(rows))
    return back


def _key_back(back: Back, before: Sequence[StepRow], now: Sequence[StepRow]) -> None:
    """If anything changes one step opens at least: it carries the new version."""
    ver = max(row.ver for row in now) + 1
    stand = {_shows(row) for row in now}
    wanted = {_shows(row) for row in before}
    gone = [row for row in now if _shows(row) not in wanted]
    come = [row for row in before if _shows(row) not in stand]
    if (not gone and not come) or not any(row.bid for row in (*before, *now)):
        return
    if not before:  # it shows nothing, and shows that from where it began
        first = gone[0]
        back.opened.append(OpenOp(first.kid, first.slot, first.vf, 0, ver))
    elif not come:
        kept = next(row for row in now if _shows(row) in wanted)
        gone, come = [*gone, kept], [kept]
    back.closed += gone
    back.opened += [OpenOp(row.kid, row.slot, row.vf, row.bid, ver) for row in come]
    back.before += come


def _shows(row: StepRow) -> tuple[int, int, int]:
    return row.slot, row.vf, row.bid


class Since(msgspec.Struct):
    """What was written since A₀: keys, new beliefs, states and marks as they now are, proposals that waited."""

    records: int = 0
    last: int = 0
    kids: set[int] = set()
    filed: dict[tuple[int, int], None] = {}
    states: dict[tuple[int, int], State] = {}
    marks: dict[tuple[int, int], bool] = {}
    places: dict[int, None] = {}

    def add(self, record: Record) -> None:
        """The next record."""
        self.records, self.last = self.records + 1, record.seq
        for op in record.ops:
            match op:
                case OpenOp() | CloseOp():
                    self.kids.add(op.kid)
                case BeliefOp():
                    self.filed[op.kid, place(record.seq, op.ord)] = None
                case StateOp():
                    self.states[op.kid, op.bid] = op.state
                case SuspectOp():
                    self.marks[op.kid, op.bid] = op.suspect
                case PendOp() | SettleOp():
                    self.places[op.place] = None


def states_back(since: Since, before: Mapping[tuple[int, int], State]) -> Iterator[StateOp]:
    """What becomes of beliefs and sources: new ones are revoked, others have the state again that they had."""
    for kid, bid in since.filed:
        if since.states.get((kid, bid)) not in (State.REVOKED, State.ERASED):
            yield StateOp(kid, bid, State.REVOKED)
    for one, state in since.states.items():
        then = before.get(one, State.ADMITTED)
        if one not in since.filed and state is not then and state is not State.ERASED:
            yield StateOp(*one, then)
