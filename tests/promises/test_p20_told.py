"""P20: who took back what, and why, is told by `why`, the log and an export; older records count too."""

from __future__ import annotations

import pytest

from memtxn import NotFound
from memtxn.model.record import FORMAT, decode_record
from tests.promises.world import World, hour, one, receipt

ROOM = ("Meeting/client", "room")


@pytest.fixture
def revoked(world: World) -> World:
    """A memory in which a source was revoked, and with it what was derived from it."""
    world.clock.set(hour(24))
    world.tell(*ROOM, "Room A", hour(1))
    bad = world.say("Room B", hour(2))
    with world.m.transaction() as tx:
        tx.propose(*ROOM, "Room B", evidence=bad.quote("Room B"))
    parent = one(world.m.get(*ROOM))
    with world.m.transaction() as tx:
        tx.get(*ROOM)
        tx.propose("Meeting/client", "hall", "Room B", evidence=bad.quote("Room B"), derived_from=[parent])
    with world.m.transaction() as tx:
        tx.get(*ROOM)
        tx.set_state("Run/1", "step", 1)
    world.store.memory("m", principal="ann").revoke(bad)
    return world


def test_why_tells_by_whom_and_because_of_what(revoked: World) -> None:
    shown, gone = revoked.m.why(*ROOM).accounts
    assert (shown.value, shown.repaired) == ("Room A", None)
    assert (gone.value, gone.status) == ("Room B", "revoked")
    assert gone.repaired is not None
    assert (gone.repaired.what, gone.repaired.sort, gone.repaired.record.principal) == ("revoke", "source", "ann")
    assert gone.repaired.rests_on == gone.repaired.target
    assert f"revoke       source {gone.repaired.target}" in str(revoked.m.why(*ROOM))
    (step,) = revoked.m.why("Run/1", "step").accounts
    assert step.repaired is not None
    assert step.repaired.rests_on == gone.id


def test_the_log_tells_what_fell(revoked: World) -> None:
    (entry,) = revoked.m.log(limit=1)
    assert (entry.kind, entry.principal) == ("revoke", "ann")
    told = [(change.what, str(change.key or "")) for change in entry.changes]
    assert told == [
        ("REVOKE", ""),
        ("FALL_SOURCE", ""),
        ("FALL", "Meeting/client.room"),
        ("FALL", "Meeting/client.hall"),
        ("SUSPECT", "Run/1.step"),
    ]
    about = [entry.seq for entry in revoked.m.log(entity="Run/1")]
    assert entry.seq in about
    (part,) = (found for found in revoked.m.log(entity="Run/1") if found.seq == entry.seq)
    assert [change.what for change in part.changes] == ["REVOKE", "SUSPECT"]


def test_what_made_the_difference_is_the_revocation(revoked: World) -> None:
    last = revoked.head().seq
    found = {str(one_.key): one_ for one_ in revoked.m.diff(last - 1, last)}
    assert found.keys() == {"Meeting/client.room", "Meeting/client.hall"}
    for difference in found.values():
        assert difference.record is not None
        assert difference.record.principal in ("ann", "local")
    assert found["Meeting/client.hall"].record is not None
    assert found["Meeting/client.hall"].record.seq == last


def test_an_export_writes_what_stands(revoked: World) -> None:
    """Loaded into another memory it shows the same, and nothing that was revoked."""
    lines = list(revoked.m.export())
    assert [line["value"] for line in lines if line.get("kind") == "belief"] == ["Room A", 1]
    assert "Room B" not in str(lines)
    other = revoked.store.memory("other")
    assert other.load(lines).problems == ()
    assert one(other.get(*ROOM)).value == "Room A"


def test_what_is_exported_cites_what_is_left(world: World) -> None:
    world.clock.set(hour(24))
    bad, good = world.say("Room B", hour(1)), world.say("we meet in Room B", hour(1))
    with world.m.transaction() as tx:
        tx.propose(*ROOM, "Room B", evidence=[bad.quote("Room B"), good.quote("Room B")])
    world.m.revoke(bad)
    lines = list(world.m.export())
    (told,) = (line for line in lines if line.get("kind") == "belief")
    assert str(bad.id) not in str(lines)
    assert str(good.id) in str(told)
    other = world.store.memory("other")
    assert other.load(lines).problems == ()
    assert one(other.get(*ROOM)).value == "Room B"


def test_who_read_is_found_in_older_records_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first format of records read sets are no fold: those that may concern are looked through."""
    world.clock.set(hour(24))
    monkeypatch.setattr("memtxn.core.plan.FORMAT", 1)
    source = world.say("Room B", hour(1))
    with world.m.transaction() as tx:
        tx.propose(*ROOM, "Room B", evidence=source.quote("Room B"))
    with world.m.transaction() as tx:
        tx.get(*ROOM)
        tx.set_state("Run/1", "step", 1)
    old = receipt(tx.receipt)
    monkeypatch.setattr("memtxn.core.plan.FORMAT", FORMAT)
    with world.m.transaction() as tx:
        tx.get(*ROOM)
        tx.set_state("Run/2", "step", 1)
    assert [decode_record(row.data).fmt for row in world.journal()] == [1, 1, 1, FORMAT]
    assert world.m.verify().ok
    readers = [reader.tx_id for reader in world.m.revoke(source).readers]
    assert readers == [old.tx_id, receipt(tx.receipt).tx_id]
    assert one(world.m.get("Run/1", "step")).suspect


def test_a_memory_without_records_has_nothing_to_take_back(world: World) -> None:
    with pytest.raises(NotFound, match="no records"):
        world.m.revoke("1.0")
    assert world.store.memories() == []
