"""The way back to A₀: the inverse of all records since, as one record.

It is worked out from the journal alone, inside the block that writes it. Nobody else has written meanwhile, so
each effect can be turned round by itself, and what comes out is A₀ exactly: its steps, not what they would be
today.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from memtxn.core.guards import Back, Since, digest_hash, is_projected, states_back, steps_back
from memtxn.core.proof import Element, moved
from memtxn.engine.runtime import Runtime
from memtxn.errors import StorageError, Unreadable
from memtxn.model.belief import State
from memtxn.model.record import GuardOp, Op, PendOp, SettleOp, SuspectOp, decode_record
from memtxn.model.rows import Head, PendingRow, SettledRow, StepRow
from memtxn.ports.storage import LATEST, Reader

Waits: TypeAlias = Sequence[tuple[PendingRow, SettledRow | None]]
"""Each time that a proposal waited, and what became of it."""


class Inverse(msgspec.Struct, frozen=True):
    """Effects, what they take out of the digest and put into it, and how many records they take back."""

    ops: tuple[Op, ...]
    gone: tuple[Element, ...]
    come: tuple[Element, ...]
    records: int


def inverse(runtime: Runtime, reader: Reader, mem: int, head: Head, start: GuardOp) -> Inverse:
    """What leads back to A₀ of a guard.

    Raises:
        StorageError: a record since is damaged, or where it leads would not be A₀.
    """
    since = Since(last=start.begin)
    for row in reader.journal(mem, start.begin + 1, head.seq):
        since.add(decode_record(row.data))
    if since.last != head.seq:
        raise Unreadable(f"record {since.last + 1} is missing")
    kids = sorted(since.kids)
    before, now = reader.timelines(mem, kids, start.seq), reader.timelines(mem, kids, LATEST)
    back = steps_back(before, now)
    gone, come = _elements(reader, mem, back)
    _check(runtime, head, start, (gone, come), _left(start, back, now))
    ops = (*_states(reader, mem, start, since), *_waiting(reader, mem, start, since), *back.ops)
    return Inverse(ops, tuple(gone), tuple(come), since.records)


def _elements(reader: Reader, mem: int, back: Back) -> tuple[list[Element], list[Element]]:
    rows = [(row.kid, row.slot, row.vf, row.s0) for row in (*back.closed, *back.before)]
    shown = dict(reader.shown(mem, rows)) if rows else {}
    seals = {bid: seal for bid, seal in shown.values() if seal is not None} | {0: b""}
    try:
        gone = [(row.kid, row.slot, row.vf, row.bid, seals[row.bid]) for row in back.closed]
        come = [(op.kid, op.slot, op.vf, op.bid, seals[op.bid]) for op in back.opened]
    except KeyError as error:
        raise StorageError(f"belief {error.args[0]} is missing; run memory.recover()") from error
    return gone, come


def _left(start: GuardOp, back: Back, now: list[StepRow]) -> Iterator[Element]:
    """Steps of new keys that show nothing and stay: they do not count."""
    closed = {(row.kid, row.slot, row.vf, row.s0) for row in back.closed}
    for row in now:
        if (row.kid, row.slot, row.vf, row.s0) not in closed and not is_projected(start, row.kid, row.bid):
            yield (row.kid, row.slot, row.vf, 0, b"")


def _check(
    runtime: Runtime,
    head: Head,
    start: GuardOp,
    change: tuple[list[Element], list[Element]],
    left: Iterator[Element],
) -> None:
    """Π(S₂) = A₀, before it is written. Raises StorageError."""
    gone, come = change
    counted = [one for one in come if is_projected(start, one[0], one[3])]
    digest = moved(head.digest, runtime.digest_key, [*gone, *left], counted)
    if digest_hash(digest) != start.digest:
        raise StorageError("the way back would not lead to what stood there; run memory.verify()")


def _states(reader: Reader, mem: int, start: GuardOp, since: Since) -> Iterator[Op]:
    filed = sorted({*since.states, *since.marks} - since.filed.keys())
    before = {(row.kid, row.bid): row.state for row in (reader.states(mem, filed, start.seq) if filed else ())}
    yield from states_back(since, before)
    marks = {(row.kid, row.bid): row.suspect for row in (reader.suspects(mem, filed, start.seq) if filed else ())}
    for one, mark in since.marks.items():
        if one not in since.filed and mark != marks.get(one, False):
            yield SuspectOp(*one, not mark)


def _waiting(reader: Reader, mem: int, start: GuardOp, since: Since) -> Iterator[Op]:
    """What waited then waits again until the same time, and what came to wait since does no longer.

    What was confirmed since, and is believed no longer, waits for nobody: it has expired.
    """
    for where in since.places:
        rows = reader.pending(mem, where)
        waits, waited = _open(rows, LATEST), _open(rows, start.seq)
        ended, had_ended = _ended(rows, LATEST), _ended(rows, start.seq)
        if (waits and waits.expires) != (waited and waited.expires):
            if waits is not None:
                yield SettleOp(where, waits.seq, had_ended or State.REJECTED)
            if waited is not None:
                yield PendOp(where, waited.expires)
        elif waits is None and ended is State.ADMITTED and had_ended is not State.ADMITTED:
            yield PendOp(where, 0)


def _open(rows: Waits, n: int) -> PendingRow | None:
    """What waits of these as of a record."""
    row, end = next(((row, end) for row, end in reversed(rows) if row.seq <= n), (None, None))
    return row if end is None or end.seq > n else None


def _ended(rows: Waits, n: int) -> State | None:
    """How the last of these ended that had ended by a record."""
    return next((end.state for _, end in reversed(rows) if end is not None and end.seq <= n), None)
