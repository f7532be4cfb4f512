"""Erasing: the part of a memory by which content goes for good."""

from __future__ import annotations

from memtxn.engine.declaring import Declaring
from memtxn.engine.erase.meant import WHOLE, meant
from memtxn.engine.erase.run import Erasure
from memtxn.engine.scopes import Scope
from memtxn.errors import InvalidInput
from memtxn.model.belief import Belief
from memtxn.model.codec import check_text
from memtxn.model.erasure import ErasureReport
from memtxn.model.exact import exact_flag
from memtxn.model.key import Entity, Key
from memtxn.model.source import Source


class Erasing(Declaring):
    """What `Memory` has of it."""

    def erase(
        self, target: Source | Belief | Key | Entity | Declaring, *, reason: str, dry_run: bool = False
    ) -> ErasureReport:
        """Erase content for good, and every trace of it in the files of the store. It cannot be undone.

        A record names what went and why; the chain, and every digest and tag before it, still verify. What was
        asked of the past says *erased*: the beliefs that are shown there have this status and no value, and
        nothing else shows in their place. What rests on an erased source or belief is erased with it, but for
        what another, independent source bears out; what it had replaced shows again, as after `revoke`. Refused
        and waiting proposals that quote it go, and with them the labels and request hashes of their records. The
        name of a key goes when the key or its entity is erased; of a memory that is erased whole only numbers are
        left, and its name is free.

        Args:
            target: a source or a belief, or the id of one; a `Key`; an entity, such as ``"Person/ann"``, with all
                of its keys; or this memory itself.
            reason: why, kept in the journal: name a ticket, not a person.
            dry_run: tell what would go, and write nothing.

        Returns:
            What went, what shows now, what may still mention it, and what nobody can reach from here. While
            somebody reads a moment from before it is ``pending``: `Store.scrub`, or the next one who opens the
            store, goes on.

        Raises:
            NotFound. InvalidInput. NotPermitted. Unreadable: what it is about is damaged. StorageError.
            OutcomeUnknown.
        """
        self._scopes.require(Scope.ADMIN)
        why, dry = (
            check_text(reason, "reason", limit=self._runtime.policy.label_limit),
            exact_flag(dry_run, "dry_run"),
        )
        if not why.strip():
            raise InvalidInput("an erasure needs a reason")
        wanted = WHOLE if target is self else meant(target)
        report = Erasure(self._runtime, self._ledger, self._scopes.principal, why).run(wanted, dry_run=dry)
        if report.seq is not None:
            self._forget()
        return report

    def _forget(self) -> None:
        """Drop what was kept of what is gone."""
        self._ledger.forget()
