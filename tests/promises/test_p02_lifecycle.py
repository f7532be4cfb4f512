"""P2: one table holds the moves of a belief's life; nothing else changes a state."""

from datetime import timedelta

import pytest

from memtxn.core.lifecycle import Move, after, reachable
from memtxn.model.belief import State
from memtxn.model.record import StateOp, decode_record
from tests.promises.world import MICROSECOND, World, grow, hour, one

TABLE = """
    proposed    admit      admitted
    proposed    quarantine quarantined
    proposed    reject     rejected
    quarantined confirm    admitted
    quarantined deny       rejected
    quarantined expire     rejected
    admitted    retract    retracted
    admitted    revoke     revoked
    retracted   revoke     revoked
    archived    revoke     revoked
    quarantined revoke     revoked
    admitted    set_aside  quarantined
    retracted   set_aside  quarantined
    revoked     set_aside  quarantined
    revoked     reinstate  admitted
    retracted   reinstate  admitted
    quarantined reinstate  admitted
    revoked     return     retracted
    quarantined return     retracted
    admitted    archive    archived
    archived    restore    admitted
    proposed    erase      erased
    admitted    erase      erased
    quarantined erase      erased
    rejected    erase      erased
    retracted   erase      erased
    revoked     erase      erased
    archived    erase      erased
"""
LEGAL = {
    (before, move): then for before, move, then in (line.split() for line in TABLE.split("\n") if line.strip())
}


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("move", Move)
def test_a_move_is_possible_only_if_it_is_in_the_table(state: State, move: Move) -> None:
    then = after(state, move)
    assert (then and then.name.lower()) == LEGAL.get((state.name.lower(), move.value))


@pytest.mark.parametrize("before", State)
@pytest.mark.parametrize("then", State)
def test_one_move_reaches_what_the_table_says(before: State, then: State) -> None:
    names = {(start, end) for (start, _), end in LEGAL.items()}
    assert reachable(before, then) == ((before.name.lower(), then.name.lower()) in names)


def test_journals_hold_legal_moves_only(world: World) -> None:
    grow(world)
    world.state("Run/2", "step", 1)
    world.clock.set(hour(30))
    with world.m.transaction() as tx:
        tx.retract("Run/2", "step", at=hour(20))
        tx.retract("Run/2", "step", at=hour(15))
    states: dict[int, str] = {}
    for row in world.journal():
        for op in decode_record(row.data).ops:
            if isinstance(op, StateOp):
                before = states.get(op.bid, "admitted")
                assert op.state.name.lower() in {end for (start, _), end in LEGAL.items() if start == before}
                states[op.bid] = op.state.name.lower()
    assert list(states.values()) == ["retracted"] * 3
    assert world.m.verify().ok


def statuses(world: World, at: float) -> list[tuple[str, object]]:
    asked = world.m.at(valid=hour(at))
    return [(str(belief.status), belief.value) for belief in asked.history("A/1", "x")]


def test_statuses_are_computed_for_an_instant(world: World) -> None:
    world.clock.set(hour(3))
    world.tell("A/1", "x", "one", hour(1))
    world.tell("A/1", "x", "two", hour(2), valid_from=hour(5), valid_to=hour(8))
    assert statuses(world, 0) == [("scheduled", "one"), ("scheduled", "two")]
    assert statuses(world, 1) == [("active", "one"), ("scheduled", "two")]
    assert statuses(world, 5) == [("superseded", "one"), ("active", "two")]
    assert statuses(world, 8) == [("active", "one"), ("expired", "two")]
    world.clock.set(hour(9))
    with world.m.transaction() as tx:
        tx.retract("A/1", "x")
    assert statuses(world, 8) == [("active", "one"), ("expired", "two")]
    assert statuses(world, 9) == [("retracted", "one"), ("expired", "two")]


def test_a_late_fact_that_wins_nowhere_is_superseded_at_birth(world: World) -> None:
    world.clock.set(hour(5))
    world.tell("A/1", "x", "new", hour(1), valid_from=hour(0))
    given = world.tell("A/1", "x", "old", hour(0)).outcomes[0]
    assert (given.outcome.name, given.belief and given.belief.status) == ("ADD", "superseded")
    old = world.m.history("A/1", "x")[1]
    assert (old.value, old.status, old.superseded_by) == (
        "old",
        "superseded",
        world.m.history("A/1", "x")[0].id,
    )


def test_a_belief_says_where_it_ends_and_what_follows(world: World) -> None:
    world.clock.set(hour(5))
    world.tell("A/1", "x", "one", hour(1))
    world.tell("A/1", "x", "two", hour(2))
    first, second = world.m.history("A/1", "x")
    assert (first.valid_to, first.superseded_by, first.status) == (hour(2), second.id, "superseded")
    assert (second.valid_to, second.superseded_by, second.status) == (None, None, "active")
    assert world.m.get("A/1", "x") == second
    before = world.m.at(valid=hour(2) - MICROSECOND).get("A/1", "x")
    assert (one(before).id, one(before).status, one(before).superseded_by) == (first.id, "active", second.id)


def test_what_get_shows_is_the_active_one_of_the_history(world: World) -> None:
    grow(world)
    for hours in range(0, 25):
        asked = world.m.at(valid=hour(hours) + timedelta(minutes=1))
        for entity, attribute in (
            ("Meeting/client", "time"),
            ("Meeting/client", "room"),
            ("Talk/1", "length"),
        ):
            active = [each for each in asked.history(entity, attribute) if each.status == "active"]
            assert asked.get(entity, attribute) == (active[0] if active else None)
