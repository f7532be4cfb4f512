"""Verification: the invariants I(S) of a memory, each by its name (P19).

``tail`` looks at the last records and the head alone, ``digest`` also sums the open steps, ``full`` follows the
whole chain, checks every body against its commitment, folds the journal, compares every row of every fold, and
asks the storage what it finds wrong with structures of its own. What cannot be read is a problem, not an error.
Memory is needed for what differs, and not for what is whole, however much that is.

Beside them ``anchor``, when one is given: what it saw still stands in the journal. Nothing else finds out that
the end of a journal was cut off together with all that speaks of it, or an older state put back.

Nothing finds out when the count of identical refusals is altered: it stands outside the journal.

========== ===========================================================================================
chain      every record follows its predecessor by hash, and says what its columns say
sequence   no seq is missing, and recorded time strictly increases
tag        the tag of every record binds its link to the digest of that moment
body       every body row is there and matches its commitment, but for those that an erasure names
erased     no body row is there that an erasure names
lifecycle  every change of state is a move of the table
fold       the journal folds to exactly the rows that stand in the storage
timeline   every step shows a belief that stands; at most one per key, value and instant
digest     the open steps sum to the head's digest
head       the head stands at the last record
guard      while an exclusive guard was held, nothing was written but under it
storage    the storage finds nothing wrong with its own structures (indexes, pages), and all of it is read
========== ===========================================================================================
"""

from __future__ import annotations

from typing import get_args

from memtxn.engine.runtime import Ledger, Runtime
from memtxn.engine.verify.anchored import Anchored
from memtxn.engine.verify.check import Check, Level, named
from memtxn.engine.verify.faults import Faults
from memtxn.engine.verify.full import Full
from memtxn.engine.verify.quick import Quick
from memtxn.model.anchor import Anchor
from memtxn.model.exact import exact_choice
from memtxn.model.receipt import Problem, Report
from memtxn.ports.storage import Progress

__all__ = ["Level", "verify", "verify_anchor"]

_LEVELS: tuple[Level, ...] = get_args(Level)


def verify(
    runtime: Runtime,
    ledger: Ledger,
    level: Level,
    progress: Progress | None = None,
    anchor: Anchor | None = None,
) -> Report:
    """Check a memory at a level, and against an anchor. Reads only; an unknown level raises InvalidInput.

    ``progress(done, total)`` is told how far the whole check has come along the journal.
    """
    level = exact_choice(level, _LEVELS, "check")
    with runtime.storage.read() as reader:
        check = Check(runtime, reader, progress)
        row = named(check, ledger)
        if anchor is not None:
            Anchored(check, anchor, ledger.tenant).memory(row, ledger.name)
        if level == "full":
            with Faults(runtime.storage, row.mem if row else 0) as faults:  # also why it may not be found
                if row is not None:
                    Full(check, row).run()
                faults.tell(check)
        elif row is not None:
            quick = Quick(check, row)
            quick.tail()
            if level == "digest":
                quick.digest()
        return check.report(level)


def verify_anchor(runtime: Runtime, tenant: int, anchor: Anchor) -> tuple[Problem, ...]:
    """Check all memories of a tenant against an anchor alone: also those that are gone."""
    with runtime.storage.read() as reader:
        check = Check(runtime, reader)
        Anchored(check, anchor, tenant).every()
        return tuple(check.problems)
