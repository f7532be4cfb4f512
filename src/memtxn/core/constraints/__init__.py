"""Constraints: what a commit must not break, one kind a file (P12).

`broken` judges what a commit would change, inside it, on what stands at that moment; `broken_already` judges what
stands when a constraint is stated. Neither has a clock, chance or a storage: what they have to know they ask a
`Look`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from memtxn.core.constraints import check, immutable, overlap, reference, unique
from memtxn.core.constraints.claims import hash_of, may_claim
from memtxn.core.constraints.state import Broken, Look, Segment, State, segments_of, will_stand
from memtxn.core.rules import Standing
from memtxn.core.workspace import CommitPlan
from memtxn.model.constraint import CHECK, IMMUTABLE, NO_OVERLAP, REFERENCE, UNIQUE
from memtxn.model.key import Key

__all__ = ["Broken", "Look", "Segment", "broken", "broken_already", "hash_of", "may_claim", "will_stand"]

Kind: TypeAlias = Callable[[Standing, State, Sequence[Segment]], Iterator[Broken]]

_KINDS: dict[str, Kind] = {
    UNIQUE: unique.broken,
    NO_OVERLAP: overlap.broken,
    IMMUTABLE: immutable.broken,
    REFERENCE: reference.broken,
    CHECK: check.broken,
}


def broken(plan: CommitPlan, constraints: Sequence[Standing], look: Look) -> Iterator[Broken]:
    """What a plan would break, in the order of the constraints.

    Raises:
        CheckUnknown: a check is concerned whose function is not known. Unreadable.
    """
    state = State(look, plan)
    segments = segments_of(plan, state)
    keys = {Key.from_name(name) for name in state.touched}
    for one in constraints:
        if any(one.concerns(key) for key in keys):
            yield from _KINDS[one.body.sort](one, state, segments)


def broken_already(one: Standing, look: Look, names: Sequence[str], now: int) -> Iterator[Broken]:
    """What breaks a constraint from the instant ``now`` on, of all that stands.

    ``names`` are the keys that it is about. What is over cannot be mended any more, so it does not count.
    """
    state = State(look)
    segments = [segment for name in names for segment in state.standing(name, now)]
    return _KINDS[one.body.sort](one, state, segments)
