"""Isolation, checked from outside: what clients saw either has an explanation in some order, or it has not.

`check` judges a history of transactions on lists that only grow. Needs the package ``rustworkx``, which memtxn
itself does not depend on.
"""

from memtxn.testkit.isolation.anomaly import Anomaly, Findings, Isolation, Kind
from memtxn.testkit.isolation.checker import check
from memtxn.testkit.isolation.history import Append, Op, Read, Scan, Txn

__all__ = ["Anomaly", "Append", "Findings", "Isolation", "Kind", "Op", "Read", "Scan", "Txn", "check"]
