"""Projection: every answer that a storage gives about a memory, so that two moments can be compared whole."""

from __future__ import annotations

from collections.abc import Iterator

from memtxn.model.rows import (
    BeliefRow,
    ClaimRow,
    FoldRow,
    KeyRequest,
    KeyRow,
    PendingRow,
    StepRow,
    ViewRequest,
)
from memtxn.model.time import FOREVER
from memtxn.ports.storage import LATEST, Reader


def projection(reader: Reader, mem: int, upto: int) -> dict[str, object]:
    """What is answered as of record ``upto`` and of all that it and those before wrote, under a name for each.

    How often a refusal came is left out: it is a count for people, outside the journal.
    """
    rows = list(reader.fold(mem))
    return dict(_answers(reader, mem, upto, rows))


def _answers(reader: Reader, mem: int, upto: int, rows: list[FoldRow]) -> Iterator[tuple[str, object]]:
    head = reader.head(mem)
    yield "head", (head.digest, head.keys, head.declared)
    yield "rows", rows
    yield "counts", reader.counts(mem).beliefs
    yield "standing", list(reader.standing(mem))
    yield "crowded", list(reader.crowded(mem))
    yield "faults", reader.faults(mem)
    yield "declarations", reader.declarations(mem, LATEST)
    yield "constraints", reader.constraints(mem, LATEST)
    yield "waiting", (list(reader.waiting(mem, 0, FOREVER)), reader.waiting_count(mem, 0, 1_000))
    names = [row.name for row in rows if isinstance(row, KeyRow)]
    assert list(reader.names(mem, "")) == sorted(names, key=str.encode)
    for n in {LATEST, upto, upto // 2}:
        yield f"changed {n}", list(reader.changed(mem, "", n))
        yield f"turned {n}", list(reader.turned(mem, "", (n // 2, n), (0, FOREVER)))
        for t in _instants(rows):
            yield f"scan {n} {t}", list(reader.scan(mem, "", n, t))
        for name in names:
            yield f"key {n} {name}", _of_key(reader, mem, name, n, rows)
    yield "claims", [reader.claims(mem, row.rule, row.hash) for row in rows if isinstance(row, ClaimRow)]
    yield "pending", [reader.pending(mem, row.place) for row in rows if isinstance(row, PendingRow)]


def _of_key(reader: Reader, mem: int, name: str, n: int, rows: list[FoldRow]) -> object:
    hashes = {row.vhash for row in rows if isinstance(row, BeliefRow)}
    asked = tuple(KeyRequest(name, 0, vhash) for vhash in sorted(hashes, key=repr))
    return (
        reader.visible(mem, name, n, FOREVER),
        reader.versions(mem, name, n),
        reader.steps(mem, name, n),
        reader.refiled(mem, name),
        [row for row, _ in reader.refusals(mem, name)],
        reader.view(mem, ViewRequest(b"", None, asked), n).keys,
    )


def _instants(rows: list[FoldRow]) -> list[int]:
    """A few at which something begins, and the ends of time."""
    begun = sorted({row.vf for row in rows if isinstance(row, StepRow)})
    return [0, *begun[:: max(1, len(begun) // 6)], FOREVER - 1]
