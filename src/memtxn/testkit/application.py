"""Application: what a memory shows to whoever uses it, so that two moments can be compared.

Unlike `testkit.projection` it does not tell what may differ when the same state comes back by new records:
versions of keys, the records that opened steps, and keys that never showed anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.model.belief import State
from memtxn.model.rows import BeliefRow, KeyRow, PendingRow, StepRow, VisibleRow
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Reader


def application(reader: Reader, mem: int) -> dict[str, object]:
    """All that is shown, at every instant; what stands and is doubted; what waits; all that is declared."""
    return dict(_answers(reader, mem))


def _answers(reader: Reader, mem: int) -> Iterator[tuple[str, object]]:
    rows = list(reader.fold(mem))
    steps = [row for row in rows if isinstance(row, StepRow) and row.s1 == FOREVER]
    alive = {(step.kid, step.slot) for step in steps if step.bid}
    yield "steps", [(s.kid, s.slot, s.vf, s.bid) for s in steps if (s.kid, s.slot) in alive]
    for t in sorted({step.vf for step in steps} | {FOREVER - 1}):
        yield f"shows at {t}", list(map(_shown, reader.scan(mem, "", LATEST, t)))
    names = {row.kid: row.name for row in rows if isinstance(row, KeyRow)}
    beliefs = {row.bid: row for row in rows if isinstance(row, BeliefRow)}
    for kid, name in names.items():
        versions = [(v.belief.bid, v.state, v.suspect) for v in reader.versions(mem, name, LATEST)]
        yield f"stands {kid}", [one for one in versions if one[1] is not State.REVOKED]
    assert all(belief.kid in names for belief in beliefs.values())
    waiting = sorted((row.place, row.expires) for row in reader.waiting(mem, 0, FOREVER))
    yield "waiting", waiting
    places = sorted({row.place for row in rows if isinstance(row, PendingRow)})
    ends = [(place, reader.pending(mem, place)[-1][1]) for place in places]
    yield "decided", {place: end.state for place, end in ends if end is not None and end.state is State.ADMITTED}
    yield "declarations", reader.declarations(mem, LATEST)
    yield "constraints", reader.constraints(mem, LATEST)


def _shown(row: VisibleRow) -> tuple[object, ...]:
    belief = row.version
    return row.name, row.slot, belief.belief.bid, belief.data, belief.suspect, row.next_vf, row.next_bid
