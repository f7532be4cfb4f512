"""Power cuts: what was acknowledged is there, the rest whole or not at all; and mutants are caught."""

from __future__ import annotations

import pytest

from memtxn.adapters.storage.sqlite import SQLiteStorage
from memtxn.adapters.storage.sqlite.writer import SQLiteWriter
from memtxn.model.rows import FoldRows
from memtxn.testkit.powerloss.campaign import Cut, Tally, cuts, fingerprint, images, some
from memtxn.testkit.powerloss.disk import Disk, sectors
from memtxn.testkit.powerloss.recorder import Create, Delete, Kind, Sync, Truncate, Write
from memtxn.testkit.powerloss.workload import Meddle
from tests.crash.power import cut, cut_twice, record
from tests.telling import Tell


def told(tally: Tally) -> str:
    return "\n".join(f"{name}: {fault}: {detail[:500]}" for name, fault, detail in tally.faults)


@pytest.mark.parametrize(
    ("seed", "images"),
    [("1", 300), pytest.param("2", 900, marks=pytest.mark.slow), pytest.param("3", 900, marks=pytest.mark.slow)],
)
def test_power_cuts(tell: Tell, seed: str, images: int) -> None:
    """Commits, refusals, what waits, declarations, checkpoints, two connections: cut anywhere."""
    tally = cut(record(seed, 50), most=images)
    tell("power cuts", **tally.told)
    assert not tally.faults, told(tally)
    assert tally.images == images
    assert tally.distinct > images // 2
    assert tally.there > 0
    assert tally.absent > 0


@pytest.mark.slow
def test_power_cuts_while_the_file_is_made(tell: Tell) -> None:
    """At every operation, with every treatment, from the empty folder on."""
    recording = record("first", 3)
    tally = cut(recording, lambda recording: [one for one in cuts(recording, 3) if one.index < 130])
    tell("power cuts", **tally.told)
    assert not tally.faults, told(tally)
    assert tally.images > 1_000


@pytest.mark.slow
def test_power_cuts_after_a_power_cut(tell: Tell) -> None:
    """While the log that one left is read, used further, and copied: nothing of what was there is lost."""
    tally = cut_twice(record("twice", 30), 8, 60)
    tell("power cuts", **tally.told)
    assert not tally.faults, told(tally)
    assert tally.images > 200
    assert tally.there > 0


# -- mutants: a simulator that does not catch them is worth nothing ------------------------------------


@pytest.mark.parametrize(
    "lies",
    [
        ("wal",),
        pytest.param(("db",), marks=pytest.mark.slow),
        pytest.param(("folder",), marks=pytest.mark.slow),
        pytest.param(("db", "wal", "journal", "folder"), marks=pytest.mark.slow),
    ],
)
def test_a_lying_flush_is_caught(lies: tuple[Kind, ...]) -> None:
    """The disk says that it is done and is not: of the log, of the database, of the names of files, of all."""
    tally = cut(record("lies", 60, lies=lies), most=3_000, enough=3)
    assert tally.faults


def only_normal(storage: SQLiteStorage) -> None:
    """As if the pragma had been NORMAL: the log is flushed before a checkpoint, and not at a commit."""
    storage._write_side._live().pragma("synchronous", 1)


def forgets_a_record(storage: SQLiteStorage) -> None:
    """One row of one commit is not there: the journal's, of the third record of a memory."""
    connection = storage._write_side._live()
    connection.execute(
        "CREATE TEMP TRIGGER forget AFTER INSERT ON main.journal WHEN new.seq = 3"
        " BEGIN DELETE FROM journal WHERE mem = new.mem AND seq = new.seq; END"
    ).fetchall()


def forgets_a_step(storage: SQLiteStorage) -> None:
    """One row of one commit is not there: a step of a timeline."""
    connection = storage._write_side._live()
    connection.execute(
        "CREATE TEMP TRIGGER forget AFTER INSERT ON main.step WHEN new.s0 = 3"
        " BEGIN DELETE FROM step WHERE mem = new.mem AND kid = new.kid AND vf = new.vf AND s0 = new.s0; END"
    ).fetchall()


@pytest.mark.parametrize(
    ("meddle", "faults"),
    [
        (only_normal, {"lost"}),
        (forgets_a_record, {"damaged", "torn", "lost"}),
        (forgets_a_step, {"damaged", "torn", "lost"}),
    ],
)
def test_a_weak_storage_is_caught(meddle: Meddle, faults: set[str]) -> None:
    tally = cut(record("weak", 40, meddle=meddle), most=2_000, enough=3)
    found = {fault for _, fault, _ in tally.faults}
    assert found
    assert found <= faults


def test_a_commit_in_two_parts_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record is committed before its folds. Without a power cut nobody would ever see it."""
    whole = SQLiteWriter._folds

    def in_two(writer: SQLiteWriter, mem: int, fold: FoldRows) -> None:
        for sql in ("COMMIT", "BEGIN IMMEDIATE"):
            writer._live().execute(sql)
        whole(writer, mem, fold)

    with monkeypatch.context() as patch:
        patch.setattr(SQLiteWriter, "_folds", in_two)
        recording = record("parts", 20)
    tally = cut(recording, most=2_000, enough=3)
    assert {fault for _, fault, _ in tally.faults} <= {"damaged", "torn"}
    assert tally.faults


# -- the simulator itself ------------------------------------------------------------------------------


def test_a_name_makes_the_image_again() -> None:
    """The same workload is the same log, byte for byte, and a name the same image."""
    first, second = record("again", 15), record("again", 15)
    assert first == second
    chosen = some(first, 2, 60)
    one, two = ([fingerprint(image) for _, image, *_ in images(log, chosen)] for log in (first, second))
    assert one == two
    assert len(set(one)) > 20
    assert str(Cut("again", 5, "torn", 1)) == "again/5/torn/1"


def held(disk: Disk, name: str, cuts: int = 200) -> set[bytes | None]:
    """What a file may hold, over all that may happen."""
    tries = [
        disk.image(treatment, Cut("x", 0, treatment, seed).chance)
        for treatment in ("dropped", "kept", "subset", "torn", "garbage")
        for seed in range(cuts)
    ]
    return {image.get(name) for image in tries}


def test_what_was_flushed_is_there_and_the_rest_in_any_combination() -> None:
    disk = Disk()
    for op in (
        Create("a", 1),
        Write(1, 0, b"aa"),
        Sync(1, True),
        Write(1, 0, b"b"),
        Write(1, 1, b"c"),
        Truncate(1, 1),
    ):
        disk.apply(op)
    found = held(disk, "a")
    assert {b"aa", b"b", b"a", b"ba", b"ac", b"bc"} <= found
    assert all(data is not None and len(data) in (1, 2) for data in found)
    assert disk.unsettled
    disk.apply(Sync(1, False))
    assert held(disk, "a") == {b"b"}
    assert not disk.unsettled


def test_names_are_not_durable_before_their_folder_is() -> None:
    disk = Disk()
    for op in (Create("a", 1), Write(1, 0, b"old"), Sync(1, False)):
        disk.apply(op)
    assert held(disk, "a") == {None, b"old"}
    disk.apply(Sync(1, True))
    assert held(disk, "a") == {b"old"}
    disk.apply(Delete("a", False))
    disk.apply(Create("a", 2))
    disk.apply(Write(2, 0, b"new"))
    assert {None, b"old", b"new", b""} <= held(disk, "a")
    disk.apply(Sync(2, True))
    assert held(disk, "a") == {b"new"}
    disk.apply(Delete("a", True))
    assert held(disk, "a") == {None}


def test_a_write_is_torn_where_sectors_meet() -> None:
    parts = sectors(Write(1, 500, bytes(1_000)), 512)
    assert [(part.offset, len(part.data)) for part in parts] == [(500, 12), (512, 512), (1024, 476)]
    disk = Disk()
    for op in (Create("a", 1), Write(1, 0, bytes(1024)), Sync(1, True), Write(1, 0, b"x" * 1024)):
        disk.apply(op)
    found = held(disk, "a")
    assert {b"x" * 512 + bytes(512), bytes(512) + b"x" * 512} <= found
    assert any(data is not None and set(data) - {0, ord("x")} for data in found)
