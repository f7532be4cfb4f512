"""Gone: which sources and beliefs nothing may rest on any more: undone, revoked or put aside."""

from __future__ import annotations

from collections.abc import Iterable

from memtxn.core.repair import GONE
from memtxn.core.workspace import Workspace
from memtxn.engine.receipts import record_of
from memtxn.errors import Conflict
from memtxn.model.record import BeliefOp, locate, public_id
from memtxn.model.rows import View
from memtxn.ports.storage import LATEST, Reader


def gone_sources(reader: Reader, mem: int, places: Iterable[int]) -> set[int]:
    """Those of these sources that are revoked, or erased."""
    rows = reader.states(mem, [(0, where) for where in places], LATEST)
    states = {row.bid: row.state for row in rows}
    return {where for where, state in states.items() if state in GONE}


def gone_beliefs(reader: Reader, mem: int, places: Iterable[int]) -> set[int]:
    """Those of these beliefs that are no longer believed. Raises Unreadable for a record that is damaged."""
    filed = []
    for where in places:
        seq, ord_ = locate(where)
        ops = record_of(reader, mem, seq).ops
        filed += [(op.kid, where) for op in ops if isinstance(op, BeliefOp) and op.ord == ord_]
    rows = reader.states(mem, filed, LATEST) if filed else []
    states = {row.bid: row.state for row in rows}
    return {where for where, state in states.items() if state in GONE}


def check_ground(reader: Reader, mem: int, workspace: Workspace, view: View) -> None:
    """Make sure that nothing was revoked meanwhile on which a transaction rests. Raises Conflict."""
    items = [item for item in workspace.items if item.admitted]
    ids = {source_id for item in items for source_id in item.source_ids}
    places = {view.sources[one]: one for one in ids if one in view.sources}
    lost = gone_sources(reader, mem, places) if places else set()
    missing = ids - view.sources.keys() - {source.id for source in workspace.sources}
    if missing and next(reader.erasures(mem), None) is not None:  # else a row is damaged, and planning says so
        raise Conflict(f"source {min(missing)} was erased", seq=view.head.seq)
    if lost:
        named = ", ".join(sorted(places[where] for where in lost))
        raise Conflict(f"source {named} was revoked or erased", seq=view.head.seq)
    fallen = gone_beliefs(reader, mem, {parent for item in items for parent in item.parents})
    if fallen:
        named = ", ".join(map(public_id, sorted(fallen)))
        raise Conflict(f"belief {named} is no longer believed", seq=view.head.seq)
