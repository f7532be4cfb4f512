"""One memory of the oracle as a value: its rows at one moment, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from memtxn.core.proof import origin
from memtxn.errors import Erased, StorageError
from memtxn.model.belief import BeliefType, State
from memtxn.model.record import locate, place
from memtxn.model.rows import (
    NAMELESS,
    RECORD_SHOWN,
    RECORDS_SHOWN,
    BeliefRow,
    BodyRow,
    ClaimRow,
    ClaimView,
    CloseRow,
    ConstraintRow,
    DeclarationRow,
    EdgeRow,
    Entry,
    ErasedRow,
    Head,
    JournalRow,
    KeyRequest,
    KeyRow,
    KeyView,
    MemoryRow,
    PendingRow,
    ReadRow,
    RefileRow,
    RefusalRow,
    SettledRow,
    SourceRow,
    StateRow,
    StepRow,
    StepView,
    SuspectRow,
    VersionRow,
    ViewRequest,
    VisibleRow,
)
from memtxn.model.time import FOREVER
from memtxn.ports.storage import (
    LATEST,
    Standing,
    WrittenRow,
)

Item = TypeVar("Item")


class HeldMemory(msgspec.Struct, frozen=True):
    """One memory at one moment. ``repeats`` holds a fingerprint once for every time it came again."""

    row: MemoryRow
    held_head: Head | None
    journal: Mapping[int, JournalRow] = {}
    bodies: Mapping[int, BodyRow] = {}
    keys: tuple[KeyRow, ...] = ()
    beliefs: Mapping[int, BeliefRow] = {}
    steps: tuple[StepRow, ...] = ()
    states: tuple[StateRow, ...] = ()
    edges: tuple[EdgeRow, ...] = ()
    sources: tuple[SourceRow, ...] = ()
    refusals: tuple[RefusalRow, ...] = ()
    declarations: tuple[DeclarationRow, ...] = ()
    constraints: tuple[ConstraintRow, ...] = ()
    claims: tuple[ClaimRow, ...] = ()
    refiled: tuple[RefileRow, ...] = ()
    pending: tuple[PendingRow, ...] = ()
    settled: tuple[SettledRow, ...] = ()
    suspects: tuple[SuspectRow, ...] = ()
    reads: tuple[ReadRow, ...] = ()
    erased: tuple[ErasedRow, ...] = ()
    repeats: tuple[bytes, ...] = ()

    @property
    def head(self) -> Head:
        """Where it stands. Raises Erased when all of it is gone."""
        if self.held_head is None:
            raise Erased(f"memory {self.row.mem}")
        return self.held_head

    def appended(self, entry: Entry) -> HeldMemory:
        """The memory after one more record."""
        fold, seq = entry.fold, entry.journal.seq
        return msgspec.structs.replace(
            self,
            held_head=entry.head,
            journal={**self.journal, seq: entry.journal},
            bodies={**self.bodies, **{place(seq, body.ord): body for body in entry.bodies}},
            keys=self.keys + fold.keys,
            beliefs={**self.beliefs, **{belief.bid: belief for belief in fold.beliefs}},
            steps=tuple(_closed(step, fold.closed) for step in self.steps) + fold.steps,
            states=self.states + fold.states,
            edges=self.edges + fold.edges,
            sources=self.sources + fold.sources,
            refusals=self.refusals + fold.refusals,
            declarations=self.declarations + fold.declarations,
            constraints=self.constraints + fold.constraints,
            claims=self.claims + fold.claims,
            refiled=self.refiled + fold.refiled,
            pending=self.pending + fold.pending,
            settled=self.settled + fold.settled,
            suspects=self.suspects + fold.suspects,
            reads=self.reads + fold.reads,
            erased=self.erased + fold.erased,
        )

    def repaired(
        self,
        lacking: Iterable[WrittenRow],
        foreign: Iterable[WrittenRow],
        cleared: Collection[type[WrittenRow]],
    ) -> HeldMemory:
        """The memory with other rows in its folds."""
        rows: dict[type[WrittenRow], dict[object, WrittenRow]] = {kind: {} for kind in _KEYS}
        for row in self.written():
            if type(row) not in cleared:
                rows[type(row)][_KEYS[type(row)](row)] = row
        for row in foreign:
            rows[type(row)].pop(_KEYS[type(row)](row), None)
        for row in lacking:
            rows[type(row)][_KEYS[type(row)](row)] = row
        steps = _ended(rows[StepRow], rows.pop(CloseRow))
        fields: dict[str, Any] = {name: tuple(rows[kind].values()) for name, kind in _FIELDS.items()}
        beliefs = {row.bid: row for row in fields.pop("beliefs")}
        return msgspec.structs.replace(self, **fields | {"steps": steps, "beliefs": beliefs})

    def written(self) -> Iterator[WrittenRow]:
        """All rows of all folds, each as a record wrote it."""
        for name in _FIELDS:
            held = getattr(self, name)
            for row in held.values() if name == "beliefs" else held:
                if isinstance(row, StepRow) and row.s1 != FOREVER:
                    yield msgspec.structs.replace(row, s1=FOREVER)
                    yield CloseRow(row.kid, row.slot, row.vf, row.s0, row.s1)
                else:
                    yield row

    def without(self, ranges: Iterable[ErasedRow]) -> HeldMemory:
        """The memory without the body rows at these places; of one that goes whole only the journal stays."""
        gone = list(ranges)
        if any(row.first == 0 for row in gone):
            nameless = f"{NAMELESS}{self.row.mem}"
            row = msgspec.structs.replace(self.row, salt=origin(self.row), name=nameless)
            return HeldMemory(row, None, self.journal, erased=self.erased)
        bodies = {
            where: body
            for where, body in self.bodies.items()
            if not any(row.first <= where <= row.last for row in gone)
        }
        return msgspec.structs.replace(self, bodies=bodies)

    def settlement(self, row: PendingRow) -> SettledRow | None:
        """What became of a proposal that waits, or waited."""
        return next((one for one in self.settled if (one.place, one.since) == (row.place, row.seq)), None)

    def kid(self, name: str) -> int:
        """The number of a key; 0 for an unknown one. Numbers never change, so no ``n`` is asked for."""
        return next((key.kid for key in self.keys if key.name == name), 0)

    def standing(self, kid: int, n: int) -> list[StepRow]:
        """The steps of a key that stand as of ``n``, in order of (slot, vf)."""
        steps = [step for step in self.steps if step.kid == kid and step.s0 <= n < step.s1]
        return sorted(steps, key=attrgetter("slot", "vf"))

    def ver(self, kid: int, n: int) -> int:
        """The version of a key: that of its last step written by then, standing or not."""
        steps = [step for step in self.steps if step.kid == kid and step.s0 <= n]
        return max(steps, key=attrgetter("s0")).ver if steps else 0

    def slot(self, kid: int, vhash: bytes, n: int) -> int | None:
        """The slot of a key whose beliefs have this hash."""
        beliefs = [b for b in self.beliefs.values() if b.kid == kid and locate(b.bid)[0] <= n]
        filed = [row for row in self.refiled if row.kid == kid]
        rows: list[BeliefRow | RefileRow] = [*beliefs, *filed]
        return next((row.slot for row in rows if row.vhash == vhash), None)

    def state(self, bid: int, n: int) -> State:
        """The state of a belief as of ``n``; what was erased later is so as of every record."""
        erased = State.ERASED
        states = [row for row in self.states if row.bid == bid and (row.seq <= n or row.state is erased)]
        return max(states, key=attrgetter("seq")).state if states else State.ADMITTED

    def suspect(self, bid: int, n: int) -> bool:
        """Whether a belief is suspect as of ``n``."""
        marks = [row for row in self.suspects if row.bid == bid and row.seq <= n]
        return bool(marks) and max(marks, key=attrgetter("seq")).suspect

    def version(self, bid: int, n: int) -> VersionRow:
        """A version with all that is told of it."""
        record, body = self.journal[locate(bid)[0]], self.bodies.get(bid)
        salt, data = (None, None) if body is None else (body.salt, body.data)
        state, suspect = self.state(bid, n), self.suspect(bid, n)
        return VersionRow(self.beliefs[bid], state, record.tx, record.at, salt, data, suspect)

    def visible(self, key: KeyRow, n: int, t: int) -> Iterator[VisibleRow]:
        """What a key shows, slot by slot: the last step that has begun at ``t``, unless it shows nothing."""
        for _, slot in groupby(self.standing(key.kid, n), attrgetter("slot")):
            steps = list(slot)
            begun = [step for step in steps if step.vf <= t]
            if not begun or not begun[-1].bid:
                continue
            version = self.version(begun[-1].bid, n)
            if version.belief.type is not BeliefType.RETRACTION:
                ver = self.ver(key.kid, n)
                yield VisibleRow(key.name, version, ver, *self.follows(steps[len(begun) :]), begun[-1].slot)

    def shown(self, step: StepRow) -> Standing:
        """A step with what it shows."""
        belief = self.beliefs.get(step.bid)
        commitment = belief.commitment if belief is not None and belief.kid == step.kid else None
        return step.kid, step.slot, step.vf, step.s0, step.bid, commitment if step.bid else b""

    def follows(self, later: list[StepRow]) -> tuple[int, int]:
        """When the first of these steps begins and what it shows: a retraction shows nothing."""
        if not later:
            return FOREVER, 0
        belief = self.beliefs.get(later[0].bid)
        shows = belief is not None and belief.type is not BeliefType.RETRACTION
        return later[0].vf, later[0].bid if shows else 0

    def claimed(self, rule: int, hash_: bytes) -> Iterator[ClaimView]:
        """Where the beliefs that a constraint finds by this hash are shown."""
        for claim in ordered((c for c in self.claims if (c.rule, c.hash) == (rule, hash_)), "kid", "bid"):
            for vf, until in self.spans(claim.kid, claim.bid, LATEST):
                yield ClaimView(self.version(claim.bid, LATEST), vf, until)

    def clash(self, seq: int) -> bool:
        """Whether record ``seq`` shows something while another key shows the same value of a unique rule."""
        last = {row.name: row for row in self.constraints}
        rules = {row.seq for row in last.values() if row.unique and not row.dropped}
        changed = {step.kid for step in self.steps if step.s0 == seq} if rules else set[int]()
        for claim in self.claims:
            if claim.rule in rules and claim.kid in changed:
                shown = list(self.claimed(claim.rule, claim.hash))
                mine = [(view.vf, view.until) for view in shown if view.version.belief.bid == claim.bid]
                others = [(view.vf, view.until) for view in shown if view.version.belief.kid != claim.kid]
                meet = [(max(a, c), min(b, d)) for a, b in mine for c, d in others if a < d and c < b]
                before = self.spans(claim.kid, claim.bid, seq - 1)
                if any(not any(vf <= start and end <= until for vf, until in before) for start, end in meet):
                    return True
        return False

    def spans(self, kid: int, bid: int, n: int) -> list[tuple[int, int]]:
        """From when and until when a belief stands as of ``n``."""
        steps = self.standing(kid, n)
        return [
            (step.vf, min((one.vf for one in steps[at + 1 :] if one.slot == step.slot), default=FOREVER))
            for at, step in enumerate(steps)
            if step.bid == bid
        ]

    def key_view(self, request: KeyRequest, n: int) -> KeyView:
        """What a plan must know of a key."""
        kid = self.kid(request.name)
        slot = 0 if request.vhash is None else self.slot(kid, request.vhash, n)
        steps = [step for step in self.standing(kid, n) if step.slot == slot]
        seen = [] if request.since is None else _since(steps, request.since)
        shown = tuple(StepView(s.vf, s.s0, self.version(s.bid, n) if s.bid else None) for s in seen)
        return KeyView(kid, self.ver(kid, n), slot, shown)

    def written_by(
        self, request: ViewRequest, keys: Sequence[KeyView]
    ) -> tuple[dict[int, tuple[int, int]], dict[int, bytes | None]]:
        """The newest records of keys whose steps are wanted, and what the records say that wrote these."""
        newest = {}
        for number, (wanted, known) in enumerate(zip(request.keys, keys, strict=True)):
            if known.kid and wanted.since is not None:
                steps = [step.s0 for step in self.steps if step.kid == known.kid]
                beliefs = [locate(b.bid)[0] for b in self.beliefs.values() if b.kid == known.kid]
                newest[number] = (max(steps, default=0), max(beliefs, default=0))
        steps_ = [step for known in keys for step in known.steps]
        seqs = {step.s0 for step in steps_} | {seq for both in newest.values() for seq in both}
        seqs |= {locate(step.shown.belief.bid)[0] for step in steps_ if step.shown}
        shown = sorted(seqs, reverse=True)[:RECORDS_SHOWN]
        data = {seq: self.journal[seq].data for seq in shown if seq in self.journal}
        return newest, {seq: each if len(each) <= RECORD_SHOWN else None for seq, each in data.items()}


_FIELDS: dict[str, type[WrittenRow]] = {
    "keys": KeyRow,
    "beliefs": BeliefRow,
    "steps": StepRow,
    "states": StateRow,
    "edges": EdgeRow,
    "sources": SourceRow,
    "refusals": RefusalRow,
    "declarations": DeclarationRow,
    "constraints": ConstraintRow,
    "claims": ClaimRow,
    "refiled": RefileRow,
    "pending": PendingRow,
    "settled": SettledRow,
    "suspects": SuspectRow,
    "reads": ReadRow,
    "erased": ErasedRow,
}

_KEYS: dict[type[WrittenRow], Callable[[Any], object]] = {
    KeyRow: attrgetter("name"),
    BeliefRow: attrgetter("bid"),
    StepRow: attrgetter("kid", "slot", "vf", "s0"),
    CloseRow: attrgetter("kid", "slot", "vf", "s0"),
    StateRow: attrgetter("kid", "bid", "seq"),
    EdgeRow: attrgetter("parent", "child"),
    SourceRow: attrgetter("id"),
    RefusalRow: attrgetter("fingerprint"),
    DeclarationRow: attrgetter("entity_type", "attribute", "seq"),
    ConstraintRow: attrgetter("name", "seq"),
    ClaimRow: attrgetter("rule", "hash", "kid", "bid"),
    RefileRow: attrgetter("kid", "bid"),
    PendingRow: attrgetter("place", "seq"),
    SettledRow: attrgetter("place", "since"),
    SuspectRow: attrgetter("kid", "bid", "seq"),
    ReadRow: attrgetter("kid", "seq"),
    ErasedRow: attrgetter("first", "last", "seq"),
}
"""By what a row of a kind is found."""


def _ended(steps: Mapping[object, Any], ends: Mapping[object, Any]) -> tuple[StepRow, ...]:
    """The steps with their ends."""
    return tuple(
        msgspec.structs.replace(step, s1=ends[key].s1) if key in ends else step for key, step in steps.items()
    )


def _closed(step: StepRow, closed: Iterable[CloseRow]) -> StepRow:
    """The step, ended if one of these instructions ends it."""
    for close in closed:
        if (step.kid, step.slot, step.vf, step.s0) == (close.kid, close.slot, close.vf, close.s0):
            return msgspec.structs.replace(step, s1=close.s1)
    return step


def _since(steps: list[StepRow], since: int) -> list[StepRow]:
    """The last step that has begun at ``since``, and all later ones."""
    begun = [step for step in steps if step.vf <= since]
    return begun[-1:] + steps[len(begun) :]


def ordered(rows: Iterable[Item], *key: str) -> list[Item]:
    """Rows in order of these fields."""
    return sorted(rows, key=attrgetter(*key))


NOTHING = HeldMemory(MemoryRow(0, b"", "", 0), Head(0, 0, b"", 0, b"", b"", 0))


def refuse_duplicates(memory: HeldMemory, entry: Entry) -> None:
    """A transaction and an idempotency key stand in one record only; a key has one number and one name.

    And what is settled waits.
    """
    waiting = [(row.place, row.seq) for row in memory.pending if memory.settlement(row) is None]
    for row in entry.fold.settled:
        if (row.place, row.since) not in waiting:
            raise StorageError("a proposal that is to be settled does not wait")
    unique: list[tuple[str, Iterable[Any], Iterable[Any]]] = [
        ("transaction", (r.tx for r in memory.journal.values()), [entry.journal.tx]),
        (
            "idempotency key",
            (r.idem for r in memory.journal.values() if r.idem is not None),
            [entry.journal.idem],
        ),
        ("key number", (key.kid for key in memory.keys), [key.kid for key in entry.fold.keys]),
        ("refiled belief", (row.bid for row in memory.refiled), [row.bid for row in entry.fold.refiled]),
        ("key name", (key.name for key in memory.keys), [key.name for key in entry.fold.keys]),
    ]
    for what, old, new in unique:
        if not set(old).isdisjoint(new):
            raise StorageError(f"record {entry.head.seq} repeats a {what}")
