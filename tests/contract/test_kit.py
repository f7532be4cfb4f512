"""The test kit itself: its scribe writes what the fold would make, and its fakes keep their ports."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from memtxn.adapters.storage.memory import MemoryStorage
from memtxn.core.fold import Fold, rows_of
from memtxn.core.proof import commitment
from memtxn.errors import NaiveDatetime
from memtxn.model.record import decode_body, decode_record
from memtxn.model.rows import Entry, FoldRows
from memtxn.ports.storage import Storage
from memtxn.testkit.fakes import START, CountingIds, FakeClock
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract import StorageContract
from memtxn.testkit.storage_contract.base import Base, requires
from memtxn.testkit.storage_contract.writing import fill


@pytest.fixture
def scribe() -> Scribe:
    """Has written every kind of effect, and closed a step."""
    storage = MemoryStorage(ids=CountingIds())
    written = Scribe().create(storage)
    for _ in range(3):
        with written.record(storage, idem=b"%016d" % written.head.seq) as record:
            fill(record)
    return written


def folded(entry: Entry) -> FoldRows:
    """What the fold makes of a record and its bodies."""
    bodies = {body.ord: decode_body(body.data) for body in entry.bodies}
    return rows_of(decode_record(entry.journal.data), bodies, b"k" * 32)


def without_hashes(rows: FoldRows) -> FoldRows:
    """The scribe takes value hashes as they are given to it, and the fold makes them."""
    beliefs = tuple(msgspec.structs.replace(row, vhash=None) for row in rows.beliefs)
    return msgspec.structs.replace(rows, beliefs=beliefs)


def test_the_scribe_writes_what_the_fold_makes(scribe: Scribe) -> None:
    for entry in scribe.entries:
        assert without_hashes(folded(entry)) == without_hashes(entry.fold)


def test_the_scribe_knows_every_row(scribe: Scribe) -> None:
    fold = Fold()
    for entry in scribe.entries:
        fold.apply(entry.fold)
    assert set(fold.rows()) == set(scribe.rows())


def test_the_scribe_commits_to_its_bodies(scribe: Scribe) -> None:
    for entry in scribe.entries:
        assert decode_record(entry.journal.data) == entry.record
        made = tuple(commitment(body.salt, body.data) for body in entry.bodies)
        assert made == entry.record.commitments


def test_a_contract_shows_only_what_an_adapter_declares() -> None:
    class Part(Base):
        @requires("durable")
        def test_durable(self) -> None: ...

    class Fleeting(Part):
        def make_storage(self, folder: Path, key: bytes | None = None, busy_timeout: float = 5.0) -> Storage:
            return MemoryStorage(ids=CountingIds(), key=key, busy_timeout=busy_timeout)

    class Durable(Part):
        durable = True
        make_storage = Fleeting.make_storage

    assert callable(Part.test_durable)
    assert callable(Durable.test_durable)
    assert not callable(Fleeting.test_durable)


def test_parts_of_the_contract_do_not_hide_each_other() -> None:
    parts = [part for part in StorageContract.__mro__ if part is not StorageContract]
    tests = [name for part in parts for name in vars(part) if name.startswith("test_")]
    assert sorted(tests) == sorted(set(tests))
    assert len(tests) > 50


def test_the_clock_stands_still_until_told() -> None:
    clock = FakeClock()
    assert clock() == clock() == START
    assert clock.advance() == clock() == START + timedelta(seconds=1)
    assert clock.advance(timedelta(hours=-1)) == START + timedelta(seconds=1, hours=-1)
    clock.set(datetime(2000, 1, 1, tzinfo=UTC))
    assert clock() == datetime(2000, 1, 1, tzinfo=UTC)


def test_the_clock_wants_a_time_zone() -> None:
    with pytest.raises(NaiveDatetime):
        FakeClock(START.replace(tzinfo=None))


def test_ids_count_in_every_thread() -> None:
    ids = CountingIds(start=5)
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(ids, [16] * 1_000))
    assert sorted(made) == [number.to_bytes(16, "big") for number in range(5, 1_005)]
