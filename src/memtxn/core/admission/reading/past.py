"""The past: whether a clause speaks of what was, and says until when."""

from __future__ import annotations

from memtxn.core.admission.reading.sentence import Sentence

_WAS = frozenset("was were had did".split())
_UNTIL = frozenset(("until", "till"))
_IRREGULAR = frozenset(
    "came left got went took began met saw made gave told said found lost sold bought grew became wrote drove ran kept "
    "held led spoke knew built sent spent paid taught thought felt fell chose broke ate drank slept wore won".split()
)


def is_past(words: list[str]) -> bool:
    """Whether English words tell of the past."""
    return any(word in _WAS or word in _IRREGULAR or (word.endswith("ed") and len(word) > 4) for word in words)


def has_ended(sentence: Sentence, token: int) -> bool:
    """Whether a state held only until some time: "was team lead until June". ``token`` is the one after the value."""
    clause = sentence.clause(token - 1)
    words = sentence.words(clause)
    later = sentence.words(clause + 1) if clause + 1 < len(sentence.clauses.starts) else []
    until = not _UNTIL.isdisjoint(sentence.texts[token - sentence.first :]) and (
        not _UNTIL.isdisjoint(words) or bool(later and later[0] in _UNTIL)
    )
    return until and is_past(words)
