"""Durability: what a database knows of itself, and what is there when it is opened again."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtxn.core.proof import key_fingerprint
from memtxn.errors import ReadOnly, StorageError
from memtxn.ports.storage import LATEST, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base, requires
from memtxn.testkit.storage_contract.writing import all_of, fill


class DurabilityContract(Base):
    """The facts of a database, and its second life."""

    def test_a_database_makes_its_own_keys(self, storage: Storage) -> None:
        """Without a key from outside it keeps one, and all of them are long enough."""
        meta = storage.meta
        assert meta.tag_key is not None
        assert meta.tag_key_id == key_fingerprint(meta.tag_key)
        assert min(len(meta.store), len(meta.digest_key), len(meta.tag_key)) >= 16
        assert len({meta.store, meta.digest_key, meta.tag_key}) == 3
        assert storage.read_only is None

    def test_a_key_from_outside_is_not_kept(self, tmp_path: Path) -> None:
        """Only its fingerprint is."""
        storage = self.make_storage(tmp_path, b"k" * 32)
        try:
            assert storage.meta.tag_key is None
            assert storage.meta.tag_key_id == key_fingerprint(b"k" * 32)
        finally:
            storage.close()

    def test_another_key(self, storage: Storage) -> None:
        """It is kept inside or not; what is undone changes nothing; all memories of all tenants are there."""
        own = storage.meta
        scribe = Scribe().create(storage)
        with pytest.raises(ZeroDivisionError), storage.rekey(b"n" * 32, inside=True):
            _ = 1 / 0
        assert storage.meta == own
        with storage.rekey(b"n" * 32, inside=True) as writer:
            assert list(writer.all_memories()) == [scribe.row]
        assert (storage.meta.tag_key, storage.meta.tag_key_id) == (b"n" * 32, key_fingerprint(b"n" * 32))
        with storage.rekey(b"o" * 32, inside=False):
            pass
        assert (storage.meta.tag_key, storage.meta.tag_key_id) == (None, key_fingerprint(b"o" * 32))
        with scribe.record(storage) as record:
            fill(record)
        assert storage.meta.store == own.store

    @requires("durable")
    def test_opened_again(self, tmp_path: Path) -> None:
        """Everything that was committed is there; what was undone is not; the database is the same."""
        first = self.make_storage(tmp_path)
        scribe = Scribe().create(first)
        for _ in range(3):
            with scribe.record(first) as record:
                fill(record)
        with first.write() as writer:
            assert writer.repeat(scribe.mem, b"f%015d" % 2)
        with pytest.raises(StorageError):
            self._write_twice(first, scribe)
        with first.read() as reader:
            before = all_of(reader, scribe.mem)
        meta = first.meta
        first.close()
        again = self.make_storage(tmp_path)
        try:
            assert (again.meta, again.read_only) == (meta, None)
            with again.read() as reader:
                assert all_of(reader, scribe.mem) == before
                assert reader.memory(0, scribe.row.name) == scribe.row
                assert next(reader.scan(scribe.mem, "", LATEST, 9)).name == "city"
            with scribe.record(again) as record:
                fill(record)
        finally:
            again.close()

    def _write_twice(self, storage: Storage, scribe: Scribe) -> None:
        with storage.write() as writer:
            for _ in range(2):
                writer.append(scribe.mem, scribe.draft().entry())

    @requires("durable")
    def test_opened_twice(self, tmp_path: Path) -> None:
        """Two that are open at once see each other's commits, and follow each other."""
        one, two = self.make_storage(tmp_path), self.make_storage(tmp_path)
        try:
            scribe = Scribe().create(one)
            for storage in (two, one, two):
                with scribe.record(storage) as record:
                    fill(record)
            for storage in (one, two):
                with storage.read() as reader:
                    assert set(reader.fold(scribe.mem)) == set(scribe.rows())
        finally:
            one.close()
            two.close()

    @requires("durable")
    @pytest.mark.parametrize("key", [None, b"x" * 32], ids=["no key", "another key"])
    def test_a_wrong_key_reads_and_does_not_write(self, tmp_path: Path, key: bytes | None) -> None:
        """The database says why, and goes on answering."""
        first = self.make_storage(tmp_path, b"k" * 32)
        scribe = Scribe().create(first)
        first.close()
        again = self.make_storage(tmp_path, key)
        try:
            assert again.read_only
            with again.read() as reader:
                assert reader.head(scribe.mem) == scribe.head
            with pytest.raises(ReadOnly), again.write() as writer:
                scribe.append(writer, scribe.draft())
            with again.read() as reader:
                assert reader.head(scribe.mem) == scribe.head
        finally:
            again.close()

    @requires("durable")
    def test_the_right_key_writes(self, tmp_path: Path) -> None:
        """Opened again with the key that it was made with."""
        first = self.make_storage(tmp_path, b"k" * 32)
        scribe = Scribe().create(first)
        first.close()
        again = self.make_storage(tmp_path, b"k" * 32)
        try:
            assert again.read_only is None
            with scribe.record(again) as record:
                fill(record)
        finally:
            again.close()
