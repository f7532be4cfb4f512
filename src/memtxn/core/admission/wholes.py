"""Wholes: of "two of the five guests" an attribute asks for the part or for the whole. Of the rule `quantity`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from memtxn.core.admission.case import Case
from memtxn.core.admission.likeness import alike
from memtxn.core.admission.reading.kinds import NUMBER, kind_at
from memtxn.core.admission.reading.sentence import Sentence
from memtxn.core.admission.showing import Spoken
from memtxn.core.admission.word_set import word_set

_TOTAL = word_set("total overall all size capacity sum altogether invited")
"""Words of attributes that ask for the whole."""
_US = word_set("us them you these those")
_EVERY = word_set("the our my your his her its their these those all")
_WHICH = word_set("which whom")
_SHORT = 2
"""Letters up to which a word of an attribute says too little."""
_NEAR = 3


class _Part(msgspec.Struct, frozen=True):
    """Where the number of a part and that of its whole stand in a sentence.

    ``noun`` names the whole; so does ``plural``, if it is page 2 of 5.
    """

    part: int
    whole: int
    noun: tuple[str, ...]
    plural: str = ""


def is_other_share(case: Case, showing: Spoken) -> bool:
    """Whether the value is the whole where the attribute asks for the part, or the part where for the whole."""
    sentence = showing.sentence
    if "of" not in sentence.vocabulary:
        return False
    first, last = showing.first - sentence.first, showing.last - sentence.first
    if not any(_counts(sentence.texts, at) for at in range(first, min(last, len(sentence.texts)))):
        return False
    for found in _parts(sentence):
        if first <= found.part < last and not first <= found.whole < last:
            return _asks_for_whole(case, sentence, found) is True
        if first <= found.whole < last and not first <= found.part < last:
            return _asks_for_whole(case, sentence, found) is False
    return _is_of_others(case, sentence, first, last)


def _parts(sentence: Sentence) -> Iterator[_Part]:
    """The parts with their wholes: "2 of the 5", "out of 5, 2", "5, of whom 2", "5, 2 of which"."""
    texts = sentence.texts
    for at, word in enumerate(texts):
        if word != "of":
            continue
        out = at > 0 and texts[at - 1] == "out"
        before = at - 1 - out
        after = at + 1 + (at + 1 < len(texts) and texts[at + 1] in _EVERY)
        if _counts(texts, before) and _counts(texts, after):
            if after > at + 1 or not _is_year(texts[after]):
                yield _Part(before, after, _noun(texts, after), texts[before - 1] + "s" if before else "")
        elif after < len(texts) and texts[at + 1] in _WHICH:
            yield from _behind(texts, at)
        elif (not before >= 0 or out or sentence.clauses.gaps[at]) and _counts(texts, after):
            yield from _ahead(sentence, after)


def _counts(texts: list[str], at: int) -> bool:
    return 0 <= at < len(texts) and NUMBER in kind_at(texts, at)


def _is_year(word: str) -> bool:
    return word.isdecimal() and len(word) == 4


def _noun(texts: list[str], at: int) -> tuple[str, ...]:
    return tuple(texts[at + 1 : at + 2])


def _behind(texts: list[str], at: int) -> Iterator[_Part]:
    """Nine rooms, of which four …; 60 people, 45 of whom came."""
    part = at + 2 if _counts(texts, at + 2) else at - 1
    if not _counts(texts, part):
        return
    start = min(part, at)
    whole = next((one for one in range(start - 1, max(-1, start - 2 * _NEAR), -1) if _counts(texts, one)), None)
    if whole is not None:
        yield _Part(part, whole, _noun(texts, whole))


def _ahead(sentence: Sentence, whole: int) -> Iterator[_Part]:
    """Of the 90 seats, 70 …; out of 40 applicants, 12 are in."""
    texts = sentence.texts
    for one in range(whole + 1, min(whole + 2 + _NEAR, len(texts))):
        if _counts(texts, one) and sentence.clauses.gaps[one].startswith(","):
            yield _Part(one, whole, _noun(texts, whole))
            return


def _asks_for_whole(case: Case, sentence: Sentence, found: _Part) -> bool | None:
    """Whether the attribute names the whole and nothing of what is said of the part; None if unclear."""
    words = [word for word in case.attribute.words if len(word) > _SHORT and word not in _NUMBER]
    if not _TOTAL.isdisjoint(words):
        return True
    if not _RATED.isdisjoint(found.noun):
        return False  # 4 out of 5 stars
    named = {word for word in words if word == found.plural or any(alike(word, one) for one in found.noun)}
    rest = [word for word in words if word not in named]
    common = sentence.grammar.function_words
    said = [one for one in sentence.texts if len(one) > _SHORT and one not in found.noun and one not in common]
    if not named or any(alike(word, one) for word in rest for one in said):
        return False
    return None if rest else True


_NUMBER = word_set("number count amount num many")
_RATED = word_set("stars star points marks")


def _is_of_others(case: Case, sentence: Sentence, first: int, last: int) -> bool:
    """Whether what the attribute asks is said of another number than "ten of us": "…, six in favour"."""
    texts = sentence.texts
    if texts[last : last + 1] != ["of"] or texts[last + 1 : last + 2] == [] or texts[last + 1] not in _US:
        return False
    clause, words = sentence.clauses.of[first], [one for one in case.attribute.words if len(one) > 1]
    later = [at for at in range(last, len(texts)) if sentence.clauses.of[at] != clause]
    rest = [texts[at] for at in later]
    here = [texts[at] for at in range(len(texts)) if sentence.clauses.of[at] == clause]
    elsewhere = all(any(alike(word, one) for one in rest) for word in words)
    return elsewhere and any(_counts(texts, at) for at in later) and not set(words) <= set(here)
