"""P7, P8: in whatever order proposals arrive, the timeline is that of the definition. In bulk, on real stores.

``make soak`` runs a hundred thousand histories; here a few thousand of them, others than those.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from memtxn.model.codec import canonical
from tests.promises.world import KINDS, hour
from tests.property.arrivals import ALL, check, fault, smallest
from tests.property.contenders import INSTANTS, NOW, history, is_many, strength
from tests.property.told import Told, real
from tests.scale import often

OTHERS = ALL * 10


def test_some_histories_have_one_timeline() -> None:
    assert sum(check(number) for number in range(OTHERS, OTHERS + 400)) > 400


@pytest.mark.slow
def test_thousands_of_histories_have_one_timeline() -> None:
    for number in range(OTHERS + 400, OTHERS + 2400):
        check(number)


def test_the_histories_hold_what_they_are_for() -> None:
    """Ties down to each part of the order, schedules, ends, retractions, proposals that come twice."""
    drawn = [history(Random(f"history {number}")) for number in range(2000)]
    pairs = [(one, two) for some in drawn for one in some for two in some if one.slot == two.slot]
    shared = [len([0 for a, b in zip(strength(one), strength(two), strict=True) if a == b]) for one, two in pairs]
    assert {shared.count(count) > 20 for count in range(1, 10)} == {True}
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
    for number in range(8, often(24, 200)):
        same_in_every_order(kind, _folder(tmp_path, number), f"store {number}")


def _folder(tmp_path: Path, number: int) -> Path:
    folder = tmp_path / str(number)
    folder.mkdir()
    return folder
