"""Presupposed: what a sentence takes for granted, though a doubt or a wish stands over it."""

from __future__ import annotations

from itertools import pairwise

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.reading.tense import is_past
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

_WHEN = word_set("when since after before while")
"""Words that date what is said by something that has happened."""
_KEEP = word_set("keep continue")
"""Verbs by which one means to go on with what one does."""
_OFTEN = word_set("every each daily weekly monthly nightly twice thrice times")
_EACH = frozenset(("a", "per", "an"))
"""Words behind *once* that make it a habit: once a week."""


def is_presupposed(sentence: Sentence, showing: Spoken, mark: Mark) -> bool:
    """Whether a cue of the sentence, which governs the value, leaves it what it is.

    "I think it began when I joined the choir": the choir is no part of the doubt. "I am going to keep rowing" is
    said by who rows; "I try to row every day" tells of a habit.
    """
    family = mark.cue.family
    if family == "hedge":
        return _dates_what_is_doubted(sentence, showing, mark)
    if family == "wish":
        return _goes_on(sentence, mark) or _is_habit(sentence, mark) or _came_true(sentence)
    return False


def _dates_what_is_doubted(sentence: Sentence, showing: Spoken, mark: Mark) -> bool:
    """Whether the value stands in a clause of the past that only dates what the doubt is about."""
    clause = sentence.clause(showing.first)
    words = sentence.words(clause)
    if clause <= sentence.clause(mark.first) or not words or words[0] not in _WHEN:
        return False
    return is_past(words) and mark.first < sentence.clauses.starts[clause]


def _goes_on(sentence: Sentence, mark: Mark) -> bool:
    """Whether what is wished or planned is to go on: it is so by now."""
    after = sentence.texts[mark.last - sentence.first : mark.last - sentence.first + 3]
    verb = next((at for at, word in enumerate(after) if word in _KEEP), None)
    if verb is None or verb + 1 >= len(after):
        return False
    return after[verb + 1].endswith("ing") or (after[verb] == "continue" and after[verb + 1] == "to")


def _is_habit(sentence: Sentence, mark: Mark) -> bool:
    """Whether one tries to do something again and again: "I try to row twice a week"."""
    at, texts = mark.first - sentence.first, sentence.texts
    if texts[at] not in ("try", "tries"):
        return False
    words = sentence.words(sentence.clause(mark.first))
    once = any(one == "once" and after in _EACH for one, after in pairwise(words))
    return once or not _OFTEN.isdisjoint(words)


def _came_true(sentence: Sentence) -> bool:
    """Whether the sentence says that a wish was fulfilled: "a dream come true, as I always wanted to row"."""
    texts = sentence.texts
    if "true" not in sentence.vocabulary:
        return False
    at = texts.index("true")
    before = texts[max(0, at - 2) : at]
    return before[-1:] == ["came"] or (before[-1:] == ["come"] and before[0] in _FULFILLED)


_FULFILLED = word_set("dream dreams wish wishes has have had")
"""Words before *come true* where it has."""
