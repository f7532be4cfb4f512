"""What is declared can be listed, as it holds now."""

from memtxn.model.declaration import Declaration
from tests.promises.world import World


def listed(world: World) -> list[tuple[str, str, str, int]]:
    return [(one.entity_type, one.attribute, one.cardinality, one.seq) for one in world.m.declarations()]


def test_of_each_attribute_the_last_one(world: World) -> None:
    assert world.m.declarations() == []
    world.m.declare("Person", "likes", cardinality="many")
    world.m.declare("Cup", "tags", cardinality="many")
    world.m.declare("Person", "likes", cardinality="one")
    world.m.declare("Cup", "tags", cardinality="many")
    assert listed(world) == [("Cup", "tags", "many", 2), ("Person", "likes", "one", 3)]
    assert world.m.declarations()[0] == Declaration(
        entity_type="Cup", attribute="tags", cardinality="many", seq=2
    )


def test_of_this_memory_alone(world: World) -> None:
    world.store.memory("other").declare("Cup", "tags", cardinality="many")
    assert world.m.declarations() == []
    assert len(world.store.memory("other", principal="somebody").declarations()) == 1


def test_what_another_one_declared_is_seen(world: World) -> None:
    assert listed(world) == []
    world.store.memory("m").declare("会議", "タグ", cardinality="many")
    assert listed(world) == [("会議", "タグ", "many", 1)]
