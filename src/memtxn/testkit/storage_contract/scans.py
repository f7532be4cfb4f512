"""Scans: all keys whose names share a prefix, however nasty the names are."""

from __future__ import annotations

import pytest

from memtxn.model.rows import VisibleRow
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Storage
from memtxn.testkit.scribe import Scribe
from memtxn.testkit.storage_contract.base import Base, bids

NASTY = [
    "A",
    "a",
    "a ",
    'a"',
    "a'",
    "a''",
    "a%",
    "a%b",
    "a_",
    "a*",
    "a[b]",
    "a\\",
    "aA",
    "ab",
    "abc",
    "a\x7f",
    "ae\u0301",
    "aé",
    "aß",
    "aI",
    "aı",
    "aK",
    "a中",
    "a中文",
    "a文",
    "a\ud7ff",
    "a\ue000",
    "a\uffff",
    "a\uffffz",
    "a😀",
    "a\U0010ffff",
    "a\U0010ffff\U0010ffff",
    "a\U0010ffffz",
    "b",
    "中",
    "\uffff",
    "😀",
    "\U0010ffff",
    "\U0010ffff\U0010ffff",
    '["Person","1","city"]',
    '["Person","10","city"]',
    '["Person","1\\"","city"]',
]
"""Names that are prefixes of each other, that hold what a pattern or a literal would take for its own, and
that sort otherwise when compared by UTF-16, by locale or without case."""


class ScanContract(Base):
    """A scan is what `visible` says of each key, in order of the names' bytes."""

    @pytest.fixture
    def nasty(self, storage: Storage, scribe: Scribe) -> Scribe:
        """A memory with all these keys, first written in an order that is not theirs."""
        with scribe.record(storage) as record:
            for name in sorted(NASTY, key=lambda name: name.encode()[::-1]):
                record.put(name, name, vf=10)
        return scribe

    def test_everything_in_order_of_bytes(self, storage: Storage, nasty: Scribe) -> None:
        """The empty prefix is that of every name."""
        with storage.read() as reader:
            names = [row.name for row in reader.scan(nasty.mem, "", LATEST, 10)]
        assert names == sorted(NASTY, key=str.encode)

    def test_each_name_as_a_prefix(self, storage: Storage, nasty: Scribe) -> None:
        """A prefix is text, not a pattern, and its own name belongs to it."""
        with storage.read() as reader:
            for prefix in [*NASTY, "a\U0010fffe", "zzz", '["Person",', '["Person","1",', '["Pers']:
                names = [row.name for row in reader.scan(nasty.mem, prefix, LATEST, 10)]
                expected = sorted((name for name in NASTY if name.startswith(prefix)), key=str.encode)
                assert names == expected, prefix

    def test_names(self, storage: Storage, nasty: Scribe) -> None:
        """The same names in the same order, whatever the keys show."""
        with nasty.record(storage) as record:
            for name in NASTY:
                record.retract(name, vf=-(2**63))
                record.retract(name, vf=10)
            record.belief("shown nowhere", "x")
        names = sorted([*NASTY, "shown nowhere"], key=str.encode)
        with storage.read() as reader:
            assert list(reader.scan(nasty.mem, "", LATEST, 10)) == []
            for prefix in ["", *names, "a\U0010fffe", "zzz"]:
                expected = [name for name in names if name.startswith(prefix)]
                assert list(reader.names(nasty.mem, prefix)) == expected, prefix

    def test_each_row_is_what_the_key_shows(self, storage: Storage, nasty: Scribe) -> None:
        """The same rows as `visible`, whose names are as exact."""
        with storage.read() as reader:
            rows = list(reader.scan(nasty.mem, "", LATEST, 10))
            assert [reader.visible(nasty.mem, row.name, LATEST, 10) for row in rows] == [[row] for row in rows]

    def test_a_scan_at_an_instant_as_of_a_record(self, storage: Storage, scribe: Scribe) -> None:
        """Keys that show nothing there and then give no row, nor does a retraction or an empty step."""
        with scribe.record(storage) as record:
            one, two = record.put("a1", "x", vf=10), record.put("a2", "x", vf=20)
        with scribe.record(storage) as record:
            record.retract("a1", vf=20)
            record.show("a2", 30, 0)
            three = record.put("a3", "x", vf=10)
        expected = {
            (0, 99): [],
            (1, 9): [],
            (1, 10): [one],
            (1, 20): [one, two],
            (2, 10): [one, three],
            (2, 20): [two, three],
            (2, 30): [three],
        }
        with storage.read() as reader:
            for (n, t), places in expected.items():
                assert bids(list(reader.scan(scribe.mem, "a", n, t))) == places, (n, t)

    def test_slots_within_a_name(self, storage: Storage, scribe: Scribe) -> None:
        """All slots of a key come together, in order of slot; the key's version is the same in each."""
        with scribe.record(storage) as record:
            b1, a1 = record.put("b", "1", vhash=b"1", slot=None), record.put("a", "1", vhash=b"1", slot=None)
        with scribe.record(storage) as record:
            a2, b2 = record.put("a", "2", vhash=b"2", slot=None), record.put("b", "2", vhash=b"2", slot=None)
            a3 = record.put("a", "1", vf=50, slot=a1)
        with storage.read() as reader:
            rows = list(reader.scan(scribe.mem, "", LATEST, 0))
        assert bids(rows) == [a1, a2, b1, b2]
        assert {row.ver for row in rows} == {2}
        assert rows[0] == VisibleRow("a", scribe.version(a1), 2, 50, a3, slot=a1)
        assert rows[1] == VisibleRow("a", scribe.version(a2), 2, FOREVER, 0, slot=a2)

    def test_a_thousand_keys(self, storage: Storage, scribe: Scribe) -> None:
        """A scan has no end but that of its keys, and may be left early."""
        with scribe.record(storage) as record:
            for number in range(1_000):
                record.put(f"k{number:04}", "x")
        with storage.read() as reader:
            assert len(list(reader.scan(scribe.mem, "k", LATEST, 0))) == 1_000
            assert len(list(reader.scan(scribe.mem, "k01", LATEST, 0))) == 100
            assert next(reader.scan(scribe.mem, "k05", LATEST, 0)).name == "k0500"
            assert reader.head(scribe.mem).seq == 1

    def test_two_scans_side_by_side(self, storage: Storage, nasty: Scribe) -> None:
        """Scans of one block do not disturb each other, nor the reads between their rows."""
        with storage.read() as reader:
            one, two = reader.scan(nasty.mem, "", LATEST, 10), reader.scan(nasty.mem, "", LATEST, 10)
            for left, right in zip(one, two, strict=True):
                assert [left] == [right] == reader.visible(nasty.mem, left.name, LATEST, 10)
