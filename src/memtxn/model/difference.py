"""Difference: what a key shows at one moment of a memory and does not show at another."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from memtxn.model.belief import Belief
from memtxn.model.explanation import Committed
from memtxn.model.key import Key


class Differs(StrEnum):
    """How what is shown at the second moment differs from the first."""

    ADDED = "added"
    CHANGED = "changed"
    GONE = "gone"


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One key that shows another value; of a many-valued attribute, one value that came or went.

    ``before`` and ``after`` are the beliefs as they stood at the two moments. ``record`` is who made the
    difference: the record that came between the two moments. When none of it did (``by_time``), a fact began or
    ended to hold between their valid instants, and ``record`` is the one that had said so before.
    """

    key: Key
    change: Differs
    before: Belief | None = None
    after: Belief | None = None
    record: Committed | None = None
    by_time: bool = False
