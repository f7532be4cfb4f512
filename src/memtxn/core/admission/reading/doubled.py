"""Denied twice: two negators of one clause that together say that it is so ("no room without a balcony")."""

from __future__ import annotations

from memtxn.core.admission.cues.lexicon import Mark
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.scripts import is_unspaced
from memtxn.core.admission.word_set import word_set

_WITHOUT = word_set("without w/o sans sin ohne sem senza")
"""Negators of what follows them; behind another one it is always there ("never without")."""
_WITHOUT_JA = ("なし", "抜き")
"""The same behind what they deny."""
_ANY = frozenset("一哪任谁人")
"""Letters behind a Chinese negator that make it one of all: 没有一个…不 is every one."""
_NOUNS_JA = frozenset("日人時者物所店と")
"""Letters that end a noun between two Japanese negators: 食べない日はない is every day."""


def undoubled(marks: list[Mark], sentence: Sentence, first: int, last: int) -> list[Mark]:
    """The cues of the value on tokens ``first`` … ``last`` - 1, but for negators that cancel each other out."""
    denying = [mark for mark in marks if mark.cue.family == "negation" and not mark.cue.lexical]
    if len(denying) < 2:
        return marks
    clause = sentence.clause(first)
    own = [mark for mark in denying if sentence.clause(mark.first) == clause]
    gone = _without(own, sentence, first) or _unspaced(own, sentence, first, last)
    return [mark for mark in marks if mark not in gone] if gone else marks


def _without(own: list[Mark], sentence: Sentence, first: int) -> list[Mark]:
    """A *without* before the value and the negators before it."""
    before = [mark for mark in own if mark.last <= first]
    for at in range(len(before) - 1, 0, -1):
        if sentence.texts[before[at].first - sentence.first] in _WITHOUT:
            return before[: at + 1]
    return []


def _unspaced(own: list[Mark], sentence: Sentence, first: int, last: int) -> list[Mark]:
    """The pairs of Chinese and Japanese."""
    texts, start = sentence.texts, sentence.first
    if len(own) < 2 or not is_unspaced(texts[own[0].first - start]):
        return []
    one, other = sorted(own, key=lambda mark: mark.first)[:2]
    if other.last <= first and one.last <= other.first and texts[one.last - start] in _ANY:
        return [one, other]
    if one.first < last or one.last > other.first:
        return []
    joined = "".join(texts[one.first - start : one.last - start])
    if one.first == last and joined.startswith(_WITHOUT_JA):
        return [one, other]
    topic, noun = texts[other.first - start - 1], texts[other.first - start - 2]
    return [one, other] if topic in "はがも" and noun in _NOUNS_JA else []
