"""A memory and a store in numbers, which are those of what was written."""

import apsw
import pytest

from memtxn import Rejected, Store
from tests.promises.world import Durable, World, hour


def busy(world: World) -> None:
    """Two beliefs of one key and its retraction, a declaration, three refusals of which two are identical."""
    world.clock.set(hour(1))
    world.tell("A/1", "x", "one", hour(0))
    world.tell("A/1", "x", "two", hour(0.5))
    world.tell("A/1", "x", "two", hour(0.6))
    with world.m.transaction() as tx:
        tx.retract("A/1", "x")
    world.m.declare("A", "tags", cardinality="many")
    for value in ("five", "five", ""):
        source = world.say("four", hour(0.7))
        with pytest.raises(Rejected), world.m.transaction() as tx:
            tx.propose("A/2", "x", value, evidence=source.quote("four"))


def test_a_memory_in_numbers(world: World) -> None:
    busy(world)
    stats, entries = world.m.stats(), list(world.m.log())
    assert (stats.seq, stats.records) == (entries[0].seq, len(entries))
    assert (stats.first, stats.last) == (entries[-1].at, entries[0].at)
    changes = [change for entry in entries for change in entry.changes]
    named = {change.what for change in changes} - {"SOURCE", "DECLARE"}
    recorded = {what: sum(change.what == what for change in changes) for what in named}
    assert recorded["REJECT"] == 2
    assert stats.outcomes == recorded | {"REJECT": 3}
    assert stats.kinds == {kind: sum(entry.kind == kind for entry in entries) for kind in stats.kinds}
    assert sum(stats.kinds.values()) == stats.records
    assert stats.refusals == {"not_ordered_subsequence": 2, "empty_value": 1}
    assert (stats.keys, stats.beliefs, stats.retractions) == (1, 3, 1)
    assert (stats.sources, stats.declarations) == (5, 1)


def test_a_memory_without_records(world: World) -> None:
    stats = world.store.memory("nobody").stats()
    assert (stats.seq, stats.records, stats.first, stats.last, stats.kinds) == (0, 0, None, None, {})


def test_one_memory_alone(world: World) -> None:
    busy(world)
    world.store.memory("other").declare("A", "x", cardinality="many")
    before = world.m.stats()
    world.store.memory("other").declare("B", "x", cardinality="many")
    assert world.m.stats() == before
    assert world.store.memory("other").stats().records == 2


def test_the_labels_of_all_memories(world: World) -> None:
    assert world.store.memories() == []
    for labels in (("m",), ("user", "alice"), ("会議",), ('a","b',), ("m", "m")):
        world.store.memory(*labels).declare("A", "x", cardinality="many")
    world.store.memory("never written")
    assert world.store.memories() == [("m",), ("user", "alice"), ("会議",), ('a","b',), ("m", "m")]


def test_a_store_in_numbers(durable: Durable) -> None:
    busy(durable)
    durable.store.memory("other").declare("A", "x", cardinality="many")
    stats = durable.store.stats()
    assert (stats.memories, stats.beliefs, stats.read_only) == (2, 3, None)
    assert stats.versions["SQLite"] == apsw.sqlite_lib_version()
    assert stats.path == str(durable.path.resolve())
    assert stats.file_bytes == durable.path.stat().st_size
    assert stats.log_bytes == durable.path.with_name("memory.db-wal").stat().st_size > 0
    assert stats.bytes_per_belief == (stats.file_bytes + stats.log_bytes) / 3


def test_a_store_without_a_file(world: World) -> None:
    from memtxn import open as open_

    with open_(":memory:") as store:
        stats = store.stats()
    assert (stats.path, stats.file_bytes, stats.bytes_per_belief) == (None, 0, None)
    assert isinstance(store, Store)


def test_damage_is_counted_and_does_not_stop_the_count(durable: Durable) -> None:
    busy(durable)
    seqs = [entry.seq for entry in durable.m.log() if entry.kind == "decision"]
    durable.sql("UPDATE body SET data = zeroblob(8) WHERE seq = ?", min(seqs))
    stats = durable.m.stats()
    assert stats.refusals == {"unreadable": 1, "empty_value": 1}
    durable.sql("UPDATE journal SET data = x'c1' WHERE seq = 1")
    stats = durable.m.stats()
    assert stats.kinds["unreadable"] == 1
    assert sum(stats.kinds.values()) == stats.records
