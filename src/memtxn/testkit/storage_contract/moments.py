"""Moments: who sees what while others write; and the end of a block, and of a storage."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from memtxn.errors import Closed, MemtxnError, StorageBusy
from memtxn.model.rows import ViewRequest
from memtxn.ports.storage import LATEST, Reader, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import PATIENCE, Base, bids, elsewhere, requires


def put(storage: Storage, scribe: Scribe, value: str) -> int:
    """Write one version of the one key of these tests."""
    with scribe.record(storage) as record:
        return record.put("city", value)


def seen(reader: Reader, scribe: Scribe) -> tuple[int, list[int], int, int]:
    """The moment that a reader sees, by four ways that must agree."""
    rows = bids(reader.visible(scribe.mem, "city", LATEST, 0))
    versions = len(reader.versions(scribe.mem, "city", LATEST))
    journal = len(list(reader.journal(scribe.mem, 1, LATEST)))
    return reader.view(scribe.mem, ViewRequest(b"t", None), LATEST).head.seq, rows, versions, journal


class MomentsContract(Base):
    """A block reads one moment; one writer writes at a time."""

    @requires("concurrent")
    def test_a_reader_keeps_its_moment(self, storage: Storage, scribe: Scribe) -> None:
        """What others commit meanwhile is seen by the next block."""
        rome = put(storage, scribe, "Rome")
        with storage.read() as reader:
            assert seen(reader, scribe) == (1, [rome], 1, 1)
            oslo = elsewhere(lambda: put(storage, scribe, "Oslo"))
            assert elsewhere(lambda: self._look(storage, scribe)) == (2, [oslo], 2, 2)
            assert seen(reader, scribe) == (1, [rome], 1, 1)
        assert self._look(storage, scribe) == (2, [oslo], 2, 2)

    @requires("concurrent")
    def test_a_reader_does_not_wait_for_a_writer(self, storage: Storage, scribe: Scribe) -> None:
        """It sees what was committed, and nothing that is only written."""
        rome = put(storage, scribe, "Rome")
        draft = scribe.draft()
        oslo = draft.put("city", "Oslo")
        with storage.write() as writer:
            scribe.append(writer, draft)
            assert elsewhere(lambda: self._look(storage, scribe)) == (1, [rome], 1, 1)
            assert seen(writer, scribe) == (2, [oslo], 2, 2)
        assert self._look(storage, scribe) == (2, [oslo], 2, 2)

    @requires("concurrent")
    def test_a_reader_inside_a_writers_block(self, storage: Storage, scribe: Scribe) -> None:
        """In one thread too, a reader sees what was committed, and the writer can go on."""
        rome = put(storage, scribe, "Rome")
        draft = scribe.draft()
        oslo = draft.put("city", "Oslo")
        with storage.write() as writer:
            scribe.append(writer, draft)
            with storage.read() as reader:
                assert seen(reader, scribe) == (1, [rome], 1, 1)
            assert seen(writer, scribe) == (2, [oslo], 2, 2)
        assert self._look(storage, scribe) == (2, [oslo], 2, 2)

    @requires("concurrent")
    def test_a_writer_inside_a_readers_block(self, storage: Storage, scribe: Scribe) -> None:
        """In one thread too, the reader keeps its moment."""
        rome = put(storage, scribe, "Rome")
        with storage.read() as reader:
            assert seen(reader, scribe) == (1, [rome], 1, 1)
            put(storage, scribe, "Oslo")
            assert seen(reader, scribe) == (1, [rome], 1, 1)

    @requires("concurrent")
    def test_readers_side_by_side(self, storage: Storage, scribe: Scribe) -> None:
        """Many blocks at once, in one thread and in others."""
        rome = put(storage, scribe, "Rome")
        with storage.read() as one, storage.read() as two:
            assert elsewhere(lambda: self._look(storage, scribe)) == (1, [rome], 1, 1)
            assert seen(one, scribe) == seen(two, scribe) == (1, [rome], 1, 1)

    def test_a_second_writer_waits(self, storage: Storage, scribe: Scribe) -> None:
        """It begins where the first one ended."""
        asked = Event()

        def second() -> int:
            asked.set()
            with storage.write() as writer:
                return writer.head(scribe.mem).seq

        draft = scribe.draft()
        with ThreadPoolExecutor(1) as pool:
            with storage.write() as writer:
                later = pool.submit(second)
                assert asked.wait(PATIENCE)
                scribe.append(writer, draft)
            assert later.result(PATIENCE) == 1

    def test_a_writer_does_not_wait_for_ever(self, tmp_path: Path) -> None:
        """It gives up after its time, may try again, and the one that held on is not disturbed."""
        storage = self.make_storage(tmp_path, busy_timeout=0.05)
        try:
            scribe = Scribe().create(storage)
            draft = scribe.draft()
            with storage.write() as writer:
                with pytest.raises(StorageBusy):
                    elsewhere(lambda: put(storage, scribe, "Rome"))
                scribe.append(writer, draft)
            put(storage, scribe, "Oslo")
            assert self._look(storage, scribe)[0] == 2
        finally:
            storage.close()

    def test_writers_from_many_threads(self, storage: Storage, scribe: Scribe) -> None:
        """None is lost and none comes twice: each sees all that came before."""

        def write(times: int) -> None:
            for _ in range(times):
                with storage.write() as writer:
                    assert writer.head(scribe.mem) == scribe.head
                    draft = scribe.draft()
                    draft.put("city", "Rome")
                    scribe.append(writer, draft)

        with ThreadPoolExecutor(4) as pool:
            for done in [pool.submit(write, 10) for _ in range(4)]:
                done.result(PATIENCE)
        with storage.read() as reader:
            assert reader.head(scribe.mem) == scribe.head
            assert scribe.head.seq == 40
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())

    def test_every_commit_is_seen_whole(self, storage: Storage, scribe: Scribe) -> None:
        """A reader among many commits never finds the parts of one apart."""
        done = Event()

        def watch() -> list[tuple[int, list[int], int, int]]:
            moments = []
            while not done.is_set():
                moments.append(self._look(storage, scribe))
            return moments

        with ThreadPoolExecutor(1) as pool:
            watching = pool.submit(watch)
            try:
                for number in range(30):
                    put(storage, scribe, str(number))
            finally:
                done.set()
            moments = watching.result(PATIENCE)
        assert all(seq == versions == journal for seq, _, versions, journal in moments)
        assert [seq for seq, *_ in moments] == sorted(seq for seq, *_ in moments)

    def test_a_reader_dies_with_its_block(self, storage: Storage, scribe: Scribe) -> None:
        """Used afterwards it says so, rather than reading some other moment."""
        with storage.read() as reader:
            pass
        with pytest.raises(MemtxnError):
            reader.head(scribe.mem)

    def test_a_writer_dies_with_its_block(self, storage: Storage, scribe: Scribe) -> None:
        """Used afterwards it says so, and writes nothing."""
        with storage.write() as writer:
            pass
        with pytest.raises(MemtxnError):
            writer.append(scribe.mem, scribe.draft().entry())
        with storage.read() as reader:
            assert reader.head(scribe.mem) == scribe.head

    def test_a_block_left_in_the_middle_of_a_scan(self, storage: Storage, scribe: Scribe) -> None:
        """An iterator that nobody finishes harms neither its block nor the next."""
        with scribe.record(storage) as record:
            for number in range(100):
                record.put(str(number), "x")
        with storage.read() as reader:
            half = [
                reader.scan(scribe.mem, "", LATEST, 0),
                reader.journal(scribe.mem, 0, 9),
                reader.fold(scribe.mem),
            ]
            assert [next(rows) is not None for rows in half] == [True] * 3
        with storage.write() as writer:
            half = [
                writer.scan(scribe.mem, "", LATEST, 0),
                writer.journal(scribe.mem, 0, 9),
                writer.fold(scribe.mem),
            ]
            assert [next(rows) is not None for rows in half] == [True] * 3
            draft = scribe.draft()
            scribe.append(writer, draft)
        with storage.read() as reader:
            assert reader.head(scribe.mem) == scribe.head

    def test_closed(self, storage: Storage, scribe: Scribe) -> None:
        """A closed storage cannot be used, and can be closed again."""
        storage.close()
        storage.close()
        with pytest.raises(Closed), storage.read():
            pass
        with pytest.raises(Closed), storage.write() as writer:
            scribe.append(writer, scribe.draft())
        with pytest.raises(Closed):
            elsewhere(lambda: self._look(storage, scribe))

    def _look(self, storage: Storage, scribe: Scribe) -> tuple[int, list[int], int, int]:
        with storage.read() as reader:
            return seen(reader, scribe)
