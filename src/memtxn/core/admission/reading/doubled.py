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
    if not denying or (len(denying) < 2 and _RELATIVE.isdisjoint(sentence.vocabulary)):
        return marks
    clause = sentence.clause(first)
    own = [mark for mark in denying if sentence.clause(mark.first) == clause]
    gone = (
        _without(own, sentence, first)
        or _unspaced(own, sentence, first, last)
        or _none_that_not(denying, sentence, first)
    )
    return [mark for mark in marks if mark not in gone] if gone else marks


def _without(own: list[Mark], sentence: Sentence, first: int) -> list[Mark]:
    """A *without* before the value and the negators before it."""
    before = [mark for mark in own if mark.last <= first]
    for at in range(len(before) - 1, 0, -1):
        if sentence.texts[before[at].first - sentence.first] in _WITHOUT:
            return before[: at + 1]
    return []


def _none_that_not(denying: list[Mark], sentence: Sentence, first: int) -> list[Mark]:
    """A *no* and the negator of the relative clause behind it, where the value stands: all of them are so."""
    clause, texts = sentence.clause(first), sentence.texts
    verbal = [
        mark
        for mark in denying
        if mark.last <= first
        and sentence.clause(mark.first) == clause
        and texts[mark.first - sentence.first] in _VERBAL
    ]
    inner = max(verbal, key=lambda mark: mark.first, default=None)
    outer = _none_before(sentence, inner, clause) if inner is not None else None
    if inner is None or outer is None or len(denying) > 2:
        return []
    at, end, behind = (one - sentence.first for one in (outer.first, outer.last, inner.first))
    relative = next(
        (one for one in range(behind - 1, max(end, behind - _VERB) - 1, -1) if texts[one] in _RELATIVE), 0
    )
    if not relative or sentence.clause(inner.first) != clause:
        return []
    none = texts[at] in _NONE or not _ONE.isdisjoint(texts[at + 1 : end + 1])
    return [outer, inner] if none else []


def _none_before(sentence: Sentence, inner: Mark, clause: int) -> Mark | None:
    """The one negator before another one, in its clause or in the one before."""
    found = [
        mark
        for mark in sentence.marks
        if mark.cue.family == "negation"
        and mark.last <= inner.first
        and clause - sentence.clause(mark.first) <= 1
    ]
    return found[0] if len(found) == 1 else None


_VERBAL = frozenset(("not", "never"))
"""Negators of a verb."""
_VERB = 3
"""Words from a relative pronoun to the negator of its verb."""
_RELATIVE = frozenset(("that", "who", "which"))
_NONE = frozenset(("no", "nobody", "none", "nothing"))
_ONE = frozenset(("a", "an", "one", "single", "any"))
"""Words behind a *not* that denies that there is any."""


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
