"""The oracle: a storage in plain Python values, naive on purpose and easy to see right.

A memory is one frozen value. A write makes the next value and puts it in place when its block ends, so a
reader keeps its moment by keeping the value it began with, and undoing is forgetting. Every query filters
all rows; nothing is indexed beyond what a dict gives. Other adapters are compared with this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import Any, TypeVar

import msgspec

from memtxn.core.proof import key_fingerprint
from memtxn.errors import Closed, StorageBusy, StorageError
from memtxn.model.belief import BeliefType, State
from memtxn.model.record import FORMAT, locate, place
from memtxn.model.rows import (
    TENANT_BITS,
    BeliefRow,
    BodyRow,
    ClaimRow,
    ClaimView,
    CloseRow,
    ConstraintRow,
    DeclarationRow,
    EdgeRow,
    Entry,
    FoldRow,
    Head,
    JournalRow,
    KeyChange,
    KeyRequest,
    KeyRow,
    KeyView,
    MemoryRow,
    RefileRow,
    RefusalRow,
    SourceRow,
    StateRow,
    StepRow,
    StepView,
    VersionRow,
    View,
    ViewRequest,
    VisibleRow,
)
from memtxn.model.time import FOREVER
from memtxn.ports.ids import Ids
from memtxn.ports.storage import (
    LATEST,
    Columns,
    Counts,
    Facts,
    Meta,
    Reader,
    Shown,
    Standing,
    StepKey,
    Text,
    Writer,
    WrittenRow,
)

Item = TypeVar("Item")


class _Memory(msgspec.Struct, frozen=True):
    """One memory at one moment. ``repeats`` holds a fingerprint once for every time it came again."""

    row: MemoryRow
    head: Head
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
    repeats: tuple[bytes, ...] = ()

    def appended(self, entry: Entry) -> _Memory:
        """The memory after one more record."""
        fold, seq = entry.fold, entry.journal.seq
        return msgspec.structs.replace(
            self,
            head=entry.head,
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
        )

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
        """The state of a belief as of ``n``."""
        states = [row for row in self.states if row.bid == bid and row.seq <= n]
        return max(states, key=attrgetter("seq")).state if states else State.ADMITTED

    def version(self, bid: int, n: int) -> VersionRow:
        """A version with all that is told of it."""
        record, body = self.journal[locate(bid)[0]], self.bodies.get(bid)
        salt, data = (None, None) if body is None else (body.salt, body.data)
        return VersionRow(self.beliefs[bid], self.state(bid, n), record.tx, record.at, salt, data)

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
        for claim in _sorted((c for c in self.claims if (c.rule, c.hash) == (rule, hash_)), "kid", "bid"):
            steps = self.standing(claim.kid, LATEST)
            for at, step in enumerate(steps):
                if step.bid == claim.bid:
                    later = [other.vf for other in steps[at + 1 :] if other.slot == step.slot]
                    yield ClaimView(self.version(step.bid, LATEST), step.vf, min(later, default=FOREVER))

    def clash(self, seq: int) -> bool:
        """Whether a belief of record ``seq`` is shown while another key shows the same value of a unique rule."""
        last = {row.name: row for row in self.constraints}
        rules = {row.seq for row in last.values() if row.unique and not row.dropped}
        for claim in self.claims:
            if claim.rule in rules and locate(claim.bid)[0] == seq:
                shown = list(self.claimed(claim.rule, claim.hash))
                mine = [view for view in shown if view.version.belief.bid == claim.bid]
                others = [view for view in shown if view.version.belief.kid != claim.kid]
                if any(a.vf < b.until and b.vf < a.until for a in mine for b in others):
                    return True
        return False

    def key_view(self, request: KeyRequest, n: int) -> KeyView:
        """What a plan must know of a key."""
        kid = self.kid(request.name)
        slot = 0 if request.vhash is None else self.slot(kid, request.vhash, n)
        steps = [step for step in self.standing(kid, n) if step.slot == slot]
        seen = [] if request.since is None else _since(steps, request.since)
        shown = tuple(StepView(s.vf, s.s0, self.version(s.bid, n) if s.bid else None) for s in seen)
        return KeyView(kid, self.ver(kid, n), slot, shown)


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


def _sorted(rows: Iterable[Item], *key: str) -> list[Item]:
    return sorted(rows, key=attrgetter(*key))


_NOTHING = _Memory(MemoryRow(0, b"", "", 0), Head(0, 0, b"", 0, b"", b"", 0))


class _Reader:
    """Reads the memories of one moment."""

    def __init__(self, memories: Mapping[int, _Memory]) -> None:
        self._alive: Mapping[int, _Memory] | None = memories

    @property
    def _memories(self) -> Mapping[int, _Memory]:
        if self._alive is None:
            raise Closed("the block of this reader has ended")
        return self._alive

    def _of(self, mem: int) -> _Memory:
        """The memory, which must exist."""
        if mem not in self._memories:
            raise StorageError(f"there is no memory {mem}")
        return self._memories[mem]

    def _any(self, mem: int) -> _Memory:
        """The memory, or one that holds nothing."""
        return self._memories.get(mem, _NOTHING)

    def end(self) -> None:
        """Die with the block."""
        self._alive = None

    def memory(self, tenant: int, name: str) -> MemoryRow | None:
        rows = [memory.row for memory in self._memories.values()]
        return next((row for row in rows if row.mem >> TENANT_BITS == tenant and row.name == name), None)

    def every_memory(self, tenant: int) -> Iterator[MemoryRow]:
        rows = [memory.row for memory in self._memories.values() if memory.row.mem >> TENANT_BITS == tenant]
        return iter(_sorted(rows, "mem"))

    def head(self, mem: int) -> Head:
        return self._of(mem).head

    def seq_at(self, mem: int, at: int) -> int:
        return max((row.seq for row in self._any(mem).journal.values() if row.at <= at), default=0)

    def committed(self, mem: int, tx: bytes) -> int | None:
        return next((row.seq for row in self._any(mem).journal.values() if row.tx == tx), None)

    def journal(self, mem: int, first: int, last: int) -> Iterator[JournalRow]:
        rows = [row for row in self._any(mem).journal.values() if first <= row.seq <= last]
        return iter(_sorted(rows, "seq"))

    def bodies(self, mem: int, seq: int) -> list[BodyRow]:
        bodies = self._any(mem).bodies.items()
        return _sorted((body for place_, body in bodies if locate(place_)[0] == seq), "ord")

    def view(self, mem: int, request: ViewRequest, n: int) -> View:
        memory = self._of(mem)
        same = [
            row.seq
            for row in memory.journal.values()
            if row.tx == request.tx or (row.idem is not None and row.idem == request.idem)
        ]
        keys = tuple(memory.key_view(key, n) for key in request.keys)
        sources = {s.id: s.place for s in memory.sources if s.id in request.sources}
        return View(memory.head, min(same, default=None), keys, sources)

    def visible(self, mem: int, name: str, n: int, t: int) -> list[VisibleRow]:
        keys = [key for key in self._any(mem).keys if key.name == name]
        return [row for key in keys for row in self._any(mem).visible(key, n, t)]

    def scan(self, mem: int, prefix: str, n: int, t: int) -> Iterator[VisibleRow]:
        keys = [key for key in self._any(mem).keys if key.name.startswith(prefix)]
        ordered = sorted(keys, key=lambda key: key.name.encode())
        return iter([row for key in ordered for row in self._any(mem).visible(key, n, t)])

    def names(self, mem: int, prefix: str) -> Iterator[str]:
        names = [key.name for key in self._any(mem).keys if key.name.startswith(prefix)]
        return iter(sorted(names, key=str.encode))

    def changed(self, mem: int, prefix: str, n: int) -> Iterator[KeyChange]:
        memory = self._any(mem)
        kids = {key.name: key.kid for key in memory.keys if key.name.startswith(prefix)}
        later = {step.kid for step in memory.steps if step.s0 > n}
        names = sorted((name for name, kid in kids.items() if kid in later), key=str.encode)
        return iter([KeyChange(x, memory.ver(kids[x], n), memory.ver(kids[x], LATEST)) for x in names])

    def versions(self, mem: int, name: str, n: int) -> list[VersionRow]:
        memory = self._any(mem)
        kid = memory.kid(name)
        bids = [b.bid for b in memory.beliefs.values() if b.kid == kid and locate(b.bid)[0] <= n]
        return [memory.version(bid, n) for bid in sorted(bids)]

    def steps(self, mem: int, name: str, n: int) -> list[StepRow]:
        return self._any(mem).standing(self._any(mem).kid(name), n)

    def refiled(self, mem: int, name: str) -> list[RefileRow]:
        memory = self._any(mem)
        return _sorted((row for row in memory.refiled if row.kid == memory.kid(name)), "bid")

    def source(self, mem: int, source_id: str) -> int | None:
        return next((source.place for source in self._any(mem).sources if source.id == source_id), None)

    def refusals(self, mem: int, name: str) -> list[tuple[RefusalRow, int]]:
        memory = self._any(mem)
        rows = _sorted((row for row in memory.refusals if row.name == name), "place")
        return [(row, 1 + memory.repeats.count(row.fingerprint)) for row in rows]

    def declarations(self, mem: int, n: int) -> list[DeclarationRow]:
        rows = [row for row in self._any(mem).declarations if row.seq <= n]
        return _sorted(rows, "seq", "entity_type", "attribute")

    def constraints(self, mem: int, n: int) -> list[ConstraintRow]:
        return _sorted((row for row in self._any(mem).constraints if row.seq <= n), "seq", "name")

    def claims(self, mem: int, rule: int, hash_: bytes) -> list[ClaimView]:
        key = attrgetter("version.belief.kid", "vf")
        return sorted(self._any(mem).claimed(rule, hash_), key=key)

    def counts(self, mem: int) -> Counts:
        memory = self._any(mem)
        retractions = sum(row.type is BeliefType.RETRACTION for row in memory.beliefs.values())
        return Counts(
            records=len(memory.journal),
            keys=len(memory.keys),
            beliefs=len(memory.beliefs) - retractions,
            retractions=retractions,
            sources=len(memory.sources),
            declarations=len(memory.declarations),
        )

    def fold(self, mem: int) -> Iterator[FoldRow]:
        memory = self._any(mem)
        yield from _sorted(memory.keys, "kid")
        yield from _sorted(memory.beliefs.values(), "kid", "bid")
        yield from _sorted(memory.steps, "kid", "slot", "vf", "s0")
        yield from _sorted(memory.states, "kid", "bid", "seq")
        yield from _sorted(memory.edges, "parent", "child")
        yield from _sorted(memory.sources, "id")
        yield from _sorted(memory.refusals, "fingerprint")
        yield from _sorted(memory.declarations, "entity_type", "attribute", "seq")
        yield from _sorted(memory.constraints, "name", "seq")
        yield from _sorted(memory.claims, "rule", "hash", "kid", "bid")
        yield from _sorted(memory.refiled, "kid", "bid")

    def texts(self, mem: int) -> Iterator[Text]:
        bodies = [(locate(place_)[0], body) for place_, body in self._any(mem).bodies.items()]
        return iter(sorted((seq, body.ord, body.salt, body.data) for seq, body in bodies))

    def written(self, mem: int) -> Iterator[tuple[type[WrittenRow], Iterator[Columns]]]:
        steps = self._any(mem).steps
        ends = [CloseRow(step.kid, step.slot, step.vf, step.s0, step.s1) for step in steps if step.s1 != FOREVER]
        rows = [
            msgspec.structs.replace(row, s1=FOREVER) if isinstance(row, StepRow) else row
            for row in self.fold(mem)
        ]
        for kind, same in groupby([*rows, *ends], type):
            yield kind, map(msgspec.structs.astuple, same)

    def standing(self, mem: int) -> Iterator[Standing]:
        steps = [step for step in self._any(mem).steps if step.s1 == FOREVER]
        return iter([self._any(mem).shown(step) for step in _sorted(steps, "kid", "slot", "vf", "s0")])

    def shown(self, mem: int, steps: Sequence[StepKey]) -> Mapping[StepKey, Shown]:
        found = map(self._any(mem).shown, self._any(mem).steps)
        return {step[:4]: step[4:] for step in found if step[:4] in steps}

    def faults(self, mem: int) -> list[str]:
        self._any(mem)
        return []


class _Writer(_Reader):
    """Reads what it has written so far, and writes what comes next."""

    @property
    def outcome(self) -> Mapping[int, _Memory]:
        """All memories as they now are."""
        return self._memories

    def _put(self, memory: _Memory) -> None:
        self._alive = {**self._memories, memory.row.mem: memory}

    def create(self, row: MemoryRow, head: Head) -> None:
        taken = self.memory(row.mem >> TENANT_BITS, row.name) is not None
        if taken or row.mem in self._memories:
            raise StorageError(f"memory {row.mem} or its name exists already")
        self._put(_Memory(row, head))

    def memories(self, tenant: int) -> int:
        return sum(mem >> TENANT_BITS == tenant for mem in self._memories)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        before = self._memories
        try:
            yield
        except BaseException:
            self._alive = before
            raise

    def append(self, mem: int, entry: Entry) -> None:
        memory = self._of(mem)
        if memory.head.seq != entry.head.seq - 1:
            raise StorageError(f"record {entry.head.seq} does not follow the head {memory.head.seq}")
        _refuse_duplicates(memory, entry)
        after = memory.appended(entry)
        if after.clash(entry.head.seq):
            raise StorageError("two keys would show one value of a unique attribute at one time")
        self._put(after)

    def repeat(self, mem: int, fingerprint: bytes) -> int | None:
        memory = self._of(mem)
        places = [row.place for row in memory.refusals if row.fingerprint == fingerprint]
        if not places:
            return None
        self._put(msgspec.structs.replace(memory, repeats=(*memory.repeats, fingerprint)))
        return min(places)


def _refuse_duplicates(memory: _Memory, entry: Entry) -> None:
    """A transaction and an idempotency key stand in one record only; a key has one number and one name."""
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


class MemoryStorage:
    """A storage that lives as long as its object. ``key`` and ``ids`` as for every storage.

    One writer at a time: a second one waits ``busy_timeout`` seconds. Readers wait for nobody.
    """

    def __init__(self, *, ids: Ids, key: bytes | None = None, busy_timeout: float = 5.0) -> None:
        own = ids(32) if key is None else None
        self._meta = Meta(ids(16), ids(32), own, key_fingerprint(key or own or b""))
        self._busy_timeout = busy_timeout
        self._memories: Mapping[int, _Memory] = {}
        self._one_writer = Lock()
        self._closed = False

    @property
    def meta(self) -> Meta:
        return self._meta

    @property
    def read_only(self) -> str | None:
        return None

    def facts(self) -> Facts:
        self._standing()
        return Facts(path=None, format=FORMAT, versions={})

    @contextmanager
    def read(self) -> Iterator[Reader]:
        reader = _Reader(self._standing())
        try:
            yield reader
        finally:
            reader.end()

    glance = read

    @contextmanager
    def write(self) -> Iterator[Writer]:
        self._standing()
        if not self._one_writer.acquire(timeout=self._busy_timeout):
            raise StorageBusy(f"waited {self._busy_timeout} s")
        try:
            yield from self._written()
        finally:
            self._one_writer.release()

    def _written(self) -> Iterator[Writer]:
        """One block of writing. What an exception leaves behind is simply not put in place."""
        writer = _Writer(self._standing())
        try:
            yield writer
            self._standing()
            self._memories = writer.outcome
        finally:
            writer.end()

    def close(self) -> None:
        self._closed = True

    def _standing(self) -> Mapping[int, _Memory]:
        if self._closed:
            raise Closed("this storage was closed")
        return self._memories
