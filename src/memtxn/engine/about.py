"""About: which records have to do with an entity, or with one key of it, and what of them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from memtxn.core.workspace import Scan
from memtxn.model.logentry import Change, LogEntry
from memtxn.model.record import (
    BeliefOp,
    Body,
    CloseOp,
    DecisionOp,
    OpenOp,
    Record,
    RefusalBody,
    SettleOp,
    StateOp,
    SuspectOp,
)
from memtxn.model.rows import KeyRequest, ViewRequest
from memtxn.ports.storage import Reader


class About:
    """The keys of a range. A belief is known by the number of its key, a refusal by the name in its body."""

    def __init__(self, reader: Reader, mem: int, scan: Scan) -> None:
        self._scan = scan
        names = [name for name in reader.names(mem, scan.prefix) if scan.covers(name)]
        asked = ViewRequest(b"", None, tuple(KeyRequest(name) for name in names))
        self._kids = {key.kid for key in reader.view(mem, asked, 0).keys} if names else set()

    def concerns(self, record: Record, bodies: Callable[[int], Body | None]) -> bool:
        """Whether something in a record is about these keys, or plans them anew. What cannot be read might be."""
        for op in record.ops:
            if isinstance(op, BeliefOp | OpenOp | CloseOp | StateOp | SuspectOp) and op.kid in self._kids:
                return True
            if isinstance(op, DecisionOp | SettleOp):
                body = bodies(op.place)
                if not isinstance(body, RefusalBody) or self._scan.covers(body.name):
                    return True
        return False

    def part(self, entry: LogEntry) -> LogEntry:
        """The changes of an entry that are about these keys or cannot be read, and what it declares."""
        return msgspec.structs.replace(entry, changes=tuple(filter(self._is_told, entry.changes)))

    def _is_told(self, change: Change) -> bool:
        if change.what.endswith("SOURCE"):
            return False
        if not change.readable or change.what in ("DECLARE", "UNDO", "REVOKE", "GUARD", "ERASE"):
            return True
        return change.key is not None and self._scan.covers(change.key.name)
