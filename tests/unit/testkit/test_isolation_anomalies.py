"""Every anomaly by hand, and beside it the nearest history that has none."""

from __future__ import annotations

import pytest

from memtxn.testkit.isolation import Kind, Txn, check
from tests.unit.testkit.histories import found, kinds, named, txn

Case = tuple[str, list[Txn], set[str]]

OLD, NEW = (0, 10), (20, 30)

CASES: list[Case] = [
    ("nothing", [], set()),
    ("one reader of nothing", [txn("T1", "x?")], set()),
    # -- one transaction against itself
    ("reads its own append", [txn("T1", "x?", "x+1", "x?1")], set()),
    ("does not read its own append", [txn("T1", "x?", "x+1", "x?")], {"internal"}),
    ("reads only its own append", [txn("T1", "x+1"), txn("T2", "x+2", "x?1,2")], set()),
    ("misses its own append", [txn("T1", "x+1"), txn("T2", "x+2", "x?1")], {"internal"}),
    ("reads twice the same", [txn("T1", "x+1"), txn("T2", "x?", "x?")], set()),
    ("reads twice otherwise", [txn("T1", "x+1"), txn("T2", "x?", "x?1")], {"internal"}),
    ("scans what it appended", [txn("T1", "* ", "x+1", "* x?1")], set()),
    ("scans without what it appended", [txn("T1", "* ", "x+1", "* ")], {"internal"}),
    ("reads what it appends later", [txn("T1", "x?1", "x+1"), txn("T2", "x?1")], {"internal"}),
    ("scans what it appends later", [txn("T1", "* x?1", "x+1"), txn("T2", "x?1")], {"internal"}),
    ("reads what it appended, and the rest of it", [txn("T1", "x+1", "x?1,2", "x+2")], {"internal"}),
    # -- one list
    ("a value that nobody appended", [txn("T1", "x?7")], {"garbage"}),
    ("a value that was appended to another key", [txn("T1", "y+7"), txn("T2", "x?7")], {"garbage"}),
    ("a value twice", [txn("T1", "x+1"), txn("T2", "x?1,1")], {"duplicate"}),
    (
        "two orders",
        [txn("T1", "x+1"), txn("T2", "x+2"), txn("T3", "x?1,2"), txn("T4", "x?2,1")],
        {"incompatible-order"},
    ),
    ("one order", [txn("T1", "x+1"), txn("T2", "x+2"), txn("T3", "x?1,2"), txn("T4", "x?1")], set()),
    ("a gap", [txn("T1", "x+1"), txn("T2", "x+2"), txn("T3", "x?1,2"), txn("T4", "x?2")], {"incompatible-order"}),
    # -- what never was
    ("G1a", [txn("T1", "x+1", status="fail"), txn("T2", "x?1")], {"G1a"}),
    ("G1a seen in a scan", [txn("T1", "x+1", status="fail"), txn("T2", "* x?1")], {"G1a"}),
    ("G1a seen by one that failed", [txn("T1", "x+1", status="fail"), txn("T2", "x?1", status="fail")], {"G1a"}),
    ("seen by itself alone", [txn("T1", "x+1", "x?1", status="fail"), txn("T2", "x?")], set()),
    (
        "dirty update",
        [txn("T1", "x+1", status="fail"), txn("T2", "x+2"), txn("T3", "x?1,2")],
        {"G1a", "dirty-update"},
    ),
    (
        "an update without what failed",
        [txn("T1", "x+1", status="fail"), txn("T2", "x+2"), txn("T3", "x?2")],
        set(),
    ),
    ("G1b", [txn("T1", "x+1", "x+2"), txn("T2", "x?1")], {"G1b", "G-single"}),
    ("the last of two", [txn("T1", "x+1", "x+2"), txn("T2", "x?1,2")], set()),
    ("its own first of two", [txn("T1", "x+1", "x?1", "x+2"), txn("T2", "x?1,2")], set()),
    # -- circles
    (
        "G0",
        [txn("T1", "x+1", "y+1"), txn("T2", "x+2", "y+2"), txn("T3", "x?1,2"), txn("T4", "y?2,1")],
        {"G0"},
    ),
    (
        "appended in one order",
        [txn("T1", "x+1", "y+1"), txn("T2", "x+2", "y+2"), txn("T3", "x?1,2"), txn("T4", "y?1,2")],
        set(),
    ),
    ("G1c", [txn("T1", "x+1", "y?2"), txn("T2", "y+2", "x?1")], {"G1c"}),
    ("information in one direction", [txn("T1", "x+1", "y?"), txn("T2", "y+2", "x?1")], set()),
    ("G-single", [txn("T1", "x+1", "y+1"), txn("T2", "x?", "y?1")], {"G-single"}),
    ("neither", [txn("T1", "x+1", "y+1"), txn("T2", "x?", "y?")], set()),
    (
        "G-single of one that failed",
        [txn("T1", "x+1", "y+1"), txn("T2", "x?", "y?1", status="fail")],
        {"G-single"},
    ),
    ("half of a transaction in a scan", [txn("T1", "x+1", "y+1"), txn("T2", "* y?1")], {"G-single"}),
    (
        "lost update, both seen",
        [txn("T1", "x?", "x+1"), txn("T2", "x?", "x+2"), txn("T3", "x?1,2")],
        {"lost-update", "G-single"},
    ),
    (
        "lost update, one seen",
        [txn("T1", "x?", "x+1"), txn("T2", "x?", "x+2"), txn("T3", "x?2")],
        {"lost-update", "G-single"},
    ),
    ("lost update, none seen", [txn("T1", "x?", "x+1"), txn("T2", "x?", "x+2")], {"lost-update", "G2-item"}),
    ("one of two updates failed", [txn("T1", "x?", "x+1"), txn("T2", "x?", "x+2", status="fail")], set()),
    ("one update after the other", [txn("T1", "x?", "x+1"), txn("T2", "x?1", "x+2")], set()),
    (
        "G-nonadjacent",
        [
            txn("T1", "x+1"),
            txn("T2", "x?1", "y?"),
            txn("T3", "y+1"),
            txn("T4", "y?1", "x?"),
        ],
        {"G-nonadjacent"},
    ),
    (
        "two who read one after the other",
        [txn("T1", "x+1"), txn("T2", "x?1", "y?"), txn("T3", "y+1"), txn("T4", "y?1", "x?1")],
        set(),
    ),
    ("G2-item: write skew", [txn("T1", "x?", "y+1"), txn("T2", "y?", "x+1")], {"G2-item"}),
    (
        "G2-item, seen later",
        [txn("T1", "x?", "y+1"), txn("T2", "y?", "x+1"), txn("T3", "x?1", "y?1")],
        {"G2-item"},
    ),
    ("one of the two looked later", [txn("T1", "x?", "y+1"), txn("T2", "y?1", "x+1")], set()),
    ("one of the two failed", [txn("T1", "x?", "y+1"), txn("T2", "y?", "x+1", status="fail")], set()),
    ("G2: both scan, both add", [txn("T1", "* ", "x+1"), txn("T2", "* ", "y+1")], {"G2"}),
    ("G2: one of them scans", [txn("T1", "* ", "x+1"), txn("T2", "x?", "y+1")], {"G2"}),
    ("no phantom", [txn("T1", "* ", "x+1"), txn("T2", "* x?1", "y+1")], set()),
    ("scanned and read by name", [txn("T1", "* ", "y?", "x+1"), txn("T2", "x?", "y+1")], {"G2-item"}),
    # -- the clock
    ("a stale read", [txn("T1", "x+1", at=OLD), txn("T2", "x?", at=NEW)], {"G-single-realtime"}),
    ("a read of the past while it ends", [txn("T1", "x+1", at=OLD), txn("T2", "x?", at=(10, 30))], set()),
    ("a read of the future", [txn("T1", "x?1", at=OLD), txn("T2", "x+1", at=NEW)], {"G1c-realtime"}),
    (
        "appended in the wrong order",
        [txn("T1", "x+1", at=OLD), txn("T2", "x+2", at=NEW), txn("T3", "x?2,1")],
        {"G0-realtime"},
    ),
    (
        "appended in the right order",
        [txn("T1", "x+1", at=OLD), txn("T2", "x+2", at=NEW), txn("T3", "x?1,2")],
        set(),
    ),
    (
        "a stale read of one that failed",
        [txn("T1", "x+1", at=OLD), txn("T2", "x?", at=NEW, status="fail")],
        {"G-single-realtime"},
    ),
    ("a lost append", [txn("T1", "x?", "x+1", at=OLD), txn("T2", "x?", at=NEW)], {"G-single-realtime"}),
    (
        "two stale reads that wait for one another",
        [
            txn("T1", "x+1", at=(0, 10)),
            txn("T2", "y?", at=(20, 30)),
            txn("T3", "y+1", at=(0, 10)),
            txn("T4", "x?", at=(20, 30)),
        ],
        {"G-single-realtime"},
    ),
    (
        "write skew, one after the other",
        [txn("T1", "x?", "y+1", at=OLD), txn("T2", "y?", "z+1", at=NEW)],
        {"G-single-realtime"},
    ),
    (
        "G-nonadjacent-realtime",
        [
            txn("T1", "x+1", at=OLD),
            txn("T2", "y?", at=NEW),
            txn("T3", "y+1", at=(0, 50)),
            txn("T4", "y?1", "x?", at=(0, 50)),
        ],
        {"G-nonadjacent-realtime"},
    ),
    (
        "the same, but they overlap",
        [
            txn("T1", "x+1", at=(0, 20)),
            txn("T2", "y?", at=NEW),
            txn("T3", "y+1", at=(0, 50)),
            txn("T4", "y?1", "x?", at=(0, 50)),
        ],
        set(),
    ),
    (
        "G2-item-realtime",
        [txn("T1", "x?", at=(15, 40)), txn("T2", "y?", "x+1", at=(0, 50)), txn("T3", "y+1", at=OLD)],
        {"G2-item-realtime"},
    ),
    (
        "G2-realtime",
        [txn("T1", "x?", at=(15, 40)), txn("T2", "* ", "x+1", at=(0, 50)), txn("T3", "y+1", at=OLD)],
        {"G2-realtime"},
    ),
    # -- nobody knows
    ("an unknown one that was seen", [txn("T1", "x+1", status="info", at=(0, None)), txn("T2", "x?1")], set()),
    (
        "an unknown one that was not seen",
        [txn("T1", "x+1", status="info", at=(0, None)), txn("T2", "x?", at=NEW)],
        set(),
    ),
    (
        "half of an unknown one",
        [txn("T1", "x+1", "y+1", status="info", at=(0, None)), txn("T2", "x?1", "y?")],
        {"G-single"},
    ),
    (
        "an unknown one that was seen has read",
        [txn("T1", "x?", "y+1", status="info", at=(0, None)), txn("T2", "y?", "x+1"), txn("T3", "y?1")],
        {"G2-item"},
    ),
    (
        "an unknown one has no end",
        [txn("T1", "x+1", status="info", at=(0, None)), txn("T2", "x?", at=NEW), txn("T3", "x?1", at=(40, 50))],
        set(),
    ),
    (
        "an unknown one has a beginning",
        [txn("T1", "x?1", at=OLD), txn("T2", "x+1", status="info", at=(20, None))],
        {"G1c-realtime"},
    ),
]


@pytest.mark.parametrize(("history", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_found(history: list[Txn], expected: set[str]) -> None:
    assert kinds(history) == expected
    assert kinds(reversed(history)) == expected


def test_every_kind_has_a_history() -> None:
    assert {kind for _, _, expected in CASES for kind in expected} == {str(kind) for kind in Kind}


@pytest.mark.parametrize(("history", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_without_a_clock_nothing_is_late(history: list[Txn], expected: set[str]) -> None:
    assert kinds(history, realtime=False) == {kind for kind in expected if not kind.endswith("-realtime")}


@pytest.mark.parametrize(("history", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_snapshot_isolation_allows_write_skew_alone(history: list[Txn], expected: set[str]) -> None:
    skew = {"G2-item", "G2", "G2-item-realtime", "G2-realtime"}
    assert found(history).ok == (not expected)
    assert found(history, "snapshot").ok == (expected <= skew)
    assert {str(kind) for kind in found(history, "snapshot").forbidden} == expected - skew


# -- circles -------------------------------------------------------------------------------------------


def test_each_circle_is_found_once_and_the_worst_of_it_is_named() -> None:
    history = [
        *[txn("A1", "a?", "b+1"), txn("A2", "b?", "a+1")],
        *[
            txn("B1", "c+1", "d?2"),
            txn("B2", "d+2", "c?1"),
            txn("B3", "e?", "c?1", "f+1"),
            txn("B4", "f?", "e+1"),
        ],
        *[txn("C1", "x?", "y+1"), txn("C2", "y?", "x+1")],
    ]
    findings = found(history)
    assert findings.counts == {Kind.G1C: 1, Kind.G2_ITEM: 3}
    assert sorted(sorted(txns) for txns in named(findings, Kind.G2_ITEM)) == [
        ["A1", "A2"],
        ["B3", "B4"],
        ["C1", "C2"],
    ]
    assert sorted(named(findings, Kind.G1C)[0]) == ["B1", "B2"]


def test_a_worse_circle_hides_in_a_knot_of_write_skew() -> None:
    skew = [txn("T1", "x?", "y+1"), txn("T2", "y?", "x+1", "z+1")]
    assert kinds(skew) == {"G2-item"}
    assert kinds([*skew, txn("T3", "z?1", "x?", "w+1"), txn("T4", "w?1", "y?")]) == {"G-single"}


def test_time_finds_what_is_worse_than_what_data_finds() -> None:
    skew = [txn("T1", "x?", "y+1", at=OLD), txn("T2", "y?", "x+1", at=(5, 40))]
    assert kinds(skew) == {"G2-item"}
    assert kinds([*skew, txn("T3", "y?", at=NEW)]) == {"G2-item", "G-single-realtime"}


def test_a_long_circle_through_many() -> None:
    ring = [txn(f"T{n}", f"k{n}?", f"k{(n + 1) % 50}+1") for n in range(50)]
    findings = found(ring)
    assert findings.counts == {Kind.G2_ITEM: 1}
    assert sorted(named(findings, Kind.G2_ITEM)[0]) == sorted(one.id for one in ring)


def test_a_short_circle_is_told() -> None:
    ring = [txn(f"T{n}", f"k{n}?", f"k{(n + 1) % 9}+1") for n in range(9)]
    tie = {2: ["p?", "q+1"], 6: ["q?", "p+1"]}
    tied = [txn(f"T{n}", f"k{n}?", f"k{(n + 1) % 9}+1", *tie.get(n, [])) for n in range(9)]
    assert len(named(found(ring), Kind.G2_ITEM)[0]) == 9
    assert sorted(named(found(tied), Kind.G2_ITEM)[0]) == ["T2", "T6"]


def test_words() -> None:
    history = [
        txn("T1", "x?", "y+1", process="p1", at=(0, 30)),
        txn("T2", "* z?", "x+5", process="p2", at=(20, 50)),
        txn("T3", "x?5", "y?", process="p3", at=(20, 70)),
    ]
    assert str(found(history)) == (
        "1 × G2-item\n\n"
        "G2-item: T1 → T2 → T3 → T1\n"
        "  T1 (p1, ok): read g/x []; append 1 to g/y\n"
        "  T2 (p2, ok): scan g {g/z []}; append 5 to g/x\n"
        "  T3 (p3, ok): read g/x [5]; read g/y []\n"
        "  T1 comes before T2 (RW): it read g/x [], to which T2 appended next\n"
        "  T2 comes before T3 (WR): T3 read g/x [5], whose last value it appended\n"
        "  T3 comes before T1 (RW): it read g/y [], to which T1 appended next"
    )


def test_words_of_scans_time_and_writers() -> None:
    scan = found([txn("T1", "y+1", at=OLD), txn("T2", "* ", at=NEW)])
    assert "T2 comes before T1 (SCAN_RW): it scanned g/y [], to which T1 appended next" in str(scan)
    assert "T1 comes before T2 (TIME): it was over 10 ns before that one began" in str(scan)
    order = found([txn("T1", "x+1", at=OLD), txn("T2", "x+2", at=NEW), txn("T3", "x?2,1")])
    assert "T2 comes before T1 (WW): T1 appended to g/x next, after what T2 had appended" in str(order)


def test_only_the_first_few_are_told_and_all_are_counted() -> None:
    history = [txn(f"T{n}", f"x{n}?1", f"y{n}?2") for n in range(30)]
    findings = check(history, told=3)
    assert (findings.counts, len(findings.anomalies)) == ({Kind.GARBAGE: 60}, 3)
