"""The checker: a history goes in, and what no such history may show comes out.

As Elle does (Kingsbury and Alvaro, VLDB 2020), it needs no search over orders: lists tell the order of their
versions, so dependencies are known, and an anomaly is a circle of them. Takes time and space that grow with the
history as sorting does, as long as anomalies are few.
"""

from __future__ import annotations

from collections.abc import Sequence

from memtxn.testkit.isolation.anomaly import Findings, Isolation, Notebook
from memtxn.testkit.isolation.cycles import find_circles
from memtxn.testkit.isolation.history import Txn
from memtxn.testkit.isolation.lists import Lists
from memtxn.testkit.isolation.versions import Versions

TOLD = 10


def check(
    history: Sequence[Txn], isolation: Isolation = "serializable", *, realtime: bool = True, told: int = TOLD
) -> Findings:
    """Find what is anomalous in a history; of each kind at most ``told`` anomalies are put in words.

    With ``realtime``, who was over before another one began comes before it: strict serializability, or strong
    snapshot isolation. What an isolation level allows is found as well; ``Findings.ok`` says whether the rest
    is nothing.
    """
    notebook = Notebook(told)
    versions = Versions(history)
    lists = Lists(versions, notebook)
    lists.judge_keys()
    find_circles(versions, notebook, lists.judge_txn, realtime=realtime)
    return notebook.findings(isolation)
