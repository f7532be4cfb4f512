"""The contract: signs of life."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from memtxn.errors import Closed, StorageError
from memtxn.ports.storage import Storage
from memtxn.testkit.storage_contract.base import Base, elsewhere, requires

LEASE = 30.0


class PresenceContract(Base):
    """Whoever gives a sign is seen until they take it away, in whatever way."""

    def test_a_sign_is_seen_until_it_is_closed(self, storage: Storage) -> None:
        """By every thread, under its own name alone; closing twice is harmless."""
        assert not storage.is_present(b"a")
        sign = storage.presence(b"a", LEASE)
        assert storage.is_present(b"a")
        assert elsewhere(lambda: storage.is_present(b"a"))
        assert not storage.is_present(b"b")
        sign.close()
        assert not storage.is_present(b"a")
        sign.close()

    def test_a_sign_can_be_given_once_at_a_time(self, storage: Storage) -> None:
        """And again when it was closed; another one does not matter."""
        sign = storage.presence(b"a", LEASE)
        with pytest.raises(StorageError):
            storage.presence(b"a", LEASE)
        other = storage.presence(b"b", LEASE)
        sign.close()
        assert storage.is_present(b"b")
        again = storage.presence(b"a", LEASE)
        assert storage.is_present(b"a")
        for one in (other, again):
            one.close()

    def test_a_sign_that_nobody_has_any_more_is_gone(self, storage: Storage) -> None:
        """Whoever drops it without closing it is taken to be gone."""
        sign = storage.presence(b"a", LEASE)
        del sign
        gc.collect()
        assert not storage.is_present(b"a")

    def test_a_closed_storage_gives_and_sees_none(self, storage: Storage) -> None:
        """It raises, and closing the sign is still harmless."""
        sign = storage.presence(b"a", LEASE)
        storage.close()
        with pytest.raises(Closed):
            storage.is_present(b"a")
        sign.close()

    @requires("durable")
    def test_others_see_it_until_its_storage_is_closed(self, tmp_path: Path) -> None:
        """Two storages on one file; nothing is left beside it in the end."""
        first, second = self.make_storage(tmp_path), self.make_storage(tmp_path)
        sign = first.presence(b"a", LEASE)
        assert second.is_present(b"a")
        with pytest.raises(StorageError):
            second.presence(b"a", LEASE)
        first.close()
        assert not second.is_present(b"a")
        second.presence(b"a", LEASE).close()
        second.close()
        sign.close()
        assert [entry.name for entry in tmp_path.iterdir()] == ["agent.db"]
