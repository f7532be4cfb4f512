"""What a verification asks: everything that records wrote, as they wrote it, and what stands of it."""

from __future__ import annotations

from collections import Counter

import pytest

from memtxn.core.fold import facts
from memtxn.model.belief import State
from memtxn.model.codec import pack
from memtxn.model.rows import FoldRows, StateRow, StepRow
from memtxn.ports.storage import Reader, Standing, StepKey, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base
from memtxn.testkit.storage_contract.writing import fill

Packed = Counter[tuple[str, bytes]]
"""Rows by their kind and bytes: a number of another type is another row."""


class CheckingContract(Base):
    """All rows pass by once, in streams; what is asked about single steps is asked for many at a time."""

    @pytest.fixture
    def filled(self, storage: Storage, scribe: Scribe) -> Scribe:
        """Three records with something in every fold, and another memory beside them."""
        for each in (scribe, Scribe('["other"]', number=2).create(storage)):
            for _ in range(3):
                with each.record(storage) as record:
                    fill(record)
                    bid = record.put("code", "7", vf=record.seq)
                    rule = record.constrain(f"one of {record.seq}", unique=True)
                    record.claim(rule.seq, b"h" * 16, "code", bid)
                    record.refile("code", bid, bid, b"v" * 16)
        return scribe

    def test_texts(self, storage: Storage, filled: Scribe) -> None:
        """Every body row with its seq, in order."""
        bodies = [(entry.journal.seq, body) for entry in filled.entries for body in entry.bodies]
        expected = sorted((seq, body.ord, body.salt, body.data) for seq, body in bodies)
        with storage.read() as reader:
            assert list(reader.texts(filled.mem)) == expected

    def test_written(self, storage: Storage, filled: Scribe) -> None:
        """The facts of all records, each once: steps as they were opened, and their ends apart."""
        expected: Packed = Counter()
        for entry in filled.entries:
            expected.update((kind.__name__, pack(row)) for kind, rows in facts(entry.fold) for row in rows)
        with storage.read() as reader:
            found: Packed = Counter()
            for kind, rows in reader.written(filled.mem):
                found.update((kind.__name__, pack(row)) for row in rows)
        assert found == expected
        assert len({kind for kind, _ in expected}) == len(FoldRows.__struct_fields__)

    def test_states_are_written_in_order(self, storage: Storage, scribe: Scribe) -> None:
        """Of (kid, bid, seq), so that the life of each belief passes by in one piece."""
        with scribe.record(storage) as record:
            placed = {name: record.put(name, "x") for name in ("b", "a")}
        for state in (State.ARCHIVED, State.ADMITTED):
            with scribe.record(storage) as record:
                for name in ("a", "b"):
                    record.state(name, placed[name], state)
        with storage.read() as reader:
            rows = next(list(rows) for kind, rows in reader.written(scribe.mem) if kind is StateRow)
        assert rows == [
            (kid, bid, seq, state)
            for kid, bid in ((1, placed["b"]), (2, placed["a"]))
            for seq, state in ((2, State.ARCHIVED), (3, State.ADMITTED))
        ]

    def test_standing(self, storage: Storage, filled: Scribe) -> None:
        """The open steps in order of their key, each with what it shows."""
        with filled.record(storage) as record:
            record.show("city", 7, 0)
            record.show("town", 8, 12345)
        expected = [_shows(filled, step) for step in filled.open.values()]
        with storage.read() as reader:
            assert list(reader.standing(filled.mem)) == sorted(expected)
        assert {row[5] for row in expected} >= {b"", None}

    def test_what_stands_under_another_key_is_not_shown(self, storage: Storage, scribe: Scribe) -> None:
        """The belief must be filed under the key of the step."""
        with scribe.record(storage) as record:
            bid = record.put("a", "x")
            record.show("b", 1, bid)
        with storage.read() as reader:
            assert [row[5] is None for row in reader.standing(scribe.mem)] == [False, True]

    def test_shown(self, storage: Storage, filled: Scribe) -> None:
        """What steps show, whether they still stand or not; one that is not there is left out."""
        steps = [step for entry in filled.entries for step in entry.fold.steps]
        asked = [_key(step) for step in steps]
        nobody = [(kid, slot, vf + 1, s0) for kid, slot, vf, s0 in asked]
        with storage.read() as reader:
            found = reader.shown(filled.mem, asked + nobody)
            assert found == {_key(step): _shows(filled, step)[4:] for step in steps}
            assert _one_by_one(reader, filled.mem, asked) == found
            assert reader.shown(filled.mem, []) == {}

    def test_crowded(self, storage: Storage, scribe: Scribe) -> None:
        """Where two steps stand at one instant; one that was closed stands no longer."""
        for _ in range(3):
            with scribe.record(storage) as record:
                record.open.pop((1, 0, 5), None)
                for name, vf in (("a", 5), ("a", 6), ("b", 5)):
                    record.put(name, "x", vf=vf)
        with storage.read() as reader:
            assert list(reader.crowded(scribe.mem)) == [(1, 0, 5)]


def _key(step: StepRow) -> StepKey:
    return step.kid, step.slot, step.vf, step.s0


def _shows(scribe: Scribe, step: StepRow) -> Standing:
    version = scribe.versions.get(step.bid)
    commitment = b"" if step.bid == 0 else None if version is None else version.belief.commitment
    return step.kid, step.slot, step.vf, step.s0, step.bid, commitment


def _one_by_one(reader: Reader, mem: int, steps: list[StepKey]) -> dict[StepKey, object]:
    return {step: shown for each in steps for step, shown in reader.shown(mem, [each]).items()}
