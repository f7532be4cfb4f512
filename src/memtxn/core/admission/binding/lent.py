"""Lent: on which side of a deal its teller stands ("I lent Hao 40 euros" tells of no debt of the speaker's)."""

from __future__ import annotations

from itertools import pairwise

from memtxn.core.admission.binding.roles import CONVERSES
from memtxn.core.admission.binding.scene import Bound, Scene
from memtxn.core.admission.word_set import word_set

_FORMS = {"owes": "owe owes owed", "borrows": "borrow borrows borrowed", "borrowed": "borrow borrows borrowed"}
_FORMS |= {"lends": "lend lends lent", "lent": "lend lends lent"}
_SAME = {verb: word_set(forms) for verb, forms in _FORMS.items()}
"""The forms of the verbs that an attribute may name."""
_I, _ME = word_set("i we"), word_set("me us")
_PASSIVE = word_set("by was were been being am got")


def other_end_of_speaker(scene: Scene) -> Bound | None:
    """Whether the speaker, of whom the key is, does the contrary of what the attribute asks, or has it done."""
    words = scene.case.attribute.words
    contrary = CONVERSES.get(words[0]) if words else None
    if contrary is None or not scene.is_speaker:
        return None
    sentence = scene.sentence
    same = _SAME.get(words[0], frozenset())
    if (contrary | same | _BORROWED).isdisjoint(sentence.vocabulary):
        return None
    for token in sentence.clauses.tokens(scene.clause):
        at = token - sentence.first
        before, after = sentence.texts[:at][-2:], sentence.texts[at + 1 : at + 2]
        word, passive = sentence.texts[at], not _PASSIVE.isdisjoint(before)
        mine = not _I.isdisjoint(before) and not passive and not scene.showing.keeps(token, token + 1)
        to_me = not _ME.isdisjoint(after) or _is_from_me(sentence.texts[at + 1 :])
        if (word in contrary and mine and not _is_from_me(sentence.texts[at:])) or (word in same and to_me):
            return Bound("wrong_subject", "the speaker is at the other end of it", token, token + 1)
        if word in _BORROWED and word not in contrary and to_me and words[0] in ("owes", "borrows", "borrowed"):
            return Bound("wrong_subject", "the speaker is at the other end of it", token, token + 1)
    return None


_BORROWED = word_set("borrow borrows borrowed")


def _is_from_me(texts: list[str]) -> bool:
    """Whether it goes away from the speaker: "borrowed 40 euros from me"."""
    return any(word == "from" and after in _ME for word, after in pairwise(texts))
