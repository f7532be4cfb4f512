"""P12: the functions of checks are somebody else's: what they raise and answer harms nobody."""

from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import pytest

import memtxn
from memtxn import Belief, Check, ConstraintViolated
from memtxn.model.constraint import Predicate
from tests.promises.world import Durable, World


async def later(_: list[Belief]) -> bool:
    return False


def bit_by_bit(_: list[Belief]) -> Iterator[bool]:
    yield False


async def both(_: list[Belief]) -> AsyncIterator[bool]:
    yield False


def check(predicate: object, name: str = "odd") -> Check:
    return Check(name=name, scope="key", entity_type="A", attribute="x", predicate=cast("Predicate", predicate))


@pytest.mark.parametrize("predicate", [later, bit_by_bit, both])
def test_a_function_that_answers_before_it_has_run_lets_nothing_pass(world: World, predicate: object) -> None:
    world.m.constrain(check(predicate))
    with pytest.raises(ConstraintViolated, match="no plain function"):
        world.state("A/1", "x", 1)


ERRORS = [OverflowError("e"), memtxn.Conflict("e"), memtxn.StorageError("e"), ConstraintViolated("e")]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_of_the_function_is_not_taken_for_one_of_the_memory(world: World, error: Exception) -> None:
    """It is not retried, not told to others that share the flush, and not taken for damage."""
    asked = []

    def predicate(_: list[Belief]) -> object:
        asked.append(1)
        raise error

    world.m.constrain(check(predicate))
    with pytest.raises(RuntimeError, match=f"check 'odd' raised {type(error).__name__}"):
        world.m.run(lambda tx: tx.set_state("A/1", "x", 1))
    assert len(asked) == 1
    assert world.m.verify().ok


def test_a_function_belongs_to_the_check_that_it_was_given_for(tmp_path: Path) -> None:
    """Another store states one of the same name with another scope: what was given here is not asked for that."""
    world, asked = Durable(tmp_path), list[object]()
    world.m.constrain(Check(name="c", scope="memory", predicate=asked.append))
    wider = Check(name="c", scope="entity", entity_type="A", predicate=lambda _: True)
    with memtxn.open(world.path, clock=world.clock) as other:
        other.memory("m").constrain(wider)
    with pytest.raises(memtxn.CheckUnknown):
        world.state("A/1", "x", 1)
    world.state("B/1", "x", 1)
    assert asked == []
    world.m.constrain(wider)
    world.state("A/1", "x", 1)
    world.close()


def test_a_check_that_cannot_be_stated_leaves_the_others_their_functions(world: World) -> None:
    """Also those that were given meanwhile, and the one that it had itself."""
    world.state("A/1", "x", 1)
    world.m.constrain(check(lambda _: True, "old"))

    def meanwhile(_: list[Belief]) -> bool:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(world.m.constrain, check(lambda _: True, "old")).result()
            pool.submit(world.m.constrain, check(lambda _: True, "new")).result()
        return False

    with pytest.raises(ConstraintViolated):
        world.m.constrain(Check(name="outer", scope="memory", predicate=meanwhile))
    assert [one.name for one in world.m.constraints()] == ["old", "new"]
    world.state("A/1", "x", 2)


def test_functions_of_one_name_in_two_memories(world: World) -> None:
    world.m.constrain(check(lambda _: False, "c"))
    other = world.store.memory("other")
    other.constrain(check(lambda _: True, "c"))
    with other.transaction() as tx:
        tx.set_state("A/1", "x", 1)
    with pytest.raises(ConstraintViolated):
        world.state("A/1", "x", 1)
