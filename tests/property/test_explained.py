"""`why` of a key that shows nothing accounts for what it showed last, whatever was recorded last.

What a key showed at each instant is asked of the memory itself, instant by instant; `why` must tell the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from memtxn.model.belief import Belief
from memtxn.model.codec import canonical
from memtxn.model.explanation import Account
from tests.promises.world import KINDS, hour
from tests.property.contenders import INSTANTS, is_many
from tests.property.told import Told, entity_of, real


@pytest.mark.parametrize("kind", KINDS)
def test_why_tells_what_was_shown_last(kind: str, tmp_path: Path) -> None:
    seen = {"active": 0, "retracted": 0, "expired": 0, "scheduled": 0}
    for number in range(40):
        chance = Random(f"why {number}")
        given = real(chance)
        told = Told(kind, tmp_path / str(number), given, chance)
        for key in sorted({one.key for one in told.admitted if not one.retracts}):
            for t in INSTANTS:
                for status in _as_shown(told, key, t):
                    seen[status] += 1
        told.world.close()
    assert all(seen.values()), seen


def _as_shown(told: Told, key: str, t: int) -> Sequence[str]:
    """Check one answer; the statuses of the beliefs that were accounted for."""
    accounts = told.world.m.at(valid=hour(t)).why(entity_of(key), "x").accounts
    beliefs = [one for one in accounts if one.status != "retraction"]
    now = _shown(told, key, t)
    if now:
        assert sorted(one.id for one in beliefs) == sorted(one.id for one in now), (key, t)
        return ["active"]
    before = _nearest(told, key, range(t - 1, INSTANTS.start - 1, -1))
    after = _nearest(told, key, range(t + 1, INSTANTS.stop))
    if before and not is_many(key):
        assert [one.id for one in beliefs] == [one.id for one in before], (key, t)
    elif before:
        _ended_each(beliefs, told, key, t)
    elif after and all(one.status == "scheduled" for one in beliefs):
        assert {one.id for one in beliefs} <= {one.id for one in after}, (key, t)
    return [one.status for one in beliefs if one.status in ("retracted", "expired", "scheduled")]


def _ended_each(beliefs: Sequence[Account], told: Told, key: str, t: int) -> None:
    """Of a key of many values: each account is what its value showed last."""
    for account in beliefs:
        same = [
            one
            for instant in range(t - 1, INSTANTS.start - 1, -1)
            for one in _shown(told, key, instant)
            if canonical(one.value) == canonical(account.value)
        ]
        assert same, (key, t)
        assert same[0].id == account.id, (key, t)


def _nearest(told: Told, key: str, instants: Sequence[int]) -> Sequence[Belief]:
    """What a key shows at the first of these instants at which it shows anything."""
    return next((shown for instant in instants if (shown := _shown(told, key, instant))), ())


def _shown(told: Told, key: str, t: int) -> Sequence[Belief]:
    found = told.world.m.at(valid=hour(t)).get(entity_of(key), "x")
    return found if isinstance(found, list) else [found] if isinstance(found, Belief) else []
