"""P21: salvage takes what is proven to be whole, and names the rest; the damaged file stays as it is."""

from __future__ import annotations

import os
import random
from contextlib import closing
from pathlib import Path

import apsw
import pytest

import memtxn
from memtxn import InvalidInput, JournalDamaged, MemtxnError, salvage
from memtxn.ports.storage import LATEST
from tests.promises.world import World, grow

KEY = b"k" * 32


def wrote(path: Path, key: bytes | None = None, number: int = 6, size: int = 3_000) -> None:
    with memtxn.open(path, key=key) as store:
        for name in ("m", "n"):
            for count in range(number):
                with store.memory(name).transaction() as tx:
                    tx.set_state("Run/1", "step", f"{count} {'x' * size}")


def journal(path: Path, mem: int = 1) -> list[object]:
    with memtxn.open(path) as store, store._runtime.storage.read() as reader:
        return list(reader.journal(mem, 1, LATEST))


def sql(path: Path, statement: str) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(statement)


def test_a_whole_store_comes_back_as_it_is(tmp_path: Path) -> None:
    world = World("sqlite", tmp_path)
    grow(world)
    before, fold = world.journal(), world.fold()
    world.close()
    data = world.path.read_bytes()
    report = salvage(world.path, tmp_path / "new.db")
    assert report.whole
    assert [(one.labels, one.records) for one in report.memories] == [(("m",), len(before))]
    assert world.path.read_bytes() == data
    with memtxn.open(tmp_path / "new.db") as store:
        assert store.memory("m").verify().ok
        with store._runtime.storage.read() as reader:
            assert list(reader.journal(1, 1, LATEST)) == before
            assert sorted(reader.fold(1), key=repr) == fold
        assert store._runtime.storage.meta.epoch != bytes(8)
        with store.memory("m").transaction() as tx:
            tx.set_state("Run/1", "step", "on")
        assert store.memory("m").verify().ok


@pytest.mark.parametrize(
    ("damage", "kept", "said"),
    [
        ("UPDATE journal SET data = CAST(data || x'00' AS BLOB) WHERE mem = 1 AND seq = 4", 3, "does not follow"),
        ("UPDATE journal SET link = zeroblob(length(link)) WHERE mem = 1 AND seq = 4", 3, "does not follow"),
        ("DELETE FROM journal WHERE mem = 1 AND seq = 4", 3, "is missing"),
        ("DELETE FROM journal WHERE mem = 1 AND seq = 1", 0, "is missing"),
    ],
)
def test_the_prefix_before_a_bad_record(tmp_path: Path, damage: str, kept: int, said: str) -> None:
    path = tmp_path / "agent.db"
    wrote(path, KEY)
    before = journal(path)
    sql(path, damage)
    report = salvage(path, tmp_path / "new.db")
    first, second = report.memories
    assert (first.records, first.seen, second.lost) == (kept, 6, "")
    assert f"record {kept + 1} {said}" in first.lost
    assert f"records {kept + 1} to 6 are lost" in first.lost
    assert journal(tmp_path / "new.db") == before[:kept]
    with memtxn.open(tmp_path / "new.db", key=KEY) as store:
        assert store.memory("n").verify().ok
        if kept:
            assert store.memory("m").verify().ok


def test_a_lost_text_costs_itself(tmp_path: Path) -> None:
    path = tmp_path / "agent.db"
    wrote(path)
    sql(path, "UPDATE body SET salt = zeroblob(16) WHERE mem = 1 AND seq = 3 AND ord = 1")
    (first, _) = salvage(path, tmp_path / "new.db").memories
    assert (first.records, first.texts, first.lost) == (6, ("3.1",), "")
    with memtxn.open(tmp_path / "new.db") as store:
        found = {(one.invariant, one.where) for one in store.memory("m").verify().problems}
        assert found == {("body", "3.1")}
        assert store.memory("m").get("Run/1", "step") is not None


@pytest.mark.parametrize("seed", range(8))
def test_pages_destroyed(tmp_path: Path, seed: int) -> None:
    """Whatever becomes of the file, what comes out is a prefix of each journal, and sound but for lost texts."""
    path, chance = tmp_path / "agent.db", random.Random(seed)
    wrote(path, number=25, size=1_500)
    before = {mem: journal(path, mem) for mem in (1, 2)}
    data = bytearray(path.read_bytes())
    for _ in range(4):
        page = chance.randrange(1, len(data) // 4096)
        data[page * 4096 : (page + 1) * 4096] = os.urandom(4096) if chance.random() < 0.5 else bytes(4096)
    path.write_bytes(data)
    try:
        report = salvage(path, tmp_path / "new.db")
    except JournalDamaged:
        return
    for one in report.memories:
        mem = {"m": 1, "n": 2}[one.labels[0]]
        assert journal(tmp_path / "new.db", mem) == before[mem][: one.records]
        with memtxn.open(tmp_path / "new.db") as store:
            problems = store.memory(*one.labels).verify().problems if one.records else ()
        lost = {problem.where for problem in problems}
        assert lost <= {*one.texts}
    assert path.read_bytes() == bytes(data)


def test_what_cannot_be_salvaged(tmp_path: Path) -> None:
    path = tmp_path / "agent.db"
    wrote(path, number=1)
    for url, to in ((path, path), (tmp_path / "none.db", tmp_path / "new.db"), (tmp_path, tmp_path / "new.db")):
        with pytest.raises(InvalidInput):
            salvage(url, to)
    (tmp_path / "noise.db").write_bytes(os.urandom(50_000))
    (tmp_path / "empty.db").write_bytes(b"")
    for name in ("noise.db", "empty.db"):
        with pytest.raises(MemtxnError):
            salvage(tmp_path / name, tmp_path / "new.db")
        assert not (tmp_path / "new.db").exists()
