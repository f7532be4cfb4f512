"""P11, inside a transaction: back to a savepoint, and nothing of what came after it is left."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from memtxn import Closed, Conflict, Transaction
from memtxn.model.policy import Policy
from tests.promises.world import World, hour, one, receipt


def values(tx: Transaction) -> dict[str, object]:
    return {str(each.key): each.value for each in tx.find()}


def test_back_to_a_savepoint(world: World) -> None:
    source = world.say("old", hour(0))
    with world.m.transaction() as tx:
        tx.set_state("A/1", "x", 1)
        savepoint = tx.savepoint()
        tx.set_state("A/1", "x", 2)
        tx.set_state("A/2", "x", 2)
        tx.observe("never seen", speaker="ann", at=hour(0))
        tx.propose("A/3", "x", "old", evidence=source.quote("old"))
        tx.propose("A/3", "x", "wrong", evidence=source.quote("old"))
        assert len(values(tx)) == 3
        savepoint.rollback()
        assert values(tx) == {"A/1.x": 1}
        tx.set_state("A/2", "x", 3)
        assert values(tx) == {"A/1.x": 1, "A/2.x": 3}
    assert [outcome.outcome.name for outcome in receipt(tx.receipt).outcomes] == ["ADD", "ADD"]
    assert {str(each.key): each.value for each in world.m.find()} == {"A/1.x": 1, "A/2.x": 3}
    assert world.m.why_not("A/3", "x").accounts == ()
    assert world.m.verify().ok


def _fail_inside(tx: Transaction) -> None:
    with tx.savepoint():
        tx.set_state("A/2", "x", 2)
        raise ValueError("mine")


def test_an_exception_in_its_block_goes_back_and_passes_on(world: World) -> None:
    with world.m.transaction() as tx:
        tx.set_state("A/1", "x", 1)
        with pytest.raises(ValueError, match="mine"):
            _fail_inside(tx)
        with tx.savepoint():
            tx.set_state("A/3", "x", 3)
    assert {str(each.key): each.value for each in world.m.find()} == {"A/1.x": 1, "A/3.x": 3}


def test_they_nest(world: World) -> None:
    with world.m.transaction() as tx:
        savepoints = []
        for number in range(5):
            tx.set_state("A/1", "x", number)
            savepoints.append(tx.savepoint())
        for number in (4, 2, 0):
            savepoints[number].rollback()
            assert values(tx) == {"A/1.x": number}


def test_inner_ones_go_with_the_outer_one(world: World) -> None:
    with world.m.transaction() as tx:
        outer = tx.savepoint()
        tx.set_state("A/1", "x", 1)
        inner = tx.savepoint()
        tx.set_state("A/1", "x", 2)
        tx.rollback_to(inner)
        assert values(tx) == {"A/1.x": 1}
        tx.set_state("A/1", "x", 3)
        tx.rollback_to(outer)
        assert values(tx) == {}
        for gone in (inner.rollback, inner.release):
            with pytest.raises(Closed):
                gone()
        tx.set_state("A/1", "x", 4)
        outer.rollback()
        tx.set_state("A/1", "x", 5)
        outer.release()
        with pytest.raises(Closed):
            outer.rollback()
    assert one(world.m.get("A/1", "x")).value == 5


def test_releasing_the_outer_one_releases_the_inner_ones(world: World) -> None:
    tx = world.m.transaction()
    outer, inner = tx.savepoint(), tx.savepoint()
    outer.release()
    with pytest.raises(Closed):
        inner.rollback()


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_none_outlives_its_transaction(world: World, end: str) -> None:
    tx = world.m.transaction()
    savepoint = tx.savepoint()
    getattr(tx, end)()
    for use in (savepoint.rollback, savepoint.release, tx.savepoint):
        with pytest.raises(Closed):
            use()


def test_one_of_another_transaction_is_refused(world: World) -> None:
    savepoint = world.m.transaction().savepoint()
    with pytest.raises(Closed):
        world.m.transaction().rollback_to(savepoint)


def test_what_was_read_stays_read(world: World) -> None:
    """It may have been acted upon: the decision to go back, for one."""
    world.state("A/1", "x", 1)
    world.clock.advance()
    tx = world.m.transaction()
    savepoint = tx.savepoint()
    tx.get("A/1", "x")
    savepoint.rollback()
    tx.set_state("A/2", "x", 1)
    world.state("A/1", "x", 2)
    with pytest.raises(Conflict):
        tx.commit()


def test_a_request_is_what_remains_of_it(world: World) -> None:
    """With an idempotency key, calls that were taken back are not part of the request."""
    for detour in (False, True):
        with world.m.transaction(idempotency_key="k") as tx:
            savepoint = tx.savepoint()
            if detour:
                tx.set_state("A/9", "x", 9)
                savepoint.rollback()
            tx.set_state("A/1", "x", 1)
        assert receipt(tx.receipt).seq == 1
    assert len(world.m.find()) == 1


def test_room_that_was_given_back_can_be_used_again(world: World) -> None:
    world.open(policy=Policy(proposals_limit=2, staged_limit=10_000))
    with world.m.transaction() as tx:
        for _ in range(10):
            savepoint = tx.savepoint()
            tx.set_state("A/1", "x", "y" * 2_000)
            tx.set_state("A/2", "x", 2)
            savepoint.rollback()
            savepoint.release()
        tx.set_state("A/3", "x", 3)
    assert len(world.m.find()) == 1


@pytest.mark.parametrize("end", ["rollback", "commit", "release"])
@pytest.mark.parametrize("error", [None, ValueError])
def test_a_block_whose_savepoint_is_over_ends_in_peace(
    world: World, end: str, error: type[Exception] | None
) -> None:
    """What was raised passes, whatever it is: a conflict of the commit too."""
    tx = world.m.transaction()

    def inside() -> None:
        with tx.savepoint() as savepoint:
            tx.set_state("A/1", "x", 1)
            getattr(savepoint if end == "release" else tx, end)()
            if error is not None:
                raise error("mine")

    if error is None:
        inside()
    else:
        with pytest.raises(ValueError, match="mine"):
            inside()
    assert len(world.m.find()) == (end == "commit")


class Strike:
    """Raises KeyboardInterrupt before the n-th line of what stages something."""

    def __init__(self, at: int) -> None:
        self.at, self.lines = at, 0

    def __call__(self, frame: FrameType, event: str, _: object) -> Strike | None:
        code = frame.f_code
        if not code.co_filename.endswith("workbench.py") or code.co_name not in ("add", "observe"):
            return None
        if event == "line":
            self.lines += 1
            if self.lines == self.at:
                raise KeyboardInterrupt
        return self


def struck(tx: Transaction, at: int) -> bool:
    """Whether stating something was interrupted there."""
    sys.settrace(Strike(at))
    try:
        tx.set_state("A/1", "x", 1)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def test_a_call_that_is_interrupted_in_its_midst_leaves_nothing(world: World) -> None:
    """Wherever between two lines of the workbench that is."""
    for at in range(1, 100):
        tx = world.m.transaction()
        tx.set_state("A/0", "x", 0)
        if not struck(tx, at):
            assert at > 10
            return
        assert values(tx) == {"A/0.x": 0}
        assert len(tx.commit().outcomes) == 1
        assert world.m.get("A/1", "x") is None
    raise AssertionError("it never came to an end")
