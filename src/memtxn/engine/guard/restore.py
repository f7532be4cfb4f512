"""Restore: a memory is A₀ again, by new records, and that is proven (1-semantics, RB).

::

    RB ⇔ PersistIntent(A₀) ∧ Reopen(S₁) ∧ (Π(S₁) ≠ A₀ ∨ ¬I(S₁)) ∧ Restore(A₀) ∧ Reopen(S₂) ∧ I(S₂) ∧ Π(S₂) = A₀

What damage did to rows is put right from the journal first (`engine.recover`). Then the inverse of all records
since A₀ is one record more; of a shared guard, under which others went on writing, each of its own is undone,
newest first, by the same means as with `Memory.undo`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

import msgspec

from memtxn.core.guards import digest_hash, is_projected, is_under, open_guards
from memtxn.core.proof import moved
from memtxn.engine.explain_record import committed
from memtxn.engine.guard.back import inverse
from memtxn.engine.guard.ending import Ending
from memtxn.engine.guard.turn import Abandoned, guarded, is_held
from memtxn.engine.receipts import Records, record_of
from memtxn.engine.recover import recover
from memtxn.engine.repair.run import Repair
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.verify.check import Check, named
from memtxn.engine.verify.quick import Quick
from memtxn.engine.verify.standing import OpenSteps
from memtxn.errors import GuardLost, MemoryGuarded, MemtxnError, Unreadable
from memtxn.model.effect import Phase
from memtxn.model.guard import GuardReport, GuardStep
from memtxn.model.record import GuardOp, decode_record
from memtxn.model.repair import RepairReport
from memtxn.ports.storage import LATEST, Reader, Writer

Done = TypeVar("Done")

_TRIES = 8
"""How often what is written is tried again because somebody had left a guard behind."""

AT_ONCE = 64
"""Records of a shared guard that are undone in one block."""


def settled(runtime: Runtime, ledger: Ledger, principal: str, run: Callable[[], Done]) -> Done:
    """Run what writes, after every guard that was left behind has been rolled back. Raises MemoryGuarded."""
    for _ in range(_TRIES):
        try:
            return run()
        except Abandoned as left:
            roll_back(runtime, ledger, principal, left.begin, mine=False)
    raise MemoryGuarded("one after the other is left behind")


def settle(runtime: Runtime, ledger: Ledger, principal: str) -> None:
    """Roll back what somebody who is gone left behind, where that is possible.

    A memory that cannot be written, or is damaged, reads all the same: whoever comes to write meets the same
    again and is told then.
    """
    if runtime.tag_key is None or runtime.storage.read_only is not None:
        return
    with suppress(MemtxnError):
        for begin in _abandoned(runtime, ledger):
            roll_back(runtime, ledger, principal, begin, mine=False)


def _abandoned(runtime: Runtime, ledger: Ledger) -> list[int]:
    with runtime.storage.glance() as reader:
        mem = ledger.mem(reader)
        guards = open_guards(reader.head(mem).guards) if mem else ()
        return [one.begin for one in guards if not is_held(runtime, reader, mem, one)]


def roll_back(runtime: Runtime, ledger: Ledger, principal: str, begin: int, *, mine: bool) -> GuardReport:
    """Bring back A₀ of a guard: one's own, or one whose holder is gone.

    Raises:
        MemoryGuarded: its holder lives after all. JournalDamaged. StorageError. OutcomeUnknown.
    """
    return _Rollback(runtime, ledger, principal, begin, mine=mine).run()


class _Seen(msgspec.Struct, frozen=True):
    """What a memory shows that was just opened: whether that is A₀, and what is wrong with it."""

    same: bool
    problems: tuple[str, ...]


class _Rollback:
    """One rollback, step by step."""

    def __init__(self, runtime: Runtime, ledger: Ledger, principal: str, begin: int, *, mine: bool) -> None:
        self._runtime, self._ledger, self._principal, self._mine = runtime, ledger, principal, mine
        with runtime.storage.read() as reader:
            mem = ledger.mem(reader)
            self._start = start_of(reader, mem, begin)
            self._name = committed(Records(reader, mem), begin).label or "?"
        self._ending = Ending(runtime, ledger, principal, self._name)
        self._steps: list[GuardStep] = []
        self._undone: list[RepairReport] = []
        self._these: list[RepairReport] = []
        self._records = 0

    def run(self) -> GuardReport:
        """All steps. That there is nothing to restore is no failure."""
        start = self._start
        self._step("intent", f"A₀ is record {start.seq}, kept by record {start.begin}")
        before = self._reopened()
        self._step("compare", "nothing differs from A₀" if before.same else "it differs from A₀")
        if before.problems:
            self._step("invariants", f"broken: {before.problems[0]}")
            self._recovered()
        try:
            self._restored()
        except GuardLost:
            return self._report("lost")
        after = self._reopened()
        self._step("invariants", after.problems[0] if after.problems else "they hold", ok=not after.problems)
        same = after.same or start.shared
        told = "A₀ stands again" if after.same else "others have written too" if start.shared else "it is not A₀"
        self._step("compare", told, ok=same)
        return self._report("rolled_back")

    def _recovered(self) -> None:
        done = recover(self._runtime, self._ledger, self._principal, progress=None, dry_run=False)
        parts = ", ".join(one.part for one in done.repaired)
        self._step("recover", f"repaired from the journal: {parts or 'nothing'}", ok=done.ok)

    def _step(self, name: str, detail: str, *, ok: bool = True) -> None:
        self._steps.append(GuardStep(name=name, ok=ok, detail=detail))

    def _report(self, outcome: str) -> GuardReport:
        return GuardReport(
            name=self._name,
            outcome="lost" if outcome == "lost" else "rolled_back",
            shared=self._start.shared,
            begin=self._start.begin,
            seq=self._start.seq,
            recorded=self._ending.seq,
            records=self._records,
            steps=tuple(self._steps),
            undone=tuple(self._undone),
        )

    def _reopened(self) -> _Seen:
        """Read it anew, with nothing kept of what was read before, in one look through the open steps."""
        self._runtime.storage.forget()
        with self._runtime.storage.read() as reader:
            check = Check(self._runtime, reader)
            row = named(check, self._ledger)
            if row is None:
                return _Seen(same=False, problems=("the memory is not there",))
            quick = Quick(check, row)
            quick.tail()
            steps = OpenSteps(check, row.mem, lambda kid, bid: is_projected(self._start, kid, bid))
            digest = steps.digest()
            quick.summed(digest)
            steps.shows()
            steps.alone()
            projected = moved(digest, self._runtime.digest_key, steps.apart, ())
        self._step("reopen", f"read anew, at record {quick.head.seq}")
        told = tuple(f"{one.invariant} {one.where}: {one.detail}" for one in check.problems)
        return _Seen(same=digest_hash(projected) == self._start.digest, problems=told)

    # -- restore ---------------------------------------------------------------------------------------

    def _restored(self) -> None:
        """Write it. Raises GuardLost when somebody else has ended the guard."""
        if self._start.shared:
            while self._ending.seq is None:
                self._ending.write(self._undo_some)
                self._undone += self._these
        else:
            self._ending.write(self._turn_back)
        self._step("restore", f"{self._records} records were taken back by record {self._ending.seq}")

    def _require(self, writer: Writer, mem: int) -> None:
        guards = open_guards(writer.head(mem).guards)
        mine = next((one for one in guards if one.begin == self._start.begin), None)
        if mine is None:
            raise GuardLost(seq=self._start.begin)
        if not self._mine and is_held(self._runtime, writer, mem, mine):
            raise guarded(writer, mem, mine)

    def _turn_back(self, writer: Writer, mem: int) -> None:
        self._require(writer, mem)
        found = inverse(self._runtime, writer, mem, writer.head(mem), self._start)
        self._records = found.records
        end = GuardOp(Phase.ROLLBACK, self._start.begin)
        self._ending.append(writer, mem, (end, *found.ops), found.gone, found.come)

    def _undo_some(self, writer: Writer, mem: int) -> None:
        """The newest of its own records that were not undone yet; after the last of them, its end."""
        self._require(writer, mem)
        done = {one.target for one in self._undone}
        own = [seq for seq, tx in self._own(writer, mem) if tx.hex() not in done]
        self._these = [
            Repair(self._runtime, self._ledger, self._principal).take_back(writer, seq)
            for seq in own[: -AT_ONCE - 1 : -1]
        ]
        if len(own) <= AT_ONCE:
            self._records = len(done) + len(own)
            self._ending.append(writer, mem, (GuardOp(Phase.ROLLBACK, self._start.begin),))

    def _own(self, reader: Reader, mem: int) -> Iterator[tuple[int, bytes]]:
        """The records that were written under the guard, and their transactions."""
        for row in reader.journal(mem, self._start.begin + 1, LATEST):
            if is_under(decode_record(row.data), self._start.begin):
                yield row.seq, row.tx


def start_of(reader: Reader, mem: int, begin: int) -> GuardOp:
    """A₀ of the guard that began with a record. Raises Unreadable."""
    for op in record_of(reader, mem, begin).ops:
        if isinstance(op, GuardOp) and op.phase is Phase.BEGIN:
            return op
    raise Unreadable(f"record {begin} does not begin a guard")
