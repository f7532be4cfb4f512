"""P9 against a model: as of any record, recorded time and valid instant, each alone and all together.

The model keeps a list of what was admitted in which record, and takes the greatest of it by the definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from memtxn import Receipt
from memtxn.engine.reads import Snapshot
from memtxn.model.belief import Belief
from memtxn.model.codec import canonical
from memtxn.model.time import FOREVER, from_micros
from tests.promises.world import HOUR, KINDS, MICROSECOND, World, hour, one
from tests.property.contenders import NOW, Arrival
from tests.property.told import Told, entity_of, expected, real

DAY = 24 * HOUR


class Past:
    """A told history, and what a model answers as of any moment of it."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.recorded = {row.seq: from_micros(row.at) for row in told.world.journal()}
        self.last = max(self.recorded)

    def model(self, key: str, seq: int | None, recorded: datetime | None, valid: datetime | None) -> list[bytes]:
        """What the key showed, from the list of what was admitted."""
        n = self.last if seq is None else seq
        if recorded is not None:
            n = min(n, max((known for known, at in self.recorded.items() if at <= recorded), default=0))
        t = valid or recorded or (self.recorded.get(n) if seq is not None else None) or self.told.world.clock()
        known = [each for at, _, some in self.told.log for each in some if at <= n]
        return expected(known, key, (t - hour(0)) / HOUR)

    def moments(self, chance: Random) -> Iterator[dict[str, Any]]:
        """Every kind of question, mostly at edges: exact times, a microsecond beside them, before everything."""
        seqs = [0, 1, self.last, *chance.sample(range(self.last + 1), min(3, self.last))]
        near = [at + by for at in self.recorded.values() for by in (-MICROSECOND, 0 * MICROSECOND, MICROSECOND)]
        times = [hour(-99), *chance.sample(near, 4), self.recorded[self.last] + DAY]
        edges = {edge for each in self.told.admitted for edge in (each.since, each.until) if edge != FOREVER}
        instants = [hour(edge) + by for edge in edges for by in (-MICROSECOND, 0 * MICROSECOND)]
        instants = [*chance.sample(instants, min(5, len(instants))), hour(-99), hour(99)]
        for seq in [None, *seqs]:
            for recorded in [None, *times]:
                for valid in [None, *instants]:
                    yield {"seq": seq, "recorded": recorded, "valid": valid}


def agree(snapshot: Snapshot, entity: tuple[str, str], given: Receipt) -> None:
    """All other answers as of a moment say what `get` says."""
    found = snapshot.get(entity, "x")
    shown = found if isinstance(found, list) else [found] if found else []
    history = snapshot.history(entity, "x")
    key = sorted(shown, key=lambda each: each.id)
    assert sorted((each for each in history if each.status == "active"), key=lambda each: each.id) == key
    assert sorted(snapshot.find(*entity), key=lambda each: each.id) == key
    assert sorted(snapshot.scan((*entity, "x")), key=lambda each: each.id) == key
    if history:
        accounts = snapshot.why(entity, "x").accounts
        assert {each.id for each in accounts if each.status == "active"} == {each.id for each in shown}
    assert all(int(each.id.partition(".")[0]) <= snapshot.seq for each in history)
    outcomes = [each.belief for each in given.outcomes if each.belief and each.belief.key.entity == entity]
    assert all(each in history for each in outcomes), "the receipt says something else"


def ask(kind: str, folder: Path, seed: str) -> int:
    """Tell a history and ask everything; how many questions had an answer other than nothing."""
    chance = Random(seed)
    told = Told(kind, folder, real(chance) + real(chance), chance)
    told.world.clock.set(hour(chance.choice([NOW, NOW + 5, 99])))
    past, keys = Past(told), sorted({each.key for each in told.admitted})
    shown = 0
    for moment in past.moments(chance):
        key = chance.choice(keys)
        found = [value for value, *_ in told.answer(told.world.m.at(**moment), key)]
        assert found == past.model(key, **moment), (seed, key, moment)
        shown += bool(found)
    told.world.reopen()
    for seq, tx_id, _ in told.log:
        given = told.world.m.outcome(tx_id)
        assert isinstance(given, Receipt)
        assert given.seq == seq
        for key in keys:
            agree(told.world.m.at(seq=seq), entity_of(key), given)
    told.world.close()
    return shown


@pytest.mark.parametrize("kind", KINDS)
def test_a_moment_answers_as_the_model_does(kind: str, tmp_path: Path) -> None:
    assert sum(ask(kind, tmp_path / str(number), f"past {number}") for number in range(3)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_moments_answer_as_the_model_does(kind: str, tmp_path: Path) -> None:
    for number in range(3, 20):
        ask(kind, tmp_path / str(number), f"past {number}")


# -- what comes later leaves no trace ----------------------------------------------------------------------

KEY = ("Trip/1", "city")


def everything(snapshot: Snapshot) -> object:
    """All that can be asked of the key as of a moment."""
    return snapshot.get(*KEY), snapshot.history(*KEY), snapshot.why(*KEY), snapshot.find(), snapshot.why_not(*KEY)


@pytest.mark.parametrize(
    "after", ["fact", "late fact", "retraction", "schedule", "noop", "end", "refusal", "set"]
)
def test_a_later_touch_does_not_leak_back(world: World, after: str) -> None:
    """Of each kind of change: what was known before it, of every instant, stays as it was."""
    world.clock.set(hour(9))
    world.tell(*KEY, "rome", hour(2))
    seq, recorded = world.m.at().seq, from_micros(world.journal()[-1].at)
    asked: list[dict[str, Any]] = [{}, *({"valid": hour(number)} for number in (1, 2, 5, 9, 30))]
    before = [everything(world.m.at(seq=seq, **valid)) for valid in asked]
    world.clock.set(hour(10))
    if after == "retraction":
        with world.m.transaction() as tx:
            tx.retract(*KEY, at=hour(4))
    elif after == "refusal":
        source = world.say("oslo", hour(3))
        with world.m.transaction(on_reject="skip") as tx:
            tx.propose(*KEY, "bern", evidence=source.quote("oslo"))
    elif after == "set":
        world.state(*KEY, "oslo")
    else:
        touches: dict[str, tuple[str, int, dict[str, Any]]] = {
            "fact": ("oslo", 3, {}),
            "late fact": ("oslo", 1, {}),
            "schedule": ("oslo", 9, {"valid_from": hour(20)}),
            "noop": ("rome", 3, {}),
            "end": ("oslo", 3, {"valid_from": hour(4), "valid_to": hour(6)}),
        }
        value, at, bounds = touches[after]
        world.tell(*KEY, value, hour(at), **bounds)
    assert world.m.at().seq > seq
    for reopened in (False, True):
        memory = world.reopen() if reopened else world.m
        assert [everything(memory.at(seq=seq, **valid)) for valid in asked] == before
        assert [everything(memory.at(recorded=recorded, **valid)) for valid in asked] == before


def test_the_first_record_begins_exactly_at_its_time(world: World) -> None:
    world.clock.set(hour(9))
    world.state(*KEY, "rome")
    recorded = from_micros(world.journal()[0].at)
    assert world.m.at(recorded=recorded - MICROSECOND).seq == 0
    assert world.m.at(recorded=recorded).seq == 1
    moments: list[dict[str, Any]] = [
        {"seq": 0},
        {"recorded": recorded - MICROSECOND},
        {"seq": 1, "recorded": hour(0)},
    ]
    for moment in moments:
        asked = world.m.at(**moment, valid=hour(50))
        assert (asked.get(*KEY), asked.find(), asked.history(*KEY), asked.scan()) == (None, [], [], [])


def test_a_moment_in_the_future_of_the_journal_is_its_end(world: World) -> None:
    world.clock.set(hour(9))
    world.tell(*KEY, "rome", hour(1))
    world.tell(*KEY, "oslo", hour(2), valid_from=hour(20))
    assert one(world.m.at(recorded=hour(15)).get(*KEY)).value == "rome"
    assert one(world.m.at(recorded=hour(25)).get(*KEY)).value == "oslo"
    assert world.m.at(recorded=hour(25)).seq == world.m.at().seq


def test_of_two_bounds_on_what_was_known_the_tighter_counts(world: World) -> None:
    world.clock.set(hour(9))
    first = world.state(*KEY, "rome")
    world.clock.set(hour(10))
    second = world.state(*KEY, "oslo")
    assert world.m.at(seq=first.seq, recorded=hour(11)).seq == first.seq
    assert world.m.at(seq=second.seq, recorded=hour(9.5)).seq == first.seq
    found = world.m.at(seq=second.seq, recorded=hour(9.5), valid=hour(9.2)).get(*KEY)
    assert isinstance(found, Belief)
    assert canonical(found.value) == b'"rome"'
    assert found.created_at < hour(9.5)


def test_the_model_is_not_the_store(tmp_path: Path) -> None:
    """The comparison can fail: a model that knows more than was recorded disagrees."""
    chance = Random("past 0")
    told = Told("oracle", tmp_path / "0", real(chance), chance)
    past = Past(told)
    known: list[Arrival] = [each for _, _, some in told.log for each in some]
    told.log = [(0, told.log[0][1], known)]
    keys = sorted({each.key for each in known})
    assert any(
        [value for value, *_ in told.answer(told.world.m.at(seq=0, valid=hour(t)), key)]
        != past.model(key, 0, None, hour(t))
        for key in keys
        for t in range(NOW)
    )
    told.world.close()
