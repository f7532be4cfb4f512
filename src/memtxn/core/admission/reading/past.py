"""The past: whether a clause says until when something was so."""

from __future__ import annotations

from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reading.tense import is_past

_UNTIL = frozenset(("until", "till"))
_BOUNDS = _UNTIL | {"before"}


def has_ended(sentence: Sentence, token: int) -> bool:
    """Whether a state held only until some time ("was team lead until June"); ``token``: the one after it."""
    if _BOUNDS.isdisjoint(sentence.vocabulary):
        return False
    clause = sentence.clause(token - 1)
    words = sentence.words(clause)
    later = sentence.words(clause + 1) if clause + 1 < len(sentence.clauses.starts) else []
    until = not _UNTIL.isdisjoint(sentence.texts[token - sentence.first :]) and (
        not _UNTIL.isdisjoint(words) or bool(later and later[0] in _UNTIL)
    )
    before = bool(later) and later[0] == "before" and is_past(later)
    return (until or before) and is_past(words)
