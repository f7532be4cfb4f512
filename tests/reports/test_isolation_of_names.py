"""T107, T109, T111, T113: a name is a name, however it is written: no two of them meet, and none is a path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import memtxn
from memtxn import InvalidInput, NotPermitted, Rejected
from memtxn.model.key import Key
from tests.promises.world import World, hour, one, receipt

NAMES = [
    "a", "ab", "a.b", "a:b", "a/b", "a%", "a_", "a*", "a?", "[a]", "A", "aB", "a ", " a", "a\t", "a\nb", "a\\b",
    "a'b", 'a"b', '"a","b"', '["a"]', "a;b", "--a", "user1", "user10", "user1 0", ".", "..", "../a",
    "../../etc/passwd", "/", "//", "/a", "~", "CON",
    "a\x00", "a\x00b", "\x00", "á", "a\u0301", "ａ", "а", "Å", "A\u030a", "ﬀ", "ff",
    "ß", "ss", "ẞ", "ı", "i", "İ", "a\u200b", "a\u202e", "\ufeffa", "🙂", "null", "0", "00", "1", "-1", "1e0",
    "None", "%s", "{0}", "${HOME}", "x" * 10_000, "x" * 10_000 + "y",
]  # fmt: skip
"""Labels and ids that a careless store takes for each other, for patterns, or for paths."""


def test_memories_of_different_labels_never_meet(world: World) -> None:
    """The same key is written in all of them; each reads its own; each list of labels is a name of its own."""
    scopes = [(name,) for name in NAMES] + [("a", "b"), ("a", "b", "c"), ("ab", "c"), ("a", "bc"), ("a\x00", "b")]
    for number, labels in enumerate(scopes):
        with world.store.memory(*labels).transaction() as tx:
            tx.set_state("Who/1", "is", number)
    for number, labels in enumerate(scopes):
        memory = world.store.memory(*labels)
        assert [belief.value for belief in memory.find()] == [number]
        assert memory.at().seq == 1
        assert memory.verify().ok


def test_entities_of_different_ids_never_meet(world: World) -> None:
    """Identity is exact after NFC and trimming; nothing else is the same, and no prefix covers another."""
    kept: dict[str, int] = {}
    with world.m.transaction() as tx:
        for number, name in enumerate(NAMES):
            known = Key.of(("Doc", name), "x").entity_id
            if known not in kept:
                kept[known] = number
                tx.set_state(("Doc", name), "x", number)
    assert len(kept) >= len(NAMES) - 8  # what differs in spaces at its ends or in composed letters alone is one
    for name, number in kept.items():
        assert one(world.m.get(("Doc", name), "x")).value == number
        assert [belief.value for belief in world.m.find("Doc", name)] == [number]
        assert [belief.value for belief in world.m.scan(("Doc", name))] == [number]
        assert len(world.m.history(("Doc", name), "x")) == 1
    assert len(world.m.find("Doc")) == len(kept)
    assert world.m.find("Do") == world.m.scan("Do") == []


@pytest.mark.parametrize("part", ["entity type", "attribute"])
def test_types_and_attributes_of_different_names_never_meet(world: World, part: str) -> None:
    keys = [(("T" + name, "1"), "x") if part == "entity type" else (("T", "1"), "x" + name) for name in NAMES]
    distinct = {Key.of(*key).name: key for key in keys}
    assert len(distinct) >= len(NAMES) - 8
    with world.m.transaction() as tx:
        for number, key in enumerate(distinct.values()):
            tx.set_state(*key, number)
    for number, key in enumerate(distinct.values()):
        assert one(world.m.get(*key)).value == number
        assert [belief.value for belief in world.m.find(key[0][0], key[0][1], key[1])] == [number]


def test_no_name_is_a_path(tmp_path: Path) -> None:
    """Whatever it holds: the folder has the files of the store and nothing else, and none came elsewhere."""
    outside = tmp_path / "secret"
    outside.write_text("secret")
    inside = tmp_path / "store"
    inside.mkdir()
    before = Path.cwd()
    with memtxn.open(inside / "agent.db") as store:
        for name in [*NAMES, "../secret", str(outside), f"file:{outside}"]:
            memory = store.memory(name)
            short = name[:4000]
            source = memory.observe(name, speaker=short if short.strip() else "x", at=hour(0), ref=short)
            with memory.transaction(label=short) as tx:
                tx.set_state(("Doc", name), "x", [name, 1], at=hour(0))
            assert memory.source(source.id).text == name
            assert one(memory.get(("Doc", name), "x")).value == [name, 1]
    assert {path.name.partition(".db")[0] for path in inside.iterdir()} == {"agent"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret", "store"]
    assert outside.read_text() == "secret"
    assert Path.cwd() == before


def test_a_name_beyond_its_bound_is_an_error(world: World) -> None:
    for bad in ("x" * 20_000, "", "\ud800"):
        with pytest.raises(InvalidInput):
            world.store.memory(bad)
        with pytest.raises(InvalidInput):
            world.m.get(("Doc", bad), "x")


# -- T107: nothing is recognised across memories -----------------------------------------------------------


def test_what_one_memory_knows_the_other_does_not(world: World) -> None:
    """History, sources, refusals, idempotency keys, declarations, versions: each belongs to one memory."""
    world.clock.set(hour(2))
    first, second = world.store.memory("a"), world.store.memory("a", "b")
    first.declare("Trip", "city", cardinality="many")
    source = first.observe("rome and oslo", speaker="ann", at=hour(0))
    with first.transaction(idempotency_key="k", on_reject="skip") as tx:
        tx.propose("Trip/1", "city", "rome", evidence=source.quote("rome"))
        tx.propose("Trip/1", "city", "bern", evidence=source.quote("rome"))
    done = receipt(tx.receipt)
    with pytest.raises(Rejected) as caught, second.transaction() as other:
        other.propose("Trip/1", "city", "rome", evidence=source.quote("rome"))
    assert caught.value.reasons[0] == "source_unknown"
    assert second.history("Trip/1", "city") == second.find() == []
    assert second.get("Trip/1", "city") is None  # of one value: the declaration is the other's
    same = second.observe("rome and oslo", speaker="ann", at=hour(0))
    assert same.id == source.id
    with second.transaction(idempotency_key="k") as other:
        other.propose("Trip/1", "city", "rome", evidence=same.quote("rome"), expected_version=0)
    assert receipt(other.receipt).tx_id != done.tx_id
    assert isinstance(first.outcome(other.id), memtxn.NotCommitted)
    assert [len(memory.why_not("Trip/1", "city").accounts) for memory in (first, second)] == [1, 1]
    assert [account.times for account in first.why_not("Trip/1", "city").accounts] == [1]


def test_tenants_of_one_file_never_meet(tmp_path: Path) -> None:
    for tenant in (0, 1, 2**22 - 1):
        with memtxn.open(tmp_path / "a.db", tenant=tenant) as store, store.memory("m").transaction() as tx:
            assert tx.find() == []
            tx.set_state("Who/1", "is", tenant)
    for tenant in (0, 1, 2**22 - 1):
        with memtxn.open(tmp_path / "a.db", tenant=tenant) as store:
            assert [belief.value for belief in store.memory("m").find()] == [tenant]
            assert store.memory("m").at().seq == 1


# -- T111: nothing is asked of everybody -------------------------------------------------------------------


def test_there_is_no_read_without_a_scope(world: World) -> None:
    """A memory must be named, in whole; and who was not granted to read reads nothing."""
    world.state("Who/1", "is", 1)
    unscoped: list[tuple[Any, ...]] = [(), ("",), (None,), ("m", ""), (b"m",), (["m"],)]
    for labels in unscoped:
        with pytest.raises(InvalidInput):
            world.store.memory(*labels)
    assert (
        world.store.memory("*").find() == world.store.memory("%").find() == world.store.memory("M").find() == []
    )
    mute = world.store.memory("m", scopes=("propose",))
    for ask in (
        mute.find,
        mute.scan,
        mute.at,
        lambda: mute.get("Who/1", "is"),
        lambda: mute.history("Who/1", "is"),
    ):
        with pytest.raises(NotPermitted):
            ask()
