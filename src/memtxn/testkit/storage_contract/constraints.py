"""Constraints as a storage sees them: what was stated, what is found by a hash, and values that stand once."""

from __future__ import annotations

import pytest

from memtxn.errors import StorageError
from memtxn.model.rows import ClaimView, KeyRequest, ViewRequest
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base

HASH, OTHER = b"h" * 16, b"o" * 16


def claims(storage: Storage, scribe: Scribe, rule: int, hash_: bytes = HASH) -> list[ClaimView]:
    """What is found by a hash."""
    with storage.read() as reader:
        return reader.claims(scribe.mem, rule, hash_)


def claim(scribe: Scribe, storage: Storage, rule: int, name: str, *, vf: int, hash_: bytes = HASH) -> int:
    """Write a record with one belief that a constraint finds."""
    with scribe.record(storage) as record:
        bid = record.put(name, "x", vf=vf)
        record.claim(rule, hash_, name, bid)
    return bid


class ConstraintContract(Base):
    """Claims are found where they are shown, and a unique one is shown once at a time."""

    def test_what_was_stated_of_constraints(self, storage: Storage, scribe: Scribe) -> None:
        """As of each record, in the order of the records."""
        with scribe.record(storage) as record:
            first = record.constrain("one", unique=True)
        with scribe.record(storage) as record:
            second = record.constrain("two")
        with scribe.record(storage) as record:
            third = record.constrain("one", dropped=True)
        with storage.read() as reader:
            told = {n: reader.constraints(scribe.mem, n) for n in (0, 1, 2, LATEST)}
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())
        assert told == {0: [], 1: [first], 2: [first, second], LATEST: [first, second, third]}

    def test_a_claim_is_found_where_its_belief_is_shown(self, storage: Storage, scribe: Scribe) -> None:
        """From its step up to the next one of its slot; of its own rule and hash alone; not when it is hidden."""
        with scribe.record(storage) as record:
            rule = record.constrain("rule").seq
        a = claim(scribe, storage, rule, "a", vf=10)
        with scribe.record(storage) as record:
            record.put("a", "y", vf=30)
            record.put("b", "z", vf=0, slot=None, vhash=b"v")
        b = claim(scribe, storage, rule, "b", vf=20)
        assert claims(storage, scribe, rule) == [
            ClaimView(scribe.version(a), 10, 30),
            ClaimView(scribe.version(b), 20, FOREVER),
        ]
        assert claims(storage, scribe, rule + 1) == claims(storage, scribe, rule, OTHER) == []
        with scribe.record(storage) as record:
            record.end("a", 10)
        assert [view.vf for view in claims(storage, scribe, rule)] == [20]

    def test_a_belief_shown_twice_is_found_twice(self, storage: Storage, scribe: Scribe) -> None:
        """What stands around a bounded belief is found on both sides of it."""
        with scribe.record(storage) as record:
            rule = record.constrain("rule").seq
        bid = claim(scribe, storage, rule, "a", vf=10)
        with scribe.record(storage) as record:
            record.put("a", "y", vf=20)
            record.show("a", 30, bid)
        assert [(view.vf, view.until) for view in claims(storage, scribe, rule)] == [(10, 20), (30, FOREVER)]

    @pytest.mark.parametrize("vf", [0, 10, 29])
    def test_a_unique_value_stands_once_at_a_time(self, storage: Storage, scribe: Scribe, vf: int) -> None:
        """Whoever writes: what would make two keys show it at one instant is not written."""
        with scribe.record(storage) as record:
            rule = record.constrain("rule", unique=True).seq
        claim(scribe, storage, rule, "a", vf=10)
        with scribe.record(storage) as record:
            record.put("a", "y", vf=30)
        before = scribe.head
        with pytest.raises(StorageError):
            claim(scribe, storage, rule, "b", vf=vf)
        with storage.read() as reader:
            assert reader.head(scribe.mem) == before
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())

    def test_a_unique_value_may_move_on(self, storage: Storage, scribe: Scribe) -> None:
        """After its end, to another hash, under a rule that is not unique, or once the rule was dropped."""
        with scribe.record(storage) as record:
            rule = record.constrain("rule", unique=True).seq
        with scribe.record(storage) as record:
            plain = record.constrain("plain").seq
        claim(scribe, storage, rule, "a", vf=10)
        with scribe.record(storage) as record:
            record.put("a", "y", vf=30)
        claim(scribe, storage, rule, "b", vf=30)
        claim(scribe, storage, rule, "c", vf=0, hash_=OTHER)
        claim(scribe, storage, plain, "d", vf=0)
        claim(scribe, storage, plain, "e", vf=0)
        with scribe.record(storage) as record:
            record.constrain("rule", unique=True, dropped=True)
        claim(scribe, storage, rule, "f", vf=30)

    def test_two_keys_may_change_places(self, storage: Storage, scribe: Scribe) -> None:
        """What counts is the record as a whole."""
        with scribe.record(storage) as record:
            rule = record.constrain("rule", unique=True).seq
        claim(scribe, storage, rule, "a", vf=10)
        claim(scribe, storage, rule, "b", vf=10, hash_=OTHER)
        with scribe.record(storage) as record:
            for name, hash_ in {"a": OTHER, "b": HASH}.items():
                record.claim(rule, hash_, name, record.put(name, "x", vf=20))
        assert [view.version.belief.kid for view in claims(storage, scribe, rule)] == [1, 2]

    def test_memories_do_not_share_claims(self, storage: Storage, scribe: Scribe) -> None:
        """Neither are they found, nor do they stand in the way."""
        other = Scribe("other", number=2).create(storage)
        for one in (scribe, other):
            with one.record(storage) as record:
                rule = record.constrain("rule", unique=True).seq
            claim(one, storage, rule, f"key of {one.mem}", vf=0)
        assert len(claims(storage, scribe, 1)) == len(claims(storage, other, 1)) == 1

    def test_a_belief_is_filed_anew(self, storage: Storage, scribe: Scribe) -> None:
        """It belongs to its slot from then on, is found by its value there, and cannot be filed anew again."""
        with scribe.record(storage) as record:
            bid = record.put("a", "x", vf=10)
        with scribe.record(storage) as record:
            record.end("a", 10)
            record.show("a", 10, bid, slot=bid)
            record.refile("a", bid, bid, HASH)
        with storage.read() as reader:
            assert set(reader.fold(scribe.mem)) == set(scribe.rows())
            (row,) = reader.visible(scribe.mem, "a", LATEST, 10)
            (before,) = reader.visible(scribe.mem, "a", 1, 10)
            assert (row.slot, before.slot) == (bid, 0)
            assert [(one.bid, one.slot, one.vhash) for one in reader.refiled(scribe.mem, "a")] == [
                (bid, bid, HASH)
            ]
            assert reader.refiled(scribe.mem, "b") == []
            asked = ViewRequest(b"t" * 16, None, (KeyRequest("a", 0, HASH), KeyRequest("a", 0, OTHER)))
            found, other = reader.view(scribe.mem, asked, LATEST).keys
            assert (found.slot, [step.vf for step in found.steps]) == (bid, [10])
            assert (other.slot, other.steps) == (None, ())
        draft = scribe.draft()
        draft.refile("a", bid, bid, OTHER)
        with pytest.raises(StorageError), storage.write() as writer:
            writer.append(scribe.mem, draft.entry())
