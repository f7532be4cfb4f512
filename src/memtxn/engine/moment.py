"""Moment: as of which record, and at which valid instant, a memory is asked."""

from __future__ import annotations

from datetime import datetime

import msgspec

from memtxn.errors import InvalidInput, NotFound
from memtxn.model.exact import brief, exact_whole, is_a
from memtxn.model.time import to_micros
from memtxn.ports.storage import Reader


class Moment(msgspec.Struct, frozen=True):
    """As of record ``n``, at valid instant ``t`` (microseconds)."""

    n: int
    t: int


def moment_of(reader: Reader, mem: int, given: object, here: Moment) -> Moment:
    """The moment that a seq or a time names, not later than ``here`` as far as records are concerned.

    After record ``seq``, at the time of that record; at a time as the memory answered then, or will answer if
    nothing is written until then.

    Raises:
        NotFound: there is no such record yet. InvalidInput: it is neither a seq nor an aware datetime.
    """
    last = min(here.n, reader.head(mem).seq) if mem else 0
    if is_a(given, datetime):
        instant = to_micros(given, "the moment")  # type: ignore[arg-type]
        return Moment(min(last, reader.seq_at(mem, instant)) if mem else 0, instant)
    n = seq_of(given, last)
    rows = list(reader.journal(mem, n, n)) if n else []
    return Moment(n, rows[0].at if rows else here.t)


def check_limit(limit: object) -> int | None:
    """The limit, when it is a whole number from 0. Raises InvalidInput."""
    exact = exact_whole(limit)
    if limit is not None and (exact is None or exact < 0):
        raise InvalidInput(f"limit must be a whole number from 0, not {brief(limit)}")
    return exact


def seq_of(given: object, last: int) -> int:
    """The seq, when there is such a record, or 0 for before the first. Raises NotFound, InvalidInput."""
    seq = exact_whole(given)
    if seq is None or seq < 0:
        raise InvalidInput(f"seq must be a whole number from 0, not {brief(given)}")
    if seq > last:
        raise NotFound(f"seq {brief(seq)}; the last record is {last}")
    return seq
