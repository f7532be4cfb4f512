"""Glued: a negator that an unseen character joins to the next word, or tears apart ("not\u200bdeliver")."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

from memtxn.core.admission.analysis import Analysis
from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.cues.pack import Cue

_NEGATORS = frozenset(("not", "no", "never", "nicht", "kein", "nie", "pas", "sin", "nunca"))
_GLUED = Cue("glued", "negation", "own", "und")


def glued(analysis: Analysis, first: int, last: int) -> Iterator[Mark]:
    """A cue on each word of a sentence that is a negator up to an unseen character in it, or from there on."""
    hidden = analysis.normal.hidden
    for token in range(first, last):
        start, end = analysis.span(token, token + 1)
        inside = hidden[bisect_left(hidden, start) : bisect_left(hidden, end)]
        if not inside or analysis.text is None:
            continue
        unseen, bounds = frozenset(inside), [start, *inside, end]
        pieces = [analysis.text[one + (one in unseen) : other].casefold() for one, other in pairwise(bounds)]
        if not _NEGATORS.isdisjoint(pieces):
            yield Mark(_GLUED, token, token + 1)
