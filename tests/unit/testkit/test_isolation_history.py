"""Logs say what is known, whenever their writer dies; runs settle the rest."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from memtxn import Closed, Memory
from memtxn.testkit.isolation import Append, Read, Scan, Txn
from memtxn.testkit.isolation.history import End, Log, Status, counted, group_of, groups_of, load
from memtxn.testkit.isolation.run import Run, concluded, settled
from memtxn.testkit.isolation.threads import Crew
from memtxn.testkit.isolation.workload import Groups, Workload
from memtxn.testkit.oracle import oracle_store
from tests.unit.testkit.histories import txn


def written(path: Path, *lines: Txn | End) -> Path:
    with closing(Log(path)) as log:
        for line in lines:
            if isinstance(line, Txn):
                log.begun(line)
            else:
                log.ended(line)
    return path


def test_an_append_and_its_read_are_one_operation() -> None:
    sizes = [("x?", "x+1"), ("x+1",), ("x?", "x?", "x+1"), ("y?", "x+1"), ("x?", "x+1", "x+2"), ("* x?1", "y?")]
    assert [txn("T", *ops).size for ops in sizes] == [1, 1, 2, 2, 2, 2]


def test_a_log_is_read_as_it_was_written(tmp_path: Path) -> None:
    open_ = Txn("T1", "c1", (Read("g/x", (1, 2)), Append("g/x", 3), Scan("g", {"g/x": (1, 2, 3)})), 5, tx="ab")
    other = Txn("T2", "c2", (), 3)
    files = [written(tmp_path / "1", open_, End("T1", 9, "ok")), written(tmp_path / "2", other)]
    assert load(files) == [other, Txn("T1", "c1", open_.ops, 5, 9, "ok", tx="ab")]


def test_the_dead_have_said_enough(tmp_path: Path) -> None:
    """Whatever part of the log is there: a transaction is unknown from before its commit until its answer."""
    path = written(tmp_path / "log", txn("T1", "x+1", status="info", at=(0, None)), End("T1", 5, "ok"))
    data = path.read_bytes()
    told: set[tuple[Status, ...]] = set()
    for length in range(len(data) + 1):
        path.write_bytes(data[:length])
        told.add(tuple(one.status for one in load([path])))
    assert told == {(), ("info",), ("ok",)}


def test_lists_that_are_equal_are_one_object(tmp_path: Path) -> None:
    path = written(tmp_path / "log", txn("T1", "x?1,2"), txn("T2", "x?1,2", "* x?1,2"))
    lists = [values for one in load([path]) for op in one.ops for values in _lists(op)]
    assert len(lists) == 3
    assert len({id(values) for values in lists}) == 1


def _lists(op: object) -> list[tuple[int, ...]]:
    return [*op.found.values()] if isinstance(op, Scan) else [op.values] if isinstance(op, Read) else []


def test_groups_are_what_was_mentioned() -> None:
    history = [txn("T1", "x?", "y+1"), txn("T2", "* z?1")]
    assert groups_of(history) == {"g": ("g/x", "g/y", "g/z")}
    assert group_of("g/x") == "g"


def test_counts() -> None:
    history = [
        txn("T1", "x?", "x+1"),
        Txn("T2", "p", (Read("g/x", ()),), 0, 1, "fail", "Conflict"),
        Txn("T2~", "p", (Append("g/x", 2),), 0, None, "fail", "undone"),
        txn("T3", "x?", "y?", status="info", at=(0, None)),
    ]
    expected = {"transactions": 3, "operations": 4, "ok": 1, "fail": 1, "info": 1, "Conflict": 1, "undone": 1}
    assert counted(history) == expected


# -- workloads and runs --------------------------------------------------------------------------------


def test_a_full_group_gives_way_to_the_next_of_its_slot() -> None:
    groups = Groups(Workload(slots=2, full=3))
    assert groups.names == ["0.0", "1.0"]
    groups.seen("1.0/4", 2)
    assert groups.names == ["0.0", "1.0"]
    groups.seen("1.0/4", 3)
    groups.seen("1.0/2", 9)
    assert groups.names == ["0.0", "1.1"]
    groups.advance([3, 0])
    assert groups.names == ["0.3", "1.1"]


def test_the_first_keys_are_the_hottest() -> None:
    chance, workload = Random("hot"), Workload(keys=4)
    keys = [workload.key(chance, ["g"]) for _ in range(1_000)]
    assert sorted(set(keys), key=keys.count, reverse=True) == [f"g/{number}" for number in range(4)]


@pytest.fixture
def memory() -> Memory:
    return oracle_store().memory("m")


def committed(memory: Memory) -> str:
    with memory.transaction() as tx:
        tx.set_state("g/x", "list", [1])
    return tx.id


def test_what_nobody_knows_is_looked_up(memory: Memory) -> None:
    known, given_up = committed(memory), memory.transaction().id
    one, other = (Txn("T", "p", (), 0, tx=tx) for tx in (known, given_up))
    assert (settled(memory, one).status, settled(memory, other).status) == ("ok", "fail")
    assert (settled(memory, one).ended or 0) > 0


def test_half_of_what_nobody_knows_is_looked_up_and_all_is_looked_at(memory: Memory, tmp_path: Path) -> None:
    tx = committed(memory)
    written(tmp_path / "1.jsonl", *[Txn(f"T{n}", "p", (Append("g/x", 1),), n, tx=tx) for n in range(40)])
    history = concluded(memory, tmp_path, Run(operations=0, seed="half"))
    statuses = [one.status for one in history[:-1]]
    assert set(statuses) == {"ok", "info"}
    assert history[-1].ops == (Scan("g", {"g/x": (1,)}),)


def test_a_client_that_fails_stops_its_crew(memory: Memory, tmp_path: Path) -> None:
    store = oracle_store()
    workload = Workload()
    crew = Crew(
        store.memory("m"), tmp_path, 1, 3, workload=workload, groups=Groups(workload), isolation="serializable"
    )

    def enough() -> bool:
        if crew.done > 10:
            store.close()
        return False

    with closing(crew), pytest.raises(Closed):
        crew.work(enough)
