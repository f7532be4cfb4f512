"""The past: whether a clause says until when something was so."""

from __future__ import annotations

from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reading.tense import is_past
from memtxn.core.admission.word_set import word_set

_UNTIL = frozenset(("until", "till"))
BOUNDS = _UNTIL | {"before"}
"""Words by which a clause says until when something was so."""


def has_ended(sentence: Sentence, token: int) -> bool:
    """Whether a state held only until some time ("was team lead until June"); ``token``: the one after it."""
    if BOUNDS.isdisjoint(sentence.vocabulary):
        return False
    clause = sentence.clause(token - 1)
    words = sentence.words(clause)
    later = sentence.words(clause + 1) if clause + 1 < len(sentence.clauses.starts) else []
    until = not _UNTIL.isdisjoint(sentence.texts[token - sentence.first :]) and (
        not _UNTIL.isdisjoint(words) or bool(later and later[0] in _UNTIL)
    )
    before = bool(later) and later[0] == "before" and is_past(later)
    return (until or before) and is_past(words)


def is_replaced(sentence: Sentence, first: int, last: int) -> bool:
    """Whether something takes the place of what stands here: "replace the blue one *with* a red one"."""
    if REPLACING.isdisjoint(sentence.vocabulary):
        return False
    texts, end = sentence.texts, last - sentence.first
    if not _HANDLED.isdisjoint(sentence.vocabulary):
        return _is_changed(texts, first - sentence.first, end)
    clause = sentence.clause(first)
    words = [texts[token - sentence.first] for token in sentence.clauses.tokens(clause) if token < first]
    after = texts[end : end + _NEAR]
    return not REPLACING.isdisjoint(words) and _WITH.isdisjoint(words) and not _WITH.isdisjoint(after)


def _is_changed(texts: list[str], first: int, end: int) -> bool:
    """The same in Chinese: 把大杯换成中杯, 把周二的课换到周四."""
    if _HANDLED.isdisjoint(texts[max(0, first - _NEAR) : first]):
        return False
    behind = texts[end : end + _NEAR + 1]
    for at, word in enumerate(behind[:-1]):
        if word in _CHANGES:
            return behind[at + 1] in _INTO or (behind[at + 1] in _ONTO and behind[0] == "的")
    return False


_HANDLED = frozenset("把将")
_CHANGES = frozenset("换改调挪移")
_INTO, _ONTO = frozenset("成为作"), frozenset("到至")

REPLACING = _CHANGES | word_set("""
    replace replaces replaced replacing swap swaps swapped swapping exchange exchanged trade traded substituted
""")
"""Verbs by which one thing takes the place of another."""
_WITH = frozenset(("with", "for", "by"))
_NEAR = 5
"""Words behind what is replaced within which that is named that takes its place."""
