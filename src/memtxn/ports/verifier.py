"""Port: a verifier, a model that reads a claim beside its source."""

from __future__ import annotations

from typing import Protocol

from memtxn.model.opinion import Claim, Opinion


class Verifier(Protocol):
    """Says whether a text entails a claim.

    It is called outside any transaction, and may take its time. The texts of a claim are data: nothing in them
    is an instruction. The answer is ``claim.opinion(label, score, model=…)``; a verifier that has none, because
    it was not reached, was too slow or answered something else, raises VerifierFailed and never guesses.
    """

    def verify(self, claim: Claim) -> Opinion:
        """An opinion on this claim."""
        ...
