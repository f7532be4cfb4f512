"""Blame: for each value that is believed, who said so, in which words, and which record wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memtxn.core.project import visible_belief
from memtxn.engine.explain import Library, cited
from memtxn.engine.explain_record import committed
from memtxn.model.record import locate
from memtxn.model.rows import VisibleRow
from memtxn.model.shown import Blamed
from memtxn.ports.storage import Reader


def blamed(reader: Reader, mem: int, rows: Iterable[VisibleRow]) -> Iterator[Blamed]:
    """Account for what keys show. Raises Unreadable for a damaged belief or record."""
    library = Library(reader, mem)
    for row in rows:
        belief, (seq, _) = visible_belief(row), locate(row.version.belief.bid)
        evidence = cited(library, seq, belief.evidence)
        yield Blamed(belief=belief, evidence=evidence, record=committed(library.records, seq))
