"""Agreement: two storages are driven side by side by chance, and every answer of one is that of the other.

One of them is the oracle, `adapters.storage.memory.MemoryStorage`; the other is whatever must be as right.
Writes are drawn as lists of small acts, so that a failure shrinks to the few that matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar, TypeAlias

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from memtxn.errors import StorageError
from memtxn.model.belief import State
from memtxn.model.rows import BeliefRow, FoldRow, KeyRequest, PendingRow, SourceRow, ViewRequest
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Reader, Storage, Writer
from memtxn.testkit.scribe import Draft, Scribe

Act: TypeAlias = tuple[str, str, int, int]
"""(what to do, the key, a number to choose by, a valid time)."""

Question: TypeAlias = Callable[[Reader, int], object]
"""What is asked of a reader about a memory."""

NAMES = ["a", "ab", "a%", "a\U0010ffff", "a\uffff", "b", "中"]
INSTANTS = [-(2**61), -5, 0, 1, 2, 3, 10, 2**61, 2**62]  # their differences fit 64 bits, as a record needs

names = st.sampled_from(NAMES)
prefixes = st.sampled_from([*NAMES, "", "a\U0010fffe", "中文", "A"])
numbers = st.integers(0, 7)
instants = st.sampled_from(INSTANTS)
moments = st.sampled_from([*INSTANTS, FOREVER, 4])
memories = st.sampled_from([0, 1])
backs = st.none() | st.integers(-1, 9)
"""As of how many records before the head; None: LATEST."""


class _Acts:
    """Adds acts to a draft, leaving out those that no record could hold: each row is written once."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.once: set[object] = set()

    def add(self, act: Act) -> None:
        what, name, number, vf = act
        getattr(self, what)(name, number, vf)

    def _first(self, *row: object) -> bool:
        """Whether this record does not write that row yet."""
        new = row not in self.once
        self.once.add(row)
        return new

    def _free(self, name: str, slot: int, vf: int) -> bool:
        """Whether a step may be written there: none of this record stands or stood there."""
        return self._first("step", name, slot, vf)

    def _slot(self, name: str, value: int) -> int | None:
        """The slot of that value of a key, if it has one."""
        kid, vhash = self.draft.kids.get(name), b"%d" % value
        known = self.draft.scribe.versions | self.draft.versions
        beliefs = (version.belief for version in known.values())
        return next((b.slot for b in beliefs if (b.kid, b.vhash) == (kid, vhash)), None)

    def put(self, name: str, number: int, vf: int) -> None:
        if self._free(name, 0, vf):
            self.draft.put(name, f"{number}", vf=vf)

    def put_among(self, name: str, number: int, vf: int) -> None:
        slot = self._slot(name, number)
        if slot is None or self._free(name, slot, vf):
            bid = self.draft.put(name, f"{number}", vf=vf, slot=slot, vhash=b"%d" % number)
            self._first("step", name, bid, vf)

    def retract(self, name: str, number: int, vf: int) -> None:
        slot = self._slot(name, number) or 0
        if self._free(name, slot, vf):
            self.draft.retract(name, vf=vf, slot=slot)

    def show_nothing(self, name: str, number: int, vf: int) -> None:
        slot = self._slot(name, number) or 0
        if self._free(name, slot, vf):
            self.draft.show(name, vf, 0, slot=slot)

    def end(self, name: str, number: int, vf: int) -> None:
        slot = self._slot(name, number) or 0
        if (self.draft.kids.get(name, 0), slot, vf) in self.draft.open and self._free(name, slot, vf):
            self.draft.end(name, vf, slot=slot)

    def _beliefs(self, name: str) -> list[int]:
        """Those of a key; one that has none yet is no key, for the first belief makes it."""
        kid = self.draft.kids.get(name)
        return [v.belief.bid for v in self.draft.scribe.versions.values() if v.belief.kid == kid]

    def shadow(self, name: str, number: int, vf: int) -> None:
        nu, valid, vt, source_at = vf, vf, FOREVER, vf  # what is usual, one of them by chance otherwise
        match number % 4:
            case 0:
                nu = INSTANTS[number]
            case 1:
                valid = INSTANTS[number]
            case 2:
                vt = INSTANTS[number]
            case _:
                source_at = INSTANTS[number]
        self.draft.belief(name, "x", keep=number % 2 == 0, nu=nu, vf=valid, vt=vt, source_at=source_at)

    def show_again(self, name: str, number: int, vf: int) -> None:
        shadowed = self._beliefs(name)
        if shadowed and self._free(name, 0, vf):
            self.draft.show(name, vf, shadowed[number % len(shadowed)])

    def state(self, name: str, number: int, vf: int) -> None:
        bids = self._beliefs(name)
        if bids and self._first("state", bids[vf % len(bids)]):
            self.draft.state(name, bids[vf % len(bids)], State(number))

    def suspect(self, name: str, number: int, vf: int) -> None:
        bids = self._beliefs(name)
        if bids and self._first("suspect", bids[number % len(bids)]):
            self.draft.suspect(name, bids[number % len(bids)], vf > 0)

    def read(self, name: str, _number: int, _vf: int) -> None:
        if name in self.draft.kids and self._first("read", self.draft.kids[name]):
            self.draft.read(name)

    def edge(self, name: str, number: int, vf: int) -> None:
        known = [*self.draft.scribe.versions]
        if known and self._first("edge", known[number % len(known)]):
            self.draft.edge(known[number % len(known)], self.draft.belief(name, "child", vf=vf))

    def source(self, name: str, number: int, vf: int) -> None:
        if self._first("source", name, number):
            self.draft.source(f"{name}{number}", b"%d" % vf)

    def refusal(self, name: str, number: int, _vf: int) -> None:
        self.draft.refusal(name, b"%d.%d.%d" % (number, self.draft.seq, len(self.once)))
        self._first("refusal", len(self.once))

    def pend(self, _name: str, number: int, vf: int) -> None:
        known = [row.place for entry in self.draft.scribe.entries for row in entry.fold.refusals]
        if known and self._first("pending", known[number % len(known)]):
            self.draft.pend(known[number % len(known)], vf)

    def settle(self, _name: str, number: int, vf: int) -> None:
        waiting = self.draft.scribe.waiting()
        if waiting and self._first("settled", waiting[number % len(waiting)]):
            self.draft.settle(waiting[number % len(waiting)], State.ADMITTED if vf else State.REJECTED)

    def declare(self, name: str, number: int, _vf: int) -> None:
        if self._first("declaration", name):
            self.draft.declare("T", name, many=number % 2 == 0)


WHAT = [name for name in vars(_Acts) if not name.startswith("_") and name != "add"]
acts: st.SearchStrategy[Act] = st.tuples(st.sampled_from(WHAT), names, numbers, instants)
records = st.lists(acts, max_size=8)


class StorageMachine(RuleBasedStateMachine):
    """Subclass it once per storage to compare: say how to make the oracle and the other one."""

    durable: ClassVar[bool] = False
    """Whether ``make_other`` opens again what the same folder held."""

    concurrent: ClassVar[bool] = True
    """Whether a reader's block of it may stay open while others read and write."""

    def make_oracle(self) -> Storage:
        """The storage that is believed."""
        raise NotImplementedError

    def make_other(self, folder: Path) -> Storage:
        """The storage that is compared with it."""
        raise NotImplementedError

    def __init__(self) -> None:
        super().__init__()
        self.closing = ExitStack()
        self.storages: list[Storage] = []
        self.held: tuple[ExitStack, list[Reader]] | None = None

    @initialize()
    def start(self) -> None:
        """Two memories of two tenants, in each storage."""
        self.folder = Path(self.closing.enter_context(TemporaryDirectory()))
        self.storages.append(self.make_oracle())
        self.storages.append(self.make_other(self.folder))
        self.scribes = [Scribe("m", tenant=tenant) for tenant in (0, 1)]
        self.idems = 0
        for storage in self.storages:
            for scribe in self.scribes:
                scribe.create(storage)

    def teardown(self) -> None:
        """Compare everything once more, then close all."""
        with self.closing:
            for storage in self.storages:
                self.closing.callback(storage.close)
            self.closing.callback(self._let_go)
            for number in (0, 1) if len(self.storages) == 2 else ():
                self._ask_everything(number)

    # -- writing -------------------------------------------------------------------------------------

    @rule(number=memories, batch=st.lists(records, min_size=1, max_size=3), idem=st.booleans())
    def write(self, number: int, batch: list[list[Act]], idem: bool) -> None:
        """One block of some records."""
        scribe = self.scribes[number]
        with ExitStack() as blocks:
            writers = [blocks.enter_context(storage.write()) for storage in self.storages]
            for listed in batch:
                draft = self._draft(scribe, listed, idem=idem)
                entry = draft.entry()
                for writer in writers:
                    writer.append(scribe.mem, entry)
                scribe.accept(draft, entry)
            self._same([self._moment(writer, scribe) for writer in writers])

    @rule(number=memories, listed=records)
    def undo(self, number: int, listed: list[Act]) -> None:
        """A block that fails after it wrote; nothing of it may be seen."""
        scribe = self.scribes[number]
        for storage in self.storages:
            try:
                with storage.write() as writer:
                    writer.append(scribe.mem, self._draft(scribe, listed).entry())
                    raise _Undone
            except _Undone:
                continue
        self._ask_everything(number)

    @rule(number=memories, listed=records)
    def write_after_another_head(self, number: int, listed: list[Act]) -> None:
        """A record that does not follow is refused, and its block goes on."""
        scribe = self.scribes[number]
        draft = self._draft(scribe, listed)
        draft.seq += 1
        for storage in self.storages:
            with storage.write() as writer:
                self._refused(writer, scribe, draft)
        self._ask_everything(number)

    @rule(number=memories, which=numbers)
    def repeat(self, number: int, which: int) -> None:
        """A refusal comes again, or one that never came."""
        scribe = self.scribes[number]
        known = [row.fingerprint for entry in scribe.entries for row in entry.fold.refusals]
        fingerprint = [*known, b"unknown"][which % (len(known) + 1)]
        answers = []
        for storage in self.storages:
            with storage.write() as writer:
                answers.append(writer.repeat(scribe.mem, fingerprint))
        self._same(answers)

    @precondition(lambda self: self.durable)
    @rule()
    def reopen(self) -> None:
        """The other storage is closed and opened again."""
        self._let_go()
        self.storages[1].close()
        self.storages[1] = self.make_other(self.folder)

    # -- holding a moment ----------------------------------------------------------------------------

    @precondition(lambda self: self.concurrent and self.held is None)
    @rule()
    def hold(self) -> None:
        """Begin a reader's block in each storage, which later commits must not touch."""
        blocks = ExitStack()
        readers = [blocks.enter_context(storage.read()) for storage in self.storages]
        for scribe in self.scribes:
            self._same([self._moment(reader, scribe) for reader in readers])
        self.held = blocks, readers

    @precondition(lambda self: self.held is not None)
    @rule(release=st.booleans())
    def look_again(self, release: bool) -> None:
        """The held readers still agree on their moment."""
        assert self.held is not None
        readers = self.held[1]
        for number in (0, 1):
            for question in EVERYTHING:
                self._compare(readers, number, question)
        if release:
            self._let_go()

    # -- asking --------------------------------------------------------------------------------------

    @rule(number=memories, name=names, back=backs, t=moments)
    def ask_visible(self, number: int, name: str, back: int | None, t: int) -> None:
        """What a key shows."""
        n = self._n(number, back)
        self._ask(number, lambda reader, mem: reader.visible(mem, name, n, t))

    @rule(number=memories, prefix=prefixes, back=backs, t=moments)
    def ask_scan(self, number: int, prefix: str, back: int | None, t: int) -> None:
        """What many keys show."""
        n = self._n(number, back)
        self._ask(number, lambda reader, mem: list(reader.scan(mem, prefix, n, t)))
        self._ask(number, lambda reader, mem: list(reader.names(mem, prefix)))

    @rule(number=memories, prefix=prefixes, back=backs, later=st.integers(0, 9), t=moments, until=moments)
    def ask_turned(self, number: int, prefix: str, back: int | None, later: int, t: int, until: int) -> None:
        """Which keys may show something else at another moment."""
        n = self._n(number, back)
        records = (n, min(n + later, LATEST))
        self._ask(number, lambda reader, mem: list(reader.turned(mem, prefix, records, (t, until))))

    @rule(number=memories, name=names, back=backs)
    def ask_history(self, number: int, name: str, back: int | None) -> None:
        """The versions and the steps of a key."""
        n = self._n(number, back)
        self._ask(number, lambda reader, mem: (reader.versions(mem, name, n), reader.steps(mem, name, n)))
        self._ask(number, lambda reader, mem: reader.timelines(mem, (3, 1, 2, 1), n))

    @rule(
        number=memories,
        keys=st.lists(
            st.builds(
                KeyRequest,
                st.sampled_from([*NAMES, "never"]),
                st.none() | moments,
                st.none() | numbers.map(lambda n: b"%d" % n),
            ),
            max_size=5,
        ),
        back=backs,
        which=numbers,
    )
    def ask_view(self, number: int, keys: list[KeyRequest], back: int | None, which: int) -> None:
        """What a plan needs, and whether its transaction or its idempotency key is known."""
        entries = self.scribes[number].entries[which:][:1]
        tx, idem = (entries[0].journal.tx, entries[0].journal.idem) if entries else (b"unknown", None)
        sources = tuple(row.id for entry in entries for row in entry.fold.sources)
        request = ViewRequest(b"other" if idem else tx, idem, tuple(keys), (*sources, "unknown"))
        n = self._n(number, back)
        self._ask(number, lambda reader, mem: reader.view(mem, request, n))

    @rule(number=memories, first=st.integers(-1, 30), last=st.integers(-1, 30) | st.just(LATEST))
    def ask_journal(self, number: int, first: int, last: int) -> None:
        """Some records and the bodies of one."""
        self._ask(number, lambda reader, mem: (list(reader.journal(mem, first, last)), reader.bodies(mem, first)))

    @rule(number=memories, after=st.integers(-3, 40))
    def ask_seq_at(self, number: int, after: int) -> None:
        """The seq at an instant, about those of the records."""
        at = self.scribes[number].row.created + after
        self._ask(number, lambda reader, mem: reader.seq_at(mem, at))

    # -- how -----------------------------------------------------------------------------------------

    def _draft(self, scribe: Scribe, listed: Sequence[Act], *, idem: bool = False) -> Draft:
        self.idems += 1
        draft = scribe.draft(idem=b"i%015d" % self.idems if idem else None)
        drafting = _Acts(draft)
        for act in listed:
            drafting.add(act)
        return draft

    def _n(self, number: int, back: int | None) -> int:
        return LATEST if back is None else self.scribes[number].head.seq - back

    def _refused(self, writer: Writer, scribe: Scribe, draft: Draft) -> None:
        try:
            writer.append(scribe.mem, draft.entry())
        except StorageError:
            return
        raise AssertionError("a record that does not follow the head was written")

    def _moment(self, reader: Reader, scribe: Scribe) -> object:
        return reader.head(scribe.mem), list(reader.scan(scribe.mem, "", LATEST, 3))

    def _ask(self, number: int, question: Question) -> None:
        with ExitStack() as blocks:
            readers = [blocks.enter_context(storage.read()) for storage in self.storages]
            self._compare(readers, number, question)

    def _ask_everything(self, number: int) -> None:
        for question in EVERYTHING:
            self._ask(number, question)

    def _compare(self, readers: Sequence[Reader], number: int, question: Question) -> None:
        self._same([question(reader, self.scribes[number].mem) for reader in readers])

    def _same(self, answers: Sequence[object]) -> None:
        oracle, other = answers
        assert other == oracle, f"the oracle says\n{oracle}\nand the other\n{other}"

    def _let_go(self) -> None:
        if self.held is not None:
            self.held[0].close()
            self.held = None


class _Undone(Exception):
    """What an undone block fails with."""


def _fold(reader: Reader, mem: int) -> dict[str, list[FoldRow]]:
    """The fold by kinds, whose order is free."""
    kinds: dict[str, list[FoldRow]] = {}
    for row in reader.fold(mem):
        kinds.setdefault(type(row).__name__, []).append(row)
    return kinds


def _records(reader: Reader, mem: int) -> object:
    """The journal, and what leads to it and hangs on it."""
    rows = list(reader.journal(mem, 0, LATEST))
    return rows, [(reader.bodies(mem, row.seq), reader.committed(mem, row.tx)) for row in rows]


def _decided(reader: Reader, mem: int) -> object:
    """Refusals with their counts, and declarations."""
    return [reader.refusals(mem, name) for name in NAMES], [reader.declarations(mem, n) for n in (2, LATEST)]


def _sources(reader: Reader, mem: int) -> object:
    """Every source by its id."""
    return [(row, reader.source(mem, row.id)) for row in reader.fold(mem) if isinstance(row, SourceRow)]


def _waiting(reader: Reader, mem: int) -> object:
    """What waits, by when it expires, and each proposal with all its times."""
    spans = [(-(2**62), FOREVER), (0, 5), (3, 10), (10, 3)]
    waiting = [list(reader.waiting(mem, *span)) for span in spans]
    counts = [reader.waiting_count(mem, after, most) for after in (-5, 3) for most in (0, 2, 100)]
    places = {row.place for row in reader.fold(mem) if isinstance(row, PendingRow)}
    return waiting, counts, [reader.pending(mem, where) for where in sorted(places)]


def _resting(reader: Reader, mem: int) -> object:
    """What rests on what, the states and marks of beliefs, where they were shown, and who read their keys."""
    filed = [(row.kid, row.bid) for row in reader.fold(mem) if isinstance(row, BeliefRow)]
    places = [bid for _, bid in filed] + [row.place for row in reader.fold(mem) if isinstance(row, SourceRow)]
    told = [(reader.states(mem, filed, n), reader.suspects(mem, filed[::2], n)) for n in (2, LATEST)]
    readers = [reader.readers(mem, kid, first, LATEST) for kid, _ in filed for first in (1, 3)]
    return reader.children(mem, places), reader.children(mem, places[:1]), told, reader.spans(mem, filed), readers


EVERYTHING: tuple[Question, ...] = (_fold, _records, _decided, _sources, _waiting, _resting)
