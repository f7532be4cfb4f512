"""A scribe writes the records of one memory by hand: no rule, no policy, no planning.

So a storage can be tested with exactly the rows that a test names, also with such as the engine would never
write. The scribe keeps count of what it has written (numbers of keys, versions, open steps) and knows what a
storage must answer about a version.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b, shake_128
from typing import TypeVar

import msgspec

from memtxn.core.fold import op_of
from memtxn.core.proof import SALT_SIZE, commitment, genesis, link
from memtxn.model.belief import BeliefType, State
from memtxn.model.codec import canonical, pack
from memtxn.model.constraint import NO_OVERLAP, UNIQUE
from memtxn.model.erase_record import EraseOp
from memtxn.model.record import (
    FORMAT,
    BeliefBody,
    Body,
    ClaimOp,
    CloseOp,
    ConstrainOp,
    ConstraintBody,
    DecisionOp,
    DeclarationBody,
    DeclareOp,
    EdgeOp,
    HashBody,
    KeyBody,
    KeyOp,
    Kind,
    Op,
    OpenOp,
    Outcome,
    PendOp,
    Record,
    RefileOp,
    RefusalBody,
    SettleOp,
    SourceBody,
    SourceOp,
    StateOp,
    SuspectOp,
    place,
)
from memtxn.model.rows import (
    BUCKETS,
    TENANT_BITS,
    BeliefRow,
    BodyRow,
    ClaimRow,
    CloseRow,
    ConstraintRow,
    DeclarationRow,
    EdgeRow,
    Entry,
    ErasedRow,
    FoldRow,
    FoldRows,
    Head,
    JournalRow,
    KeyRow,
    MemoryRow,
    PendingRow,
    ReadRow,
    RefileRow,
    RefusalRow,
    SettledRow,
    SourceRow,
    StateRow,
    StepRow,
    SuspectRow,
    VersionRow,
)
from memtxn.model.source import source_id
from memtxn.model.time import FOREVER
from memtxn.model.verdict import Decision, Verdict
from memtxn.ports.storage import Storage, Writer

Row = TypeVar("Row")

Place = tuple[int, int, int]
"""Where a step stands: (kid, slot, vf)."""


class Scribe:
    """Writes one memory and remembers what it wrote. ``name`` is taken as it is."""

    def __init__(self, name: str = '["memory"]', *, tenant: int = 0, number: int = 1) -> None:
        salt = _bytes(SALT_SIZE, "memory", tenant, number)
        self.row = MemoryRow(tenant << TENANT_BITS | number, salt, name, created=1_000)
        first = genesis(salt, name)
        self.head = Head(0, 1_000, _digest(first), 0, first, b"", 0)
        self.kids: dict[str, int] = {}
        self.vers: dict[int, int] = {}
        self.open: dict[Place, StepRow] = {}
        self.versions: dict[int, VersionRow] = {}
        self.entries: list[Entry] = []

    @property
    def mem(self) -> int:
        """The memory's number."""
        return self.row.mem

    def create(self, storage: Storage) -> Scribe:
        """Make the memory in a storage."""
        with storage.write() as writer:
            writer.create(self.row, self.head)
        return self

    @contextmanager
    def record(self, storage: Storage, *, at: int | None = None, idem: bytes | None = None) -> Iterator[Draft]:
        """Write one record, in one unit of work, when the block ends."""
        draft = self.draft(at=at, idem=idem)
        yield draft
        with storage.write() as writer:
            self.append(writer, draft)

    def draft(self, *, at: int | None = None, tx: bytes | None = None, idem: bytes | None = None) -> Draft:
        """The next record, empty."""
        seq = self.head.seq + 1
        tx = tx or _bytes(16, "tx", self.mem, seq)
        return Draft(self, seq, self.head.at + 1 if at is None else at, tx, idem)

    def append(self, writer: Writer, draft: Draft) -> Entry:
        """Append a draft, and count on it from now on."""
        entry = draft.entry()
        writer.append(self.mem, entry)
        self.accept(draft, entry)
        return entry

    def accept(self, draft: Draft, entry: Entry) -> None:
        """Count on a record as written."""
        self.entries.append(entry)
        self.head, self.kids, self.vers, self.open = entry.head, draft.kids, draft.vers, draft.open
        self.versions |= draft.versions

    def version(self, bid: int, state: State = State.ADMITTED) -> VersionRow:
        """What a storage must tell of a version that is in that state."""
        return msgspec.structs.replace(self.versions[bid], state=state)

    def rows(self) -> list[FoldRow]:
        """Every row of every fold, as all records together imply it."""
        closed = {(c.kid, c.slot, c.vf, c.s0): c.s1 for entry in self.entries for c in entry.fold.closed}
        rows: list[FoldRow] = []
        for fold in (entry.fold for entry in self.entries):
            rows += [*fold.keys, *fold.beliefs, *fold.states, *fold.edges, *fold.sources, *fold.refusals]
            rows += [*fold.declarations, *fold.constraints, *fold.claims, *fold.refiled]
            rows += [*fold.pending, *fold.settled, *fold.suspects, *fold.reads, *fold.erased]
            for step in fold.steps:
                end = closed.get((step.kid, step.slot, step.vf, step.s0), FOREVER)
                rows.append(msgspec.structs.replace(step, s1=end))
        return rows

    def waiting(self) -> list[PendingRow]:
        """What waits and was not settled, whenever it expires, in the order in which it was written."""
        settled = {(row.place, row.since) for entry in self.entries for row in entry.fold.settled}
        rows = [row for entry in self.entries for row in entry.fold.pending]
        return [row for row in rows if (row.place, row.seq) not in settled]


class Draft:
    """One record while it is being written. Each method adds an effect, its body row and its fold row."""

    def __init__(self, scribe: Scribe, seq: int, at: int, tx: bytes, idem: bytes | None) -> None:
        self.scribe, self.seq, self.at, self.tx, self.idem = scribe, seq, at, tx, idem
        self.kids, self.vers, self.open = dict(scribe.kids), dict(scribe.vers), dict(scribe.open)
        self.versions: dict[int, VersionRow] = {}
        self._salts: list[bytes] = []
        self._commitments: list[bytes] = []
        self._bodies: list[BodyRow] = []
        self._ops: list[Op] = []
        self._rows: list[FoldRow | CloseRow] = []
        self._reads: list[tuple[int, int]] = []

    def body(self, body: Body, *, keep: bool = True) -> int:
        """The ord of a new body row. Without ``keep`` it is committed to and then missing, as if erased."""
        ord_, data = len(self._salts), pack(body)
        salt = _bytes(SALT_SIZE, "salt", self.scribe.mem, self.seq, ord_)
        self._salts.append(salt)
        self._commitments.append(commitment(salt, data))
        if keep:
            self._bodies.append(BodyRow(ord_, salt, data))
        return ord_

    def source(self, ref: str, content: bytes = b"text") -> SourceRow:
        """A new source, with its content-derived id."""
        ord_ = self.body(SourceBody(content, False, "speaker", "user", self.at, 0.5, ref))
        row = SourceRow(source_id("user", "speaker", self.at, ref, content), place(self.seq, ord_))
        self._add(SourceOp(ord_), row)
        return row

    def key(self, name: str) -> int:
        """The number of a key, which is new or not."""
        if name not in self.kids:
            self.kids[name] = len(self.kids) + 1
            self._add(KeyOp(self.kids[name], self.body(KeyBody(name))), KeyRow(self.kids[name], name))
        return self.kids[name]

    def belief(
        self,
        name: str,
        value: str,
        *,
        slot: int | None = 0,
        vhash: bytes | None = None,
        kind: BeliefType = BeliefType.FACT,
        keep: bool = True,
        **numbers: int,
    ) -> int:
        """The place of a new version, which no step shows yet.

        ``slot=None`` begins a slot of its own. ``numbers`` are fields of BeliefRow; ``nu`` is ``vf`` if it is
        not among them.
        """
        kid, body = self.key(name), BeliefBody(name, canonical(value), (), 1.0, (), type=kind)
        ord_ = self.body(body, keep=keep)
        bid = place(self.seq, ord_)
        row = BeliefRow(
            kid=kid,
            bid=bid,
            slot=bid if slot is None else slot,
            type=kind,
            commitment=self._commitments[ord_],
            vhash=vhash,
            **_numbers(numbers),
        )
        self._add(op_of(row, ord_, Outcome.ADD), row)
        salt, data = (self._bodies[-1].salt, self._bodies[-1].data) if keep else (None, None)
        self.versions[bid] = VersionRow(row, State.ADMITTED, self.tx, self.at, salt, data)
        return bid

    def show(self, name: str, vf: int, bid: int, *, slot: int = 0) -> None:
        """From ``vf`` on ``bid`` (0: nothing) is visible, instead of what a step at ``vf`` showed."""
        kid = self.key(name)
        if (kid, slot, vf) in self.open:
            self.end(name, vf, slot=slot)
        ver = self.vers[kid] = self.scribe.vers.get(kid, 0) + 1
        step = self.open[kid, slot, vf] = StepRow(kid, slot, vf, self.seq, FOREVER, bid, ver)
        self._add(OpenOp(kid, slot, vf, bid, ver), step)

    def end(self, name: str, vf: int, *, slot: int = 0) -> None:
        """The step at ``vf`` no longer stands."""
        step = self.open.pop((self.kids[name], slot, vf))
        self._add(CloseOp(step.kid, slot, vf, step.s0), CloseRow(step.kid, slot, vf, step.s0, self.seq))

    def put(self, name: str, value: str, *, vf: int = 0, slot: int | None = 0, vhash: bytes | None = None) -> int:
        """The place of a new version that is visible from ``vf`` on; ``slot=None`` gives it its own slot."""
        bid = self.belief(name, value, slot=slot, vhash=vhash, vf=vf)
        self.show(name, vf, bid, slot=bid if slot is None else slot)
        return bid

    def retract(self, name: str, *, vf: int, slot: int = 0) -> int:
        """The place of a version that says: from ``vf`` on, nothing."""
        bid = self.belief(name, "", slot=slot, kind=BeliefType.RETRACTION, vf=vf)
        self.show(name, vf, bid, slot=slot)
        return bid

    def state(self, name: str, bid: int, state: State) -> None:
        """A belief changes its state."""
        self._add(StateOp(self.kids[name], bid, state), StateRow(self.kids[name], bid, self.seq, state))

    def suspect(self, name: str, bid: int, suspect: bool = True) -> SuspectRow:
        """A belief is suspect, or is so no longer."""
        row = SuspectRow(self.kids[name], bid, self.seq, suspect)
        self._add(SuspectOp(row.kid, bid, suspect), row)
        return row

    def read(self, name: str) -> ReadRow:
        """The record relies on what a key shows."""
        row = ReadRow(self.kids[name], self.seq)
        self._reads.append((row.kid, self.vers.get(row.kid, 0)))
        self._rows.append(row)
        return row

    def edge(self, parent: int, child: int) -> None:
        """``child`` rests on ``parent``."""
        self._add(EdgeOp(parent, child), EdgeRow(parent, child))

    def refusal(self, name: str, fingerprint: bytes) -> int:
        """The place of a refused proposal."""
        verdict = Verdict(Decision.REJECT)
        body = RefusalBody(name, b"1", "fact", (), (), verdict, "proposal", fingerprint)
        ord_ = self.body(body)
        where = place(self.seq, ord_)
        self._add(DecisionOp(where, Outcome.REJECT), RefusalRow(fingerprint, name, where))
        return where

    def pend(self, where: int, expires: int) -> PendingRow:
        """The refused proposal at a place waits."""
        row = PendingRow(where, self.seq, expires)
        self._add(PendOp(where, expires), row)
        return row

    def settle(self, row: PendingRow, state: State) -> SettledRow:
        """A proposal that waits does so no longer."""
        settled = SettledRow(row.place, row.seq, self.seq, state)
        self._add(SettleOp(row.place, row.seq, state), settled)
        return settled

    def declare(self, entity_type: str, attribute: str, *, many: bool) -> DeclarationRow:
        """An attribute is declared."""
        row = DeclarationRow(entity_type, attribute, self.seq, many)
        self._add(DeclareOp(self.body(DeclarationBody(entity_type, attribute, many))), row)
        return row

    def constrain(self, name: str, *, unique: bool = False, dropped: bool = False) -> ConstraintRow:
        """A constraint is stated, or dropped."""
        body = ConstraintBody(name, UNIQUE if unique else NO_OVERLAP, "T", "a", dropped=dropped)
        row = ConstraintRow(name, self.seq, unique, dropped)
        self._add(ConstrainOp(self.body(body)), row)
        return row

    def claim(self, rule: int, hash_: bytes, name: str, bid: int) -> ClaimRow:
        """A constraint finds a belief by a hash."""
        row = ClaimRow(rule, hash_, self.kids[name], bid)
        self._add(ClaimOp(rule, row.kid, bid, self.body(HashBody(hash_))), row)
        return row

    def refile(self, name: str, bid: int, slot: int, vhash: bytes) -> None:
        """A belief of a key that had one value belongs to a slot."""
        kid = self.kids[name]
        self._add(RefileOp(kid, bid, slot, self.body(HashBody(vhash))), RefileRow(kid, bid, slot, vhash))

    def erase(self, first: int, last: int) -> ErasedRow:
        """The body rows at these places are deleted for good, if the writer is told so as well."""
        row = ErasedRow(first, last, self.seq)
        self._add(EraseOp(first, last), row)
        return row

    def entry(self) -> Entry:
        """The record as it can be appended. Leaves the scribe as it was."""
        record = Record(
            fmt=FORMAT,
            kind=Kind.COMMIT,
            seq=self.seq,
            at=self.at,
            tx=self.tx,
            policy=b"policy",
            context=-1,
            idem=self.idem,
            commitments=tuple(self._commitments),
            ops=tuple(self._ops),
            reads=tuple(self._reads),
        )
        data = record.encode()
        journal, head = self._proofs(data)
        return Entry(journal, record, tuple(self._bodies), self._fold(), head)

    def _proofs(self, data: bytes) -> tuple[JournalRow, Head]:
        """The journal row and the head. The digest is not a real one: a storage only keeps it."""
        before = self.scribe.head
        link_ = link(before.link, data)
        tag = _bytes(16, "tag", link_)
        stated = any(isinstance(row, DeclarationRow | ConstraintRow) for row in self._rows)
        declared = self.seq if stated else before.declared
        guards = link_[: self.seq % 3 * 8]
        head = Head(self.seq, self.at, _digest(link_), len(self.kids), link_, tag, declared, guards)
        return JournalRow(self.seq, self.at, self.tx, self.idem, data, link_, tag), head

    def _fold(self) -> FoldRows:
        return FoldRows(
            keys=self._of(KeyRow),
            beliefs=self._of(BeliefRow),
            closed=self._of(CloseRow),
            steps=self._of(StepRow),
            states=self._of(StateRow),
            edges=self._of(EdgeRow),
            sources=self._of(SourceRow),
            refusals=self._of(RefusalRow),
            declarations=self._of(DeclarationRow),
            constraints=self._of(ConstraintRow),
            claims=self._of(ClaimRow),
            refiled=self._of(RefileRow),
            pending=self._of(PendingRow),
            settled=self._of(SettledRow),
            suspects=self._of(SuspectRow),
            reads=self._of(ReadRow),
            erased=self._of(ErasedRow),
        )

    def _add(self, op: Op, row: FoldRow | CloseRow) -> None:
        self._ops.append(op)
        self._rows.append(row)

    def _of(self, kind: type[Row]) -> tuple[Row, ...]:
        return tuple(row for row in self._rows if isinstance(row, kind))


def _numbers(given: dict[str, int]) -> dict[str, int]:
    """The numbers of a belief: what is given, and something plain for the rest."""
    numbers = {"vf": 0, "vt": FOREVER, "source_at": 0, "source_ordinal": 0, "authority": 500, "source": 0}
    numbers |= given
    return {"nu": numbers["vf"], **numbers}


def _bytes(size: int, *parts: object) -> bytes:
    """Bytes that look random and are always the same for the same parts."""
    return blake2b(repr(parts).encode(), digest_size=size).digest()


def _digest(link_: bytes) -> bytes:
    return shake_128(link_).digest(16 * BUCKETS)
