"""P7, P8: in whatever order proposals arrive, the timeline is that of the definition. In bulk, on real stores.

``make soak`` runs a hundred thousand histories; here a few thousand of them, others than those.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random

import msgspec
import pytest

from memtxn.model.belief import Belief
from memtxn.model.codec import Json, canonical
from memtxn.model.time import FOREVER
from tests.promises.world import KINDS, World, hour
from tests.property.arrivals import ALL, check, fault, smallest
from tests.property.contenders import INSTANTS, NOW, VALUES, Arrival, history, is_many, strength

OTHERS = ALL * 10


def test_some_histories_have_one_timeline() -> None:
    assert sum(check(number) for number in range(OTHERS, OTHERS + 400)) > 400


@pytest.mark.slow
def test_thousands_of_histories_have_one_timeline() -> None:
    for number in range(OTHERS + 400, OTHERS + 4400):
        check(number)


def test_the_histories_hold_what_they_are_for() -> None:
    """Ties down to each part of the order, schedules, ends, retractions, proposals that come twice."""
    drawn = [history(Random(f"history {number}")) for number in range(2000)]
    pairs = [(one, two) for some in drawn for one in some for two in some if one.slot == two.slot]
    shared = [len([0 for a, b in zip(strength(one), strength(two), strict=True) if a == b]) for one, two in pairs]
    assert {shared.count(count) > 20 for count in range(9)} == {True}
    every = [one for some in drawn for one in some]
    for kind in (
        [one for one in every if one.since > NOW > one.nu],
        [one for one in every if one.until < NOW],
        [one for one in every if one.since < one.nu],
        [one for one in every if one.retracts],
        [one for one in every if is_many(one.key)],
    ):
        assert len(kind) > 200


def test_a_fault_is_found_and_told_by_its_least_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: under another order of winning it names two proposals that tell."""
    monkeypatch.setattr("tests.property.contenders.strength", lambda one: (one.nu, canonical(one.value)))
    wrong = next(
        (some, seed)
        for seed in (f"history {number}" for number in range(500))
        if fault(some := history(Random(seed)), seed)
    )
    assert len(smallest(*wrong)) <= 2


# -- on real stores ----------------------------------------------------------------------------------------


def real(chance: Random) -> list[Arrival]:
    """A history that can be told through the public API: nothing observed in the future, and a retraction is a
    statement of its own time."""
    return [_real(one) for one in history(chance, most=6)]


def _real(one: Arrival) -> Arrival:
    if one.retracts:
        now = min(one.nu, NOW)
        changes = {"nu": now, "since": now, "until": FOREVER, "said_at": now, "ordinal": 0, "name": None}
    else:
        changes = {"nu": min(one.nu, NOW), "said_at": min(one.said_at, NOW)}
    return msgspec.structs.replace(one, **changes)


class Told:
    """A store to which a history was told in a drawn order and in drawn transactions."""

    def __init__(self, kind: str, folder: Path, given: Sequence[Arrival], chance: Random) -> None:
        folder.mkdir()
        self.world = World(kind, folder)
        self.world.clock.set(hour(NOW))
        self.world.m.declare("many", "x", cardinality="many")
        self.admitted: list[Arrival] = []
        left = chance.sample(given, len(given))
        while left:
            size = chance.choice([1, 1, 2, len(left)])
            self._commit(left[:size])
            left = left[size:]

    def _commit(self, arriving: Sequence[Arrival]) -> None:
        with self.world.m.transaction(on_reject="skip") as tx:
            for one in arriving:
                entity = _entity(one)
                if one.retracts:
                    value = one.value if is_many(one.key) else None
                    given = tx.retract(entity, "x", at=hour(one.nu), value=value)
                else:
                    source = tx.observe_json(
                        VALUES,
                        speaker="ann",
                        at=hour(one.said_at),
                        ordinal=one.ordinal,
                        authority=one.authority / 1000,
                        ref=one.source,
                    )
                    given = tx.propose(
                        entity,
                        "x",
                        one.value,
                        evidence=source.pointer(f"/{_place(one.value)}"),
                        observed_at=hour(one.nu),
                        valid_from=hour(one.since),
                        valid_to=None if one.until == FOREVER else hour(one.until),
                        confidence=one.confidence,
                        id=one.name,
                    )
                if given.admitted:
                    self.admitted.append(one)

    def shown(self, key: str, t: int | None = None) -> list[tuple[bytes, object, datetime]]:
        """What a key shows at an instant, or live."""
        memory = self.world.m if t is None else self.world.m.at(valid=hour(t))
        found = memory.get(_entity_of(key), "x")
        beliefs = found if isinstance(found, list) else [found] if isinstance(found, Belief) else []
        return sorted((canonical(each.value), each.evidence, each.observed_at) for each in beliefs)

    def expected(self, key: str, t: int) -> list[bytes]:
        """The values of a key by the definition, of what was admitted."""
        slots: dict[tuple[str, bytes], list[Arrival]] = {}
        for one in self.admitted:
            if one.key == key and one.since <= t < one.until:
                slots.setdefault(one.slot, []).append(one)
        best = [max(some, key=strength) for some in slots.values()]
        return sorted(canonical(one.value) for one in best if not one.retracts)

    def histories(self, key: str, t: int) -> list[object]:
        """What became of every version, as of an instant."""
        told = self.world.m.at(valid=hour(t)).history(_entity_of(key), "x")
        by_id = {each.id: (canonical(each.value), each.evidence, each.observed_at) for each in told}
        return sorted(
            (
                (
                    *by_id[each.id],
                    each.valid_from,
                    each.status,
                    each.valid_to,
                    by_id.get(each.superseded_by or ""),
                )
                for each in told
            ),
            key=repr,
        )


def _place(value: Json) -> int:
    return [canonical(one) for one in VALUES].index(canonical(value))


def _entity(one: Arrival) -> tuple[str, str]:
    return _entity_of(one.key)


def _entity_of(key: str) -> tuple[str, str]:
    kind, _, number = key.partition("/")
    return kind, number or "1"


def same_in_every_order(kind: str, folder: Path, seed: str) -> int:
    """Tell a history in three orders; how many proposals were admitted."""
    chance = Random(seed)
    given = real(chance)
    tellings = [Told(kind, folder / str(number), given, chance) for number in range(3)]
    keys = sorted({one.key for one in given})
    for told in tellings:
        for key in keys:
            for t in INSTANTS:
                assert [value for value, *_ in told.shown(key, t)] == told.expected(key, t), (seed, key, t)
    by_content = [sorted(map(repr, told.admitted)) for told in tellings]
    for told in tellings[1:]:
        if by_content[tellings.index(told)] == by_content[0]:
            for key in keys:
                assert all(told.shown(key, t) == tellings[0].shown(key, t) for t in INSTANTS), (seed, key)
                t = chance.choice(INSTANTS)
                assert told.histories(key, t) == tellings[0].histories(key, t), (seed, key, t)
    for told in tellings:
        _let_time_pass(told, keys)
        told.world.close()
    return min(len(told.admitted) for told in tellings)


def _let_time_pass(told: Told, keys: Sequence[str]) -> None:
    """What is scheduled begins and ends by itself: nothing is written any more."""
    records = len(told.world.journal())
    for t in range(NOW + 1, max(INSTANTS) + 1, 3):
        told.world.clock.set(hour(t))
        for key in keys:
            assert [value for value, *_ in told.shown(key)] == told.expected(key, t), (key, t)
    told.world.reopen()
    assert told.world.m.verify().ok
    assert len(told.world.journal()) == records


@pytest.mark.parametrize("kind", KINDS)
def test_a_store_shows_the_same_in_every_order(kind: str, tmp_path: Path) -> None:
    admitted = [same_in_every_order(kind, _folder(tmp_path, n), f"store {n}") for n in range(8)]
    assert sum(admitted) > 8


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_stores_show_the_same_in_every_order(kind: str, tmp_path: Path) -> None:
    for number in range(8, 48):
        same_in_every_order(kind, _folder(tmp_path, number), f"store {number}")


def _folder(tmp_path: Path, number: int) -> Path:
    folder = tmp_path / str(number)
    folder.mkdir()
    return folder
