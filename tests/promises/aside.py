"""Proposals that are put aside, in one line."""

from __future__ import annotations

from typing import Any

import pytest

from memtxn import Memory, Pending, Rejected
from memtxn.core.admission import RULES, Rule
from memtxn.model.proposal import Proposal
from tests.promises.refuse import Doubt
from tests.promises.world import World, hour

PLAIN: list[Rule] = [rule for rule in RULES if rule.name in ("fields", "time", "quote", "patch")]
"""Rules that put nothing aside themselves."""
DOUBTS: list[Rule] = [*PLAIN, Doubt("maybe")]
"""The rules, and one that puts aside whatever its evidence calls maybe so."""


def propose(world: World, value: str = "Room B", *, on_reject: Any = "abort", **more: Any) -> Proposal:  # noqa: ANN401
    """Propose what is maybe so, in a transaction that stages its source."""
    tx = world.m.transaction(on_reject=on_reject)
    source = tx.observe(f"maybe we meet in {value}", speaker="ann", at=hour(0))
    proposal = tx.propose(
        "Meeting/client", "room", value, evidence=source.span(0, len(source.text or "")), **more
    )
    if on_reject == "skip":
        assert tx.commit().outcomes[0].outcome.name == "QUARANTINE"
    else:
        with pytest.raises(Rejected):
            tx.commit()
    return proposal


def other(world: World, name: str = "bob") -> Memory:
    """The memory as somebody else has it."""
    return world.store.memory("m", principal=name)


def waiting(world: World) -> Pending:
    """The one proposal that waits."""
    (entry,) = world.m.pending()
    return entry
