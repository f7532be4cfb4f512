"""Writing: what is refused, what is undone, and that no memory touches another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any

import pytest

from memtxn.errors import StorageError
from memtxn.model.belief import State
from memtxn.model.record import place
from memtxn.model.rows import FoldRow, KeyRequest, ViewRequest
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Reader, Storage
from memtxn.testkit.scribe import Draft, Scribe
from memtxn.testkit.storage_contract.base import Base, bids

FOLD_KEYS: dict[str, Callable[[FoldRow], Any]] = {
    "KeyRow": attrgetter("kid"),
    "BeliefRow": attrgetter("kid", "bid"),
    "StepRow": attrgetter("kid", "slot", "vf", "s0"),
    "StateRow": attrgetter("kid", "bid", "seq"),
    "EdgeRow": attrgetter("parent", "child"),
    "SourceRow": attrgetter("id"),
    "RefusalRow": attrgetter("fingerprint"),
    "DeclarationRow": attrgetter("entity_type", "attribute", "seq"),
    "ConstraintRow": attrgetter("name", "seq"),
    "ClaimRow": attrgetter("rule", "hash", "kid", "bid"),
    "RefileRow": attrgetter("kid", "bid"),
    "PendingRow": attrgetter("place", "seq"),
    "SettledRow": attrgetter("place", "since"),
    "SuspectRow": attrgetter("kid", "bid", "seq"),
    "ReadRow": attrgetter("kid", "seq"),
    "ErasedRow": attrgetter("first", "last", "seq"),
}
"""The key of each fold, by which `fold` orders its rows."""


def fill(record: Draft) -> None:
    """Something in every fold."""
    source = record.source(f"source {record.seq}")
    rome, oslo = record.put("city", "Rome", vf=record.seq), record.put("town", "Oslo", vf=5)
    red = record.put("tag", "red", vhash=b"red%d" % record.seq, vf=record.seq, slot=None)
    record.edge(source.place, rome)
    record.edge(rome, red)
    record.suspect("city", rome)
    record.read("city")
    record.state("town", oslo, State.ARCHIVED)
    where = record.refusal("city", b"f%015d" % record.seq)
    record.pend(where, record.seq * 10)
    for row in record.scribe.waiting():
        record.settle(row, State.ADMITTED if row.seq % 2 else State.REJECTED)
    record.declare("T", f"a{record.seq}", many=True)
    rule = record.constrain(f"rule {record.seq}", unique=True)
    record.claim(rule.seq, b"claim%011d" % record.seq, "city", rome)
    record.refile("city", rome, red, b"red%d" % record.seq)
    record.erase(place(record.seq, 900), place(record.seq, 901))  # where no text stands


def all_of(reader: Reader, mem: int) -> tuple[object, ...]:
    """Everything that a memory holds."""
    head = reader.head(mem)
    bodies = [reader.bodies(mem, seq) for seq in range(head.seq + 2)]
    counts = reader.refusals(mem, "city")
    return head, list(reader.journal(mem, 0, LATEST)), bodies, counts, list(reader.fold(mem))


class WritingContract(Base):
    """What is written is there whole, or not at all."""

    def test_a_memory_is_created_once(self, storage: Storage, scribe: Scribe) -> None:
        """Neither its number nor its name is taken twice."""
        for again in (Scribe("other"), Scribe(number=2)):
            with pytest.raises(StorageError):
                again.create(storage)
        with storage.read() as reader:
            assert reader.memory(0, "other") is None
            assert reader.memory(0, scribe.row.name) == scribe.row

    def test_memories_of_a_tenant(self, storage: Storage) -> None:
        """Each tenant has its own, numbered from 1."""
        for tenant, number in [(0, 1), (0, 2), (3, 1)]:
            Scribe(f"m{number}", tenant=tenant, number=number).create(storage)
        with storage.write() as writer:
            assert [writer.memories(tenant) for tenant in range(5)] == [2, 0, 0, 1, 0]
            row = Scribe("m9", tenant=4, number=9)
            writer.create(row.row, row.head)
            assert writer.memories(4) == 9

    def test_a_memory_that_does_not_exist(self, storage: Storage, scribe: Scribe) -> None:
        """It has nothing: every question but those for its head and its view is answered so."""
        with scribe.record(storage) as record:
            fill(record)
        mem = Scribe("nobody", number=9).mem
        with storage.read() as reader:
            assert reader.seq_at(mem, FOREVER) == 0
            assert reader.committed(mem, record.tx) is None
            assert reader.source(mem, scribe.entries[0].fold.sources[0].id) is None
            rows: list[Iterable[object]] = [
                reader.journal(mem, 0, LATEST),
                reader.bodies(mem, 1),
                reader.visible(mem, "city", LATEST, 9),
                reader.scan(mem, "", LATEST, 9),
                reader.names(mem, ""),
                reader.changed(mem, "", 0),
                reader.turned(mem, "", (0, LATEST), (-LATEST, LATEST)),
                reader.sources(mem, "0" * 32, "f" * 32),
                reader.transactions(mem, b"", b"\xff" * 17),
                reader.versions(mem, "city", LATEST),
                reader.steps(mem, "city", LATEST),
                reader.refusals(mem, "city"),
                reader.declarations(mem, LATEST),
                reader.fold(mem),
                reader.texts(mem),
                (row for _, rows in reader.written(mem) for row in rows),
                reader.standing(mem),
                reader.crowded(mem),
                reader.shown(mem, [(1, 0, 0, 1)]),
            ]
            assert [list(each) for each in rows] == [[]] * len(rows)

    def test_nothing_is_written_to_no_memory(self, storage: Storage, scribe: Scribe) -> None:
        """It has no head and no view, and nothing can be appended to it."""
        nobody = Scribe("nobody", number=9)
        with storage.read() as reader:
            with pytest.raises(StorageError):
                reader.head(nobody.mem)
            with pytest.raises(StorageError):
                reader.view(nobody.mem, ViewRequest(b"t", None), LATEST)
        with pytest.raises(StorageError), storage.write() as writer:
            nobody.append(writer, nobody.draft())
        with storage.read() as reader:
            assert reader.head(scribe.mem) == scribe.head

    @pytest.mark.parametrize("seq", [1, 2, 4], ids=["older", "again", "with a gap"])
    def test_another_head_stands(self, storage: Storage, scribe: Scribe, seq: int) -> None:
        """A record that does not follow is refused, nothing of it is written, and the block goes on."""
        for _ in range(2):
            with scribe.record(storage) as record:
                fill(record)
        wrong = scribe.draft(tx=b"w" * 16)
        wrong.seq = seq
        fill(wrong)
        with storage.write() as writer:
            before = all_of(writer, scribe.mem)
            with pytest.raises(StorageError):
                writer.append(scribe.mem, wrong.entry())
            assert all_of(writer, scribe.mem) == before
            assert writer.committed(scribe.mem, b"w" * 16) is None
            right = scribe.draft()
            fill(right)
            scribe.append(writer, right)
        with storage.read() as reader:
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())

    @pytest.mark.parametrize("which", ["tx", "idem"])
    def test_a_transaction_is_written_once(self, storage: Storage, scribe: Scribe, which: str) -> None:
        """The storage itself refuses a second record of a transaction or of an idempotency key."""
        with scribe.record(storage, idem=b"i" * 16) as record:
            fill(record)
        tx, idem = (scribe.entries[0].journal.tx, None) if which == "tx" else (b"t" * 16, b"i" * 16)
        again = scribe.draft(tx=tx, idem=idem)
        with pytest.raises(StorageError), storage.write() as writer:
            writer.append(scribe.mem, again.entry())
        with storage.read() as reader:
            assert reader.head(scribe.mem) == scribe.head
            assert list(reader.journal(scribe.mem, 2, 2)) == []

    @pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
    def test_an_exception_undoes_everything(
        self, storage: Storage, scribe: Scribe, error: type[BaseException]
    ) -> None:
        """A created memory, records, closed steps and counts; and the same can be written afterwards."""
        with scribe.record(storage) as record:
            fill(record)
        with storage.read() as reader:
            before = all_of(reader, scribe.mem)
        with pytest.raises(error):
            self._write_and_fail(storage, scribe, error)
        with storage.read() as reader:
            assert all_of(reader, scribe.mem) == before
            assert reader.memory(0, "other") is None
        with scribe.record(storage) as record:
            fill(record)
        with storage.read() as reader:
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())

    def _write_and_fail(self, storage: Storage, scribe: Scribe, error: type[BaseException]) -> None:
        draft, other = scribe.draft(), Scribe("other", number=2)
        fill(draft)
        with storage.write() as writer:
            writer.append(scribe.mem, draft.entry())
            writer.create(other.row, other.head)
            assert writer.repeat(scribe.mem, b"f%015d" % 1)
            raise error

    def test_a_block_of_many_records(self, storage: Storage, scribe: Scribe) -> None:
        """Each follows the one before, across two memories, and all are there at the end."""
        other = Scribe("other", number=2).create(storage)
        with storage.write() as writer:
            for _ in range(20):
                for each in (scribe, other):
                    draft = each.draft()
                    fill(draft)
                    each.append(writer, draft)
        with storage.read() as reader:
            for each in (scribe, other):
                assert reader.head(each.mem) == each.head
                assert set(reader.fold(each.mem)) == set(each.rows())

    def test_reads_inside_see_own_writes(self, storage: Storage, scribe: Scribe) -> None:
        """Every read in the block, before anything is committed."""
        with storage.write() as writer:
            draft = scribe.draft(idem=b"i" * 16)
            fill(draft)
            entry, mem = scribe.append(writer, draft), scribe.mem
            assert writer.head(mem) == entry.head
            assert writer.seq_at(mem, entry.journal.at) == 1
            assert writer.committed(mem, entry.journal.tx) == 1
            assert list(writer.journal(mem, 1, 1)) == [entry.journal]
            assert writer.bodies(mem, 1) == list(entry.bodies)
            assert [row.name for row in writer.scan(mem, "", LATEST, 9)] == ["city", "tag", "town"]
            assert len(writer.versions(mem, "city", LATEST)) == len(writer.steps(mem, "city", LATEST)) == 1
            (source,) = entry.fold.sources
            assert writer.source(mem, source.id) == source.place
            assert writer.declarations(mem, 1) == list(entry.fold.declarations)
            assert set(writer.fold(mem)) == set(scribe.rows())
            request = ViewRequest(b"t", b"i" * 16, (KeyRequest("city", 9),), (source.id,))
            view = writer.view(mem, request, LATEST)
            assert (view.head, view.committed, view.keys[0].ver, len(view.sources)) == (entry.head, 1, 1, 1)

    def test_repeat_counts(self, storage: Storage, scribe: Scribe) -> None:
        """Each time once more, of this fingerprint and in this memory alone; the answer is its place."""
        other = Scribe("other", number=2).create(storage)
        for each in (other, scribe):
            with each.record(storage) as record:
                record.source("so that the place is not the first")
                record.refusal("city", b"f" * 16)
                record.refusal("city", b"g" * 16)
        place = scribe.entries[0].fold.refusals[0].place
        for _ in range(3):
            with storage.write() as writer:
                assert writer.repeat(scribe.mem, b"f" * 16) == place
                assert writer.repeat(scribe.mem, b"h" * 16) is None
        with storage.read() as reader:
            assert [count for _, count in reader.refusals(scribe.mem, "city")] == [4, 1]
            assert [count for _, count in reader.refusals(other.mem, "city")] == [1, 1]
            assert reader.head(scribe.mem) == scribe.head
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())

    def test_the_fold_is_complete(self, storage: Storage, scribe: Scribe) -> None:
        """Every row once, each kind together and in order of its key; closed steps too."""
        for _ in range(12):
            with scribe.record(storage) as record:
                fill(record)
        with storage.read() as reader:
            rows = list(reader.fold(scribe.mem))
        assert sorted(map(repr, rows)) == sorted(map(repr, scribe.rows()))
        kinds = [(kind, list(group)) for kind, group in groupby(rows, lambda row: type(row).__name__)]
        assert sorted(kind for kind, _ in kinds) == sorted(FOLD_KEYS)
        for kind, group in kinds:
            assert group == sorted(group, key=FOLD_KEYS[kind]), kind

    def test_memories_do_not_see_each_other(self, storage: Storage) -> None:
        """Though keys, transactions, idempotency keys, sources and fingerprints are the same."""
        scribes = [Scribe("m", tenant=t, number=n) for t, n in [(0, 1), (1, 1), (2, 7)]]
        for count, scribe in enumerate(scribes, start=1):
            scribe.create(storage)
            for number in range(count):
                draft = scribe.draft(tx=b"t%015d" % number, idem=b"i%015d" % number)
                fill(draft)
                with storage.write() as writer:
                    scribe.append(writer, draft)
        with storage.read() as reader:
            for count, scribe in enumerate(scribes, start=1):
                self._check_own(reader, scribe, count)

    def _check_own(self, reader: Reader, scribe: Scribe, count: int) -> None:
        mem = scribe.mem
        assert set(reader.fold(mem)) == set(scribe.rows())
        assert [row.seq for row in reader.journal(mem, 0, LATEST)] == list(range(1, count + 1))
        assert reader.committed(mem, b"t%015d" % 2) == (3 if count == 3 else None)
        assert len(reader.refusals(mem, "city")) == len(reader.versions(mem, "city", LATEST)) == count
        assert len(reader.declarations(mem, LATEST)) == count
        sources = [row for entry in scribe.entries for row in entry.fold.sources]
        assert [reader.source(mem, row.id) for row in sources] == [row.place for row in sources]
        assert len(list(reader.scan(mem, "", LATEST, 99))) == 2 + count
        assert reader.bodies(mem, count) == list(scribe.entries[-1].bodies)

    def test_a_big_body(self, storage: Storage, scribe: Scribe) -> None:
        """A mebibyte of every byte there is, and a long name."""
        content, name = bytes(range(256)) * 4096, "k" * 48_000 + "中😀"
        with scribe.record(storage) as record:
            record.source("big", content)
            bid = record.put(name, "x" * 65_536)
        with storage.read() as reader:
            assert reader.bodies(scribe.mem, 1) == list(scribe.entries[0].bodies)
            assert bids(reader.visible(scribe.mem, name, LATEST, 0)) == [bid]
            assert bids(list(reader.scan(scribe.mem, "k" * 48_000, LATEST, 0))) == [bid]

    def test_a_big_record(self, storage: Storage, scribe: Scribe) -> None:
        """As many effects as a transaction may have."""
        with scribe.record(storage) as record:
            for number in range(2_000):
                record.put(f"k{number}", "x")
        with storage.read() as reader:
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())
            assert len(reader.bodies(scribe.mem, 1)) == 4_000
