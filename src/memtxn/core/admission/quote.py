"""Rule 3, quote: every piece of evidence stands in the source that it names, Q(e, D_s)."""

from __future__ import annotations

from memtxn.core.admission.case import Case, unseen_in
from memtxn.core.admission.reasons import reject
from memtxn.model.verdict import Finding

NAME = "quote"


class Quote:
    """All evidence must be true.

    When it is, the spans say where each piece stands, in the evidence's order; a pointer has the span (0, 0).
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``source_unknown`` or ``quote_not_in_source``, for the first piece of evidence that is not true."""
        for number, place in enumerate(case.located, start=1):
            if place.citation is None:
                return reject(NAME, place.code, f"evidence {number}: {place.problem}")
        spans = tuple((place.citation.start, place.citation.end) for place in case.located if place.citation)
        return Finding(NAME, detail=_warning(case), spans=spans)


def _warning(case: Case) -> str:
    """What no reader of the quote can see is said aloud."""
    count = sum(len(unseen_in(place)) for place in case.located)
    return f"The evidence holds {count} unseen characters." if count else ""
