"""Rule 8, quantity: numbers, units and ranges stay whole."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.forms.cut import cut
from memtxn.core.admission.forms.expected import expected
from memtxn.core.admission.forms.quantities import quantities
from memtxn.core.admission.reasons import reject
from memtxn.core.admission.showing import Showing
from memtxn.model.verdict import Finding

NAME = "quantity"


class Quantity:
    """A value that stands word for word in the evidence does not cut a quantity of its sentence in two.

    One that is read by a normal form was held against whole quantities there.
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``number_truncated``, ``unit_dropped`` or ``approximation_dropped``."""
        showing = case.showing
        if showing is None or showing.sentence is None or showing.match is not None:
            return Finding(NAME)
        sentence = showing.sentence
        found = quantities(showing.analysis, sentence.first, sentence.last, sentence.grammar.languages)
        problem = cut(found, showing.ranges, expected(case.attribute.words, case.terms)) if found else None
        if problem is None:
            return Finding(NAME)
        code, why, (first, last) = problem
        return reject(
            NAME, code, f"{_told(showing, first, last)}: the value is {why}", (showing.span(first, last),)
        )


def _told(showing: Showing, first: int, last: int) -> str:
    return repr(showing.text(first, last)[:60])
