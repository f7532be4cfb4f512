"""The past: whether a clause says until when something was so."""

from __future__ import annotations

from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reading.tense import is_past
from memtxn.core.admission.word_set import word_set

_UNTIL = frozenset(("until", "till"))
_LONG = word_set("years decades months")
BOUNDS = _UNTIL | _LONG | {"before"}
"""Words by which a clause says until when something was so, or for how long."""


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
    fronted = words[:1] in (["until"], ["till"]) or words[:2] == ["up", "until"]
    fronted = fronted or (words[:1] == ["before"] and _before_somebody(sentence, clause, words))
    return (until or before or fronted or _lasted(words)) and is_past(words)


def _before_somebody(sentence: Sentence, clause: int, words: list[str]) -> bool:
    """Whether what was so was so before somebody else: "Before Rao it was Ida who led us"."""
    named = sentence.clauses.starts[clause] + 1 in sentence.capitals or words[1:2] in (["him"], ["her"], ["them"])
    return named and not _WAS.isdisjoint(words)


_WAS = frozenset(("was", "were", "had"))


def _lasted(words: list[str]) -> bool:
    """Whether a clause of the past tells for how long it was so: "I taught Greek *for nine years*"."""
    if not _PERFECT.isdisjoint(words) or _LONG.isdisjoint(words):
        return False
    at = next(at for at, word in enumerate(words) if word in _LONG)
    return not _FOR.isdisjoint(words[max(0, at - _FAR) : at])


_PERFECT = word_set("have has been ago since")
"""Words of a clause that tells of what still is, or of when it was."""
_FOR = frozenset(("for", "spent"))
_FAR = 4
"""Words between *for* and the years."""


def is_replaced(sentence: Sentence, first: int, last: int) -> bool:
    """Whether something takes the place of what stands here: "replace the blue one *with* a red one"."""
    if REPLACING.isdisjoint(sentence.vocabulary):
        return False
    texts, end = sentence.texts, last - sentence.first
    if not _AWAY.isdisjoint(sentence.vocabulary) and _has_risen(texts, first - sentence.first, end):
        return True
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


def _has_risen(texts: list[str], first: int, end: int) -> bool:
    """Whether it is what something was before it rose, fell or was put off: 从20元涨到25元."""
    away = next((at for at in range(first - 1, max(-1, first - _NEAR - 1), -1) if texts[at] in _AWAY), None)
    if away is None or not _RISES.isdisjoint(texts[away:first]):
        return False
    behind = texts[end : end + 2 * _NEAR]
    for at, word in enumerate(behind[:_NEAR]):
        if word in _RISES:
            return not _REACHED.isdisjoint(behind[at + 1 : at + 1 + _NEAR])
        if word in _REACHED or word in _AWAY:
            return False
    return False


_AWAY = frozenset("从由自")
_RISES = frozenset("涨降升减增提推延改调换变移挪缩扩跌加压拉长落")
_REACHED = frozenset("到至为成了")
"""Letters before an old value, verbs by which it becomes another, and what stands before that."""
_HANDLED = frozenset("把将")
_CHANGES = frozenset("换改调挪移")
_INTO, _ONTO = frozenset("成为作"), frozenset("到至")

REPLACING = (
    _CHANGES
    | _RISES
    | word_set("""
    replace replaces replaced replacing swap swaps swapped swapping exchange exchanged trade traded substituted
""")
)
"""Verbs by which one thing takes the place of another."""
_WITH = frozenset(("with", "for", "by"))
_NEAR = 5
"""Words behind what is replaced within which that is named that takes its place."""
