"""What must hold of every run on a store that does what it says."""

from __future__ import annotations

from memtxn import Memory
from memtxn.testkit.isolation import Txn, check
from memtxn.testkit.isolation.history import UNDONE, counted
from memtxn.testkit.isolation.run import Run

EXPECTED = {"transactions", "operations", "ok", "fail", "info", "Conflict", UNDONE}
"""What is counted in good runs: clients meet no error but conflicts."""


def judge(memory: Memory, history: list[Txn], run: Run) -> dict[str, int]:
    """No anomaly, no error, no damage; and what was counted."""
    findings = check(history, run.isolation)
    assert findings.ok, str(findings)
    counts = counted(history)
    assert set(counts) <= EXPECTED, counts
    report = memory.verify("full")
    assert report.ok, report.problems
    assert sum(txn.size for txn in history if txn.status == "ok") >= run.operations
    return counts
