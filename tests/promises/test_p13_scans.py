"""P13: a scan is a declared range; what comes into it conflicts, what stays outside of it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memtxn import Conflict, InvalidInput, Transaction
from memtxn.model.belief import Belief
from tests.promises.world import World, one

Scanning = Callable[[Transaction], list[Belief]]

SCANS: dict[str, tuple[Scanning, set[str]]] = {
    "everything": (lambda tx: tx.scan(), {"A/1.x", "A/1.y", "A/2.x", "AB/1.x"}),
    "find everything": (lambda tx: tx.find(), {"A/1.x", "A/1.y", "A/2.x", "AB/1.x"}),
    "a type": (lambda tx: tx.scan("A"), {"A/1.x", "A/1.y", "A/2.x"}),
    "a type as a tuple": (lambda tx: tx.scan(("A",)), {"A/1.x", "A/1.y", "A/2.x"}),
    "find a type": (lambda tx: tx.find("A"), {"A/1.x", "A/1.y", "A/2.x"}),
    "an entity": (lambda tx: tx.scan("A/1"), {"A/1.x", "A/1.y"}),
    "an entity as a tuple": (lambda tx: tx.scan(("A", "1")), {"A/1.x", "A/1.y"}),
    "find an entity": (lambda tx: tx.find("A", "1"), {"A/1.x", "A/1.y"}),
    "a key": (lambda tx: tx.scan(("A", "1", "x")), {"A/1.x"}),
    "an attribute": (lambda tx: tx.find(attribute="x"), {"A/1.x", "A/2.x", "AB/1.x"}),
    "an attribute of a type": (lambda tx: tx.find("A", attribute="x"), {"A/1.x", "A/2.x"}),
}
KEYS = ["A/1.x", "A/1.y", "A/2.x", "AB/1.x"]


def put(world: World, key: str, value: int) -> None:
    entity, _, attribute = key.partition(".")
    world.clock.advance()
    world.state(entity, attribute, value)


@pytest.mark.parametrize("name", SCANS)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("before", [True, False], ids=["changed", "phantom"])
def test_a_change_conflicts_exactly_with_the_scans_that_cover_it(
    world: World, name: str, key: str, before: bool
) -> None:
    scan, covered = SCANS[name]
    world.state("Z/1", "z", 0)
    if before:
        put(world, key, 1)
    tx = world.m.transaction()
    seen = scan(tx)
    assert len([each for each in seen if str(each.key) == key]) == (before and key in covered)
    tx.set_state("Other/1", "n", 1)
    put(world, key, 2)
    if key not in covered and name not in ("everything", "find everything"):
        tx.commit()
        assert one(world.m.get("Other/1", "n")).value == 1
        return
    with pytest.raises(Conflict) as caught:
        tx.commit()
    assert f"{'/'.join(caught.value.entity)}.{caught.value.attribute}" == key
    assert (caught.value.expected, caught.value.actual) == (int(before), int(before) + 1)
    assert world.m.get("Other/1", "n") is None


def test_what_a_transaction_itself_writes_into_its_range_is_no_conflict(world: World) -> None:
    with world.m.transaction() as tx:
        assert tx.scan("A") == []
        tx.set_state("A/1", "x", 1)
        assert [each.value for each in tx.scan("A")] == [1]
        tx.set_state("A/2", "x", 2)
        assert [each.value for each in tx.scan("A")] == [1, 2]
        assert [each.value for each in tx.scan(("A", "2"))] == [2]
    assert [each.value for each in world.m.scan("A")] == [1, 2]
    assert [each.value for each in world.m.at(seq=1).scan(("A", "1", "x"))] == [1]


def test_phantoms_are_kept_out_of_a_rule_over_a_range(world: World) -> None:
    """At most one booking: both look, both see none, one of them books."""
    first, second = world.m.transaction(), world.m.transaction()
    assert first.scan("Booking") == second.scan("Booking") == []
    first.set_state("Booking/1", "room", "B")
    second.set_state("Booking/2", "room", "B")
    first.commit()
    with pytest.raises(Conflict):
        second.commit()
    assert len(world.m.find("Booking")) == 1


def test_a_record_that_shows_nothing_new_is_no_conflict(world: World) -> None:
    put(world, "A/1.x", 1)
    tx = world.m.transaction()
    tx.scan()
    tx.set_state("B/1", "x", 1)
    world.say("something was said", world.clock())
    tx.commit()
    assert one(world.m.get("B/1", "x")).value == 1


@pytest.mark.parametrize("prefix", [1, None, "", "A/", "/1", ("A", ""), ("A", 1), ("A", "1", "x", "y"), ["A"]])
def test_no_range(world: World, prefix: object) -> None:
    tx = world.m.transaction()
    for scan in (tx.scan, world.m.scan):
        with pytest.raises(InvalidInput):
            scan(prefix)  # type: ignore[arg-type]
