"""The one table of operations. Every skin (command line, HTTP, MCP) is made from it.

An operation that finds nothing raises NotFound, so that all skins tell an empty answer in the same way.
"""

from __future__ import annotations

from typing import Any

from memtxn.interfaces.operations.declaring import DECLARATIONS, DECLARE
from memtxn.interfaces.operations.journal import LOG, STATS, VERIFY
from memtxn.interfaces.operations.operation import NO_RECORDS, Operation, is_empty
from memtxn.interfaces.operations.reading import GET, HISTORY, WHY, WHY_NOT, NoLonger
from memtxn.interfaces.operations.writing import OBSERVE, PROPOSE, RETRACT

__all__ = [
    "DECLARATIONS",
    "DECLARE",
    "GET",
    "HISTORY",
    "LOG",
    "NO_RECORDS",
    "OBSERVE",
    "OPERATIONS",
    "PROPOSE",
    "RETRACT",
    "STATS",
    "VERIFY",
    "WHY",
    "WHY_NOT",
    "NoLonger",
    "Operation",
    "is_empty",
]

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    OBSERVE,
    PROPOSE,
    RETRACT,
    DECLARE,
    DECLARATIONS,
    GET,
    HISTORY,
    WHY,
    WHY_NOT,
    LOG,
    VERIFY,
    STATS,
)
"""Every operation. A skin that lacks one fails a test."""
