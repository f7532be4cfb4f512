"""Rule 3, quote: every piece of evidence stands in the source that it names, Q(e, D_s)."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.reasons import reject
from memtxn.core.admission.showing import unseen_in
from memtxn.model.verdict import Finding

NAME = "quote"


class Quote:
    """All evidence must be true.

    When it is, the spans say where each piece stands, in the evidence's order; a pointer has the span (0, 0).
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``source_unknown`` if any source is, else ``quote_not_in_source``: for the first such evidence."""
        places = enumerate(case.located)
        wrong = [(place.code != "source_unknown", n) for n, place in places if place.citation is None]
        if wrong:
            _, number = min(wrong)
            place = case.located[number]
            return reject(NAME, place.code, f"evidence {number + 1}: {place.problem}")
        spans = tuple((place.citation.start, place.citation.end) for place in case.located if place.citation)
        return Finding(NAME, detail=_warning(case), spans=spans)


def _warning(case: Case) -> str:
    """What no reader of the quote can see is said aloud."""
    count = sum(len(unseen_in(place)) for place in case.located)
    return f"The evidence holds {count} unseen characters." if count else ""
