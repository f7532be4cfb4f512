"""Whoever kills: after some acknowledgements, and some part of a transaction more."""

from __future__ import annotations

from random import Random

from memtxn.testkit.victims import Victim
from tests.crash.witness import Witness


class Hunter:
    """Kills at moments that nobody can foresee, without a clock; half of them soon after a commit began.

    The part of a transaction is counted in looks at what the victim says: a whole one takes as many as it
    took of late.
    """

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._usual = 1_000

    def hunt(self, victim: Victim, witness: Witness) -> None:
        """Watch the victim, kill it, and let the witness hear all that it said."""
        self._watch(victim, witness)
        looks = self._chance.randrange(2 * self._usual)
        if self._chance.random() < 0.5:
            looks //= 4
            while witness.pending is None:
                assert not victim.ended
                witness.heard(victim.poll())
        for _ in range(looks):
            witness.heard(victim.poll())
        assert victim.kill() == -9
        witness.heard(victim.rest())

    def _watch(self, victim: Victim, witness: Witness) -> None:
        wanted = self._chance.choice((0, 0, 1, 2, 3, 5, 8))
        seen = looks = 0
        while seen < wanted:
            assert not victim.ended
            seen += witness.heard(victim.poll())
            looks += bool(seen)
        if seen > 1:
            self._usual = max(looks // (seen - 1), 100)
