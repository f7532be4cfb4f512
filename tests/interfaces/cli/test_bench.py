"""`memtxn bench`: the floor has the same rows, the throw-away store is gone, ratios are those of the times."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import apsw
import pytest

from memtxn.app.open import open as open_
from memtxn.errors import StorageError
from memtxn.interfaces.cli.bench.measure import tell
from memtxn.testkit.floor import Floor
from tests.interfaces.cli.shell import COMMAND, Shell

FEW = ("--rounds", "8", "--threads", "3")


def rows(path: Path) -> dict[str, list[object]]:
    """All rows of all tables, but what the head says of a digest."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found: dict[str, list[object]] = {name: sorted(db.execute(f"SELECT * FROM {name}")) for name in names}
    db.close()
    return found


def written(path: Path, count: int) -> None:
    with open_(path) as store:
        for number in range(count):
            tell(store.memory("bench"), number)


def test_the_floor_writes_the_very_same_rows(tmp_path: Path) -> None:
    written(tmp_path / "store.db", 5)
    floor = Floor(tmp_path / "store.db", tmp_path / "floor.db")
    assert floor.records == 5
    for number in range(floor.records):
        floor.write(number)
    floor.close()
    ours, bare = rows(tmp_path / "store.db"), rows(tmp_path / "floor.db")
    assert bare == ours
    assert len(ours["belief"]) == len(ours["source"]) == len(ours["journal"]) == 5


def test_each_record_is_written_in_a_transaction_of_its_own(tmp_path: Path) -> None:
    written(tmp_path / "store.db", 3)
    floor = Floor(tmp_path / "store.db", tmp_path / "floor.db")
    for number in range(3):
        floor.write(number)
        assert [len(rows(tmp_path / "floor.db")[name]) for name in ("journal", "belief")] == [number + 1] * 2
    floor.close()


def test_rows_that_nobody_knows_are_not_left_out_in_silence(tmp_path: Path) -> None:
    written(tmp_path / "store.db", 1)
    db = apsw.Connection(str(tmp_path / "store.db"))
    db.execute("CREATE TABLE more (x); INSERT INTO more VALUES (1)").fetchall()
    db.close()
    with pytest.raises(StorageError, match="rows of more"):
        Floor(tmp_path / "store.db", tmp_path / "floor.db")


def test_what_is_measured_is_admitted(tmp_path: Path) -> None:
    written(tmp_path / "store.db", 100)
    with open_(tmp_path / "store.db") as store:
        assert store.memory("bench").stats().outcomes == {"ADD": 100}


# -- the command -------------------------------------------------------------------------------------------


def test_it_tells_times_and_ratios_and_leaves_nothing(empty: Shell) -> None:
    told = empty.ok("bench", *FEW, "--json").json
    timings = {timing["name"]: timing for timing in told["timings"]}
    bare, one, many = (
        timings["bare SQLite, 1 writer"],
        timings["memtxn, 1 writer"],
        timings["memtxn, 3 threads"],
    )
    assert [timing["rounds"] for timing in (bare, one, many)] == [8, 8, 6]
    assert all(0 < timing["p50"] <= timing["p99"] for timing in timings.values())
    assert all(timing["per_second"] > 0 for timing in timings.values())
    assert told["one_writer_time"] == one["p50"] / bare["p50"]
    assert told["threads_commits"] == many["per_second"] / bare["per_second"]
    assert told["folder"] == str(empty.folder)
    assert list(empty.folder.iterdir()) == []


def test_a_table_for_people(empty: Shell) -> None:
    out = empty.ok("bench", *FEW).out
    assert "bare SQLite, 1 writer" in out
    assert "× the time of bare SQLite" in out
    assert "It is no comparison with other products" in out


def test_the_folder_can_be_chosen(shell: Shell) -> None:
    other = shell.folder / "other"
    other.mkdir()
    before = shell.db.read_bytes()
    assert shell.ok("bench", *FEW, "--folder", str(other), "--json").json["folder"] == str(other)
    assert list(other.iterdir()) == []
    assert shell.db.read_bytes() == before


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--folder", "no/such/folder"), 5),
        (("--rounds", "0"), 2),
        (("--threads", "0"), 2),
        (("--db", ":memory:"), 2),
        (("more",), 2),
    ],
)
def test_misuse(empty: Shell, args: tuple[str, ...], code: int) -> None:
    done = empty.run("bench", *args, "--json")
    assert (done.code, bool(done.error["message"])) == (code, True)
    assert list(empty.folder.iterdir()) == []


def test_interrupted_it_leaves_nothing_either(empty: Shell) -> None:
    command = [*COMMAND, "bench", "--rounds", "100000"]
    process = subprocess.Popen(
        command, env=empty.environment(), cwd=empty.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not list(empty.folder.glob("memtxn-bench-*/traced.db-wal")):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert list(empty.folder.iterdir()) == []
