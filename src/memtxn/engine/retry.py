"""Running a function until its transaction meets no conflict."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from memtxn.engine.runtime import Runtime
from memtxn.engine.transaction import Transaction
from memtxn.errors import Conflict

BASE = 0.004
"""Seconds: the longest pause before the first retry. Each further one may be twice as long."""

CAP = 0.25
"""Seconds that no pause exceeds."""

Result = TypeVar("Result")


def run(
    begin: Callable[[], Transaction], fn: Callable[[Transaction], Result], retries: int, runtime: Runtime
) -> Result:
    """Run ``fn`` in a transaction of ``begin``, at most ``retries`` times more after a conflict."""
    for tried in range(retries):
        try:
            return _attempt(begin, fn)
        except Conflict:
            runtime.pause(_drawn(min(CAP, BASE * 2**tried), runtime))
    try:
        return _attempt(begin, fn)
    except Conflict as conflict:
        conflict.add_note(f"memory.run tried {retries + 1} times; retries= allows for more")
        raise


def _attempt(begin: Callable[[], Transaction], fn: Callable[[Transaction], Result]) -> Result:
    with begin() as tx:
        return fn(tx)


def _drawn(longest: float, runtime: Runtime) -> float:
    """A pause drawn evenly from 0 to the longest, so that those who lost together do not come back together.

    Source: "full jitter", M. Brooker, Exponential Backoff and Jitter, AWS Architecture Blog, 2015.
    """
    return longest * int.from_bytes(runtime.ids(4)) / 2**32
