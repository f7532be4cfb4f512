"""What a key shows inside a transaction: the snapshot, with the transaction's own proposals laid over it."""

from __future__ import annotations

from memtxn.core.plan import planned, request_of
from memtxn.core.project import history_belief, visible_belief
from memtxn.core.proof import EMPTY_DIGEST
from memtxn.core.timeline import shown_at
from memtxn.core.workspace import PlannedOutcome
from memtxn.engine.runtime import Ledger
from memtxn.engine.workbench import Bench
from memtxn.model.belief import Belief
from memtxn.model.key import Key
from memtxn.model.rows import Head, KeyRequest, KeyView, View, ViewRequest
from memtxn.ports.storage import Reader


def shown(reader: Reader, ledger: Ledger, bench: Bench, key: Key, n: int, t: int) -> tuple[int, list[Belief]]:
    """(committed version, beliefs) of a key as of ``n`` and ``t``; uncommitted beliefs have provisional ids."""
    mem = ledger.mem(reader)
    version = _view(reader, mem, ViewRequest(bench.tx, None, (KeyRequest(key.name),)), n).keys[0].ver
    committed = [row for row in reader.visible(mem, key.name, n, t) if mem]
    own = _own(reader, mem, bench, key, n)
    found = [
        (row.version.belief.slot, visible_belief(row)) for row in committed if row.version.belief.slot not in own
    ]
    for slot, outcome in own.items():
        winner = shown_at(outcome.steps, t)
        if winner is not None:
            found.append((slot, history_belief(winner, key.name, outcome.steps, t, version)))
    return version, [belief for _, belief in sorted(found, key=lambda pair: pair[0])]


def _own(reader: Reader, mem: int, bench: Bench, key: Key, n: int) -> dict[int, PlannedOutcome]:
    """The last planned outcome of each slot of the key that the transaction proposes for."""
    items = bench.staged(key.name)
    if not items:
        return {}
    workspace = bench.trial(items)
    request = request_of(workspace)
    view = _view(reader, mem, request, n)
    plan = planned(workspace, request, view, view.head.at + 1)
    return {outcome.belief.slot: outcome for outcome in plan.outcomes if outcome.belief}


def _view(reader: Reader, mem: int, request: ViewRequest, n: int) -> View:
    """The view, also of a memory that does not exist yet."""
    if mem:
        return reader.view(mem, request, n)
    unknown = tuple(KeyView(0, 0, None if wanted.vhash else 0) for wanted in request.keys)
    return View(Head(0, 0, EMPTY_DIGEST, 0, b"", b"", 0), None, unknown)
