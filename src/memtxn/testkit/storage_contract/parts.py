"""Parts of a block that are undone alone, what has changed since a record, and glances."""

from __future__ import annotations

import pytest

from memtxn.errors import Closed, StorageError
from memtxn.model.rows import KeyChange
from memtxn.ports.storage import LATEST, Storage, Writer
from memtxn.testkit.scribe import Draft, Scribe
from memtxn.testkit.storage_contract.base import Base, bids, elsewhere, requires


def changed(storage: Storage, scribe: Scribe, prefix: str, n: int) -> list[KeyChange]:
    """What has changed since a record."""
    with storage.glance() as reader:
        return list(reader.changed(scribe.mem, prefix, n))


def bids_of(scribe: Scribe, name: str) -> list[int]:
    """The places of all versions of a key."""
    return [bid for bid, version in scribe.versions.items() if version.belief.kid == scribe.kids[name]]


def turned(storage: Storage, scribe: Scribe, prefix: str, n: tuple[int, int], t: tuple[int, int]) -> list[str]:
    """What may show something else at another moment."""
    with storage.read() as reader:
        return list(reader.turned(scribe.mem, prefix, n, t))


class PartsContract(Base):
    """A part of a block fails alone; changes are found by range; a glance is a read."""

    @pytest.mark.parametrize("error", [ValueError, StorageError, KeyboardInterrupt])
    def test_a_part_is_undone_alone(self, storage: Storage, scribe: Scribe, error: type[BaseException]) -> None:
        """Records, counts and memories of a part that fails are not there; those around it are."""
        with scribe.record(storage) as record:
            record.refusal("city", b"f" * 16)
        other = Scribe("other", number=2)
        with storage.write() as writer:
            with writer.attempt():
                scribe.append(writer, self._draft(scribe, "Rome"))
            with pytest.raises(error):
                self._attempt_in_vain(writer, scribe, other, error)
            assert writer.head(scribe.mem) == scribe.head
            with writer.attempt():
                scribe.append(writer, self._draft(scribe, "Bern"))
        with storage.read() as reader:
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())
            assert len(reader.versions(scribe.mem, "city", LATEST)) == 2
            assert [count for _, count in reader.refusals(scribe.mem, "city")] == [1]
            assert reader.memory(0, "other") is None

    def _attempt_in_vain(self, writer: Writer, scribe: Scribe, other: Scribe, error: type[BaseException]) -> None:
        with writer.attempt():
            writer.append(scribe.mem, self._draft(scribe, "Oslo").entry())
            writer.create(other.row, other.head)
            assert writer.repeat(scribe.mem, b"f" * 16)
            raise error

    def _draft(self, scribe: Scribe, value: str) -> Draft:
        draft = scribe.draft()
        draft.put("city", value)
        return draft

    def test_a_part_that_fails_after_half_an_append(self, storage: Storage, scribe: Scribe) -> None:
        """What an append has begun is undone with its part, and the block can commit."""
        with scribe.record(storage, idem=b"i" * 16) as record:
            record.put("city", "Rome")
        again = scribe.draft(idem=b"i" * 16)
        again.put("town", "Oslo")
        with storage.write() as writer:
            with pytest.raises(StorageError), writer.attempt():
                writer.append(scribe.mem, again.entry())
            draft = self._draft(scribe, "Bern")
            scribe.append(writer, draft)
        with storage.read() as reader:
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())

    def test_a_block_of_parts_is_undone_whole(self, storage: Storage, scribe: Scribe) -> None:
        """Also what its parts have kept."""
        with pytest.raises(ValueError, match="whole"):
            self._write_in_vain(storage, scribe)
        with storage.read() as reader:
            assert list(reader.fold(scribe.mem)) == []
            assert reader.head(scribe.mem) == scribe.head

    def _write_in_vain(self, storage: Storage, scribe: Scribe) -> None:
        with storage.write() as writer:
            with writer.attempt():
                writer.append(scribe.mem, self._draft(scribe, "Rome").entry())
            raise ValueError("whole")

    def test_what_has_changed_since(self, storage: Storage, scribe: Scribe) -> None:
        """Each key once, with its version then and now, whatever it shows; in order of name."""
        with scribe.record(storage) as record:
            record.put("a1", "x", vf=1)
            record.put("b", "x", vf=1)
        with scribe.record(storage) as record:
            record.put("a1", "y", vf=2)
            record.put("a2", "y", vf=2)
        with scribe.record(storage) as record:
            record.retract("a1", vf=3)
        a2, b = KeyChange("a2", 0, 1), KeyChange("b", 0, 1)
        assert changed(storage, scribe, "", 0) == [KeyChange("a1", 0, 3), a2, b]
        assert changed(storage, scribe, "", 1) == [KeyChange("a1", 1, 3), a2]
        assert changed(storage, scribe, "a", 2) == changed(storage, scribe, "", 2) == [KeyChange("a1", 2, 3)]
        assert changed(storage, scribe, "a2", 1) == [a2]
        assert changed(storage, scribe, "b", 1) == changed(storage, scribe, "", 3) == []
        assert changed(storage, Scribe("nobody", number=9), "", 0) == []

    def test_what_may_have_turned(self, storage: Storage, scribe: Scribe) -> None:
        """By records after one and up to another, or by steps of the first that begin after one instant."""
        with scribe.record(storage) as record:
            record.put("a", "x", vf=1)
            record.put("late", "x", vf=50)
            record.put("set", "x", vf=60, slot=None, vhash=b"x")
            record.put("set", "y", vf=2, slot=None, vhash=b"y")
            record.put("was", "x", vf=70)
        with scribe.record(storage) as record:
            record.put("a", "y", vf=2)
            record.put("b", "y", vf=2)
            record.end("was", 70)
            record.show("was", 3, 0)
        with scribe.record(storage) as record:
            record.put("b", "z", vf=3)
        by_records = {(0, 1): "a late set was", (1, 2): "a b was", (2, 3): "b", (2, 9): "b", (1, 3): "a b was"}
        for n, names in by_records.items():
            assert turned(storage, scribe, "", n, (0, 0)) == names.split()
        by_time = {(2, 49): "", (2, 50): "late", (49, 60): "late set", (50, 99): "set was", (70, 99): ""}
        for t, names in by_time.items():
            assert turned(storage, scribe, "", (1, 1), t) == names.split()
        assert turned(storage, scribe, "", (2, 2), (60, 99)) == []
        assert turned(storage, scribe, "", (0, 0), (-9, 99)) == []
        assert turned(storage, scribe, "", (1, 2), (99, 2)) == ["a", "b", "was"]
        assert (
            turned(storage, scribe, "l", (0, 1), (0, 0))
            == turned(storage, scribe, "l", (1, 3), (0, 99))
            == ["late"]
        )

    def test_ids_of_a_range(self, storage: Storage, scribe: Scribe) -> None:
        """Sources and transactions between two ids, both ends included, in order of id."""
        for number in range(5):
            with scribe.record(storage) as record:
                record.source(str(number))
        rows = sorted((row for entry in scribe.entries for row in entry.fold.sources), key=lambda row: row.id)
        txs = sorted((entry.journal.tx, entry.journal.seq) for entry in scribe.entries)
        with storage.read() as reader:
            assert list(reader.sources(scribe.mem, rows[1].id, rows[3].id)) == rows[1:4]
            assert list(reader.sources(scribe.mem, rows[3].id, rows[1].id)) == []
            assert list(reader.transactions(scribe.mem, txs[1][0], txs[3][0])) == txs[1:4]
            assert list(reader.transactions(scribe.mem, txs[3][0], txs[1][0])) == []

    def test_a_belief_that_is_shown_nowhere_changes_nothing(self, storage: Storage, scribe: Scribe) -> None:
        """A change is a step of the timeline."""
        with scribe.record(storage) as record:
            record.put("city", "Rome")
        with scribe.record(storage) as record:
            record.belief("city", "Oslo")
            record.source("seen")
        assert changed(storage, scribe, "", 1) == []

    def test_changes_within_a_block(self, storage: Storage, scribe: Scribe) -> None:
        """A writer sees what it has written."""
        with storage.write() as writer:
            scribe.append(writer, self._draft(scribe, "Rome"))
            assert list(writer.changed(scribe.mem, "c", 0)) == [KeyChange("city", 0, 1)]

    @requires("concurrent")
    def test_a_glance(self, storage: Storage, scribe: Scribe) -> None:
        """It sees what was committed before its question, nothing that is only written, and ends with it."""
        with scribe.record(storage) as record:
            rome = record.put("city", "Rome")
        with storage.glance() as reader:
            assert bids(reader.visible(scribe.mem, "city", LATEST, 0)) == [rome]
            draft = self._draft(scribe, "Oslo")
            with storage.write() as writer:
                scribe.append(writer, draft)
                assert elsewhere(lambda: self._glanced(storage, scribe)) == [rome]
            assert bids(reader.visible(scribe.mem, "city", 1, 0)) == [rome]
        assert self._glanced(storage, scribe) != [rome]
        with pytest.raises(Closed):
            reader.head(scribe.mem)

    def _glanced(self, storage: Storage, scribe: Scribe) -> list[int]:
        with storage.glance() as reader:
            return bids(reader.visible(scribe.mem, "city", LATEST, 0))

    def test_a_glance_left_half_way(self, storage: Storage, scribe: Scribe) -> None:
        """Nobody is kept from writing by what still streams."""
        with scribe.record(storage) as record:
            for number in range(100):
                record.put(f"k{number}", "x")
        with storage.glance() as reader:
            stream = reader.scan(scribe.mem, "", LATEST, 0)
            next(stream)
        with scribe.record(storage) as record:
            record.put("city", "Rome")
        assert self._glanced(storage, scribe) == bids_of(scribe, "city")
