"""Recovering: the part of a memory by which its rows are put right."""

from __future__ import annotations

from memtxn.engine.declaring import Declaring
from memtxn.engine.recover import recover
from memtxn.engine.scopes import Scope
from memtxn.model.exact import exact_flag, exact_function
from memtxn.model.recovery import RecoveryReport
from memtxn.ports.storage import Progress


class Recovering(Declaring):
    """What `Memory` has of it."""

    def recover(self, *, progress: Progress | None = None, dry_run: bool = False) -> RecoveryReport:
        """Bring back what the journal implies, whatever happened to any row beside it, and verify all of it.

        Nobody has to know what was written: all rows are compared with what the journal writes. What is lacking
        is restored, what no record wrote is removed, the head and the indexes are put right, in one durable
        commit with a record of kind ``recover``. A memory that is sound is left as it is. Others go on reading
        meanwhile, and writing until something is repaired. Other processes should open the store again then.

        A text that is damaged is named in ``problems`` and costs what needs it; the rest is repaired.

        Args:
            progress: called with the records followed and in all; what it raises ends the recovery.
            dry_run: only tell what would be repaired.

        Raises:
            JournalDamaged: a record is damaged or missing; nothing was changed. WrongKey. InvalidInput.
            NotPermitted. StorageError.
        """
        self._scopes.require(Scope.ADMIN)
        told, dry = exact_function(progress, "progress"), exact_flag(dry_run, "dry_run")
        report = recover(self._runtime, self._ledger, self._scopes.principal, progress=told, dry_run=dry)
        if report.recorded is not None:
            self._forget()
        return report

    def _forget(self) -> None:
        """Drop what was kept of rows that may have been wrong."""
        self._ledger.forget()
