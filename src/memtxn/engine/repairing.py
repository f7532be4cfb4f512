"""Repairing: the part of a memory by which what was done, or should never have been believed, is taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from memtxn.engine.declaring import Declaring
from memtxn.engine.guard.restore import settled
from memtxn.engine.repair.run import Repair
from memtxn.engine.repair.target import named, transaction_id
from memtxn.engine.scopes import Scope
from memtxn.errors import InvalidInput
from memtxn.model.belief import Belief
from memtxn.model.exact import brief, exact_flag, exact_text
from memtxn.model.repair import RepairReport
from memtxn.model.source import Source


class Repairing(Declaring):
    """What `Memory` has of it."""

    def undo(self, tx_id: str, *, dry_run: bool = False) -> RepairReport:
        """Reverse one transaction, by its id, and keep all later ones: a new record, for history is never cut.

        What it had replaced shows again where nothing later does; what was derived from it, or written by whoever
        had read it, stays and becomes ``suspect``. Proposals that it confirmed or denied wait again. An undo and
        a revocation are undone in the same way. What was changed since stays as it is; so does a belief whose
        evidence was revoked meanwhile (``withheld``). Undoing what is undone writes nothing, and says so.

        Raises:
            NotFound: there is no such transaction. InvalidInput: no id, or a record that cannot be undone.
            NotPermitted. Unreadable: what it is about is damaged. StorageError. OutcomeUnknown.
        """
        self._scopes.require(Scope.ADMIN)
        wanted, dry = transaction_id(tx_id), exact_flag(dry_run, "dry_run")
        return self._settled(lambda repair: repair.undo(wanted, dry_run=dry))

    def revoke(
        self,
        target: Source | Belief | str,
        *,
        cascade: bool | Literal["reads"] = True,
        dry_run: bool = False,
    ) -> RepairReport:
        """Take back what should never have been believed: a source, a belief, a transaction, or the id of one.

        A belief falls when the evidence that is left no longer passes the gate: one that another, independent
        source bears out stays. What was derived from it falls with it; a summary (type ``derived``) waits to be
        made anew. Transactions that had merely read it are reported, and what they wrote becomes ``suspect``.
        What it had replaced shows again where nothing later does; what would break a constraint then waits in
        `pending` (``constraint_on_fallback``), so that a revocation always succeeds. Of a source that was revoked
        nothing is believed until that is undone.

        Args:
            target: what is meant.
            cascade: whether to follow what was derived from it (else that becomes ``suspect``); ``"reads"``: also
                what was written by whoever had read it.
            dry_run: tell what would change, and write nothing.

        Raises:
            NotFound: there is nothing of that id. InvalidInput. NotPermitted. Unreadable. StorageError.
            OutcomeUnknown.
        """
        self._scopes.require(Scope.ADMIN)
        wanted, dry = named(target), exact_flag(dry_run, "dry_run")
        if not isinstance(cascade, bool) and exact_text(cascade) != "reads":
            raise InvalidInput(f"cascade must be True, False or 'reads', not {brief(cascade)}")
        followed: bool | Literal["reads"] = cascade if isinstance(cascade, bool) else "reads"
        return self._settled(lambda repair: repair.revoke(wanted, followed, dry_run=dry))

    def _settled(self, run: Callable[[Repair], RepairReport]) -> RepairReport:
        """Run a repair, after every guard that somebody left behind."""
        runtime, ledger, principal = self._runtime, self._ledger, self._scopes.principal
        return settled(runtime, ledger, principal, lambda: run(Repair(runtime, ledger, principal)))
