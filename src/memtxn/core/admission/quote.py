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
        citations = [place.citation for place in case.located]
        if None in citations:
            wrong = [number for number, citation in enumerate(citations) if citation is None]
            number = min(wrong, key=lambda one: case.located[one].code != "source_unknown")
            place = case.located[number]
            return reject(NAME, place.code, f"evidence {number + 1}: {place.problem}")
        spans = tuple([(one.start, one.end) for one in citations if one is not None])
        return Finding(NAME, detail=_warning(case), spans=spans)


def _warning(case: Case) -> str:
    """What no reader of the quote can see is said aloud."""
    count = 0
    for place in case.located:
        count += len(unseen_in(place))
    return f"The evidence holds {count} unseen characters." if count else ""
