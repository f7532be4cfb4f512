"""Rule 5, splice: the value's words stand together; none is fetched from another clause or another list item."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.reasons import reject
from memtxn.core.admission.showing import Spoken
from memtxn.model.verdict import Finding

NAME = "splice"
_PASSED = Finding(NAME)


class Splice:
    """The value jumps over no boundary of a clause, no coordination and no comma.

    "Alice lives in Rome and Bob lives in Milan" says nothing of Alice and Milan.
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``spliced``, with the stretch that was jumped over."""
        showing = case.spoken
        if showing is None or len(showing.ranges) < 2:
            return _PASSED
        listed = isinstance(case.draft.value, list)
        for (_, end), (start, _) in zip(showing.ranges, showing.ranges[1:], strict=False):
            if not (listed and _joins(showing, end, start)) and _parted(showing, end, start):
                jumped = showing.text(end, start)
                problem = f"the value jumps over {jumped[:60]!r}, from one statement into another"
                return reject(NAME, "spliced", problem, (showing.span(end, start),))
        return _PASSED


def _joins(showing: Spoken, end: int, start: int) -> bool:
    """Whether nothing is left out between two items but what joins them ("Rome, Paris and Oslo")."""
    sentence = showing.reading.sentence_at(end - 1)
    if start >= sentence.last:
        return False
    words = sentence.texts[end - sentence.first : start - sentence.first]
    return sentence.grammar.coordinators.issuperset(words) and _OR.isdisjoint(words)


_OR = frozenset(("or", "nor", "o", "ou", "oder", "或"))
"""Coordinators that join no list."""


def _parted(showing: Spoken, end: int, start: int) -> bool:
    """Whether something ends between the word before token ``end`` and token ``start``."""
    sentence = showing.reading.sentence_at(end - 1)
    if start >= sentence.last or sentence.clause(end - 1) != sentence.clause(start):
        return True
    joints, first = sentence.grammar.joints, sentence.first
    if any(joints.get(word) in ("and", "but") for word in sentence.texts[end - first : start - first]):
        return True
    return any(gap and gap[0] in ",、" for gap in sentence.clauses.gaps[end - first : start - first + 1])
