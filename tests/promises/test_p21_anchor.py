"""P21: what only a witness outside finds out: a journal without its end, an older file, a memory that is gone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import memtxn
from memtxn import Anchor, InvalidInput, WrongKey
from memtxn.model.receipt import Problem
from tests.promises.world import Durable, World

KEY = b"k" * 32
Copied = Callable[[], None]


def wrote(store: memtxn.Store, *numbers: int, name: str = "m") -> None:
    """A record for each number."""
    for number in numbers:
        with store.memory(name).transaction() as tx:
            tx.set_state("Run/1", "step", number)


def problems(path: Path, anchor: Anchor | str, key: bytes | None = None) -> tuple[Problem, ...]:
    """What a full verification with an anchor finds, after one without it found nothing."""
    with memtxn.open(path, key=key) as store:
        memory = store.memory("m")
        blind = memory.verify()
        assert (blind.problems, blind.anchored) == ((), None)
        return memory.verify(anchor=anchor).problems


def test_an_anchor_is_one_line_without_text_and_comes_back(world: World) -> None:
    world.state("Secret/one", "word", "banana")
    anchor = world.store.anchor()
    line = str(anchor)
    assert line.count("\n") == 0
    assert not [word for word in ("banana", "Secret", '"m"') if word in line]
    assert Anchor.parse(line) == anchor
    assert Anchor.parse(f"\ufeff{line}\n") == anchor
    assert anchor.made == world.clock()
    report = world.m.verify(anchor=line)
    assert (report.ok, report.anchored) == (True, 1)
    world.state("Secret/one", "word", "apple")
    assert world.m.verify("tail", anchor=anchor).anchored == 1
    other = world.store.memory("younger")
    with other.transaction() as tx:
        tx.set_state("Run/1", "n", 1)
    assert (other.verify(anchor=anchor).ok, other.verify(anchor=anchor).anchored) == (True, 0)
    assert world.store.verify_anchor(anchor) == ()


@pytest.mark.parametrize("key", [None, KEY])
def test_an_older_file_is_found_out_by_it_alone(tmp_path: Path, key: bytes | None) -> None:
    path = tmp_path / "agent.db"
    with memtxn.open(path, key=key) as store:
        wrote(store, 1, 2)
    shutil.copy(path, tmp_path / "old.db")
    with memtxn.open(path, key=key) as store:
        wrote(store, 3, 4)
        anchor = store.anchor()
        assert store.memory("m").verify(anchor=anchor).ok
    shutil.copy(tmp_path / "old.db", path)
    (problem,) = problems(path, anchor, key)
    assert (problem.invariant, problem.where) == ("anchor", "3")
    assert "ends at record 2" in problem.detail
    with memtxn.open(path, key=key) as store:
        wrote(store, 5, 6, 7)
    (problem,) = problems(path, anchor, key)
    assert (problem.where, "rewritten" in problem.detail) == ("4", True)


def test_an_end_that_was_cut_off_with_all_that_speaks_of_it(durable: Durable) -> None:
    """Whoever has the file, and the key that lies in it, takes back a record: what is left is in order."""
    for number in range(3):
        durable.state("Run/1", "step", number)
    before = durable.dump()
    durable.state("Run/1", "step", 3)
    anchor = durable.store.anchor()
    for table, rows in before.items():
        durable.sql(f'DELETE FROM "{table}"')
        for row in rows:
            durable.sql(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(row))})', *row)
    memory = durable.reopen()
    assert memory.verify().ok
    report = memory.verify(anchor=anchor)
    assert [(one.invariant, one.where) for one in report.problems] == [("anchor", "4")]


def test_a_memory_that_is_gone(durable: Durable) -> None:
    durable.state("Run/1", "step", 1)
    wrote(durable.store, 1, name="other")
    anchor = durable.store.anchor()
    for table in durable.dump("meta", "scrub"):
        durable.sql(f'DELETE FROM "{table}" WHERE mem = 2')
    memory = durable.reopen()
    assert memory.verify(anchor=anchor).ok
    gone = durable.store.memory("other").verify(anchor=anchor)
    assert [(one.invariant, one.where) for one in gone.problems] == [("anchor", "1")]
    assert [one.detail for one in durable.store.verify_anchor(anchor)] == [gone.problems[0].detail]


def test_a_memory_under_another_name(durable: Durable) -> None:
    durable.state("Run/1", "step", 1)
    anchor = durable.store.anchor()
    durable.sql("UPDATE mem SET name = ?", '["n"]')
    durable.reopen()
    assert [one.invariant for one in durable.store.verify_anchor(anchor)] == ["anchor"]
    assert "anchor" in {one.invariant for one in durable.store.memory("n").verify(anchor=anchor).problems}


def altered(anchor: Anchor) -> list[Anchor]:
    """Anchors in which one thing says something else."""
    (entry,) = anchor.memories
    entries = [msgspec.structs.replace(entry, seq=1), msgspec.structs.replace(entry, link="00" * 32)]
    replaced = [msgspec.structs.replace(anchor, memories=(one,)) for one in entries]
    return [*replaced, msgspec.structs.replace(anchor, at=1), msgspec.structs.replace(anchor, seal="é")]


def test_an_altered_anchor_is_told_where_the_key_is_known(tmp_path: Path) -> None:
    path = tmp_path / "agent.db"
    with memtxn.open(path, key=KEY) as store:
        wrote(store, 1, 2)
        anchor = store.anchor()
        for one in altered(anchor):
            (problem,) = store.memory("m").verify(anchor=one).problems
            assert "itself was altered" in problem.detail
        assert store.memory("m").verify(anchor=anchor).ok
    with memtxn.open(path) as store:
        with pytest.raises(WrongKey):
            store.anchor()
        report = store.memory("m").verify(anchor=anchor)
        assert report.anchored == 2
        assert [one.invariant for one in report.problems] == ["tag"]


def test_the_anchor_of_another_store(tmp_path: Path, world: World) -> None:
    world.state("Run/1", "step", 1)
    with memtxn.open(tmp_path / "other.db") as other:
        wrote(other, 1)
        report = world.m.verify(anchor=other.anchor())
    assert (report.anchored, [one.detail for one in report.problems]) == (None, ["it was made of another store"])


@pytest.mark.parametrize("given", ["", "no anchor", "{}", "[1]", "\ud800", 7, b"x", '{"version": 2}'])
def test_what_is_no_anchor(world: World, given: object) -> None:
    with pytest.raises(InvalidInput):
        world.m.verify(anchor=given)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        world.store.verify_anchor(given)  # type: ignore[arg-type]


def test_a_later_version_of_anchors_is_named(world: World) -> None:
    later = msgspec.structs.replace(world.store.anchor(), version=9)
    with pytest.raises(InvalidInput, match="version 9"):
        world.m.verify(anchor=str(later))
