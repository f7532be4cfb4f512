"""Tells: whether the clause of a value speaks of the attribute, by one of the words of its name."""

from __future__ import annotations

from memtxn.core.admission.case import Case
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.showing import Spoken

_LONG = 4
"""Letters of a word of an attribute's name that is more than a preposition."""


def tells(case: Case, showing: Spoken) -> bool:
    """Whether the clause of the value has a word like one of the attribute's: deliver, ``delivers_to``."""
    sentence = showing.sentence
    words = sentence.words(sentence.clause(showing.first))
    return any(alike(word, other) for other in case.attribute.words if len(other) >= _LONG for word in words)
