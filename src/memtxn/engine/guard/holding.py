"""Holding a guard: the block itself."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Generic, TypeVar

from memtxn.core.guards import LIMIT, begun, open_guards
from memtxn.engine.follow import check_head
from memtxn.engine.guard.ending import Ending
from memtxn.engine.guard.restore import roll_back, settled
from memtxn.engine.guard.turn import Abandoned, guarded, is_held
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.errors import Closed, GuardLost, NotUnderGuard, QuotaExceeded
from memtxn.model.effect import Phase
from memtxn.model.exact import one_line
from memtxn.model.guard import GuardReport, GuardStep
from memtxn.model.record import GuardOp
from memtxn.ports.storage import Presence, Writer

Under = TypeVar("Under")
"""The memory that a guard is of."""


_NOT_BEGUN = "the guard has not begun: use it as a context manager"


class Guard(Generic[Under]):
    """Obtained from `Memory.guard`, and used once, as a context manager.

    In its block the thread that entered it writes through the memory that it came from; every thread writes
    through `memory`, and another process through a store opened with its `token`. Nobody else writes, unless it
    is shared.
    """

    def __init__(
        self,
        runtime: Runtime,
        ledger: Ledger,
        principal: str,
        name: str,
        options: tuple[bool, float],
        memory_of: Callable[[Ledger], Under],
    ) -> None:
        self._runtime, self._ledger, self._principal, self._memory_of = runtime, ledger, principal, memory_of
        self.name = name
        self._shared, self._lease = options
        self._sign: Presence | None = None
        self._begin: Ending | None = None
        self._report: GuardReport | None = None

    def __repr__(self) -> str:
        state = "not begun" if self._begin is None else self._report.outcome if self._report else "held"
        return f"<memtxn.Guard {one_line(self.name)}, {state.replace('_', ' ')}>"

    @property
    def begin(self) -> int:
        """The record with which it began, which is its fencing epoch. Raises Closed before its block."""
        if self._begin is None or self._begin.seq is None:
            raise Closed(_NOT_BEGUN)
        return self._begin.seq

    @property
    def token(self) -> str:
        """What lets another process write under it: ``memtxn.open(…, guard=token)``.

        Raises Closed before its block.
        """
        if self._begin is None:
            raise Closed(_NOT_BEGUN)
        return self._begin.tx.hex()

    @property
    def memory(self) -> Under:
        """The memory for every thread that works under this guard. Raises Closed before its block."""
        ledger, tx = self._ledger, bytes.fromhex(self.token)
        return self._memory_of(Ledger(self._runtime, ledger.tenant, ledger.name, ledger.keeper, under=tx))

    @property
    def report(self) -> GuardReport | None:
        """How it ended; None while it is held."""
        return self._report

    def rollback(self) -> GuardReport:
        """Take the memory back to where it stood when the guard began, by new records, and prove it.

        The guard is over then: whatever is still written in its block raises GuardLost. Once it is over this
        returns how it ended.

        Raises:
            JournalDamaged: a record is damaged, and nothing was taken back. StorageError. OutcomeUnknown.
        """
        if self._report is None:
            begin = self.begin
            self._ended(roll_back(self._runtime, self._ledger, self._principal, begin, mine=True))
        assert self._report is not None
        return self._report

    def release(self) -> GuardReport:
        """Let all that was written stay; the end of the block does so too. Once it is over: how it ended.

        Raises:
            GuardLost: somebody else has ended it, and taken back what was written. StorageError: it is held
            still, and is rolled back if it is not released before this object is gone. OutcomeUnknown.
        """
        if self._report is None:
            end = Ending(self._runtime, self._ledger, self._principal, self.name)
            end.write(lambda writer, mem: self._release(writer, mem, end))
            steps = (GuardStep(name="release", ok=True, detail=f"record {end.seq}"),)
            self._ended(
                GuardReport(
                    name=self.name,
                    outcome="released",
                    shared=self._shared,
                    begin=self.begin,
                    seq=self.begin - 1,
                    recorded=end.seq,
                    steps=steps,
                )
            )
        assert self._report is not None
        return self._report

    def __enter__(self) -> Guard[Under]:
        if self._begin is not None:
            raise Closed("a guard is used once")
        if self._ledger.under is not None:
            raise NotUnderGuard("guards do not nest: a savepoint or another transaction does")
        begin = Ending(self._runtime, self._ledger, self._principal, self.name)
        self._sign = self._runtime.storage.presence(begin.tx, self._lease)
        try:
            settled(
                self._runtime,
                self._ledger,
                self._principal,
                lambda: begin.write(lambda writer, mem: self._start(writer, mem, begin)),
            )
        except BaseException:
            self._sign.close()
            raise
        self._begin = begin
        self._ledger.hold(begin.tx)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.release()
            else:
                self.rollback()
        finally:
            self._ledger.hold(None)

    # -- inside ----------------------------------------------------------------------------------------

    def _start(self, writer: Writer, mem: int, begin: Ending) -> None:
        head = writer.head(mem)
        check_head(self._runtime, writer, mem, head)  # A₀ is what it says
        guards = open_guards(head.guards)
        for one in guards:
            if not is_held(self._runtime, writer, mem, one):
                raise Abandoned(one.begin)
            if not (one.shared and self._shared):
                raise guarded(writer, mem, one)
        if len(guards) >= LIMIT:
            raise QuotaExceeded(quota="open guards", limit=LIMIT, count=len(guards))
        begin.append(writer, mem, (begun(head, shared=self._shared),))

    def _release(self, writer: Writer, mem: int, end: Ending) -> None:
        if all(one.begin != self.begin for one in open_guards(writer.head(mem).guards)):
            self._ended(self._lost())
            raise GuardLost(seq=self.begin)
        end.append(writer, mem, (GuardOp(Phase.RELEASE, self.begin),))

    def _lost(self) -> GuardReport:
        return GuardReport(
            name=self.name, outcome="lost", shared=self._shared, begin=self.begin, seq=self.begin - 1
        )

    def _ended(self, report: GuardReport) -> None:
        self._report = report
        if self._sign is not None:
            self._sign.close()
