"""What a recovery answers: a verification, and what was repaired before it."""

from __future__ import annotations

import msgspec

from memtxn.model.receipt import Report


class Repaired(msgspec.Struct, frozen=True, kw_only=True):
    """Rows of one kind: so many were written anew, and so many that no record had written were removed.

    ``part`` is a kind of fold row (``key, belief, step, end, state, edge, source, refusal, declaration,
    constraint, claim, refile, pending, settled``), ``head``, or ``index`` for what the storage keeps beside its
    rows. A row that was altered counts on both sides. Of what was written upon damage: ``effect`` for the effects
    of records that are folded otherwise from now on, and not at all; ``line`` for timelines planned again.
    """

    part: str
    restored: int
    removed: int


class RecoveryReport(Report, frozen=True, kw_only=True):
    """The result of a recovery: the full verification after it, and what was repaired.

    ``recorded`` is the seq of the record that says so; None when nothing was repaired. Of a dry run ``repaired``
    is what would be, and the verification that of the memory as it stands.
    """

    repaired: tuple[Repaired, ...] = ()
    recorded: int | None = None
    dry_run: bool = False
