"""Opposed: the clause of a value speaks of the contrary of what the attribute asks for."""

from __future__ import annotations

from memtxn.core.admission.attribute import Attribute
from memtxn.core.admission.forms import yes_no
from memtxn.core.admission.opposites import Kind, contrary_at
from memtxn.core.admission.showing import Spoken


def opposed(attribute: Attribute, showing: Spoken, kinds: frozenset[Kind]) -> tuple[int, int] | None:
    """The tokens that name the contrary, of one of these kinds; a truth value has no words of its own."""
    sides = [side for side in attribute.sides if side.kind in kinds]
    sentence = showing.sentence
    if not sides:
        return None
    clause = sentence.clause(showing.first)
    start = sentence.clauses.starts[clause]
    wordless = showing.match is not None and showing.match.form == yes_no.NAME
    value = (0, 0) if wordless else (showing.first - start, showing.last - start)
    found = contrary_at(attribute.words, sides, sentence.words(clause), value)
    return None if found is None else (found[0] + start, found[1] + start)
