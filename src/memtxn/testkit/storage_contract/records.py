"""Memories, heads, the journal and its bodies; sources, refusals, declarations."""

from __future__ import annotations

import pytest

from memtxn.model.rows import JournalRow, RefusalRow, ViewRequest
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Counts, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base

NAMES = ['["a"]', '["a","b"]', '["a%"]', '["a_"]', '["a\'"]', '["中"]', '["😀"]', '["\U0010ffff"]', '["A"]']


class RecordsContract(Base):
    """What was written is found by its number, its time, its transaction or its name."""

    def test_a_memory_is_found_by_tenant_and_name(self, storage: Storage) -> None:
        """Names are exact, and each tenant has its own."""
        scribes = [Scribe(name, tenant=t, number=i + 1) for t in (0, 1, 7) for i, name in enumerate(NAMES)]
        for scribe in scribes:
            scribe.create(storage)
        with storage.read() as reader:
            found = [reader.memory(scribe.mem >> 40, scribe.row.name) for scribe in scribes]
            assert found == [scribe.row for scribe in scribes]

    def test_an_unknown_memory_is_none(self, storage: Storage, scribe: Scribe) -> None:
        """Neither a name that is not there nor that of another tenant is found."""
        with storage.read() as reader:
            assert reader.memory(0, "nobody") is None
            assert reader.memory(1, scribe.row.name) is None

    def test_every_memory_of_a_tenant(self, storage: Storage) -> None:
        """In order of number, the highest tenant's too; nothing of another one."""
        tenants = (0, 1, 2**22 - 1, 2**23 - 1)
        scribes = [Scribe(name, tenant=t, number=i + 1) for t in tenants for i, name in enumerate(NAMES)]
        for scribe in reversed(scribes):
            scribe.create(storage)
        with storage.read() as reader:
            for tenant in tenants:
                own = [scribe.row for scribe in scribes if scribe.mem >> 40 == tenant]
                assert list(reader.every_memory(tenant)) == own
            assert list(reader.every_memory(2)) == []

    def test_counts(self, storage: Storage, scribe: Scribe) -> None:
        """The rows of one memory, each kind; a retraction is no belief."""
        with scribe.record(storage) as record:
            record.put("city", "Rome")
            record.put("tag", "x", slot=None, vhash=b"x" * 16)
            record.source("seen")
        with scribe.record(storage) as record:
            record.put("city", "Oslo", vf=2)
            record.declare("Person", "likes", many=True)
        with scribe.record(storage) as record:
            record.retract("city", vf=3)
            record.source("seen again")
            record.source("and again")
        Scribe("other", number=2).create(storage)
        with storage.read() as reader:
            counts = reader.counts(scribe.mem)
            assert counts == Counts(records=3, keys=2, beliefs=3, retractions=1, sources=3, declarations=1)
            nothing = Counts(records=0, keys=0, beliefs=0, retractions=0, sources=0, declarations=0)
            assert reader.counts(scribe.mem + 1) == reader.counts(9) == nothing

    def test_facts(self, storage: Storage) -> None:
        """Sizes are there if, and only if, there is a file."""
        facts = storage.facts()
        assert facts.format >= 1
        assert (facts.path is None) == (facts.file_bytes == 0)
        assert facts.log_bytes >= 0

    def test_the_highest_tenant(self, storage: Storage) -> None:
        """A number uses all bits up to the sign."""
        scribe = Scribe(tenant=2**23 - 1, number=2**40 - 1).create(storage)
        with scribe.record(storage) as record:
            record.put("city", "Rome")
        with storage.read() as reader:
            assert reader.memory(2**23 - 1, scribe.row.name) == scribe.row
            assert reader.head(scribe.mem) == scribe.head

    def test_head(self, storage: Storage, scribe: Scribe) -> None:
        """The head is the one that was created, then that of the last record."""
        with storage.read() as reader:
            assert reader.head(scribe.mem) == scribe.head
        for attribute in ("one", "two"):
            with scribe.record(storage) as record:
                record.declare("Person", attribute, many=True)
            with storage.read() as reader:
                assert reader.head(scribe.mem) == scribe.entries[-1].head

    def test_seq_at_its_edges(self, storage: Storage, scribe: Scribe) -> None:
        """A record counts from the very microsecond it was recorded at."""
        for at in (2_000, 2_001, 9_000):
            with scribe.record(storage, at=at) as record:
                record.put("city", str(at))
        edges = {-(2**63): 0, 1_999: 0, 2_000: 1, 2_001: 2, 2_002: 2, 8_999: 2, 9_000: 3, FOREVER: 3}
        with storage.read() as reader:
            assert {at: reader.seq_at(scribe.mem, at) for at in edges} == edges

    def test_seq_at_of_an_empty_memory(self, storage: Storage, scribe: Scribe) -> None:
        """There is none, not even at the instant when the memory was made."""
        with storage.read() as reader:
            assert reader.seq_at(scribe.mem, scribe.row.created) == 0
            assert reader.seq_at(scribe.mem, FOREVER) == 0

    def test_committed(self, storage: Storage, scribe: Scribe) -> None:
        """A transaction is found by its whole id; an idempotency key is no transaction."""
        for idem in (None, b"i" * 16):
            with scribe.record(storage, idem=idem) as record:
                record.put("city", "Rome")
        with storage.read() as reader:
            found = [reader.committed(scribe.mem, entry.journal.tx) for entry in scribe.entries]
            assert found == [1, 2]
            assert reader.committed(scribe.mem, b"i" * 16) is None
            assert reader.committed(scribe.mem, scribe.entries[0].journal.tx[:8]) is None

    @pytest.mark.parametrize(
        ("first", "last", "seqs"),
        [
            (1, 5, [1, 2, 3, 4, 5]),
            (2, 4, [2, 3, 4]),
            (3, 3, [3]),
            (4, 3, []),
            (0, LATEST, [1, 2, 3, 4, 5]),
            (5, 9, [5]),
            (6, LATEST, []),
        ],
    )
    def test_journal_ranges(
        self, storage: Storage, scribe: Scribe, first: int, last: int, seqs: list[int]
    ) -> None:
        """Both ends belong to a range, and rows come whole and in order."""
        for number in range(5):
            with scribe.record(storage, idem=bytes([number]) * 16 if number % 2 else None) as record:
                record.put("city", str(number))
        with storage.read() as reader:
            rows: list[JournalRow] = list(reader.journal(scribe.mem, first, last))
        assert rows == [scribe.entries[seq - 1].journal for seq in seqs]

    def test_bodies(self, storage: Storage, scribe: Scribe) -> None:
        """The bodies of a record, byte for byte and in order; none of a record that is not there."""
        for number in range(2):
            with scribe.record(storage) as record:
                for row in range(12):
                    record.source(f"{number}.{row}", bytes(range(256)))
        with storage.read() as reader:
            assert reader.bodies(scribe.mem, 2) == list(scribe.entries[1].bodies)
            assert reader.bodies(scribe.mem, 0) == reader.bodies(scribe.mem, 3) == []

    def test_missing_bodies_leave_gaps(self, storage: Storage, scribe: Scribe) -> None:
        """What is there keeps its ord; a missing row has none."""
        with scribe.record(storage) as record:
            record.source("kept")
            record.belief("city", "Rome", keep=False)
            record.source("kept too")
        with storage.read() as reader:
            assert [body.ord for body in reader.bodies(scribe.mem, 1)] == [0, 1, 3]

    def test_source(self, storage: Storage, scribe: Scribe) -> None:
        """A source is found by its id exactly; what is no id at all is merely unknown."""
        with scribe.record(storage) as record:
            one, two = record.source("one"), record.source("two")
        with storage.read() as reader:
            assert [reader.source(scribe.mem, row.id) for row in (one, two)] == [one.place, two.place]
            junk = ["", one.id[:-1], one.id[:-2], one.id + "0", one.id.upper(), f" {one.id}", "no id", "中"]
            assert {reader.source(scribe.mem, text) for text in [*junk, "f" * 32]} == {None}

    def test_refusals(self, storage: Storage, scribe: Scribe) -> None:
        """The refusals of a key in order of place, whatever their fingerprints are; each came once."""
        with scribe.record(storage) as record:
            first, other = record.refusal("city", b"z" * 16), record.refusal("town", b"y" * 16)
        with scribe.record(storage) as record:
            second = record.refusal("city", b"a" * 16)
        with storage.read() as reader:
            assert reader.refusals(scribe.mem, "city") == [
                (RefusalRow(b"z" * 16, "city", first), 1),
                (RefusalRow(b"a" * 16, "city", second), 1),
            ]
            assert reader.refusals(scribe.mem, "town") == [(RefusalRow(b"y" * 16, "town", other), 1)]
            assert reader.refusals(scribe.mem, "cit") == []

    def test_a_refused_key_is_no_key(self, storage: Storage, scribe: Scribe) -> None:
        """A refusal leaves nothing to see, to scan or to number."""
        with scribe.record(storage) as record:
            record.refusal("city", b"z" * 16)
        with storage.read() as reader:
            assert list(reader.scan(scribe.mem, "", LATEST, 0)) == []
            assert reader.versions(scribe.mem, "city", LATEST) == []

    def test_declarations(self, storage: Storage, scribe: Scribe) -> None:
        """All that was declared by then, in order of seq, later ones of an attribute too."""
        rows = []
        for entity_type, attribute, many in [("P", "z", True), ("P", "a", False), ("P", "z", False)]:
            with scribe.record(storage) as record:
                rows.append(record.declare(entity_type, attribute, many=many))
        with storage.read() as reader:
            assert [reader.declarations(scribe.mem, n) for n in range(4)] == [rows[:n] for n in range(4)]
            assert reader.declarations(scribe.mem, LATEST) == rows

    def test_declarations_of_one_record(self, storage: Storage, scribe: Scribe) -> None:
        """In order of entity type, then attribute, whatever the order of the record is."""
        declared = [("P", "z"), ("P", "a"), ("P", ""), ("A", "z"), ("é", "a"), ("P", "Z")]  # "": the type itself
        with scribe.record(storage) as record:
            rows = [record.declare(*names, many=True) for names in declared]
        rows.sort(key=lambda row: (row.entity_type.encode(), row.attribute.encode()))
        with storage.read() as reader:
            assert reader.declarations(scribe.mem, LATEST) == rows

    def test_a_record_of_nothing(self, storage: Storage, scribe: Scribe) -> None:
        """A record may have no effect and no body."""
        with scribe.record(storage):
            pass
        with storage.read() as reader:
            assert list(reader.journal(scribe.mem, 1, 1)) == [scribe.entries[0].journal]
            assert reader.bodies(scribe.mem, 1) == []
            assert list(reader.fold(scribe.mem)) == []
            assert reader.view(scribe.mem, ViewRequest(b"", None), LATEST).head == scribe.head
