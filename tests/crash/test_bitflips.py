"""Bits that turn over in a closed file: whatever a reader could see is found out."""

from __future__ import annotations

import pytest

from memtxn.testkit.bitflips import Flip, Flipping, told
from tests.crash.power import closed_file, fast_folder, opened
from tests.telling import Tell

TRIALS = 300


def missed(flips: list[Flip]) -> str:
    return "\n".join(f"{flip.seed}: {flip.bits}: {flip.detail}" for flip in flips if flip.fate == "missed")


@pytest.mark.parametrize("steps", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_flipped_bits(tell: Tell, steps: int) -> None:
    with fast_folder() as folder:
        flipping = Flipping(closed_file("flips", steps), folder, opened)
        flips = [flipping.trial(f"{steps} {number}") for number in range(TRIALS)]
    numbers = told(flips)
    tell("flipped bits", **numbers)
    assert not numbers["missed"], missed(flips)
    assert numbers["changed_what_is_seen"] > TRIALS // 3
    assert numbers["missed_by_integrity_check_alone"] > TRIALS // 10
