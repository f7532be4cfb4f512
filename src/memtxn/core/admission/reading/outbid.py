"""Outbid: what was offered or asked before another of its kind was agreed on is not what holds."""

from __future__ import annotations

from memtxn.core.admission.reading.kinds import CLOCK, NUMBER, kinds
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.word_set import word_set

AGREED = word_set("agreed settled paid accepted landed")
"""Verbs by which a deal is made."""
OFFERED = word_set("offered offer asked asking wanted proposed suggested quoted bid demanded")
"""Verbs by which one side says what it would have; attributes may ask for that."""
_REACH = 6


def is_outbid(sentence: Sentence, first: int, last: int) -> bool:
    """Whether the value is what one side would have had: "they offered 500, we agreed on 450"."""
    if AGREED.isdisjoint(sentence.vocabulary) or OFFERED.isdisjoint(sentence.vocabulary):
        return False
    texts, begin, end = sentence.texts, first - sentence.first, last - sentence.first
    kind = kinds(texts, begin, end)
    if not kind or OFFERED.isdisjoint(texts[max(0, begin - _REACH) : begin]):
        return False
    deal = next((at for at in range(end, len(texts)) if texts[at] in AGREED), None)
    if deal is None:
        return False
    made = kinds(texts, deal + 1, deal + 1 + _REACH)
    return not kind.isdisjoint(made) or {NUMBER, CLOCK} <= kind | made
