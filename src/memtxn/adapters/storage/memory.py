"""The oracle: a storage in plain Python values, naive on purpose and easy to see right.

A memory is one frozen value. A write makes the next value and puts it in place when its block ends, so a
reader keeps its moment by keeping the value it began with, and undoing is forgetting. Every query filters
all rows; nothing is indexed beyond what a dict gives. Other adapters are compared with this one.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec

from memtxn.adapters.storage.held import NOTHING, HeldMemory, ordered, refuse_duplicates
from memtxn.core.proof import key_fingerprint
from memtxn.errors import Closed, StorageBusy, StorageError
from memtxn.model.belief import BeliefType
from memtxn.model.record import FORMAT, locate
from memtxn.model.rows import (
    TENANT_BITS,
    BodyRow,
    ClaimView,
    CloseRow,
    ConstraintRow,
    DeclarationRow,
    EdgeRow,
    Entry,
    ErasedRow,
    FoldRow,
    Head,
    JournalRow,
    KeyChange,
    MemoryRow,
    PendingRow,
    RefileRow,
    RefusalRow,
    SettledRow,
    SourceRow,
    StateRow,
    StepRow,
    SuspectRow,
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
    Filed,
    Meta,
    Progress,
    Reader,
    Shown,
    Standing,
    StepKey,
    Text,
    Writer,
    WrittenRow,
)

Item = TypeVar("Item")


class _Reader:
    """Reads the memories of one moment."""

    def __init__(self, memories: Mapping[int, HeldMemory], key_id: bytes) -> None:
        self._alive: Mapping[int, HeldMemory] | None = memories
        self._key_id = key_id

    @property
    def _memories(self) -> Mapping[int, HeldMemory]:
        if self._alive is None:
            raise Closed("the block of this reader has ended")
        return self._alive

    def _of(self, mem: int) -> HeldMemory:
        if mem not in self._memories:
            raise StorageError(f"there is no memory {mem}")
        return self._memories[mem]

    def _any(self, mem: int) -> HeldMemory:
        return self._memories.get(mem, NOTHING)

    def end(self) -> None:
        self._alive = None

    def memory(self, tenant: int, name: str) -> MemoryRow | None:
        rows = [memory.row for memory in self._memories.values()]
        return next((row for row in rows if row.mem >> TENANT_BITS == tenant and row.name == name), None)

    def every_memory(self, tenant: int) -> Iterator[MemoryRow]:
        return (row for row in self.all_memories() if row.mem >> TENANT_BITS == tenant)

    def key_id(self) -> bytes:
        return self._key_id

    def all_memories(self) -> Iterator[MemoryRow]:
        return iter(ordered((memory.row for memory in self._memories.values()), "mem"))

    def head(self, mem: int) -> Head:
        return self._of(mem).head

    def seq_at(self, mem: int, at: int) -> int:
        return max((row.seq for row in self._any(mem).journal.values() if row.at <= at), default=0)

    def committed(self, mem: int, tx: bytes) -> int | None:
        return next((row.seq for row in self._any(mem).journal.values() if row.tx == tx), None)

    def journal(self, mem: int, first: int, last: int) -> Iterator[JournalRow]:
        rows = [row for row in self._any(mem).journal.values() if first <= row.seq <= last]
        return iter(ordered(rows, "seq"))

    def bodies(self, mem: int, seq: int) -> list[BodyRow]:
        bodies = self._any(mem).bodies.items()
        return ordered((body for place_, body in bodies if locate(place_)[0] == seq), "ord")

    def view(self, mem: int, request: ViewRequest, n: int) -> View:
        memory, idem = self._of(mem), request.idem
        found = memory.journal.values()
        same = [row.seq for row in found if row.tx == request.tx or (idem is not None and row.idem == idem)]
        keys = tuple(memory.key_view(key, n) for key in request.keys)
        sources = {s.id: s.place for s in memory.sources if s.id in request.sources}
        written = memory.written_by(request, keys) if request.records else ({}, {})
        return View(memory.head, min(same, default=None), keys, sources, *written)

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

    def turned(self, mem: int, prefix: str, n: tuple[int, int], t: tuple[int, int]) -> Iterator[str]:
        memory = self._any(mem)
        written = {step.kid for step in memory.steps if n[0] < step.s0 <= n[1]}
        standing = [step for step in memory.steps if step.s0 <= n[0] < step.s1]
        begun = {step.kid for step in standing if t[0] < step.vf <= t[1]}
        return (name for name in self.names(mem, prefix) if memory.kid(name) in written | begun)

    def versions(self, mem: int, name: str, n: int) -> list[VersionRow]:
        memory = self._any(mem)
        kid = memory.kid(name)
        bids = [b.bid for b in memory.beliefs.values() if b.kid == kid and locate(b.bid)[0] <= n]
        return [memory.version(bid, n) for bid in sorted(bids)]

    def steps(self, mem: int, name: str, n: int) -> list[StepRow]:
        return self._any(mem).standing(self._any(mem).kid(name), n)

    def timelines(self, mem: int, kids: Sequence[int], n: int) -> list[StepRow]:
        return [step for kid in sorted(set(kids)) for step in self._any(mem).standing(kid, n)]

    def refiled(self, mem: int, name: str) -> list[RefileRow]:
        memory = self._any(mem)
        return ordered((row for row in memory.refiled if row.kid == memory.kid(name)), "bid")

    def source(self, mem: int, source_id: str) -> int | None:
        return next((source.place for source in self._any(mem).sources if source.id == source_id), None)

    def sources(self, mem: int, first: str, last: str) -> Iterator[SourceRow]:
        return iter(ordered((row for row in self._any(mem).sources if first <= row.id <= last), "id"))

    def transactions(self, mem: int, first: bytes, last: bytes) -> Iterator[tuple[bytes, int]]:
        return iter(sorted((r.tx, r.seq) for r in self._any(mem).journal.values() if first <= r.tx <= last))

    def refusals(self, mem: int, name: str) -> list[tuple[RefusalRow, int]]:
        memory = self._any(mem)
        rows = ordered((row for row in memory.refusals if row.name == name), "place")
        return [(row, 1 + memory.repeats.count(row.fingerprint)) for row in rows]

    def pending(self, mem: int, where: int) -> list[tuple[PendingRow, SettledRow | None]]:
        memory = self._any(mem)
        rows = ordered((row for row in memory.pending if row.place == where), "seq")
        return [(row, memory.settlement(row)) for row in rows]

    def waiting(self, mem: int, after: int, until: int) -> Iterator[PendingRow]:
        memory = self._any(mem)
        rows = [row for row in memory.pending if after < row.expires <= until and not memory.settlement(row)]
        return iter(ordered(rows, "expires", "place", "seq"))

    def waiting_count(self, mem: int, after: int, most: int) -> int:
        return min(len(list(self.waiting(mem, after, FOREVER))), most + 1)

    def declarations(self, mem: int, n: int) -> list[DeclarationRow]:
        rows = [row for row in self._any(mem).declarations if row.seq <= n]
        return ordered(rows, "seq", "entity_type", "attribute")

    def constraints(self, mem: int, n: int) -> list[ConstraintRow]:
        return ordered((row for row in self._any(mem).constraints if row.seq <= n), "seq", "name")

    def claims(self, mem: int, rule: int, hash_: bytes) -> list[ClaimView]:
        key = attrgetter("version.belief.kid", "vf")
        return sorted(self._any(mem).claimed(rule, hash_), key=key)

    def children(self, mem: int, places: Sequence[int]) -> list[EdgeRow]:
        memory, wanted = self._any(mem), set(places)
        first = [EdgeRow(row.source, row.bid) for row in memory.beliefs.values() if row.source in wanted]
        rows = {row for row in memory.edges if row.parent in wanted} | set(first)
        return ordered(rows, "parent", "child")

    def states(self, mem: int, beliefs: Sequence[Filed], n: int) -> list[StateRow]:
        rows = [row for row in self._any(mem).states if (row.kid, row.bid) in beliefs and row.seq <= n]
        return ordered(rows, "kid", "bid", "seq")

    def suspects(self, mem: int, beliefs: Sequence[Filed], n: int) -> list[SuspectRow]:
        rows = [row for row in self._any(mem).suspects if (row.kid, row.bid) in beliefs and row.seq <= n]
        return ordered(rows, "kid", "bid", "seq")

    def spans(self, mem: int, beliefs: Sequence[Filed]) -> list[StepRow]:
        rows = [row for row in self._any(mem).steps if (row.kid, row.bid) in beliefs]
        return ordered(rows, "kid", "slot", "vf", "s0")

    def readers(self, mem: int, kid: int, first: int, last: int) -> list[int]:
        return sorted(row.seq for row in self._any(mem).reads if row.kid == kid and first <= row.seq <= last)

    def erasures(self, mem: int) -> Iterator[ErasedRow]:
        return iter(ordered(self._any(mem).erased, "first", "last", "seq"))

    def erased(self, mem: int, where: int) -> int:
        rows = self._any(mem).erased
        return min((row.seq for row in rows if row.first <= where <= row.last), default=0)

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
        yield from ordered(memory.keys, "kid")
        yield from ordered(memory.beliefs.values(), "kid", "bid")
        yield from ordered(memory.steps, "kid", "slot", "vf", "s0")
        yield from ordered(memory.states, "kid", "bid", "seq")
        yield from ordered(memory.edges, "parent", "child")
        yield from ordered(memory.sources, "id")
        yield from ordered(memory.refusals, "fingerprint")
        yield from ordered(memory.declarations, "entity_type", "attribute", "seq")
        yield from ordered(memory.constraints, "name", "seq")
        yield from ordered(memory.claims, "rule", "hash", "kid", "bid")
        yield from ordered(memory.refiled, "kid", "bid")
        yield from ordered(memory.pending, "place", "seq")
        yield from ordered(memory.settled, "place", "since")
        yield from ordered(memory.suspects, "kid", "bid", "seq")
        yield from ordered(memory.reads, "kid", "seq")
        yield from self.erasures(mem)

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
        return iter([self._any(mem).shown(step) for step in ordered(steps, "kid", "slot", "vf", "s0")])

    def crowded(self, mem: int) -> Iterator[tuple[int, int, int]]:
        starts = [step[:3] for step in self.standing(mem)]
        return iter([start for start, same in groupby(starts) if len(list(same)) > 1])

    def shown(self, mem: int, steps: Sequence[StepKey]) -> Mapping[StepKey, Shown]:
        found = map(self._any(mem).shown, self._any(mem).steps)
        return {step[:4]: step[4:] for step in found if step[:4] in steps}

    def faults(self, mem: int) -> list[str]:
        self._any(mem)
        return []


class _Writer(_Reader):
    """Reads what it has written so far, and writes what comes next."""

    @property
    def outcome(self) -> Mapping[int, HeldMemory]:
        return self._memories

    def _put(self, memory: HeldMemory) -> None:
        self._alive = {**self._memories, memory.row.mem: memory}

    def create(self, row: MemoryRow, head: Head) -> None:
        taken = self.memory(row.mem >> TENANT_BITS, row.name) is not None
        if taken or row.mem in self._memories:
            raise StorageError(f"memory {row.mem} or its name exists already")
        self._put(HeldMemory(row, head))

    def memories(self, tenant: int) -> int:
        numbers = (mem - (tenant << TENANT_BITS) for mem in self._memories if mem >> TENANT_BITS == tenant)
        return max(numbers, default=0)

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
        refuse_duplicates(memory, entry)
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

    def erase(
        self,
        mem: int,
        ranges: Sequence[ErasedRow],
        lacking: Sequence[FoldRow] = (),
        foreign: Sequence[FoldRow] = (),
    ) -> None:
        self._put(self._any(mem).repaired(lacking, foreign, ()).without(ranges))

    def reindex(self) -> list[str]:
        return []

    def repair(
        self,
        mem: int,
        lacking: Sequence[WrittenRow],
        foreign: Sequence[WrittenRow],
        cleared: Collection[type[WrittenRow]] = (),
    ) -> None:
        self._put(self._of(mem).repaired(lacking, foreign, cleared))

    def restore_head(self, mem: int, head: Head) -> None:
        self._put(msgspec.structs.replace(self._any(mem), held_head=head))


class _Sign:
    """A sign in a storage that nobody else has."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


class MemoryStorage:
    """A storage that lives as long as its object. ``key`` and ``ids`` as for every storage.

    One writer at a time: a second one waits ``busy_timeout`` seconds. Readers wait for nobody.
    """

    def __init__(self, *, ids: Ids, key: bytes | None = None, busy_timeout: float = 5.0) -> None:
        own = ids(32) if key is None else None
        self._meta = Meta(ids(16), ids(32), own, key_fingerprint(key or own or b""))
        self._busy_timeout = busy_timeout
        self._memories: Mapping[int, HeldMemory] = {}
        self._one_writer = Lock()
        self._signs: WeakValueDictionary[bytes, _Sign] = WeakValueDictionary()
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
        reader = _Reader(self._standing(), self._meta.tag_key_id)
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
        writer = _Writer(self._standing(), self._meta.tag_key_id)
        try:
            yield writer
            self._standing()
            self._memories = writer.outcome
        finally:
            writer.end()

    @contextmanager
    def rekey(self, key: bytes, *, inside: bool) -> Iterator[Writer]:
        with self.write() as writer:
            yield writer
        own = key if inside else None
        self._meta = msgspec.structs.replace(self._meta, tag_key=own, tag_key_id=key_fingerprint(key))

    def backup(self, target: str, *, replace: bool = False, progress: Progress | None = None) -> int:  # noqa: ARG002
        self._standing()
        raise StorageError(f"{target}: this storage lives in memory alone and has no form that a file could hold")

    @contextmanager
    def scratch(self) -> Iterator[MemoryStorage]:
        self._standing()
        twin = copy.copy(self)
        twin._one_writer = Lock()
        yield twin

    def presence(self, name: bytes, lease: float) -> _Sign:  # noqa: ARG002  # who has this storage never stops
        if self.is_present(name):
            raise StorageError("that sign is given already")
        sign = self._signs[name] = _Sign()
        return sign

    def is_present(self, name: bytes) -> bool:
        self._standing()
        sign = self._signs.get(name)
        return sign is not None and not sign.closed

    def scrub(self, patience: float = 0.0) -> bool:  # noqa: ARG002
        self._standing()
        return True

    @property
    def scrubbed(self) -> bool:
        return True

    def copies(self) -> tuple[str, ...]:
        return ()

    def forget(self) -> None:
        self._standing()

    def close(self) -> None:
        self._closed = True

    def _standing(self) -> Mapping[int, HeldMemory]:
        if self._closed:
            raise Closed("this storage was closed")
        return self._memories
