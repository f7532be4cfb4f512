"""What waits for somebody, as a storage sees it: until when, and what became of it."""

from __future__ import annotations

import pytest

from memtxn.errors import StorageError
from memtxn.model.belief import State
from memtxn.model.rows import PendingRow, SettledRow
from memtxn.model.time import FOREVER
from memtxn.ports.storage import Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base


def pend(storage: Storage, scribe: Scribe, *expiries: int) -> list[PendingRow]:
    """A record with so many refused proposals, each of which waits until then."""
    with scribe.record(storage) as record:
        places = [record.refusal("city", b"%08d%08d" % (record.seq, number)) for number in range(len(expiries))]
        return [record.pend(where, expires) for where, expires in zip(places, expiries, strict=True)]


def settle(storage: Storage, scribe: Scribe, row: PendingRow, state: State = State.ADMITTED) -> SettledRow:
    """A record that settles what waits."""
    with scribe.record(storage) as record:
        return record.settle(row, state)


def waiting(storage: Storage, scribe: Scribe, after: int, until: int = FOREVER) -> list[PendingRow]:
    """What waits, in a block of its own."""
    with storage.read() as reader:
        return list(reader.waiting(scribe.mem, after, until))


class PendingContract(Base):
    """What waits is found by the time at which it expires, until it is settled: once."""

    def test_what_waits_is_found_by_its_expiry(self, storage: Storage, scribe: Scribe) -> None:
        """In order of it, and of the place where it is the same."""
        late, soon, same, never = pend(storage, scribe, 30, 10, 30, FOREVER)
        assert waiting(storage, scribe, 0) == [soon, late, same, never]
        assert waiting(storage, scribe, 10) == [late, same, never]
        assert waiting(storage, scribe, 10, 30) == [late, same]
        assert waiting(storage, scribe, -(2**62), 29) == [soon]
        assert waiting(storage, scribe, 30, 10) == []

    def test_what_waits_is_counted_up_to_a_number(self, storage: Storage, scribe: Scribe) -> None:
        """Nobody needs to know how far a limit is exceeded."""
        rows = pend(storage, scribe, *range(10, 15))
        with storage.read() as reader:
            assert [reader.waiting_count(scribe.mem, after, 9) for after in (0, 10, 14)] == [5, 4, 0]
            assert [reader.waiting_count(scribe.mem, 0, most) for most in (5, 4, 2, 0)] == [5, 5, 3, 1]
        settle(storage, scribe, rows[2])
        with storage.read() as reader:
            assert reader.waiting_count(scribe.mem, 0, 9) == 4

    @pytest.mark.parametrize("state", [State.ADMITTED, State.REJECTED])
    def test_what_is_settled_waits_no_longer(self, storage: Storage, scribe: Scribe, state: State) -> None:
        """It is told with what it became."""
        first, second = pend(storage, scribe, 10, 20)
        settled = settle(storage, scribe, second, state)
        assert waiting(storage, scribe, 0) == [first]
        with storage.read() as reader:
            assert reader.pending(scribe.mem, second.place) == [(second, settled)]
            assert reader.pending(scribe.mem, first.place) == [(first, None)]
            assert reader.pending(scribe.mem, 1) == []
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())

    def test_what_expired_may_wait_again(self, storage: Storage, scribe: Scribe) -> None:
        """Each time is one of its own, and only the one that is named is settled."""
        (first,) = pend(storage, scribe, 10)
        with scribe.record(storage) as record:
            second = record.pend(first.place, 40)
        assert waiting(storage, scribe, 0) == [first, second]
        settled = settle(storage, scribe, second)
        with storage.read() as reader:
            assert reader.pending(scribe.mem, first.place) == [(first, None), (second, settled)]
        assert waiting(storage, scribe, 0) == [first]

    @pytest.mark.parametrize("case", ["never", "another record", "settled before", "of this record"])
    def test_only_what_waits_is_settled(self, storage: Storage, scribe: Scribe, case: str) -> None:
        """Whoever writes: else nothing of the record is."""
        (row,) = pend(storage, scribe, 10)
        draft = scribe.draft()
        match case:
            case "never":
                draft.settle(PendingRow(1, 1, 10), State.ADMITTED)
            case "another record":
                draft.settle(PendingRow(row.place, row.seq + 1, 10), State.ADMITTED)
            case "settled before":
                settle(storage, scribe, row)
                draft = scribe.draft()
                draft.settle(row, State.REJECTED)
            case _:
                draft.settle(draft.pend(draft.refusal("city", b"s" * 16), 50), State.ADMITTED)
        with pytest.raises(StorageError), storage.write() as writer:
            writer.append(scribe.mem, draft.entry())
        with storage.read() as reader:
            assert reader.head(scribe.mem) == scribe.head
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())

    def test_memories_do_not_share_what_waits(self, storage: Storage, scribe: Scribe) -> None:
        """The same places in two memories are two."""
        other = Scribe("other", number=2).create(storage)
        (mine,), (theirs,) = pend(storage, scribe, 10), pend(storage, other, 20)
        settle(storage, other, theirs)
        assert waiting(storage, scribe, 0) == [mine]
        assert waiting(storage, other, 0) == []
