"""Receipt and report: what the store answers after a commit, an outcome query, a verification."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from memtxn.model.belief import Belief
from memtxn.model.record import Outcome
from memtxn.model.verdict import SHADOW, Decision, Verdict


class ProposalOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one proposal. ``belief`` is None for a refusal and for a retraction.

    ``reasons`` are the codes that refused it; of an admitted one those that were overruled: by the shadow policy,
    a verifier, or whoever confirmed it.
    """

    outcome: Outcome
    reasons: tuple[str, ...]
    verdict: Verdict
    belief: Belief | None = None


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """A committed transaction: its id, its place in the journal, one outcome per proposal in their order.

    ``denied`` are the places, such as ``12.1``, of the proposals that it denied (`Memory.deny`).
    """

    tx_id: str
    seq: int
    outcomes: tuple[ProposalOutcome, ...] = ()
    denied: tuple[str, ...] = ()

    def __repr__(self) -> str:
        counts = Counter(one.outcome.name for one in self.outcomes)
        denied = (f"denied {place}" for place in self.denied)
        told = ", ".join((*(f"{number} {name}" for name, number in counts.items()), *denied)) or "no proposals"
        return f"<memtxn.Receipt {self.tx_id} seq {self.seq}: {told}>"

    @property
    def shadowed(self) -> tuple[ProposalOutcome, ...]:
        """The outcomes that enforcement would have refused: admitted by the shadow policy alone."""
        admitted = (one for one in self.outcomes if one.verdict.decision is Decision.ADMIT)
        return tuple(one for one in admitted if SHADOW in one.verdict.waived_by)


class NotCommitted(msgspec.Struct, frozen=True, kw_only=True):
    """The journal does not hold this transaction: nothing of it was applied."""

    tx_id: str


class Unknown(msgspec.Struct, frozen=True, kw_only=True):
    """The storage could not be asked; ask again."""

    tx_id: str
    detail: str


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One broken invariant: its name, where (a seq, a key number, a place), and what was found there."""

    invariant: str
    where: str
    detail: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a verification. ``ok`` if and only if no invariant is broken.

    ``anchored`` is the seq at which an anchor saw the memory, 0 when it is younger than the anchor. None: no
    anchor that fits was given; nobody can tell then that the end was cut off, or an older state put back.
    """

    level: Literal["tail", "digest", "full"]
    seq: int
    records: int
    beliefs: int
    problems: tuple[Problem, ...] = ()
    anchored: int | None = None

    @property
    def ok(self) -> bool:
        """Whether everything that was checked holds."""
        return not self.problems
