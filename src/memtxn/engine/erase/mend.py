"""Mend: the record of an erasure. What shows without what goes is worked out as for a revocation."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from memtxn.core.repair import Fall
from memtxn.core.workspace import Sealed, Workspace
from memtxn.engine.erase.meant import Found, told_target
from memtxn.engine.erase.search import Search
from memtxn.engine.repair.graph import Stored
from memtxn.engine.repair.intent import Change, Intent
from memtxn.engine.repair.mend import Mending
from memtxn.engine.repair.target import Target
from memtxn.engine.runtime import Ledger, Runtime
from memtxn.model.belief import State
from memtxn.model.erase_record import EraseBody
from memtxn.model.record import Kind, SettleOp
from memtxn.ports.storage import Reader


class Erasing(Mending):
    """The making of one record of erasure on one moment of the storage."""

    def __init__(
        self,
        runtime: Runtime,
        ledger: Ledger,
        graph: Stored,
        it: Found,
        search: Search,
        by: tuple[str, str],
        guard: int,
    ) -> None:
        principal, self._reason = by
        super().__init__(runtime, ledger, graph, Target(it.said, it.sort, it.place), Kind.ERASE, principal, guard)
        self._it, self._search = it, search

    def _workspace(self, intent: Intent, tx: bytes, cascade: str) -> Workspace:
        made = super()._workspace(intent, tx, cascade)
        return msgspec.structs.replace(made, erased=tuple(self._search.ranges))

    def _stated(self, intent: Intent, cascade: str) -> Sealed:  # noqa: ARG002  # it always follows all
        causes = tuple((bid, change.cause) for bid, change in intent.changes.items())
        return self.runtime.seal(EraseBody(self._it.sort, told_target(self._it), self._reason, causes))


def intent_of(fallen: dict[int, Fall], sources: Iterable[int]) -> Intent:
    """All that goes gets the state that nothing leads out of."""
    changes = {
        bid: Change(fall.bond, State.ERASED, "support" if fall.cause else "meant", fall.cause)
        for bid, fall in fallen.items()
    }
    return Intent(changes=changes, sources=dict.fromkeys(sources, State.ERASED))


def settled(reader: Reader, mem: int, refusals: list[int]) -> dict[int, SettleOp]:
    """What waits and goes waits no longer; nor what nobody decided in time."""
    found: dict[int, SettleOp] = {}
    for where in refusals:
        waits = reader.pending(mem, where)
        if waits and waits[-1][1] is None:
            found[where] = SettleOp(where, waits[-1][0].seq, State.REJECTED)
    return found
