"""T85, T89: filters narrow each other; and no object goes on showing what another one changed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from memtxn import InvalidInput, Rejected
from memtxn.engine.reads import Reads
from memtxn.model.belief import Belief
from tests.promises.world import World, hour, one, several

TYPES, IDS, ATTRIBUTES = ("A", "B", "AB"), ("1", "2", "12"), ("x", "y", "xy")


def filled(world: World) -> None:
    with world.m.transaction() as tx:
        for number, (kind, entity, attribute) in enumerate(product(TYPES, IDS, ATTRIBUTES)):
            if number % 4:  # some are missing, so that no filter is met by all
                tx.set_state((kind, entity), attribute, number)


@pytest.mark.parametrize("inside", [False, True], ids=["memory", "transaction"])
def test_filters_of_a_read_intersect(world: World, inside: bool) -> None:
    """T85: every combination of filters finds exactly what passes all of them."""
    filled(world)
    every = world.m.find()
    assert len(every) == 20
    memory: Any = world.m.transaction() if inside else world.m
    for kind, entity, attribute in product((None, *TYPES, "C"), (None, *IDS, "3"), (None, *ATTRIBUTES, "z")):
        if kind is None and entity is not None:
            with pytest.raises(InvalidInput):
                memory.find(kind, entity, attribute)
            continue
        wanted = {"entity_type": kind, "entity_id": entity, "attribute": attribute}
        expected = [each for each in every if all(v in (None, getattr(each, name)) for name, v in wanted.items())]
        assert memory.find(**wanted) == expected
        prefix = tuple(part for part in (kind, entity) if part is not None)
        if attribute is None:
            assert memory.scan(prefix) == expected


def test_a_filter_that_is_not_known_is_an_error(world: World) -> None:
    """T85: it is never left out in silence."""
    filled(world)
    asked: Any = world.m
    unknowns: list[dict[str, Any]] = [
        {"value": 1},
        {"status": "active"},
        {"user_id": "x"},
        {"filters": {}},
        {"type": "A"},
    ]
    for unknown in unknowns:
        with pytest.raises(TypeError):
            asked.find(**unknown)
    for wrong in ({"entity_type": ""}, {"entity_type": 1}, {"entity_type": ["A"]}, {"attribute": {"in": ["x"]}}):
        with pytest.raises(InvalidInput):
            asked.find(**wrong)


WARM: dict[str, Callable[[Reads], object]] = {
    "get": lambda memory: [memory.get("A/1", "x"), memory.get("B/1", "tags")],
    "find": lambda memory: memory.find(),
    "why": lambda memory: memory.why("A/1", "x"),
    "history": lambda memory: memory.history("A/1", "x"),
}


@pytest.mark.parametrize("warm", WARM)
def test_no_object_goes_on_showing_what_another_one_changed(world: World, warm: str) -> None:
    """T89: each object remembers declarations, sources and the present of its memory, never too long."""
    world.clock.set(hour(2))
    world.tell("A/1", "x", "rome", hour(1))
    other = world.store.memory("m")
    WARM[warm](other)
    world.m.declare("B", "tags", cardinality="many")
    with world.m.transaction() as tx:
        tx.set_state("B/1", "tags", "a")
        tx.set_state("B/1", "tags", "b")
        tx.retract("A/1", "x")
    source = world.say("oslo", hour(1))
    assert other.get("A/1", "x") is None
    assert [belief.value for belief in several(other.get("B/1", "tags"))] == ["a", "b"]
    assert [str(belief.status) for belief in other.history("A/1", "x")] == ["retracted"]
    with other.transaction() as tx:
        assert isinstance(tx.get("B/1", "tags"), list)
        tx.set_state("B/1", "tags", "c")
        tx.propose("A/2", "x", "oslo", evidence=source.quote("oslo"))
    assert len(several(world.m.get("B/1", "tags"))) == 3
    shown: Belief = one(world.m.get("A/2", "x"))
    assert shown.value == "oslo"
    with pytest.raises(Rejected), other.transaction() as tx:
        tx.retract("A/1", "x")
