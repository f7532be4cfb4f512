"""What a guard answers: how it ended, step by step; and which guards are open. Printable, and data."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from memtxn.model.exact import one_line
from memtxn.model.repair import RepairReport

Held = Literal["held", "abandoned"]


class GuardStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step: its name, whether it went well, and what was found or done."""

    name: str
    ok: bool
    detail: str


class GuardReport(msgspec.Struct, frozen=True, kw_only=True):
    """How a guard ended: ``released``, ``rolled_back``, or ``lost`` (somebody else had ended it).

    ``begin`` is the record with which it began, A₀ the memory as of record ``seq``, and ``recorded`` the record
    that ended it. ``steps`` are those of a rollback in their order: ``intent`` (A₀ was kept), ``reopen``,
    ``compare`` (whether anything differs from A₀), ``restore``, ``reopen``, ``invariants``, ``compare`` (A₀
    stands again). ``records`` is how many records were taken back; of a shared guard ``undone`` tells each.
    """

    name: str
    outcome: Literal["released", "rolled_back", "lost"]
    shared: bool
    begin: int
    seq: int
    recorded: int | None = None
    records: int = 0
    steps: tuple[GuardStep, ...] = ()
    undone: tuple[RepairReport, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it ended as it should, with every step proven."""
        return self.outcome != "lost" and all(step.ok for step in self.steps)

    def __repr__(self) -> str:
        return f"<memtxn.GuardReport {one_line(self.name)} {self.outcome}, A₀ = seq {self.seq}>"

    def __str__(self) -> str:
        first = f"guard {self.name}: {self.outcome.replace('_', ' ')}, A₀ is record {self.seq}"
        told = (f"  {step.name:<11} {'ok ' if step.ok else 'NOT'}  {step.detail}" for step in self.steps)
        return "\n".join(map(one_line, (first, *told)))


class OpenGuard(msgspec.Struct, frozen=True, kw_only=True):
    """A guard that is open: who holds it, since when, and whether its holder lives (``held``).

    ``begin`` is the record with which it began; it is the fencing epoch too, and only grows.
    """

    name: str
    principal: str
    since: datetime
    begin: int
    shared: bool
    state: Held
