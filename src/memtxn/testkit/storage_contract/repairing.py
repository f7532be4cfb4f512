"""Repairing: folds, a head and whatever stands beside rows are put right without a record."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from memtxn.core.fold import PARTS
from memtxn.errors import Closed
from memtxn.model.belief import State
from memtxn.model.rows import (
    BeliefRow,
    CloseRow,
    FoldRows,
    PendingRow,
    RefusalRow,
    SettledRow,
    SourceRow,
    StepRow,
)
from memtxn.ports.storage import LATEST, Reader, Storage, WrittenRow
from memtxn.testkit.projection import projection
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base
from memtxn.testkit.storage_contract.writing import all_of, fill

_CARRIED: dict[type[WrittenRow], type[WrittenRow]] = {StepRow: CloseRow, PendingRow: SettledRow}
"""What goes with a row that is removed."""


class RepairingContract(Base):
    """What is told to be lacking is there, what is told to be foreign is gone, and nothing else has moved."""

    @pytest.fixture
    def lived(self, storage: Storage, scribe: Scribe) -> Scribe:
        """Six records with something in every fold, and another memory beside them."""
        for each in (scribe, Scribe('["other"]', number=2).create(storage)):
            for _ in range(6):
                with each.record(storage) as record:
                    fill(record)
                    bid = record.put("code", "7", vf=10 - record.seq)
                    rule = record.constrain(f"one of {record.seq}", unique=True)
                    record.claim(rule.seq, b"h" * 16, "code", bid)
                    record.refile("code", bid, bid, b"v" * 16)
        return scribe

    def test_every_kind_comes_back(self, storage: Storage, lived: Scribe) -> None:
        """Some rows of a kind, or all of them, removed and written again in any order."""
        before, every = _projected(storage, lived), _rows(storage, lived)
        assert {type(row) for row in every} == set(_kinds())
        for kind in _kinds():
            rows = [row for row in every if type(row) is kind]
            for chosen in (rows[1::2], rows):
                carried = _carried(chosen, every)
                _repair(storage, lived, [], [*chosen, *carried])
                assert not set(chosen) & set(_rows(storage, lived)), kind
                _repair(storage, lived, list(reversed([*chosen, *carried])), [])
                assert _projected(storage, lived) == before, kind

    def test_kinds_are_cleared(self, storage: Storage, lived: Scribe) -> None:
        """All rows of a kind go, and those that are lacking then are all that there is."""
        before, every = _projected(storage, lived), _rows(storage, lived)
        for kind in _kinds():
            kinds = {kind, _CARRIED.get(kind, kind)}
            if kind in _CARRIED.values():
                continue
            rows = [row for row in every if type(row) in kinds]
            _repair(storage, lived, rows[:1], [], kinds)
            assert [row for row in _rows(storage, lived) if type(row) in kinds] == rows[:1]
            _repair(storage, lived, rows, [], kinds)
            assert _projected(storage, lived) == before

    def test_another_memory_is_not_touched(self, storage: Storage, lived: Scribe) -> None:
        """Not by any row of this one, and not when its kinds are cleared."""
        other = Scribe('["other"]', number=2)
        with storage.read() as reader:
            before = all_of(reader, other.mem)
        _repair(storage, lived, [], _rows(storage, lived))
        _repair(storage, lived, [], [], set(_kinds()))
        with storage.read() as reader:
            assert all_of(reader, other.mem) == before
            assert list(reader.fold(lived.mem)) == []

    def test_the_journal_is_not_touched(self, storage: Storage, lived: Scribe) -> None:
        """Nor are the texts, nor the head, whatever becomes of the folds."""
        with storage.read() as reader:
            before = all_of(reader, lived.mem)[:3]
        _repair(storage, lived, [], [], set(_kinds()))
        with storage.read() as reader:
            assert all_of(reader, lived.mem)[:3] == before

    def test_a_foreign_row_is_found_by_its_key(self, storage: Storage, lived: Scribe) -> None:
        """Whatever else stands in it."""
        belief = next(row for row in _rows(storage, lived) if isinstance(row, BeliefRow))
        _repair(storage, lived, [], [msgspec.structs.replace(belief, nu=-1, commitment=b"?")])
        assert belief not in _rows(storage, lived)

    def test_what_an_altered_row_carries_stays(self, storage: Storage, lived: Scribe) -> None:
        """A step its end, a proposal what became of it, a refusal how often it came."""
        every, before = _rows(storage, lived), _projected(storage, lived)
        ended = next(row for row in every if isinstance(row, CloseRow))
        step = next(row for row in every if isinstance(row, StepRow) and _key(row) == _key(ended))
        settled = next(row for row in every if isinstance(row, SettledRow))
        waited = next(row for row in every if isinstance(row, PendingRow) and row.place == settled.place)
        refusal = next(row for row in every if isinstance(row, RefusalRow))
        with storage.write() as writer:
            writer.repeat(lived.mem, refusal.fingerprint)
        right: list[WrittenRow] = [step, waited, refusal]
        wrong: list[WrittenRow] = [
            msgspec.structs.replace(step, bid=5, ver=9),
            msgspec.structs.replace(waited, expires=1),
            msgspec.structs.replace(refusal, name="nobody"),
        ]
        for lacking, foreign in ((wrong, right), (right, wrong)):
            _repair(storage, lived, lacking, foreign)
            rows = _rows(storage, lived)
            assert set(lacking) | {ended, settled} <= set(rows)
            assert not set(foreign) & set(rows)
        assert _projected(storage, lived) == before
        with storage.read() as reader:
            assert [count for row, count in reader.refusals(lived.mem, refusal.name) if row == refusal] == [2]

    def test_ends_are_put_right(self, storage: Storage, lived: Scribe) -> None:
        """An end that is wrong, one that is lacking, one that nobody wrote."""
        every, before = _rows(storage, lived), _projected(storage, lived)
        ends = [row for row in every if isinstance(row, CloseRow)]
        ended = set(map(_key, ends))
        standing = next(row for row in every if isinstance(row, StepRow) and _key(row) not in ended)
        wrong = [msgspec.structs.replace(ends[0], s1=99), CloseRow(*_key(standing), 7)]
        _repair(storage, lived, wrong, ends[:2])
        assert set(wrong) <= set(_rows(storage, lived))
        assert ends[1] not in _rows(storage, lived)
        _repair(storage, lived, ends[:2], wrong)
        assert _projected(storage, lived) == before

    def test_states_and_sources(self, storage: Storage, lived: Scribe) -> None:
        """Rows that nobody wrote go, where their keys are no one else's."""
        before = _projected(storage, lived)
        bogus: list[WrittenRow] = [SourceRow("ab" * 16, 7), SettledRow(1, 1, 1, State.REJECTED)]
        _repair(storage, lived, bogus[:1], [])
        _repair(storage, lived, [], bogus)
        assert _projected(storage, lived) == before

    def test_a_head_is_restored(self, storage: Storage, lived: Scribe) -> None:
        """Another one comes in its place, and the next record follows it."""
        older = msgspec.structs.replace(lived.head, seq=2, digest=b"?", tag=b"", declared=0)
        for head in (older, lived.head):
            with storage.write() as writer:
                writer.restore_head(lived.mem, head)
                assert writer.head(lived.mem) == head
        with lived.record(storage) as record:
            fill(record)
        with storage.read() as reader:
            assert reader.head(lived.mem) == lived.head

    def test_what_is_repaired_can_be_appended_to(self, storage: Storage, lived: Scribe) -> None:
        """As if nothing had happened, as of every record."""
        rows = _rows(storage, lived)
        _repair(storage, lived, [], [], set(_kinds()))
        _repair(storage, lived, rows, [])
        with lived.record(storage) as record:
            fill(record)
        with storage.read() as reader:
            assert set(reader.fold(lived.mem)) == set(lived.rows())
            assert reader.faults(lived.mem) == []

    def test_a_repair_is_undone_with_its_block(self, storage: Storage, lived: Scribe) -> None:
        """Whole, or not at all."""
        before, rows = _projected(storage, lived), _rows(storage, lived)

        def broken_off() -> None:
            with storage.write() as writer:
                writer.repair(lived.mem, [], rows)
                writer.restore_head(lived.mem, msgspec.structs.replace(lived.head, seq=1))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            broken_off()
        assert _projected(storage, lived) == before

    def test_what_stands_beside_rows_is_built_again(self, storage: Storage, lived: Scribe) -> None:
        """Where all is well, nothing is seen of it."""
        before = _projected(storage, lived)
        with storage.write() as writer:
            assert writer.reindex() == []
        storage.forget()
        assert _projected(storage, lived) == before

    def test_a_storage_that_is_closed_forgets_nothing(self, storage: Storage) -> None:
        """It says that it is closed."""
        storage.close()
        with pytest.raises(Closed):
            storage.forget()


def _kinds() -> list[type[WrittenRow]]:
    """All kinds of rows."""
    assert len(PARTS) == len(FoldRows.__struct_fields__)
    return list(PARTS)


def _key(row: StepRow | CloseRow) -> tuple[int, int, int, int]:
    return row.kid, row.slot, row.vf, row.s0


def _carried(chosen: Iterable[WrittenRow], every: Iterable[WrittenRow]) -> list[WrittenRow]:
    """What is lost together with these rows."""
    steps = {_key(row) for row in chosen if isinstance(row, StepRow)}
    places = {(row.place, row.seq) for row in chosen if isinstance(row, PendingRow)}
    return [
        row
        for row in every
        if (isinstance(row, CloseRow) and _key(row) in steps)
        or (isinstance(row, SettledRow) and (row.place, row.since) in places)
    ]


def _rows(storage: Storage, scribe: Scribe) -> list[WrittenRow]:
    with storage.read() as reader:
        return [kind(*row) for kind, rows in reader.written(scribe.mem) for row in rows]


def _repair(
    storage: Storage,
    scribe: Scribe,
    lacking: Iterable[WrittenRow],
    foreign: Iterable[WrittenRow],
    cleared: set[type[WrittenRow]] | None = None,
) -> None:
    with storage.write() as writer:
        writer.repair(scribe.mem, list(lacking), list(foreign), cleared or set())


def _projected(storage: Storage, scribe: Scribe) -> object:
    with storage.read() as reader:
        return _answers(reader, scribe.mem)


def _answers(reader: Reader, mem: int) -> object:
    return projection(reader, mem, reader.seq_at(mem, LATEST))
