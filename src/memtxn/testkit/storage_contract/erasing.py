"""Erasing: texts are gone for good, and a memory with all but its journal."""

from __future__ import annotations

import pytest

from memtxn.core.proof import origin
from memtxn.errors import Erased, StorageError
from memtxn.model.belief import State
from memtxn.model.record import locate, place
from memtxn.model.rows import ErasedRow, ViewRequest
from memtxn.ports.storage import LATEST, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base
from memtxn.testkit.storage_contract.writing import all_of, fill


class ErasingContract(Base):
    """What is named by an erasure is no longer there, and all else is."""

    @pytest.fixture
    def lived(self, storage: Storage, scribe: Scribe) -> Scribe:
        """Three records with something in every fold, and another memory beside them."""
        for each in (scribe, Scribe('["other"]', number=2).create(storage)):
            for _ in range(3):
                with each.record(storage) as record:
                    fill(record)
        return scribe

    def test_texts_at_the_places_go(self, storage: Storage, lived: Scribe) -> None:
        """Across records, from the first place to the last, and no other of this memory or another one."""
        other = Scribe('["other"]', number=2)
        with storage.read() as reader:
            before = [(place(seq, ord_), data) for seq, ord_, _, data in reader.texts(lived.mem)]
            untouched = all_of(reader, other.mem)
        first, last = place(1, 3), place(3, 1)
        draft = lived.draft()
        row = draft.erase(first, last)
        with storage.write() as writer:
            lived.append(writer, draft)
            writer.erase(lived.mem, [row])
        with storage.read() as reader:
            left = [(place(seq, ord_), data) for seq, ord_, _, data in reader.texts(lived.mem)]
            assert left == [one for one in before if not first <= one[0] <= last]
            assert set(reader.fold(lived.mem)) == set(lived.rows())
            assert all_of(reader, other.mem) == untouched

    def test_the_ledger(self, storage: Storage, lived: Scribe) -> None:
        """What was erased, and by which record first."""
        rows = []
        for first, last in ((place(9, 4), place(9, 9)), (place(9, 2), place(9, 5)), (0, 0)):
            draft = lived.draft()
            rows.append(draft.erase(first, last))
            with storage.write() as writer:
                lived.append(writer, draft)
        with storage.read() as reader:
            assert list(reader.erasures(lived.mem))[-2:] == [rows[1], rows[0]]
            asked = (place(9, 1), place(9, 2), place(9, 4), place(9, 9), place(9, 10), 0)
            found = [reader.erased(lived.mem, where) for where in asked]
            assert found == [0, rows[1].seq, rows[0].seq, rows[0].seq, 0, rows[2].seq]
            assert reader.erased(lived.mem + 7, 0) == 0

    def test_what_was_erased_is_so_as_of_every_record(self, storage: Storage, scribe: Scribe) -> None:
        """A version tells it wherever it is asked for; no other state leaks back."""
        with scribe.record(storage) as record:
            rome, oslo = record.put("city", "Rome"), record.put("town", "Oslo")
        with scribe.record(storage) as record:
            record.state("city", rome, State.ERASED)
            record.state("town", oslo, State.REVOKED)
        with storage.read() as reader:
            states = {
                name: [version.state for version in reader.versions(scribe.mem, name, 1)]
                for name in ("city", "town")
            }
            assert states == {"city": [State.ERASED], "town": [State.ADMITTED]}
            shown = [row.version.state for row in reader.scan(scribe.mem, "", 1, 0)]
            assert shown == [State.ERASED, State.ADMITTED]

    def test_a_memory_goes_whole(self, storage: Storage, lived: Scribe) -> None:
        """Its journal stays, its name is free, and its number is not given out again."""
        other = Scribe('["other"]', number=2)
        with storage.read() as reader:
            journal, untouched = list(reader.journal(lived.mem, 1, LATEST)), all_of(reader, other.mem)
        draft = lived.draft()
        row = draft.erase(0, LATEST)
        with storage.write() as writer:
            entry = lived.append(writer, draft)
            writer.erase(lived.mem, [row])
            assert writer.memories(0) == 2
        with storage.read() as reader:
            assert list(reader.journal(lived.mem, 1, LATEST)) == [*journal, entry.journal]
            assert list(reader.texts(lived.mem)) == []
            fold = list(reader.fold(lived.mem))
            assert fold == list(reader.erasures(lived.mem))
            assert ErasedRow(0, LATEST, entry.journal.seq) in fold
            assert reader.memory(0, lived.row.name) is None
            (gone, stays) = list(reader.every_memory(0))
            assert (gone.mem, gone.erased, stays.erased) == (lived.mem, True, False)
            assert origin(gone) == origin(lived.row)
            assert lived.row.name not in repr(gone)
            assert all_of(reader, other.mem) == untouched
            with pytest.raises(Erased):
                reader.head(lived.mem)
            with pytest.raises(Erased):
                reader.view(lived.mem, ViewRequest(b"", None), LATEST)
        Scribe(lived.row.name, number=3).create(storage)

    def test_nothing_is_appended_to_what_is_gone(self, storage: Storage, lived: Scribe) -> None:
        """Whoever has not heard of it yet is refused."""
        draft = lived.draft()
        with storage.write() as writer:
            lived.append(writer, draft)
            writer.erase(lived.mem, [ErasedRow(0, LATEST, draft.seq)])
        with pytest.raises(StorageError), lived.record(storage) as record:
            record.put("city", "Rome")
        with storage.read() as reader:
            assert [locate(place(seq, ord_)) for seq, ord_, *_ in reader.texts(lived.mem)] == []

    def test_scrubbed_in_the_end(self, storage: Storage, lived: Scribe) -> None:
        """When nobody reads or writes, nothing is left to do after one call; nor before anything was erased."""
        assert storage.scrubbed
        draft = lived.draft()
        row = draft.erase(place(1, 0), place(1, 2))
        with storage.write() as writer:
            lived.append(writer, draft)
            writer.erase(lived.mem, [row])
        with storage.read() as reader:
            before = all_of(reader, lived.mem)
        assert storage.scrub()
        assert storage.scrubbed
        assert storage.scrub()
        with storage.read() as reader:
            assert all_of(reader, lived.mem) == before
            assert reader.faults(lived.mem) == []
        with lived.record(storage) as record:
            fill(record)
