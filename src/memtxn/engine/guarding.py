"""Guarding: the part of a memory by which a whole task is taken back if it fails."""

from __future__ import annotations

from typing import Self

from memtxn.core.guards import open_guards
from memtxn.engine.declaring import Declaring
from memtxn.engine.explain_record import committed
from memtxn.engine.guard.holding import Guard
from memtxn.engine.guard.turn import is_held
from memtxn.engine.receipts import Records
from memtxn.engine.scopes import Scope
from memtxn.errors import InvalidInput
from memtxn.model.codec import check_text
from memtxn.model.exact import brief, exact_flag, exact_number
from memtxn.model.guard import OpenGuard

_LEASES = (0.1, 86_400.0)


class Guarding(Declaring):
    """What `Memory` has of it."""

    def guard(self, name: str, *, shared: bool = False, lease: float = 60.0) -> Guard[Self]:
        """Keep where the memory stands (A₀), and bring all of it back if the block raises.

        ::

            with memory.guard("migration"):
                ...

        At the end of the block the guard is released, and what was written stays. If the block raises, or on
        `Guard.rollback`, the complete A₀ is restored, by new records, and that is proven. If its holder dies, the
        next one to open the memory with more than the scope ``read`` does so. Whoever is not under the guard
        reads meanwhile, and gets MemoryGuarded when they write. Declarations and constraints are stated before or
        after.

        Args:
            name: what it is for; kept in the journal.
            shared: others go on writing, and a rollback undoes only what was written under this guard.
            lease: 0.1 to 86,400: after so many seconds in which this process did nothing at all, because it was
                stopped or hangs as a whole, another may roll the guard back; its holder then gets GuardLost.

        Raises:
            MemoryGuarded: another one is held; retryable. NotUnderGuard: guards do not nest. InvalidInput.
            NotPermitted. StorageError. When the block begins; see `Guard` for its end.
        """
        self._scopes.require(Scope.ADMIN)
        told = check_text(name, "the name of a guard", limit=self._runtime.policy.label_limit)
        if not told.strip():
            raise InvalidInput("the name of a guard must not be empty")
        least, most = _LEASES
        seconds = exact_number(lease)
        if seconds is None or not least <= seconds <= most:
            raise InvalidInput(f"lease must be from {least} to {most:,.0f} seconds, not {brief(lease)}")
        options, scopes = (exact_flag(shared, "shared"), float(seconds)), self._scopes
        return Guard(
            self._runtime,
            self._ledger,
            scopes.principal,
            told,
            options,
            lambda ledger: type(self)(self._runtime, ledger, scopes),
        )

    def guards(self) -> list[OpenGuard]:
        """The guards that are open, in the order in which they began. Raises NotPermitted, StorageError."""
        self._scopes.require(Scope.READ)
        with self._open() as (reader, mem):
            found = []
            for one in open_guards(reader.head(mem).guards) if mem else ():
                by = committed(Records(reader, mem), one.begin)
                found.append(
                    OpenGuard(
                        name=by.label or "?",
                        principal=by.principal,
                        since=by.recorded_at,
                        begin=one.begin,
                        shared=one.shared,
                        state="held" if is_held(self._runtime, reader, mem, one) else "abandoned",
                    )
                )
            return found
