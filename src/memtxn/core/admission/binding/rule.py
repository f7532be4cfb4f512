"""Rule 10, binding: the sentence speaks of the entity of the key, and its source may speak of it."""

from __future__ import annotations

from memtxn.core.admission.binding.bound import bound_of
from memtxn.core.admission.case import Case
from memtxn.core.admission.reasons import quarantine, reject
from memtxn.model.verdict import Finding

NAME = "binding"
_PASSED = Finding(NAME)


class Binding:
    """Refuses on evidence of another bearer: the clause speaks of somebody else, or the speaker of herself.

    An entity that is simply not named is no such evidence, unless it is a person, or was declared to be named.
    """

    name = NAME

    def judge(self, case: Case) -> Finding:
        """``speaker_mismatch``, ``wrong_subject``, or as a quarantine ``subject_unbound``."""
        showing = case.spoken
        if showing is None:
            return _PASSED
        bound = bound_of(case, showing)
        if not bound.code:
            return _PASSED
        spans = (showing.span(bound.first, bound.last),) if bound.last else ()
        answer = quarantine if bound.code == "subject_unbound" else reject
        return answer(NAME, bound.code, bound.problem, spans)
