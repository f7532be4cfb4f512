"""The one table of operations. Every skin (command line, HTTP, MCP) is made from it.

An operation that finds nothing raises NotFound, so that all skins tell an empty answer in the same way.
"""

from __future__ import annotations

from typing import Any

from memtxn.interfaces.operations.declaring import (
    CONSTRAIN,
    CONSTRAINTS,
    DECLARATIONS,
    DECLARE,
    DECLARE_TYPE,
    DROP_CONSTRAINT,
    TYPE_DECLARATIONS,
    Stated,
)
from memtxn.interfaces.operations.erasing import ERASE
from memtxn.interfaces.operations.guarding import GUARDS
from memtxn.interfaces.operations.journal import LOG, RECOVER, STATS, VERIFY
from memtxn.interfaces.operations.moving import EXPORT, IMPORT
from memtxn.interfaces.operations.operation import NO_RECORDS, Operation, is_empty
from memtxn.interfaces.operations.quarantine import CONFIRM, DENY, PENDING
from memtxn.interfaces.operations.ranges import AT, BLAME, DIFF, SCAN
from memtxn.interfaces.operations.reading import GET, HISTORY, WHY, WHY_NOT, NoLonger, NotYet
from memtxn.interfaces.operations.records import SHOW
from memtxn.interfaces.operations.repair import REVOKE, UNDO
from memtxn.interfaces.operations.writing import OBSERVE, PROPOSE, RETRACT

__all__ = [
    "AT",
    "BLAME",
    "CONFIRM",
    "CONSTRAIN",
    "CONSTRAINTS",
    "DECLARATIONS",
    "DECLARE",
    "DECLARE_TYPE",
    "DENY",
    "DIFF",
    "DROP_CONSTRAINT",
    "ERASE",
    "EXPORT",
    "GET",
    "GUARDS",
    "HISTORY",
    "IMPORT",
    "LOG",
    "NO_RECORDS",
    "OBSERVE",
    "OPERATIONS",
    "PENDING",
    "PROPOSE",
    "RECOVER",
    "RETRACT",
    "REVOKE",
    "SCAN",
    "SHOW",
    "STATS",
    "TYPE_DECLARATIONS",
    "UNDO",
    "VERIFY",
    "WHY",
    "WHY_NOT",
    "NoLonger",
    "NotYet",
    "Operation",
    "Stated",
    "is_empty",
]

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    OBSERVE,
    PROPOSE,
    RETRACT,
    DECLARE,
    DECLARATIONS,
    DECLARE_TYPE,
    TYPE_DECLARATIONS,
    CONSTRAIN,
    DROP_CONSTRAINT,
    CONSTRAINTS,
    GET,
    HISTORY,
    WHY,
    WHY_NOT,
    PENDING,
    CONFIRM,
    DENY,
    LOG,
    VERIFY,
    RECOVER,
    SCAN,
    AT,
    DIFF,
    BLAME,
    SHOW,
    STATS,
    EXPORT,
    IMPORT,
    UNDO,
    REVOKE,
    GUARDS,
    ERASE,
)
"""Every operation. A skin that lacks one fails a test."""
